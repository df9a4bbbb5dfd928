// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the test of the connection to a machine, step by step: icon, sentence, time, and, if a step needs something, the remedy below it
// with a command to copy. The window runs the test; Esc cancels a running test, then closes.
//
// Object names: connectionTestDialog; testStep_<name> and copyRemedy_<name> per step (connectionStepName()); testSummary, testAgainButton,
// copyTestReportButton, editTestedMachineButton, closeTestButton.
#pragma once

#include "core/base/error.h"
#include "core/service/machines/connectionreport.h"
#include "ui/common/dialog.h"

#include <QElapsedTimer>
#include <QTimer>

class QPushButton;

namespace trainyard {

class ElidedLabel;
class Label;
class MessageBar;
class TestStepRow;

class ConnectionTestDialog : public Dialog {
    Q_OBJECT
public:
    ConnectionTestDialog(const QString &machineName, const QString &address, QWidget *parent = nullptr);

    void begin();  // all steps wait, the timer runs
    void showStep(const StepFinding &finding);
    void finish(const ConnectionReport &report);
    void fail(const Error &error);  // the test itself could not be run
    bool isRunning() const { return m_isRunning; }
    QString reportText() const;  // what "Copy report" puts on the clipboard
    void reject() override;

Q_SIGNALS:
    void testRequested();  // test again
    void cancelRequested();
    void editRequested();

private:
    void setRunning(bool isRunning);
    void showElapsed();

    QString m_machine, m_address;
    QList<TestStepRow *> m_rows;
    MessageBar *m_messages;
    Label *m_summary;
    QPushButton *m_again, *m_copy, *m_edit, *m_close;
    QElapsedTimer m_since;
    QTimer m_tick;
    bool m_isRunning = false;
};

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// One open alert: severity, message, start time, run and remedy, with their buttons.
//
// Object names: "alert_ID", "openRun_ID", "openBudgets_ID", "acknowledge_ID".
#pragma once

#include "core/model/ids.h"
#include "core/observe/alert/alert.h"
#include "ui/theme/theme.h"

#include <QWidget>

class QGridLayout;
class QHBoxLayout;

namespace trainyard {

Tone toneOf(AlertSeverity severity);
QString iconOf(AlertSeverity severity);

class AlertRow : public QWidget {
    Q_OBJECT
public:
    AlertRow(const Alert &alert, const QDateTime &now, QWidget *parent = nullptr);

Q_SIGNALS:
    void openRunRequested(const RunId &runId);
    void budgetsRequested();
    void acknowledged(AlertId id);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void placeButtons();

    QGridLayout *m_grid;
    QHBoxLayout *m_buttons;
    bool m_isNarrow = false;
};

}  // namespace trainyard

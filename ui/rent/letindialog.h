// SPDX-License-Identifier: GPL-3.0-or-later
// Asks from which address SSH of a rented machine is allowed from now on, says which it was before, and afterwards what was done. The
// address is found meanwhile, and can be entered. Emits a request; the desk carries it out.
//
// Object names: letInDialog, letInAddress, letInCommand, letInButton, cancelLetInButton
#pragma once

#include "core/base/result.h"
#include "core/service/clouds/letin.h"
#include "ui/common/dialog.h"

class QLineEdit;
class QPushButton;

namespace trainyard {

class CommandPreview;
class FieldRow;
class Label;
class MessageBar;

class LetInDialog : public Dialog {
    Q_OBJECT
public:
    // The address of the plan does not count.
    explicit LetInDialog(const LetIn &plan, QWidget *parent = nullptr);

    void setOwnAddress(const Result<QString> &address);  // as findOwnAddress(); leaves alone what was entered meanwhile
    void setBusy(bool isBusy);
    void setDone(const LetIn &done);
    void showError(const Error &error);

Q_SIGNALS:
    void submitted(const QString &address);

private:
    void showAll();

    const LetIn m_plan;
    MessageBar *m_messages;
    Label *m_title, *m_story;
    FieldRow *m_row;
    QLineEdit *m_address;
    CommandPreview *m_command;
    QPushButton *m_cancel, *m_letIn;
    bool m_isBusy = false;
};

}  // namespace trainyard

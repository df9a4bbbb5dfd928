// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for the name and passphrase of a new key. The window creates the key: the dialog emits a request and is notified of the result.
//
// Object names: keyDialog, keyNameEdit, keyPassphraseEdit, keyPassphraseAgainEdit, makeKeyButton, cancelKeyButton.
#pragma once

#include "core/base/error.h"
#include "ui/common/dialog.h"

class QLineEdit;
class QPushButton;

namespace trainyard {

class FieldRow;
class MessageBar;

class KeyDialog : public Dialog {
    Q_OBJECT
public:
    explicit KeyDialog(const QString &suggestedName, QWidget *parent = nullptr);
    ~KeyDialog() override;  // overwrites the passphrases entered

    void showError(const Error &error);  // the name is taken, the disk is full …: the user can try again

Q_SIGNALS:
    void submitted(const QString &name, const QString &passphrase);

private:
    void submit();
    void setBusy(bool isBusy);

    QLineEdit *m_name, *m_passphrase, *m_again;
    FieldRow *m_nameRow, *m_passphraseRow, *m_againRow;
    MessageBar *m_messages;
    QPushButton *m_make, *m_cancel;
};

}  // namespace trainyard

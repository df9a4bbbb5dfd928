// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for a password, a passphrase or another login answer for a machine. Opens without blocking. objectNames: "secretDialog",
// "secretEdit", "giveSecretButton", "refuseSecretButton".
#pragma once

#include "core/model/sshquestions.h"
#include "ui/common/dialog.h"

class QLineEdit;

namespace trainyard {

class SecretDialog : public Dialog {
    Q_OBJECT
public:
    explicit SecretDialog(const SshPrompt &prompt, QWidget *parent = nullptr);

    QString secret() const;

private:
    QLineEdit *m_edit;
};

}  // namespace trainyard

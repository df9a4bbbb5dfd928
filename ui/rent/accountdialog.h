// SPDX-License-Identifier: GPL-3.0-or-later
// Adds an account at a cloud: which one, where its keys are, and then whether it answers, as whom, and which rights are missing. Emits
// requests; the desk stores and asks. What was added and does not work can be removed again here.
//
// Object names: accountDialog, accountKind, accountName, accountRegion, accountSource, accountKeyId, accountSecret, accountToken,
// accountProfile, accountFrom, accountEndpoint, accountPolicy, accountReport, addAccountButton, checkAccountButton, removeAccountButton,
// closeAccountButton
#pragma once

#include "core/base/error.h"
#include "core/model/accountrecord.h"
#include "core/service/clouds/cloudservice.h"
#include "ui/common/dialog.h"

class QComboBox;
class QLineEdit;
class QPushButton;

namespace trainyard {

class FieldRow;
class Label;
class MessageBar;

class AccountDialog : public Dialog {
    Q_OBJECT
public:
    AccountDialog(const QList<CloudKind> &kinds, const QString &chosen, QWidget *parent = nullptr);

    void setBusy(bool isBusy);
    void setAdded(const AccountRecord &account);  // it is being checked now
    void setReport(const QString &name, const Result<AccountReport> &report);
    void setRemoved();  // the fields can be changed again
    void showError(const Error &error);

Q_SIGNALS:
    void submitted(const trainyard::AccountRecord &account, const trainyard::CloudCredentials &credentials);
    void checkRequested(const QString &name);
    void removeRequested(const QString &name);
    void policyRequested(const QString &kind, const QString &providerName);

private:
    void build();
    void showKind();
    void showSource();
    void showState();
    void submit();
    CloudKind kind() const;

    const QList<CloudKind> m_kinds;
    QString m_added;  // its name; empty: not yet
    bool m_isBusy = false, m_works = false;
    MessageBar *m_messages;
    QComboBox *m_kind, *m_source;
    QLineEdit *m_name, *m_region, *m_keyId, *m_secret, *m_token, *m_profile, *m_from, *m_endpoint;
    FieldRow *m_nameRow, *m_keyIdRow, *m_secretRow, *m_tokenRow, *m_profileRow, *m_fromRow;
    Label *m_sourceNote, *m_report;
    QPushButton *m_policy, *m_check, *m_remove, *m_close, *m_add;
};

}  // namespace trainyard

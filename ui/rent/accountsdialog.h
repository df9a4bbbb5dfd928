// SPDX-License-Identifier: GPL-3.0-or-later
// The accounts at clouds: which cloud, where the keys are, who they belong to there, and when that was last asked. Emits requests; whoever
// removes has been asked.
//
// Object names: accountsDialog, accountsTable, accountsEmpty, accountsFound, accountsAdd, accountsCheck, accountsRemove, accountsClose,
// removeAccountDialog
#pragma once

#include "core/model/accountrecord.h"
#include "core/service/clouds/cloudservice.h"
#include "ui/common/dialog.h"

#include <QDateTime>

class QPushButton;
class QTableView;

namespace trainyard {

class AccountsModel;
class Label;
class MessageBar;

class AccountsDialog : public Dialog {
    Q_OBJECT
public:
    explicit AccountsDialog(QWidget *parent = nullptr);

    void setAccounts(const QList<AccountRecord> &accounts);  // what is known about those that stay is kept
    void setChecking(const QString &name);
    void setReport(const QString &name, const Result<AccountReport> &report, const QDateTime &now);
    void showError(const Error &error);

Q_SIGNALS:
    void addRequested();
    void checkRequested(const QString &name);
    void removeRequested(const QString &name);

private:
    QString current() const;
    void fitTable();
    void showButtons();
    void askToRemove();

    AccountsModel *m_model;
    MessageBar *m_messages;
    QTableView *m_table;
    Label *m_empty, *m_found;
    QPushButton *m_add, *m_check, *m_remove, *m_close;
};

}  // namespace trainyard

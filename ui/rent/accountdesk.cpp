// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rent/accountdesk.h"

#include "core/model/accountprice.h"
#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"
#include "ui/rent/accountdialog.h"
#include "ui/rent/accountsdialog.h"
#include "ui/rent/policydialog.h"

#include <memory>

namespace trainyard {

void AccountDesk::showPolicy(const QString &kind, const QString &providerName, QWidget *over,
                             const std::function<void(const Error &)> &failed)
{
    const auto policy = m_services.cloudPreview.policy(kind);
    if (!policy) {
        failed(policy.error());
        return;
    }
    auto *dialog = new PolicyDialog(providerName, *policy, over);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void AccountDesk::add(const QString &kind, QWidget *over, const std::function<void(const QString &name)> &then)
{
    if (m_account)
        return;
    m_account = new AccountDialog(m_services.clouds.kinds(), kind, over ? over : m_window);
    m_account->setAttribute(Qt::WA_DeleteOnClose);
    AccountDialog *const dialog = m_account;
    const auto name = std::make_shared<QString>();  // of the one that was added
    connect(dialog, &AccountDialog::policyRequested, this, [this, dialog](const QString &wanted, const QString &providerName) {
        showPolicy(wanted, providerName, dialog, [dialog](const Error &error) { dialog->showError(error); });
    });
    connect(dialog, &AccountDialog::submitted, this,
            [this, dialog, name](const AccountRecord &account, const CloudCredentials &credentials) {
                dialog->setBusy(true);
                whenDone(m_services.clouds.add(account, credentials), dialog, [this, dialog, name](const Result<AccountRecord> &added) {
                    dialog->setBusy(false);
                    if (!added) {
                        dialog->showError(added.error());
                        return;
                    }
                    *name = added->name;
                    dialog->setAdded(*added);
                    Q_EMIT changed();
                    whenDone(m_services.clouds.check(added->name), dialog,
                             [this, dialog, account = *added](const Result<AccountReport> &report) {
                                 dialog->setReport(account.name, report);
                                 // Its types are offers from now on.
                                 if (report && hasAccountPrices(account.settings))
                                     Q_EMIT changed();
                             });
                });
            });
    connect(dialog, &AccountDialog::checkRequested, this, [this, dialog](const QString &checked) {
        whenDone(m_services.clouds.check(checked), dialog,
                 [dialog, checked](const Result<AccountReport> &report) { dialog->setReport(checked, report); });
    });
    connect(dialog, &AccountDialog::removeRequested, this, [this, dialog, name](const QString &removed) {
        dialog->setBusy(true);
        whenDone(m_services.clouds.remove(removed), dialog, [this, dialog, name](const Result<void> &done) {
            dialog->setBusy(false);
            if (!done) {
                dialog->showError(done.error());
            } else {
                name->clear();
                dialog->setRemoved();
            }
            Q_EMIT changed();
        });
    });
    connect(dialog, &QDialog::accepted, this, [this, name, then] {
        m_account = nullptr;
        if (then && !name->isEmpty())
            then(*name);
    });
    dialog->open();
}

void AccountDesk::list()
{
    if (m_list) {
        m_list->raise();
        m_list->activateWindow();
        return;
    }
    m_list = new AccountsDialog(m_window);
    m_list->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_list, &AccountsDialog::addRequested, this, [this] {
        const QList<CloudKind> kinds = m_services.clouds.kinds();
        add(kinds.isEmpty() ? QString() : kinds.first().kind, m_list, [this](const QString &name) {
            reload();
            check(name);
        });
    });
    connect(m_list, &AccountsDialog::checkRequested, this, &AccountDesk::check);
    connect(m_list, &AccountsDialog::removeRequested, this, [this](const QString &name) {
        whenDone(m_services.clouds.remove(name), m_list, [this](const Result<void> &removed) {
            reload();
            if (!removed)
                m_list->showError(removed.error());
            Q_EMIT changed();
        });
    });
    reload();
    const auto accounts = m_services.database().accounts.all();
    for (const AccountRecord &one : accounts ? *accounts : QList<AccountRecord>())
        check(one.name);
    m_list->open();
}

void AccountDesk::reload()
{
    if (!m_list)
        return;
    const auto accounts = m_services.database().accounts.all();
    if (accounts)
        m_list->setAccounts(*accounts);
    else
        m_list->showError(accounts.error());
}

void AccountDesk::check(const QString &name)
{
    if (!m_list)
        return;
    m_list->setChecking(name);
    whenDone(m_services.clouds.check(name), m_list,
             [this, name](const Result<AccountReport> &report) { m_list->setReport(name, report, QDateTime::currentDateTimeUtc()); });
}

}  // namespace trainyard

#include "moc_accountdesk.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
// Accounts at clouds in the window: opens the dialogs, asks the services. Main thread; whatever waits is done by the services.
#pragma once

#include "core/base/error.h"

#include <QObject>
#include <QPointer>

#include <functional>

class QWidget;

namespace trainyard {

class AccountDialog;
class AccountsDialog;
class Services;

class AccountDesk : public QObject {
    Q_OBJECT
public:
    AccountDesk(Services &services, QWidget *window) : QObject(window), m_services(services), m_window(window) {}

    // `then` is called with the name of the account once the dialog is closed with one.
    void add(const QString &kind, QWidget *over, const std::function<void(const QString &name)> &then = {});
    void list();  // all of them
    void showPolicy(const QString &kind, const QString &providerName, QWidget *over, const std::function<void(const Error &)> &failed);

Q_SIGNALS:
    void changed();

private:
    void check(const QString &name);
    void reload();

    Services &m_services;
    QWidget *m_window;
    QPointer<AccountDialog> m_account;
    QPointer<AccountsDialog> m_list;
};

}  // namespace trainyard

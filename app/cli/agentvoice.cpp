// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/agentvoice.h"

#include "core/service/notify/desktopnotice.h"

#include <QDBusConnection>

namespace trainyard {

bool tellDesktop(const QString &title, const QString &text)
{
    const QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return false;
    showDesktopNotice(bus, title, text);
    return true;
}

void giveVoice(Agent &agent, Console &console)
{
    const auto say = [&console](const Error &error) { console.say(QStringLiteral("yard: ") + error.what); };
    QObject::connect(&agent.alerts(), &AlertWatch::desktopNoticeWanted, &agent,
                     [](const QString &title, const QString &text) { tellDesktop(title, text); });
    QObject::connect(&agent.alerts(), &AlertWatch::failed, &agent, say);
    QObject::connect(&agent.budgets(), &BudgetWatch::failed, &agent, say);
    QObject::connect(&agent.budgets(), &BudgetWatch::stopFailed, &agent, [say](const RunId &, const Error &error) { say(error); });
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/alerttelling.h"

#include "core/service/notify/desktopnotice.h"

#include <QCoreApplication>
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

void AlertTelling::start(const QStringList &runs)
{
    m_hasBegun = true;
    m_watch.start(runs);
}

void AlertTelling::finish()
{
    if (!m_hasBegun)
        return;
    constexpr std::chrono::seconds kMax{30};  // the longest time that a webhook without an answer may delay the others
    m_watch.look();
    m_watch.notifier().wait(kMax);
    QCoreApplication::sendPostedEvents();  // what came of it
}

AlertTelling::AlertTelling(CommandContext &context) : m_progress(context.services), m_watch(context.services)
{
    m_watch.setProgressSource([this](const QString &runId) { return m_progress.progressOf(runId); });
    QObject::connect(&m_watch, &AlertWatch::desktopNoticeWanted, &m_watch,
                     [](const QString &title, const QString &text) { tellDesktop(title, text); });
    QObject::connect(&m_watch, &AlertWatch::failed, &m_watch,
                     [&console = context.console](const Error &error) { console.say(QStringLiteral("yard: ") + error.what); });
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/notify/notifier.h"

#include "core/service/notify/commandnotice.h"
#include "core/service/notify/webhooknotice.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QtConcurrentRun>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Notifier)
};

}  // namespace

Notifier::Notifier()
{
    m_commands.setMaxThreadCount(1);
    m_webhooks.setMaxThreadCount(1);
}

Notifier::~Notifier() { end(); }

void Notifier::end()
{
    m_stop.request_stop();
    m_commands.waitForDone();
    m_webhooks.waitForDone();
}

void Notifier::wait(std::chrono::milliseconds most)
{
    const QDeadlineTimer deadline(most);
    m_commands.waitForDone(int(deadline.remainingTime()));
    m_webhooks.waitForDone(int(deadline.remainingTime()));
}

QFuture<Result<QString>> Notifier::runCommand(const QStringList &command, const AlertNotice &notice)
{
    return QtConcurrent::run(&m_commands, [command, notice, stop = m_stop.get_token()]() -> Result<QString> {
        return stop.stop_requested() ? Result<QString>(cancelledError()) : runNoticeCommand(command, notice, stop);
    });
}

QFuture<Result<void>> Notifier::send(const WebhookAddress &address, WebhookFormat format, const AlertNotice &notice)
{
    return QtConcurrent::run(&m_webhooks, [address, format, notice, stop = m_stop.get_token()]() -> Result<void> {
        return stop.stop_requested() ? Result<void>(cancelledError()) : sendToWebhook(address, format, notice, stop);
    });
}

AlertNotice testNotice(const QDateTime &now)
{
    Alert alert;
    alert.kind = AlertKind::RunFinished;
    alert.severity = AlertSeverity::Info;
    alert.runName = Words::tr("Test");
    alert.detail = Words::tr("This is a test alert. No action is needed.");
    alert.opened = alert.cleared = alert.seen = now;
    return {{alert}};
}

}  // namespace trainyard

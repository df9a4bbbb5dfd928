// SPDX-License-Identifier: GPL-3.0-or-later
// Hands notices to the person's command and webhook on threads of its own, one after the other for each, so that nothing waits for
// them. The desktop's notices need no thread (desktopnotice.h). Main thread; ends what is on its way when it goes.
#pragma once

#include "core/observe/alert/alertsettings.h"
#include "core/observe/alert/noticeplan.h"

#include <QFuture>
#include <QThreadPool>

#include <stop_token>

namespace trainyard {

class Notifier {
public:
    Notifier();
    ~Notifier();
    Q_DISABLE_COPY_MOVE(Notifier)

    // What the command printed.
    QFuture<Result<QString>> runCommand(const QStringList &command, const AlertNotice &notice);
    QFuture<Result<void>> send(const WebhookAddress &address, WebhookFormat format, const AlertNotice &notice);
    // Waits until nothing is on its way any more, at most so long.
    void wait(std::chrono::milliseconds most);
    // Ends what is on its way and waits for that.
    void end();

private:
    std::stop_source m_stop;
    QThreadPool m_commands, m_webhooks;
};

// What a test says: an alert that is none.
AlertNotice testNotice(const QDateTime &now);

}  // namespace trainyard

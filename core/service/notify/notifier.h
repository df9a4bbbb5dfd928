// SPDX-License-Identifier: GPL-3.0-or-later
// Hands notices to the user's command and webhook on threads of its own, one after the other for each, so that nothing waits for them.
// Desktop notifications need no thread (desktopnotice.h). Main thread; its destructor ends what is still being sent.
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

    // Returns the command's output.
    QFuture<Result<QString>> runCommand(const QStringList &command, const AlertNotice &notice);
    QFuture<Result<void>> send(const WebhookAddress &address, WebhookFormat format, const AlertNotice &notice);
    // Waits until everything has been sent, at most this long.
    void wait(std::chrono::milliseconds most);
    // Ends what is being sent and waits for that.
    void end();

private:
    std::stop_source m_stop;
    QThreadPool m_commands, m_webhooks;
};

// The content of a test notice, which is not a real alert.
AlertNotice testNotice(const QDateTime &now);

}  // namespace trainyard

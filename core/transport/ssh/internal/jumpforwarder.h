// SPDX-License-Identifier: GPL-3.0-or-later
// A jump host: a logged-in session with one channel to the next machine, and the thread that moves bytes between that channel and a
// socket, over which the next session runs. Internal to core/transport/ssh.
#pragma once

#include "core/base/result.h"
#include "core/transport/ssh/internal/login.h"
#include "core/transport/ssh/internal/sessionwait.h"
#include "core/transport/ssh/internal/transport.h"
#include "core/transport/ssh/internal/wakeup.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace trainyard {

class JumpForwarder : public Transport {
public:
    struct Started {
        std::shared_ptr<JumpForwarder> pump;
        int fd = -1;  // the caller's
    };
    // Asks the hop to connect to host:port (direct-tcpip). Unreachable, PermissionDenied (the hop forbids forwarding), TimedOut, Cancelled.
    static Result<Started> start(SessionHandle hop, const QString &host, int port, LoginClock &clock);
    ~JumpForwarder() override;
    QString failureText() const override;  // why the hop's session ended

private:
    JumpForwarder(SessionHandle hop, ssh_channel channel, int nearFd);
    void main();
    bool moveNearer();   // channel → socket
    bool moveFarther();  // socket → channel
    void wait();

    SessionHandle m_hop;  // only the thread uses it and the channel
    ssh_channel m_channel, m_listener = nullptr;
    ssh_counter_struct m_socketBytes = {}, m_rawBytes = {};
    const int m_near;
    int m_hopFd;  // a duplicate, so that shutting down never hits a reused number
    QByteArray m_nearer, m_farther, m_scratch;
    qsizetype m_sentNearer = 0, m_sentFarther = 0;
    quint32 m_consumed = 0;
    bool m_isNearOver = false;
    Wakeup m_wakeup;
    std::atomic<bool> m_isClosing = false;

    mutable std::mutex m_mutex;
    std::condition_variable_any m_finished;
    bool m_isFinished = false;
    QString m_failureText;
    std::thread m_thread;  // last: starts when all members above exist
};

}  // namespace trainyard

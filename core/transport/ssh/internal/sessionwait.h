// SPDX-License-Identifier: GPL-3.0-or-later
// Repeats a non-blocking libssh call until it completes, on the thread that logs in. Internal to core/transport/ssh.
#pragma once

#include "core/base/result.h"
#include "core/transport/ssh/internal/loginclock.h"
#include "core/transport/ssh/internal/wakeup.h"

#include <libssh/libssh.h>

#include <stop_token>

namespace trainyard {

class SessionWait {
public:
    SessionWait(ssh_session session, int fd, LoginClock &clock)
        : m_session(session), m_fd(fd), m_clock(clock), m_wake(clock.stop(), Signal{&m_wakeup})
    {
    }

    // `again` is what the call returns while it is unfinished. Fails with TimedOut and Cancelled.
    template <typename Call>
    Result<int> drive(Call call, int again)
    {
        for (;;) {
            const int status = call();
            if (status != again)
                return status;
            TRY_DO(wait());
        }
    }

    LoginClock &clock() { return m_clock; }
    bool isStopped() const { return m_clock.isStopped(); }
    // The other side has closed the connection; data that it sent before may still be unread.
    bool isHungUp() const;

private:
    struct Signal {
        const Wakeup *wakeup;
        void operator()() const { wakeup->signal(); }
    };
    Result<void> wait();

    ssh_session m_session;
    int m_fd;
    LoginClock &m_clock;
    Wakeup m_wakeup;
    std::stop_callback<Signal> m_wake;
};

}  // namespace trainyard

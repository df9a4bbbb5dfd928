// Repeats a non-blocking libssh call until it is through, on the thread that logs in. Internal to core/ssh.
#pragma once

#include "core/base/result.h"
#include "core/ssh/wakeup.h"

#include <QDeadlineTimer>

#include <libssh/libssh.h>

#include <stop_token>

namespace trainyard {

class SessionWait {
public:
    SessionWait(ssh_session session, int fd, QDeadlineTimer deadline, std::stop_token stop)
        : m_session(session), m_fd(fd), m_deadline(deadline), m_stop(std::move(stop)),
          m_wake(m_stop, Signal{&m_wakeup}) {}

    // `again` is what the call returns while it is not done. Fails with TimedOut and Cancelled.
    template <typename Call>
    Result<int> drive(Call call, int again)
    {
        for (;;) {
            const int status = call();
            if (status != again)
                return status;
            if (auto waited = wait(); !waited)
                return waited.error();
        }
    }

    QDeadlineTimer deadline() const { return m_deadline; }
    bool isStopped() const { return m_stop.stop_requested(); }

private:
    struct Signal {
        const Wakeup *wakeup;
        void operator()() const { wakeup->signal(); }
    };
    Result<void> wait();

    ssh_session m_session;
    int m_fd;
    QDeadlineTimer m_deadline;
    std::stop_token m_stop;
    Wakeup m_wakeup;
    std::stop_callback<Signal> m_wake;
};

}  // namespace trainyard

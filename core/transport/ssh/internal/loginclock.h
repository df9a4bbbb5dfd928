// SPDX-License-Identifier: GPL-3.0-or-later
// The deadline of one login, extended by the time a person takes to answer. Used by one thread. Internal to core/transport/ssh.
#pragma once

#include <QDeadlineTimer>

#include <stop_token>
#include <utility>

namespace trainyard {

class LoginClock {
public:
    LoginClock(QDeadlineTimer deadline, std::stop_token stop) : m_deadline(deadline), m_stop(std::move(stop)) {}

    QDeadlineTimer deadline() const { return m_deadline; }
    const std::stop_token &stop() const { return m_stop; }
    bool isStopped() const { return m_stop.stop_requested(); }

    // The time that `ask` takes does not count.
    template <typename Ask>
    auto waitForPerson(Ask ask)
    {
        const qint64 left = m_deadline.remainingTime();  // -1: no deadline
        auto answer = ask();
        m_deadline.setRemainingTime(left);
        return answer;
    }

private:
    QDeadlineTimer m_deadline;
    std::stop_token m_stop;
};

}  // namespace trainyard

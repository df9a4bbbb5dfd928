// SPDX-License-Identifier: GPL-3.0-or-later
// Waits on a condition variable for a predicate, a deadline or a stop request, whichever comes first. Internal to core/transport/ssh.
#pragma once

#include <QDeadlineTimer>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace trainyard {

enum class WaitEnd { Ready, TimedOut, Stopped };

// `lock` is held on entry and on return; the predicate is called only under it. If it is true, that takes precedence.
template <typename Predicate>
WaitEnd waitFor(std::condition_variable_any &condition, std::unique_lock<std::mutex> &lock, QDeadlineTimer deadline,
                const std::stop_token &stop, Predicate isReady)
{
    bool ready = false;
    if (deadline.isForever()) {
        ready = condition.wait(lock, stop, isReady);
    } else {
        ready = condition.wait_until(lock, stop, deadline.deadline<std::chrono::steady_clock>(), isReady);
    }
    if (ready)
        return WaitEnd::Ready;
    return stop.stop_requested() ? WaitEnd::Stopped : WaitEnd::TimedOut;
}

}  // namespace trainyard

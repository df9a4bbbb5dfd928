// SPDX-License-Identifier: GPL-3.0-or-later
// How late this computer wakes up who wants to wake up: a thread that sleeps a little and looks how long it was. A watcher on a
// busy computer is itself late by that, and so is all that it watches.
#pragma once

#include <chrono>
#include <deque>
#include <mutex>
#include <thread>

namespace trainyard {

class DelayMeter {
public:
    DelayMeter();

    // The longest oversleeping of the last `span`.
    std::chrono::milliseconds worst(std::chrono::milliseconds span) const;

private:
    using Clock = std::chrono::steady_clock;

    mutable std::mutex m_guard;
    std::deque<std::pair<Clock::time_point, Clock::duration>> m_late;
    std::jthread m_thread;  // last: it uses the rest
};

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// How late this computer wakes up a sleeping thread: it sleeps a little and measures how long that took. On a busy computer a watcher is
// itself late by that much, and so is everything it watches.
#pragma once

#include <chrono>
#include <deque>
#include <mutex>
#include <thread>

namespace trainyard {

class DelayMeter {
public:
    DelayMeter();

    // The longest oversleep in the last `span`.
    std::chrono::milliseconds worst(std::chrono::milliseconds span) const;

private:
    using Clock = std::chrono::steady_clock;

    mutable std::mutex m_guard;
    std::deque<std::pair<Clock::time_point, Clock::duration>> m_late;
    std::jthread m_thread;  // last, because it uses the other members
};

}  // namespace trainyard

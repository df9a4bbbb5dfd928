// SPDX-License-Identifier: GPL-3.0-or-later
// What a watch says about its machine, and how long it waits between attempts.
#pragma once

#include <QRandomGenerator>

#include <algorithm>
#include <chrono>

namespace trainyard {

enum class LinkState {
    Idle,  // nothing to do (not started, or work finished)
    Connecting,
    Live,
    Stale,        // connected, but nothing heard for 3 s
    Unreachable,  // tried and failed; the error says why; will try again
};

constexpr std::chrono::milliseconds kStaleAfter{3000};  // three missed samples at 1 Hz

// 1, 2, 4 … 30 s, each up to a quarter shorter: machines that were lost together do not come back in step, and a
// server that refuses some of many callers (MaxStartups) is not met by the same crowd again.
class Backoff {
public:
    std::chrono::milliseconds next()
    {
        const auto length = m_length;
        m_length = std::min(m_length * 2, kMax);
        return length - std::chrono::milliseconds(QRandomGenerator::global()->bounded(int(length.count() / 4)));
    }
    void reset() { m_length = kFirst; }

private:
    static constexpr std::chrono::milliseconds kFirst{1000};  // a server that restarts is usually back by then
    static constexpr std::chrono::milliseconds kMax{30'000};  // bounds how long a return goes unnoticed
    std::chrono::milliseconds m_length = kFirst;
};

}  // namespace trainyard

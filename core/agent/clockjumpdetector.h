// SPDX-License-Identifier: GPL-3.0-or-later
// Detects when this computer's wall clock ran ahead of the elapsed time: it was set, correctly or not, and no machine was paid for that
// time. Sleep does not count as a jump: CLOCK_BOOTTIME includes it as the wall clock does. Not thread-safe.
#pragma once

#include <chrono>
#include <optional>

namespace trainyard {

class ClockJumpDetector {
public:
    struct Reading {
        std::chrono::milliseconds wall{0};  // since 1970, UTC
        std::chrono::milliseconds boot{0};  // since this computer started, including sleep
    };
    static Reading now();

    static constexpr std::chrono::minutes kTolerance{2};  // a small clock correction is not a jump
    static constexpr std::chrono::minutes kHold{10};      // time for the clock to be corrected, or for a person to act

    // How far the clock is ahead, for kHold after it was first seen, or until it is set back; otherwise 0.
    std::chrono::milliseconds ahead(const Reading &reading);
    // The time of day for what must neither come early nor wait when the clock is set: for kHold after it was set, ahead or back, it goes on
    // as if it had not been; otherwise it is the clock's.
    std::chrono::milliseconds steady(const Reading &reading);

private:
    struct Offset {
        std::optional<std::chrono::milliseconds> trusted;  // wall minus boot
        std::optional<std::chrono::milliseconds> seen;     // boot
        std::chrono::milliseconds leap(const Reading &reading, bool alsoBack);
    };
    Offset m_ahead, m_steady;
};

}  // namespace trainyard

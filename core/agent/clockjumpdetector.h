// SPDX-License-Identifier: GPL-3.0-or-later
// Tells when the wall clock of this computer ran ahead of the time that passed: it was set, right or wrong, and no machine
// was paid for that time. Sleep is no such leap: CLOCK_BOOTTIME counts it as the wall clock does. Not for two threads.
#pragma once

#include <chrono>
#include <optional>

namespace trainyard {

class ClockJumpDetector {
public:
    struct Reading {
        std::chrono::milliseconds wall{0};  // since 1970, UTC
        std::chrono::milliseconds boot{0};  // since this computer started, asleep or not
    };
    static Reading now();

    static constexpr std::chrono::minutes kTolerance{2};  // a clock that is put right in passing is no leap
    static constexpr std::chrono::minutes kHold{10};      // in which a clock is put right again, or a person sees to it

    // By how much the clock is ahead, for kHold from when that was seen first, or until it is set back; else 0.
    std::chrono::milliseconds ahead(const Reading &reading);

private:
    std::optional<std::chrono::milliseconds> m_trusted;  // wall less boot
    std::optional<std::chrono::milliseconds> m_seen;     // boot
};

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/agent/clockjumpdetector.h"

#include <ctime>

namespace trainyard {

using std::chrono::milliseconds;

ClockJumpDetector::Reading ClockJumpDetector::now()
{
    timespec boot{};
    ::clock_gettime(CLOCK_BOOTTIME, &boot);
    return {std::chrono::duration_cast<milliseconds>(std::chrono::system_clock::now().time_since_epoch()),
            std::chrono::duration_cast<milliseconds>(std::chrono::seconds(boot.tv_sec) + std::chrono::nanoseconds(boot.tv_nsec))};
}

milliseconds ClockJumpDetector::Offset::leap(const Reading &reading, bool alsoBack)
{
    const milliseconds offset = reading.wall - reading.boot, leap = offset - trusted.value_or(offset);
    const bool isLeap = leap > kTolerance || (alsoBack && leap < -kTolerance);
    if (isLeap && !seen)
        seen = reading.boot;
    if (isLeap && reading.boot - *seen < kHold)
        return leap;
    trusted = offset;
    seen.reset();
    return milliseconds(0);
}

milliseconds ClockJumpDetector::ahead(const Reading &reading) { return m_ahead.leap(reading, false); }

milliseconds ClockJumpDetector::steady(const Reading &reading) { return reading.wall - m_steady.leap(reading, true); }

}  // namespace trainyard

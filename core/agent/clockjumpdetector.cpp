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

milliseconds ClockJumpDetector::ahead(const Reading &reading)
{
    const milliseconds offset = reading.wall - reading.boot, leap = offset - m_trusted.value_or(offset);
    if (leap > kTolerance && !m_seen)
        m_seen = reading.boot;
    if (leap > kTolerance && reading.boot - *m_seen < kHold)
        return leap;
    m_trusted = offset;
    m_seen.reset();
    return milliseconds(0);
}

}  // namespace trainyard

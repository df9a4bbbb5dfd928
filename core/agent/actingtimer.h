// SPDX-License-Identifier: GPL-3.0-or-later
// The timer of a watch that looks at once when it begins to act, then at intervals, and not at all while another program acts. Main thread.
#pragma once

#include <QTimer>

namespace trainyard {

// Returns true if the timer was just started: look now.
inline bool startsActing(QTimer &timer, bool isActing)
{
    if (timer.isActive() == isActing)
        return false;
    if (isActing)
        timer.start();
    else
        timer.stop();
    return isActing;
}

}  // namespace trainyard

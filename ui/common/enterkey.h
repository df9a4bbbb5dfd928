// SPDX-License-Identifier: GPL-3.0-or-later
// Enter presses the button that has the focus, as Space does, in every window: Qt leaves that to the desktop's habits and to
// default buttons. Boxes that are ticked are left to Space.
#pragma once

class QKeyEvent;

namespace trainyard {

bool isEnter(const QKeyEvent &event);  // of either key, without Shift, Ctrl or Alt
void pressButtonsWithEnter();          // from now on, in the whole program; once is enough

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// Makes Enter press the focused button, as Space does, in every window: Qt leaves that to the desktop's conventions and to default buttons.
// Check boxes still react to Space only, and so does a button that spends money.
#pragma once

class QKeyEvent;

namespace trainyard {

inline constexpr char kIgnoresEnterProperty[] = "ignoresEnter";  // of a button: true, and plain Enter does nothing there

bool isEnter(const QKeyEvent &event);  // either Enter key, without Shift, Ctrl or Alt
void pressButtonsWithEnter();          // from now on, in the whole program; call once

}  // namespace trainyard

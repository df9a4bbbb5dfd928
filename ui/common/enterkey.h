// Enter presses the button that has the focus, as Space does, in every window: Qt leaves that to the desktop's habits and to
// default buttons. Boxes that are ticked are left to Space.
#pragma once

class QKeyEvent;
class QWidget;

namespace trainyard {

bool isEnter(const QKeyEvent &event);             // of either key, without Shift, Ctrl or Alt
bool pressFocusedButton(const QWidget *window);   // false: what has the focus in it is no button

}  // namespace trainyard

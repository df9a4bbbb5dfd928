// SPDX-License-Identifier: GPL-3.0-or-later
// The role of a widget for screen readers where its class does not tell it: a heading, a tab of the rail, a tool bar. Set it where the
// widget is created, before its role is queried.
#pragma once

#include <QAccessible>

class QWidget;

namespace trainyard {

// The accessible name is accessibleName, else the widget's text. A button still reacts with a click to Enter and to a press by the screen
// reader; a checkable one reports its state as usual for the role.
void setAccessibleRole(QWidget *widget, QAccessible::Role role);

}  // namespace trainyard

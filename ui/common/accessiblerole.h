// SPDX-License-Identifier: GPL-3.0-or-later
// What a widget is to a screen reader where its class does not tell: a heading, a tab of the rail, a tool bar. Set it where the widget
// is made, before anybody asks.
#pragma once

#include <QAccessible>

class QWidget;

namespace trainyard {

// Its name is its accessibleName, else its text. Of a button Enter, and what a screen reader presses, stays a click; one that can be on
// says so as it is usual for the role.
void setAccessibleRole(QWidget *widget, QAccessible::Role role);

}  // namespace trainyard

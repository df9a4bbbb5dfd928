// SPDX-License-Identifier: GPL-3.0-or-later
// Items that a widget paints itself, told to screen readers one by one: a list with an item for each. A widget inherits
// this beside QWidget and calls installPaintedLists() in its constructor. Main thread.
#pragma once

#include <QRect>
#include <QString>

class QWidget;

namespace trainyard {

class PaintedList {
public:
    virtual ~PaintedList() = default;
    virtual int paintedCount() const = 0;
    virtual QString paintedName(int index) const = 0;  // a sentence
    virtual QRect paintedRect(int index) const = 0;    // in the widget
    virtual int paintedCurrent() const { return -1; }  // the one that keys mean; -1: none
};

void installPaintedLists();
// Keys mean another item now.
void tellPaintedFocus(QWidget *widget, int index);

}  // namespace trainyard

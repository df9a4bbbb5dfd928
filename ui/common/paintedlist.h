// SPDX-License-Identifier: GPL-3.0-or-later
// Exposes items that a widget paints itself to screen readers, as a list with one item each. A widget inherits this beside QWidget and
// calls installPaintedLists() in its constructor. Main thread.
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
    virtual int paintedCurrent() const { return -1; }  // the item that keys apply to; -1: none
};

void installPaintedLists();
// Notifies screen readers that keys now apply to another item.
void tellPaintedFocus(QWidget *widget, int index);

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// A page that passes the focus on to its main widget. It does not use QWidget::setFocusProxy(), because Tab would then go from before the
// page to the proxy and skip everything in front of it.
#pragma once

#include <QList>

class QWidget;

namespace trainyard {

void forwardFocus(QWidget *page, QWidget *target);

// A part of a page that the keys between parts of the window (KeyFor::NextArea) reach by itself.
void makeArea(QWidget *part);
QList<QWidget *> areasIn(const QWidget *page);

}  // namespace trainyard

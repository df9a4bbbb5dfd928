// SPDX-License-Identifier: GPL-3.0-or-later
// A page that hands the focus on to what is worked with on it. Not QWidget::setFocusProxy(): with that, Tab goes from before the page
// to the proxy and passes over everything that stands in front of it.
#pragma once

class QWidget;

namespace trainyard {

void forwardFocus(QWidget *page, QWidget *target);

}  // namespace trainyard

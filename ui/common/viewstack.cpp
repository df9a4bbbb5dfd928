// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/viewstack.h"

#include <QLayout>
#include <QResizeEvent>

#include <algorithm>

namespace trainyard {

ViewStack::ViewStack(QWidget *parent) : QStackedWidget(parent)
{
    connect(this, &QStackedWidget::currentChanged, this, [this] { updateGeometry(); });
}

QSize ViewStack::minimumSizeHint() const
{
    const QSize all = QStackedWidget::minimumSizeHint();
    const QLayout *const shown = currentWidget() ? currentWidget()->layout() : nullptr;
    if (!shown)
        return all;
    const int width = std::max(this->width(), all.width());
    return {all.width(), shown->hasHeightForWidth() ? shown->totalMinimumHeightForWidth(width) : shown->totalMinimumSize().height()};
}

// A scroll area makes its content as high as it prefers to be, if that depends on the width.
QSize ViewStack::sizeHint() const { return {QStackedWidget::sizeHint().width(), minimumSizeHint().height()}; }

void ViewStack::resizeEvent(QResizeEvent *event)
{
    QStackedWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        updateGeometry();
}

}  // namespace trainyard

#include "moc_viewstack.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/pagescroll.h"

#include "ui/theme/theme.h"

#include <QEvent>
#include <QVBoxLayout>

namespace trainyard {

PageScroll::PageScroll(QWidget *content, QWidget *parent) : QScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);  // for a window that is too narrow for its content
    setFocusPolicy(Qt::NoFocus);
    setWidget(content);
    content->installEventFilter(this);
    // The page's own background shows through.
    viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
}

void PageScroll::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    fit();
}

bool PageScroll::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == widget() && event->type() == QEvent::LayoutRequest)
        fit();
    return QScrollArea::eventFilter(watched, event);
}

void PageScroll::fit()
{
    if (m_isFitting || !widget() || !widget()->layout())
        return;
    m_isFitting = true;
    QLayout *layout = widget()->layout();
    const int width = viewport()->width();
    widget()->setMinimumHeight(layout->hasHeightForWidth() ? layout->totalMinimumHeightForWidth(width)
                                                           : layout->totalMinimumSize().height());
    m_isFitting = false;
}

QVBoxLayout *scrolledColumn(QWidget *page)
{
    auto *const content = new QWidget;
    auto *const column = new QVBoxLayout(content);
    column->setContentsMargins(dp(16), dp(16), dp(16), dp(16));
    column->setSpacing(dp(12));
    auto *const whole = new QVBoxLayout(page);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(0);
    whole->addWidget(new PageScroll(content));
    return column;
}

}  // namespace trainyard

#include "moc_pagescroll.cpp"

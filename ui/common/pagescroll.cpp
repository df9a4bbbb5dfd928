// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/pagescroll.h"

#include "ui/theme/theme.h"

#include <QApplication>
#include <QEvent>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

PageScroll::PageScroll(QWidget *content, QWidget *parent) : QScrollArea(parent), m_rightMargin(content->layout()->contentsMargins().right())
{
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);  // for a window that is too narrow for its content
    setFocusPolicy(Qt::NoFocus);
    setWidget(content);
    content->installEventFilter(this);
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, &PageScroll::makeRoomForBar);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) { showFocus(now); });
    // The page's own background shows through.
    viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
}

int PageScroll::takenByBar() const { return m_rightMargin - widget()->layout()->contentsMargins().right(); }

void PageScroll::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    makeRoomForBar();
    fit();
}

bool PageScroll::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == widget() && event->type() == QEvent::LayoutRequest)
        fit();
    return QScrollArea::eventFilter(watched, event);
}

void PageScroll::showFocus(QWidget *now)
{
    if (!now || !widget() || !widget()->isAncestorOf(now))
        return;
    // What was clicked is in sight, and must not move.
    const QRect place(now->mapTo(widget(), QPoint()), now->size());
    const QRect sight(QPoint(horizontalScrollBar()->value(), verticalScrollBar()->value()), viewport()->size());
    if (!place.intersects(sight))
        ensureWidgetVisible(now);
}

void PageScroll::makeRoomForBar()
{
    if (!widget() || !widget()->layout())
        return;
    const QScrollBar *const bar = verticalScrollBar();
    // Beside content that is as wide as it may be, the bar has space of its own.
    const bool isBeside = widget()->maximumWidth() <= viewport()->width();
    const int taken = bar->maximum() > bar->minimum() && !isBeside ? std::min(bar->sizeHint().width(), m_rightMargin) : 0;
    QMargins margins = widget()->layout()->contentsMargins();
    margins.setRight(m_rightMargin - taken);
    if (margins != widget()->layout()->contentsMargins())
        widget()->layout()->setContentsMargins(margins);
}

void PageScroll::fit()
{
    if (m_isFitting || !widget() || !widget()->layout())
        return;
    m_isFitting = true;
    QLayout *layout = widget()->layout();
    const auto heightAt = [layout](int width) {
        return layout->hasHeightForWidth() ? layout->totalMinimumHeightForWidth(width) : layout->totalMinimumSize().height();
    };
    // As if there were no scroll bar: one that is there would otherwise be needed because it is there.
    const QSize whole = maximumViewportSize();
    int height = heightAt(whole.width() - takenByBar());
    if (height > whole.height())
        height = heightAt(viewport()->width());
    widget()->setMinimumHeight(height);
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

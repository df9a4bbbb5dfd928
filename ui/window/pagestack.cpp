// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/pagestack.h"

#include <QApplication>
#include <QEvent>
#include <QLayout>
#include <QScrollBar>
#include <QStackedWidget>

#include <algorithm>

namespace trainyard {

namespace {

// What the page needs at least, at this width.
QSize leastSize(const QWidget &page, int width)
{
    const QSize least = page.minimumSizeHint().expandedTo(page.minimumSize());
    const QLayout *const layout = page.layout();
    if (!layout || !layout->hasHeightForWidth())
        return least;
    return {least.width(), layout->totalMinimumHeightForWidth(std::max(width, least.width()))};
}

}  // namespace

PageStack::PageStack(QWidget *parent) : QScrollArea(parent), m_pages(new QStackedWidget)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    m_pages->setObjectName(QStringLiteral("pageStack"));
    setWidget(m_pages);
    // The window's background shows through.
    viewport()->setAutoFillBackground(false);
    m_pages->setAutoFillBackground(false);
}

void PageStack::addPage(QWidget *page)
{
    m_pages->addWidget(page);
    page->installEventFilter(this);
    fit();
}

void PageStack::setCurrent(QWidget *page)
{
    // The stack would give the focus of the page before to the first control, which may only lead back.
    const QWidget *const focused = QApplication::focusWidget();
    const bool takesFocus = focused && m_pages->isAncestorOf(focused) && page->focusProxy() && !page->focusWidget();
    m_pages->setCurrentWidget(page);
    if (takesFocus)
        page->setFocus(Qt::OtherFocusReason);
    horizontalScrollBar()->setValue(0);
    verticalScrollBar()->setValue(0);
    fit();
}

QWidget *PageStack::current() const { return m_pages->currentWidget(); }

void PageStack::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    fit();
}

bool PageStack::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::LayoutRequest && watched == current())
        fit();
    return QScrollArea::eventFilter(watched, event);
}

void PageStack::fit()
{
    if (!current())
        return;
    const QSize room = maximumViewportSize();
    QSize size = room.expandedTo(leastSize(*current(), room.width()));
    // A scroll bar takes room from the other direction.
    const bool isHigher = size.height() > room.height(), isWider = size.width() > room.width();
    const QSize left(room.width() - (isHigher ? verticalScrollBar()->sizeHint().width() : 0),
                     room.height() - (isWider ? horizontalScrollBar()->sizeHint().height() : 0));
    if (left != room)
        size = left.expandedTo(leastSize(*current(), left.width()));
    m_pages->resize(size);
}

}  // namespace trainyard

#include "moc_pagestack.cpp"

#include "ui/machines/cardgrid.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace trainyard {

CardGrid::CardGrid(QWidget *parent) : QAbstractItemView(parent)
{
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSelectionMode(SingleSelection);
    setTabKeyNavigation(false);
    viewport()->setAutoFillBackground(false);
    viewport()->setMouseTracking(true);
}

void CardGrid::setCardSize(int minimumWidth, int height)
{
    m_minimumWidth = minimumWidth;
    m_height = height;
    arrange();
}

void CardGrid::setGap(int gap)
{
    m_gap = gap;
    arrange();
}

int CardGrid::rowCount() const
{
    return model() ? model()->rowCount(rootIndex()) : 0;
}

void CardGrid::arrange()
{
    m_columns = std::max(1, (viewport()->width() + m_gap) / (m_minimumWidth + m_gap));
    const int lines = (rowCount() + m_columns - 1) / m_columns;
    const int total = lines == 0 ? 0 : lines * (m_height + m_gap) - m_gap;
    verticalScrollBar()->setSingleStep((m_height + m_gap) / 4);
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setRange(0, std::max(0, total - viewport()->height()));
    viewport()->update();
}

QRect CardGrid::visualRect(const QModelIndex &index) const
{
    if (!index.isValid())
        return {};
    const int column = index.row() % m_columns, line = index.row() / m_columns;
    // Widths that differ by a pixel at most, so that the right edge is exact.
    const int room = viewport()->width() - (m_columns - 1) * m_gap;
    const int left = room * column / m_columns, right = room * (column + 1) / m_columns;
    return {left + column * m_gap, line * (m_height + m_gap) - verticalOffset(), right - left, m_height};
}

void CardGrid::scrollTo(const QModelIndex &index, ScrollHint hint)
{
    const QRect rect = visualRect(index);
    if (rect.isEmpty())
        return;
    QScrollBar *bar = verticalScrollBar();
    if (hint == PositionAtTop)
        bar->setValue(bar->value() + rect.top());
    else if (rect.top() < 0)
        bar->setValue(bar->value() + rect.top());
    else if (rect.bottom() >= viewport()->height())
        bar->setValue(bar->value() + std::min(rect.top(), rect.bottom() - viewport()->height() + 1));
}

QModelIndex CardGrid::indexAt(const QPoint &point) const
{
    if (!model() || m_height + m_gap <= 0)
        return {};
    const int line = (point.y() + verticalOffset()) / (m_height + m_gap);
    for (int column = 0; column < m_columns; ++column) {
        const int row = line * m_columns + column;
        if (line < 0 || row >= rowCount())
            break;
        const QModelIndex index = model()->index(row, 0, rootIndex());
        if (visualRect(index).contains(point))
            return index;
    }
    return {};
}

QModelIndex CardGrid::moveCursor(CursorAction action, Qt::KeyboardModifiers)
{
    const int count = rowCount();
    if (count == 0)
        return {};
    int row = currentIndex().isValid() ? currentIndex().row() : 0;
    if (currentIndex().isValid()) {
        const int page = std::max(1, viewport()->height() / (m_height + m_gap)) * m_columns;
        switch (action) {
        case MoveLeft:
        case MovePrevious: row -= 1; break;
        case MoveRight:
        case MoveNext: row += 1; break;
        case MoveUp: row = row >= m_columns ? row - m_columns : row; break;
        case MoveDown: row = row + m_columns < count ? row + m_columns : row; break;
        case MovePageUp: row = row >= page ? row - page : row % m_columns; break;
        case MovePageDown: row = std::min(row + page, count - 1); break;
        case MoveHome: row = 0; break;
        case MoveEnd: row = count - 1; break;
        }
    }
    return model()->index(std::clamp(row, 0, count - 1), 0, rootIndex());
}

int CardGrid::verticalOffset() const
{
    return verticalScrollBar()->value();
}

bool CardGrid::isIndexHidden(const QModelIndex &) const
{
    return false;
}

void CardGrid::setSelection(const QRect &rect, QItemSelectionModel::SelectionFlags flags)
{
    const QModelIndex index = indexAt(rect.center());
    if (index.isValid())
        selectionModel()->select(index, flags);
}

QRegion CardGrid::visualRegionForSelection(const QItemSelection &selection) const
{
    QRegion region;
    const QModelIndexList indexes = selection.indexes();
    for (const QModelIndex &index : indexes)
        region += visualRect(index);
    return region;
}

void CardGrid::paintEvent(QPaintEvent *event)
{
    QPainter painter(viewport());
    const int step = m_height + m_gap;
    const int first = std::max(0, (event->rect().top() + verticalOffset()) / step) * m_columns;
    const int last = std::min(rowCount() - 1, ((event->rect().bottom() + verticalOffset()) / step + 1) * m_columns - 1);
    QStyleOptionViewItem base;
    initViewItemOption(&base);
    for (int row = first; row <= last; ++row) {
        const QModelIndex index = model()->index(row, 0, rootIndex());
        QStyleOptionViewItem option = base;
        option.rect = visualRect(index);
        if (!option.rect.intersects(event->rect()))
            continue;
        option.state.setFlag(QStyle::State_Selected, selectionModel()->isSelected(index));
        option.state.setFlag(QStyle::State_HasFocus, hasFocus() && index == currentIndex());
        option.state.setFlag(QStyle::State_MouseOver, index == m_hovered);
        itemDelegateForIndex(index)->paint(&painter, option, index);
    }
}

void CardGrid::resizeEvent(QResizeEvent *event)
{
    QAbstractItemView::resizeEvent(event);
    arrange();
}

void CardGrid::updateGeometries()
{
    QAbstractItemView::updateGeometries();
    arrange();
}

void CardGrid::mouseReleaseEvent(QMouseEvent *event)
{
    QAbstractItemView::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton)
        return;
    const QModelIndex index = indexAt(event->position().toPoint());
    if (index.isValid() && index == currentIndex())
        Q_EMIT cardPressed(index, event->position().toPoint() - visualRect(index).topLeft());
}

void CardGrid::mouseMoveEvent(QMouseEvent *event)
{
    QAbstractItemView::mouseMoveEvent(event);
    const QModelIndex index = indexAt(event->position().toPoint());
    if (index == m_hovered)
        return;
    const QModelIndex before = m_hovered;
    m_hovered = index;
    viewport()->update(visualRect(before));
    viewport()->update(visualRect(index));
}

bool CardGrid::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Leave && m_hovered.isValid()) {
        const QModelIndex before = m_hovered;
        m_hovered = QModelIndex();
        viewport()->update(visualRect(before));
    }
    return QAbstractItemView::viewportEvent(event);
}

void CardGrid::focusInEvent(QFocusEvent *event)
{
    QAbstractItemView::focusInEvent(event);
    if (!currentIndex().isValid() && rowCount() > 0
        && (event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason
            || event->reason() == Qt::ShortcutFocusReason))
        setCurrentIndex(model()->index(0, 0, rootIndex()));
    viewport()->update();
}

void CardGrid::rowsInserted(const QModelIndex &parent, int start, int end)
{
    QAbstractItemView::rowsInserted(parent, start, end);
    arrange();
}

void CardGrid::reset()
{
    QAbstractItemView::reset();
    arrange();
}

}  // namespace trainyard

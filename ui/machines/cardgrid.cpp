// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/machines/cardgrid.h"

#include "ui/machines/cardgridaccessible.h"

#include <QAccessible>
#include <QEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace trainyard {

CardGrid::CardGrid(QWidget *parent) : QAbstractItemView(parent)
{
    installCardGridAccessibility();
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
    if (m_minimumWidth == minimumWidth && m_height == height)
        return;
    m_minimumWidth = minimumWidth;
    m_height = height;
    arrange();
}

void CardGrid::setGap(int gap)
{
    m_gap = gap;
    arrange();
}

int CardGrid::rowCount() const { return model() ? model()->rowCount(rootIndex()) : 0; }

void CardGrid::setHeadings(int role, int foldedRole, int height)
{
    m_headingRole = role;
    m_foldedRole = foldedRole;
    m_headingHeight = height;
    arrange();
}

bool CardGrid::isHeading(const QModelIndex &index) const { return m_headingRole >= 0 && index.data(m_headingRole).toBool(); }

std::optional<bool> CardGrid::foldedHeading(const QModelIndex &index) const
{
    return isHeading(index) ? std::optional(index.data(m_foldedRole).toBool()) : std::nullopt;
}

void CardGrid::arrange()
{
    m_columns = std::max(1, (viewport()->width() + m_gap) / (m_minimumWidth + m_gap));
    m_lines.clear();
    const int count = rowCount();
    int y = 0;
    for (int row = 0; row < count; ++row) {
        const bool startsGroup = isHeading(model()->index(row, 0, rootIndex()));
        Line *last = m_lines.isEmpty() ? nullptr : &m_lines.last();
        if (!startsGroup && last && !last->isHeading && last->count < m_columns) {
            ++last->count;
            continue;
        }
        if (last)
            y += last->height + (last->isHeading ? m_gap / 2 : m_gap);
        m_lines.append({y, startsGroup ? m_headingHeight : m_height, row, 1, startsGroup});
    }
    const int total = m_lines.isEmpty() ? 0 : m_lines.last().top + m_lines.last().height;
    verticalScrollBar()->setSingleStep((m_height + m_gap) / 4);
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setRange(0, std::max(0, total - viewport()->height()));
    viewport()->update();
}

qsizetype CardGrid::lineOfRow(int row) const
{
    const auto after = std::upper_bound(m_lines.cbegin(), m_lines.cend(), row,
                                        [](int wanted, const Line &line) { return wanted < line.firstRow; });
    return after - m_lines.cbegin() - 1;
}

qsizetype CardGrid::lineAt(int contentY) const
{
    const auto after = std::upper_bound(m_lines.cbegin(), m_lines.cend(), contentY,
                                        [](int wanted, const Line &line) { return wanted < line.top; });
    return after - m_lines.cbegin() - 1;
}

int CardGrid::rowIn(qsizetype line, int column) const { return m_lines[line].firstRow + std::min(column, m_lines[line].count - 1); }

QRect CardGrid::visualRect(const QModelIndex &index) const
{
    const qsizetype at = index.isValid() ? lineOfRow(index.row()) : -1;
    if (at < 0)
        return {};
    const Line &line = m_lines[at];
    const int y = line.top - verticalOffset();
    if (line.isHeading)
        return {0, y, viewport()->width(), line.height};
    const int column = index.row() - line.firstRow;
    // Widths differ by at most one pixel, so that the right edge is exact.
    const int room = viewport()->width() - (m_columns - 1) * m_gap;
    const int left = room * column / m_columns, right = room * (column + 1) / m_columns;
    return {left + column * m_gap, y, right - left, line.height};
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
    const qsizetype at = lineAt(point.y() + verticalOffset());
    if (!model() || at < 0)
        return {};
    for (int row = m_lines[at].firstRow; row < m_lines[at].firstRow + m_lines[at].count; ++row) {
        const QModelIndex index = model()->index(row, 0, rootIndex());
        if (visualRect(index).contains(point))
            return index;
    }
    return {};
}

QModelIndex CardGrid::moveCursor(CursorAction action, Qt::KeyboardModifiers)
{
    const int count = rowCount();
    if (count == 0 || m_lines.isEmpty())
        return {};
    int row = currentIndex().isValid() ? currentIndex().row() : 0;
    const qsizetype at = lineOfRow(row);
    if (currentIndex().isValid() && at >= 0) {
        // A heading has no column: the cursor leaves it in its previous column.
        if (!m_lines[at].isHeading)
            m_wantedColumn = row - m_lines[at].firstRow;
        const auto goTo = [&](qsizetype line) { return rowIn(std::clamp<qsizetype>(line, 0, m_lines.size() - 1), m_wantedColumn); };
        switch (action) {
        case MoveLeft:
        case MovePrevious: row -= 1; break;
        case MoveRight:
        case MoveNext: row += 1; break;
        case MoveUp: row = at > 0 ? goTo(at - 1) : row; break;
        case MoveDown: row = at + 1 < m_lines.size() ? goTo(at + 1) : row; break;
        case MovePageUp: row = goTo(std::min(at - 1, lineAt(m_lines[at].top - viewport()->height()) + 1)); break;
        case MovePageDown: row = goTo(std::max(at + 1, lineAt(m_lines[at].top + viewport()->height()))); break;
        case MoveHome: row = 0; break;
        case MoveEnd: row = count - 1; break;
        }
    }
    return model()->index(std::clamp(row, 0, count - 1), 0, rootIndex());
}

void CardGrid::keyPressEvent(QKeyEvent *event)
{
    const QModelIndex index = currentIndex();
    if (index.isValid() && event->modifiers() == Qt::NoModifier && isHeading(index)) {
        if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right) {
            Q_EMIT headingFoldRequested(index, event->key() == Qt::Key_Left);
            return;
        }
        if (event->key() == Qt::Key_Space || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
            Q_EMIT headingToggled(index);
            return;
        }
    }
    QAbstractItemView::keyPressEvent(event);
}

int CardGrid::verticalOffset() const { return verticalScrollBar()->value(); }

bool CardGrid::isIndexHidden(const QModelIndex &) const { return false; }

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
    const qsizetype firstLine = std::max<qsizetype>(0, lineAt(event->rect().top() + verticalOffset()));
    const qsizetype lastLine = lineAt(event->rect().bottom() + verticalOffset());
    const int first = m_lines.isEmpty() ? 0 : m_lines[firstLine].firstRow;
    const int last = lastLine < 0 ? -1 : m_lines[lastLine].firstRow + m_lines[lastLine].count - 1;
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
    if (index.isValid() && isHeading(index))
        Q_EMIT headingToggled(index);
    else if (index.isValid() && index == currentIndex())
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

void CardGrid::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QAbstractItemView::currentChanged(current, previous);
    if (!QAccessible::isActive() || !current.isValid() || !hasFocus())
        return;
    QAccessibleEvent event(this, QAccessible::Focus);
    event.setChild(current.row());
    QAccessible::updateAccessibility(&event);
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

#include "moc_cardgrid.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runsview.h"

#include "ui/run/runsdelegate.h"
#include "ui/run/runsmodel.h"
#include "ui/theme/stylepaint.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>

#include <optional>

namespace trainyard {

namespace {

std::optional<KeyFor> runKey(const QKeyEvent &event)
{
    for (const KeyFor key : {KeyFor::DeleteRuns, KeyFor::TagRuns, KeyFor::PinRuns, KeyFor::ArchiveRuns, KeyFor::RunAgain}) {
        if (QKeySequence(event.keyCombination()) == keyFor(key))
            return key;
    }
    return std::nullopt;
}

}  // namespace

RunsView::RunsView(QWidget *parent) : QTreeView(parent)
{
    setItemDelegate(new RunsDelegate(this));
    setPlainRows(this);
    setFrameShape(QFrame::NoFrame);
    setRootIsDecorated(false);
    setIndentation(0);
    setUniformRowHeights(true);
    setMouseTracking(true);
    setAllColumnsShowFocus(true);
    setExpandsOnDoubleClick(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
}

RunsView::Part RunsView::partAt(const QPoint &position) const
{
    const QModelIndex index = indexAt(position);
    if (!index.isValid())
        return Part::None;
    if (isGroup(index))
        return Part::Fold;
    if (index.column() != 0)
        return Part::Row;
    const QRect cell = visualRect(index);
    // The box is small, so the area around it counts as well.
    if (position.x() < RunsDelegate::foldRect(cell).left())
        return Part::Tick;
    return model()->hasChildren(index) && RunsDelegate::foldRect(cell).contains(position) ? Part::Fold : Part::Row;
}

bool RunsView::isGroup(const QModelIndex &index) { return index.data(RunsModel::GroupRole).toBool(); }

void RunsView::tick(const QModelIndex &index)
{
    const QModelIndex first = index.siblingAtColumn(0);
    model()->setData(first, int(first.data(Qt::CheckStateRole).toInt() == Qt::Checked ? Qt::Unchecked : Qt::Checked), Qt::CheckStateRole);
}

void RunsView::mousePressEvent(QMouseEvent *event)
{
    m_pressed = indexAt(event->position().toPoint());
    m_pressedPart = event->button() == Qt::LeftButton ? partAt(event->position().toPoint()) : Part::None;
    if (m_pressedPart == Part::Tick || m_pressedPart == Part::Fold) {
        setFocus(Qt::MouseFocusReason);
        return;
    }
    QTreeView::mousePressEvent(event);
}

void RunsView::mouseReleaseEvent(QMouseEvent *event)
{
    const QPoint position = event->position().toPoint();
    const QModelIndex index = indexAt(position);
    const Part part = index.isValid() && index == m_pressed && partAt(position) == m_pressedPart ? m_pressedPart : Part::None;
    if (m_pressedPart != Part::Tick && m_pressedPart != Part::Fold)
        QTreeView::mouseReleaseEvent(event);
    m_pressedPart = Part::None;
    if (part == Part::Tick)
        tick(index);
    else if (part == Part::Fold)
        setExpanded(index.siblingAtColumn(0), !isExpanded(index.siblingAtColumn(0)));
}

void RunsView::mouseDoubleClickEvent(QMouseEvent *event)
{
    const QPoint position = event->position().toPoint();
    if (event->button() == Qt::LeftButton && partAt(position) == Part::Row)
        Q_EMIT opened(indexAt(position));
    else
        mousePressEvent(event);  // a fast second click on a box or an arrow is one more click
}

void RunsView::keyPressEvent(QKeyEvent *event)
{
    const QModelIndex index = currentIndex();
    const bool isEnter = (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && !(event->modifiers() & Qt::ControlModifier);
    if (isEnter && isGroup(index))
        setExpanded(index.siblingAtColumn(0), !isExpanded(index.siblingAtColumn(0)));
    else if (isEnter && index.isValid())
        Q_EMIT opened(index);
    else if (index.isValid() && QKeySequence(event->keyCombination()) == keyFor(KeyFor::TickRun))
        tick(index);
    else if (QKeySequence(event->keyCombination()) == keyFor(KeyFor::CopyRuns))
        Q_EMIT copyRequested();
    else if (const auto key = runKey(*event); key && index.isValid() && !isGroup(index))
        Q_EMIT keyUsed(*key, index);
    else if (event->text().isEmpty() || event->modifiers() != Qt::NoModifier)
        QTreeView::keyPressEvent(event);
    else
        event->ignore();  // letters are keys of the page; the filter finds names
}

void RunsView::contextMenuEvent(QContextMenuEvent *event)
{
    const bool isByKey = event->reason() == QContextMenuEvent::Keyboard;
    const QModelIndex index = isByKey ? currentIndex() : indexAt(event->pos());
    if (!index.isValid() || isGroup(index))
        return;
    const QRect row = visualRect(index.siblingAtColumn(0));
    Q_EMIT menuRequested(index, isByKey ? viewport()->mapToGlobal(row.center()) : event->globalPos());
}

void RunsView::focusInEvent(QFocusEvent *event)
{
    QTreeView::focusInEvent(event);
    const bool isByKey = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason
                         || event->reason() == Qt::ShortcutFocusReason;
    if (isByKey && !currentIndex().isValid() && model() && model()->rowCount() > 0)
        setCurrentIndex(model()->index(0, 0));
}

void RunsView::drawRow(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    if (isGroup(index))
        RunsDelegate::paintGroup(painter, option.rect, *this, index.siblingAtColumn(0));
    else
        QTreeView::drawRow(painter, option, index);
}

void RunsView::paintEvent(QPaintEvent *event)
{
    QTreeView::paintEvent(event);
    if (!hasFocus() || !currentIndex().isValid())
        return;
    QPainter painter(viewport());
    const QRect row = visualRect(currentIndex());
    paintRowFocus(&painter, QRect(0, row.top(), viewport()->width(), row.height()), dp(3), themeOf(this));
}

}  // namespace trainyard

#include "moc_runsview.cpp"

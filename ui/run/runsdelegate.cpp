// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runsdelegate.h"

#include "ui/run/runsmodel.h"
#include "ui/theme/stylepaint.h"

#include <QPainter>
#include <QTreeView>

namespace trainyard {

namespace {

constexpr int kIndent = 20;  // of an attempt below its run

}  // namespace

RunsDelegate::RunsDelegate(QObject *parent) : RunRowDelegate(8, parent) {}

QRect RunsDelegate::tickRect(const QRect &cell)
{
    const int side = dp(16);
    return {cell.left() + dp(12), cell.center().y() - side / 2 + 1, side, side};
}

QRect RunsDelegate::foldRect(const QRect &cell)
{
    const QRect tick = tickRect(cell);
    return {tick.right() + dp(6), cell.top(), dp(22), cell.height()};
}

void RunsDelegate::paintGroup(QPainter *painter, const QRect &row, const QTreeView &tree, const QModelIndex &index)
{
    const Theme theme = themeOf(&tree);
    const QRect name = tree.visualRect(index.siblingAtColumn(RunsModel::NameColumn));
    painter->fillRect(row, tree.selectionModel()->isSelected(index) ? theme.selected : theme.sunken);
    painter->fillRect(QRect(row.left(), row.bottom(), row.width(), 1), theme.line);
    const QRect tick = tickRect(QRect(name.left(), row.top(), name.width(), row.height()));
    const QRectF box(tick.left() + dp(2), tick.center().y() - dp(6), dp(12), dp(12));
    paintChevron(painter, box, tree.isExpanded(index) ? Direction::Down : Direction::Right, theme.text2);
    // The text may be as long as it likes, up to the costs.
    QRect room(tick.right() + dp(8), row.top(), row.right() - tick.right() - dp(16), row.height());
    const QModelIndex costs = index.siblingAtColumn(RunsModel::CostColumn);
    if (const QRect cell = tree.visualRect(costs); !tree.isColumnHidden(RunsModel::CostColumn) && cell.right() <= row.right()) {
        drawText(painter, QRect(cell.left() + dp(8), row.top(), cell.width() - dp(16), row.height()), TextRole::Body, theme.text2,
                 costs.data().toString(), Qt::AlignRight);
        room.setRight(cell.left());
    }
    drawLines(painter, room, index.data().toString(), index.data(RunCellSecondLineRole).toString(), theme, TextRole::Strong);
}

QRect RunsDelegate::nameRoom(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme theme = themeOf(option.widget);
    const QRect tick = tickRect(option.rect);
    const bool isTicked = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    paintBox(painter, tick, dp(4), isTicked ? theme.accentFill : theme.surface, isTicked ? theme.accentFill : theme.control);
    if (isTicked)
        paintTick(painter, tick, theme.onAccentFill);
    const QRect fold = foldRect(option.rect);
    const auto *const tree = qobject_cast<const QTreeView *>(option.widget);
    if (index.model()->hasChildren(index)) {
        const QRectF box(fold.left() + dp(4), fold.center().y() - dp(6), dp(12), dp(12));
        paintChevron(painter, box, tree && tree->isExpanded(index) ? Direction::Down : Direction::Right, theme.text2);
    }
    QRect room = option.rect;
    room.setLeft(fold.right() + dp(2) + (index.data(RunCellNestedRole).toBool() ? dp(kIndent) : 0));
    room.setRight(room.right() - dp(8));
    return room;
}

}  // namespace trainyard

#include "moc_runsdelegate.cpp"

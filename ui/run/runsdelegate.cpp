// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runsdelegate.h"

#include "ui/common/badge.h"
#include "ui/common/icons.h"
#include "ui/common/runtexts.h"
#include "ui/run/runsmodel.h"
#include "ui/theme/stylepaint.h"

#include <QPainter>
#include <QTreeView>

namespace trainyard {

namespace {

constexpr int kIndent = 20;  // of an attempt below its run

void drawText(QPainter *painter, const QRect &room, TextRole role, const QColor &color, const QString &text, int alignment)
{
    painter->setFont(textFont(role));
    painter->setPen(color);
    painter->drawText(room, alignment | Qt::AlignVCenter | Qt::TextSingleLine,
                      painter->fontMetrics().elidedText(text, Qt::ElideRight, room.width()));
}

// Two lines, vertically centred in the row.
void drawLines(QPainter *painter, const QRect &room, const QString &first, const QString &second, const Theme &theme,
               TextRole role = TextRole::Body)
{
    const int above = lineHeight(TextRole::Body), below = lineHeight(TextRole::Small);
    const int top = room.center().y() - (above + below) / 2 + 1;
    drawText(painter, QRect(room.left(), top, room.width(), above), role, theme.text1, first, Qt::AlignLeft);
    drawText(painter, QRect(room.left(), top + above, room.width(), below), TextRole::Small, theme.text3, second, Qt::AlignLeft);
}

}  // namespace

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

int RunsDelegate::rowHeight() { return lineHeight(TextRole::Body) + lineHeight(TextRole::Small) + dp(14); }

int RunsDelegate::curveWidth() { return dp(72); }

QSize RunsDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const { return {dp(60), rowHeight()}; }

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
    drawLines(painter, room, index.data().toString(), index.data(RunsModel::SecondLineRole).toString(), theme, TextRole::Strong);
}

void RunsDelegate::paintName(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
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
    room.setLeft(fold.right() + dp(2) + (index.data(RunsModel::AttemptRole).toBool() ? dp(kIndent) : 0));
    room.setRight(room.right() - dp(8));
    if (index.data(RunsModel::PinnedRole).toBool()) {
        const int side = dp(12);
        paintIcon(painter, QStringLiteral("pin"), QRectF(room.right() - side, room.center().y() - side / 2, side, side), theme.accent);
        room.setRight(room.right() - side - dp(6));
    }
    drawLines(painter, room, index.data().toString(), index.data(RunsModel::SecondLineRole).toString(), theme);
}

// As many tags as fit, then how many more.
void RunsDelegate::paintTags(QPainter *painter, const QRect &cell, const QStringList &tags, const Theme &theme)
{
    painter->setFont(textFont(TextRole::Small));
    const QFontMetrics metrics = painter->fontMetrics();
    const int height = metrics.height() + dp(4);
    int x = cell.left();
    for (qsizetype i = 0; i < tags.size(); ++i) {
        const QString more = QStringLiteral("+%1").arg(tags.size() - i);
        const int reserved = i + 1 < tags.size() ? metrics.horizontalAdvance(more) + dp(6) : 0;
        const int fitting = cell.right() - x - reserved;
        const int width = metrics.horizontalAdvance(tags[i]) + dp(14);
        if (width > fitting && i > 0) {
            drawText(painter, QRect(x, cell.top(), cell.right() - x, cell.height()), TextRole::Small, theme.text3, more, Qt::AlignLeft);
            return;
        }
        const QRect tag(x, cell.center().y() - height / 2, std::min(width, fitting), height);
        paintBox(painter, tag, height / 2, theme.sunken, theme.line);
        drawText(painter, tag.adjusted(dp(7), 0, -dp(6), 0), TextRole::Small, theme.text2, tags[i], Qt::AlignLeft);
        x = tag.right() + dp(5);
    }
}

void RunsDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme theme = themeOf(option.widget);
    const QRect &r = option.rect;
    painter->save();
    painter->fillRect(r, option.state & QStyle::State_Selected         ? theme.selected
                         : option.state & QStyle::State_MouseOver      ? theme.hover
                         : index.data(RunsModel::AttemptRole).toBool() ? theme.sunken
                                                                       : theme.surface);
    painter->fillRect(QRect(r.left(), r.bottom(), r.width(), 1), theme.line);
    const QRect cell = r.adjusted(dp(8), 0, -dp(8), 0);  // aligned with the header
    const auto state = RunState(index.data(RunsModel::RunStateRole).toInt());
    switch (index.column()) {
    case RunsModel::NameColumn: paintName(painter, option, index); break;
    case RunsModel::StateColumn: {
        const QRect used = paintBadge(painter, cell, badgeOf(state), theme);
        const int x = used.right() + dp(6);
        if (index.data(RunsModel::SimulatedRole).toBool() && cell.right() - x >= badgeSize(simulatedBadge()).width())
            paintBadge(painter, QRect(x, cell.top(), cell.right() - x + 1, cell.height()), simulatedBadge(), theme);
        break;
    }
    case RunsModel::ProgressColumn: {
        const QVariant part = index.data(RunsModel::ProgressRole);
        paintProgress(painter, cell, part.isValid() ? std::optional(part.toDouble()) : std::nullopt, index.data().toString(),
                      hasEnded(state), theme);
        break;
    }
    case RunsModel::LossColumn: {
        const int height = lineHeight(TextRole::Body);
        paintCurve(painter, QRect(cell.left(), cell.center().y() - height / 2, curveWidth() - dp(12), height),
                   index.data(RunsModel::CurveRole).value<QList<QPointF>>(), theme);
        drawText(painter, cell.adjusted(curveWidth(), 0, 0, 0), TextRole::Body, theme.text1, index.data().toString(), Qt::AlignRight);
        break;
    }
    case RunsModel::TagsColumn: paintTags(painter, cell, index.data(RunsModel::TagsRole).toStringList(), theme); break;
    case RunsModel::MachineColumn:
        drawLines(painter, cell, index.data().toString(), index.data(RunsModel::SecondLineRole).toString(), theme);
        break;
    default:
        drawText(painter, cell, TextRole::Body, theme.text2, index.data().toString(),
                 index.data(Qt::TextAlignmentRole).toInt() & int(Qt::AlignHorizontal_Mask));
    }
    painter->restore();
}

}  // namespace trainyard

#include "moc_runsdelegate.cpp"

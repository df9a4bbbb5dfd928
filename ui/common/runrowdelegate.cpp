// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/runrowdelegate.h"

#include "ui/common/badge.h"
#include "ui/common/icons.h"
#include "ui/common/runtexts.h"
#include "ui/theme/stylepaint.h"

#include <QPainter>

#include <algorithm>

namespace trainyard {

namespace {

// The badge of a simulated run where its word has no space.
BadgeLook flask()
{
    BadgeLook look = simulatedBadge();
    look.text.clear();
    return look;
}

}  // namespace

RunRowDelegate::RunRowDelegate(int margin, QObject *parent) : QStyledItemDelegate(parent), m_margin(margin) {}

int RunRowDelegate::rowHeight() { return lineHeight(TextRole::Body) + lineHeight(TextRole::Small) + dp(14); }

int RunRowDelegate::curveWidth() { return dp(72); }

int RunRowDelegate::stateWidth(bool isNarrow)
{
    const BadgeLook simulated = isNarrow ? flask() : simulatedBadge();
    return badgeSize(badgeOf(RunState::Preparing)).width() + dp(6) + badgeSize(simulated).width() + dp(18);
}

QSize RunRowDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const { return {dp(60), rowHeight()}; }

void RunRowDelegate::drawText(QPainter *painter, const QRect &room, TextRole role, const QColor &color, const QString &text, int alignment)
{
    painter->setFont(textFont(role));
    painter->setPen(color);
    painter->drawText(room, alignment | Qt::AlignVCenter | Qt::TextSingleLine,
                      painter->fontMetrics().elidedText(text, Qt::ElideRight, room.width()));
}

void RunRowDelegate::drawLines(QPainter *painter, const QRect &room, const QString &first, const QString &second, const Theme &theme,
                               TextRole role)
{
    const int above = lineHeight(TextRole::Body), below = lineHeight(TextRole::Small);
    const int top = room.center().y() - (above + below) / 2 + 1;
    drawText(painter, QRect(room.left(), top, room.width(), above), role, theme.text1, first, Qt::AlignLeft);
    drawText(painter, QRect(room.left(), top + above, room.width(), below), TextRole::Small, theme.text3, second, Qt::AlignLeft);
}

QRect RunRowDelegate::nameRoom(QPainter *, const QStyleOptionViewItem &option, const QModelIndex &) const
{
    return option.rect.adjusted(dp(m_margin), 0, -dp(8), 0);
}

// As many tags as fit, then how many more.
void RunRowDelegate::paintTags(QPainter *painter, const QRect &cell, const QStringList &tags, const Theme &theme)
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

void RunRowDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme theme = themeOf(option.widget);
    const QRect &r = option.rect;
    painter->save();
    painter->fillRect(r, option.state & QStyle::State_Selected    ? theme.selected
                         : option.state & QStyle::State_MouseOver ? theme.hover
                         : index.data(RunCellNestedRole).toBool() ? theme.sunken
                                                                  : theme.surface);
    painter->fillRect(QRect(r.left(), r.bottom(), r.width(), 1), theme.line);
    // Aligned with the header.
    const QRect cell = r.adjusted(dp(8), 0, -dp(8), 0);
    const auto state = RunState(index.data(RunCellStateRole).toInt());
    switch (RunCell(index.data(RunCellKindRole).toInt())) {
    case RunCell::Name: {
        QRect room = nameRoom(painter, option, index);
        if (index.data(RunCellPinnedRole).toBool()) {
            const int side = dp(12);
            paintIcon(painter, QStringLiteral("pin"), QRectF(room.right() - side, room.center().y() - side / 2, side, side), theme.accent);
            room.setRight(room.right() - side - dp(6));
        }
        drawLines(painter, room, index.data().toString(), index.data(RunCellSecondLineRole).toString(), theme, TextRole::Body);
        break;
    }
    case RunCell::State: {
        const QString stalled = index.data(RunCellStalledRole).toString();
        const BadgeLook look = index.data(RunCellOutOfTouchRole).toBool() ? outOfTouch(badgeOf(state))
                               : stalled.isEmpty()                        ? badgeOf(state)
                                                                          : BadgeLook{Tone::Warning, QStringLiteral("triangle"), stalled};
        if (!index.data(RunCellSimulatedRole).toBool()) {
            paintBadge(painter, cell, look, theme);
            break;
        }
        // That it is simulated is always shown; the word of its state is shortened before.
        const int room = cell.width() - badgeSize(look).width() - dp(6);
        const BadgeLook simulated = room >= badgeSize(simulatedBadge()).width() ? simulatedBadge() : flask();
        const int width = badgeSize(simulated).width();
        const QRect used = paintBadge(painter, cell.adjusted(0, 0, -width - dp(6), 0), look, theme);
        paintBadge(painter, QRect(used.right() + 1 + dp(6), cell.top(), width, cell.height()), simulated, theme);
        break;
    }
    case RunCell::Progress: {
        const QVariant part = index.data(RunCellProgressRole);
        paintProgress(painter, cell, part.isValid() ? std::optional(part.toDouble()) : std::nullopt, index.data().toString(),
                      hasEnded(state), theme);
        break;
    }
    case RunCell::Loss: {
        const int height = lineHeight(TextRole::Body);
        paintCurve(painter, QRect(cell.left(), cell.center().y() - height / 2, curveWidth() - dp(12), height),
                   index.data(RunCellCurveRole).value<QList<QPointF>>(), theme);
        drawText(painter, cell.adjusted(curveWidth(), 0, 0, 0), TextRole::Body, theme.text1, index.data().toString(), Qt::AlignRight);
        break;
    }
    case RunCell::Tags: paintTags(painter, cell, index.data(RunCellTagsRole).toStringList(), theme); break;
    case RunCell::TwoLines:
        drawLines(painter, cell, index.data().toString(), index.data(RunCellSecondLineRole).toString(), theme, TextRole::Body);
        break;
    case RunCell::Text:
        drawText(painter, cell, TextRole::Body, theme.text2, index.data().toString(),
                 index.data(Qt::TextAlignmentRole).toInt() & int(Qt::AlignHorizontal_Mask));
        break;
    }
    painter->restore();
}

}  // namespace trainyard

#include "moc_runrowdelegate.cpp"

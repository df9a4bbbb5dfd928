// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/choicedelegate.h"

#include "core/checkpoint/format/checkpoint.h"
#include "ui/common/badge.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace trainyard {

QSize ChoiceDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const { return {dp(200), dp(50)}; }

void ChoiceDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme theme = themeOf(option.widget);
    const bool isUsable = index.flags() & Qt::ItemIsEnabled;
    const bool isChosen = option.state & QStyle::State_Selected;
    const QRect r = option.rect;
    painter->save();
    painter->fillRect(r, isChosen ? theme.selected : isUsable && (option.state & QStyle::State_MouseOver) ? theme.hover : theme.surface);
    if (index.row() + 1 < index.model()->rowCount())
        painter->fillRect(QRect(r.left(), r.bottom(), r.width(), 1), theme.line);

    const double radius = dp(8);
    const QPointF ring(r.left() + dp(20), r.center().y());
    painter->setRenderHint(QPainter::Antialiasing);
    if (isChosen) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(theme.accentFill);
        painter->drawEllipse(ring, radius, radius);
        painter->setBrush(theme.onAccentFill);
        painter->drawEllipse(ring, radius * 0.36, radius * 0.36);
    } else {
        painter->setPen(isUsable ? theme.control : theme.line2);
        painter->setBrush(isUsable ? theme.surface : theme.hover);
        painter->drawEllipse(ring, radius - 0.5, radius - 0.5);
    }
    painter->setRenderHint(QPainter::Antialiasing, false);

    // News has the colour of a selected row.
    Theme badgeTheme = theme;
    if (isChosen)
        badgeTheme.info.tint = theme.surface;

    const QFont timeFont = textFont(TextRole::Small);
    const QString time = index.data(TimeRole).toString();
    const int timeWidth = QFontMetrics(timeFont).horizontalAdvance(time);
    int x = r.left() + dp(40);
    const int end = r.right() - dp(12);
    painter->setFont(textFont(isChosen ? TextRole::Strong : TextRole::Body));
    const BadgeLook verdict = badgeOf(Verdict(index.data(VerdictRole).toInt()));
    // In a narrow dialog the verdict is more important than the time.
    const int whole = painter->fontMetrics().horizontalAdvance(index.data().toString()) + dp(8) + badgeSize(verdict).width();
    const bool hasTime = end - timeWidth - dp(10) - x >= whole;
    const QRect top(x, r.top() + dp(5), end - (hasTime ? timeWidth + dp(10) : 0) - x, dp(20));
    painter->setPen(isUsable ? theme.text1 : theme.text3);
    const QString title = painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideMiddle, top.width());
    painter->drawText(top, Qt::AlignVCenter, title);
    x += painter->fontMetrics().horizontalAdvance(title) + dp(8);
    if (top.right() - x > dp(40)) {
        const QRect badge = paintBadge(painter, QRect(x, top.top(), top.right() + 1 - x, top.height()), verdict, theme);
        const BadgeLook good{Tone::Info, {}, tr("Latest good")};
        x = badge.right() + dp(8);
        if (index.data(LatestGoodRole).toBool() && top.right() - x > badgeSize(good).width())
            paintBadge(painter, QRect(x, top.top(), top.right() - x, top.height()), good, badgeTheme);
    }
    painter->setFont(timeFont);
    painter->setPen(theme.text2);
    if (hasTime)
        painter->drawText(QRect(end - timeWidth, top.top(), timeWidth, top.height()), Qt::AlignVCenter, time);
    const QRect below(r.left() + dp(40), top.bottom() + dp(1), end - r.left() - dp(40), dp(18));
    painter->setPen(isUsable ? theme.text2 : theme.text3);
    painter->drawText(below, Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(index.data(FactsRole).toString(), Qt::ElideRight, below.width()));
    if ((option.state & QStyle::State_HasFocus) && isUsable) {
        painter->setPen(QPen(theme.accent, 2));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(r.adjusted(1, 1, -1, -2));
    }
    painter->restore();
}

}  // namespace trainyard

#include "moc_choicedelegate.cpp"

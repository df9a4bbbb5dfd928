// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/checkpointdelegate.h"

#include "core/base/format.h"
#include "ui/checkpoints/checkpointmodel.h"
#include "ui/common/badge.h"
#include "ui/common/icons.h"

#include <QPainter>
#include <QTreeView>

#include <algorithm>

namespace trainyard {
namespace {

constexpr int kPadding = 8;  // as in the header, so that both are aligned
constexpr int kStepIndent = 34, kEdge = 12, kBadgeGap = 10;

BadgeLook latestGoodBadge() { return {Tone::Info, {}, CheckpointDelegate::tr("Latest good")}; }

BadgeLook groupBadge(const CheckpointGroup &group)
{
    if (group.place && group.place->problem)
        return {Tone::Stale, QStringLiteral("unlink"), CheckpointDelegate::tr("Outdated")};
    if (group.checkpoints.isEmpty())
        return {Tone::Stale,
                {},
                group.place && !group.place->looked.isValid() ? CheckpointDelegate::tr("Not scanned yet")
                                                              : CheckpointDelegate::tr("Empty")};
    const Checkpoint &newest = group.checkpoints.first().checkpoint;
    BadgeLook look = badgeOf(newest.verdict);
    if (newest.verdict == Verdict::Complete)
        look.text = newest.step ? CheckpointDelegate::tr("Newest %1 complete").arg(formatCount(*newest.step))
                                : CheckpointDelegate::tr("Newest complete");
    else if (newest.verdict == Verdict::Partial)
        look.text = CheckpointDelegate::tr("Newest is partial");
    else if (newest.verdict == Verdict::Corrupt)
        look.text = CheckpointDelegate::tr("Newest is corrupt");
    else if (newest.verdict == Verdict::BeingWritten)
        look.text = CheckpointDelegate::tr("Newest is being written");
    return look;
}

QString iconOf(const FoundCheckpoint &found)
{
    if (!found.source.folder.isOnMachine())
        return found.source.folder.isInBucket() ? QStringLiteral("bucket") : QStringLiteral("folder");
    return found.source.isSimulated() ? QStringLiteral("flask") : QStringLiteral("machines");
}

void paintBackground(QPainter *painter, const QStyleOptionViewItem &option, const Theme &theme)
{
    const bool isSelected = option.state & QStyle::State_Selected;
    const bool isHovered = option.state & QStyle::State_MouseOver;
    painter->fillRect(option.rect, isSelected ? theme.selected : isHovered ? theme.hover : theme.surface);
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), theme.line);
}

}  // namespace

CheckpointDelegate::CheckpointDelegate(const CheckpointModel &model, QObject *parent) : QStyledItemDelegate(parent), m_model(model) {}

int CheckpointDelegate::stepInset() { return dp(kStepIndent - kPadding); }

int CheckpointDelegate::badgedStepWidth() const
{
    int widest = 0;
    for (const CheckpointGroup &group : m_model.groups()) {
        for (const FoundCheckpoint &found : group.checkpoints) {
            if (found.isLatestGood && found.checkpoint.step)
                widest = std::max(widest, QFontMetrics(textFont(TextRole::Body)).horizontalAdvance(formatCount(*found.checkpoint.step)));
        }
    }
    // One more: widths are rounded, and a number that is short of half a pixel would be shortened to "1…0".
    return widest == 0 ? 0 : dp(kStepIndent) + widest + 1 + dp(kBadgeGap) + badgeSize(latestGoodBadge()).width() + dp(kPadding);
}

QSize CheckpointDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const { return {dp(60), dp(36)}; }

void CheckpointDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    painter->save();
    painter->setClipRect(option.rect);
    if (m_model.checkpointAt(index))
        paintCheckpoint(painter, option, index);
    else
        paintGroup(painter, option, index);
    painter->restore();
}

void CheckpointDelegate::paintGroup(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme theme = themeOf(option.widget);
    paintBackground(painter, option, theme);
    const CheckpointGroup &group = *m_model.groupAt(index);
    const auto *const tree = qobject_cast<const QTreeView *>(option.widget);
    const bool isOpen = tree && tree->isExpanded(index);
    const int side = dp(14);
    QRect r = option.rect;
    if (tree)
        r.setRight(std::min(r.right(), tree->viewport()->width() - 1));  // its columns may be wider than the view
    paintIcon(painter, isOpen ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right"),
              QRectF(r.left() + dp(10), r.center().y() - side / 2, side, side), theme.text3);

    const BadgeLook badge = groupBadge(group);
    const int badgeWidth = badgeSize(badge).width();
    int x = r.left() + dp(kStepIndent);
    const int end = r.right() - dp(kEdge) - badgeWidth - dp(kBadgeGap);
    painter->setFont(textFont(TextRole::Strong));
    painter->setPen(theme.text1);
    const QString name = painter->fontMetrics().elidedText(group.source.name, Qt::ElideRight, std::max(0, end - x));
    painter->drawText(QRect(x, r.top(), end - x, r.height()), Qt::AlignVCenter, name);
    x += painter->fontMetrics().horizontalAdvance(name) + dp(8);

    QStringList facts;
    facts << tr("%n checkpoint(s)", nullptr, int(group.checkpoints.size()));
    if (!group.place)
        facts << badgeOf(group.source.run->state).text.toLower() << group.source.machineName;
    else if (group.place->site.location.isInBucket())
        facts << group.source.machineName;
    if (group.place && group.place->problem && group.place->looked.isValid())
        facts << tr("as of %1").arg(formatMoment(group.place->looked, m_model.now()));
    painter->setFont(textFont(TextRole::Small));
    painter->setPen(theme.text3);
    if (end - x > dp(40))
        painter->drawText(QRect(x, r.top(), end - x, r.height()), Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(facts.join(tr(" · ", "between facts")), Qt::ElideRight, end - x));
    paintBadge(painter, QRect(r.right() - dp(kEdge) - badgeWidth, r.top(), badgeWidth, r.height()), badge, theme);
}

void CheckpointDelegate::paintCheckpoint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme theme = themeOf(option.widget);
    paintBackground(painter, option, theme);
    const FoundCheckpoint &found = *m_model.checkpointAt(index);
    const QString text = index.data().toString();
    const QRect cell = option.rect.adjusted(dp(index.column() == 0 ? kStepIndent : kPadding), 0, -dp(kPadding), 0);
    painter->setFont(textFont(TextRole::Body));
    painter->setPen(theme.text1);
    const auto draw = [&](const QRect &room, int flags, Qt::TextElideMode mode = Qt::ElideRight) {
        painter->drawText(room, flags | Qt::AlignVCenter, painter->fontMetrics().elidedText(text, mode, room.width()));
    };
    switch (index.column()) {
    case CheckpointModel::StepColumn: {
        const bool isName = !found.checkpoint.step;
        if (isName)
            painter->setFont(textFont(TextRole::Code));
        const BadgeLook chip = latestGoodBadge();
        const int chipWidth = found.isLatestGood ? badgeSize(chip).width() + dp(kBadgeGap) : 0;
        // A long file name is shortened for the badge.
        const QRect name = cell.adjusted(0, 0, -chipWidth, 0);
        draw(name, Qt::AlignLeft, Qt::ElideMiddle);
        const int x = name.left() + std::min(painter->fontMetrics().horizontalAdvance(text), name.width()) + dp(kBadgeGap);
        if (found.checkpoint.isPinned) {
            const int side = dp(14);
            // Its space is before the text, so that it stays visible when the column is narrow.
            paintIcon(painter, QStringLiteral("pin"), QRectF(cell.left() - side - dp(6), cell.center().y() - side / 2, side, side),
                      theme.text2);
        }
        if (found.isLatestGood)
            paintBadge(painter, QRect(x, cell.top(), cell.right() + dp(kPadding) - x, cell.height()), chip, theme);
        break;
    }
    case CheckpointModel::VerdictColumn:
        paintBadge(painter, cell.adjusted(0, 0, dp(kPadding), 0), badgeOf(found.checkpoint.verdict), theme);
        break;
    case CheckpointModel::LossColumn:
    case CheckpointModel::ValidationColumn:
    case CheckpointModel::SizeColumn: {
        const bool isKnown =
            index.column() == CheckpointModel::SizeColumn
            || (index.column() == CheckpointModel::LossColumn ? found.checkpoint.loss : validationLoss(found.checkpoint)).has_value();
        painter->setPen(isKnown ? theme.text1 : theme.text3);
        draw(cell, Qt::AlignRight);
        break;
    }
    case CheckpointModel::WhereColumn: {
        const int side = dp(14);
        paintIcon(painter, iconOf(found), QRectF(cell.left(), cell.center().y() - side / 2, side, side),
                  found.source.isSimulated() ? theme.simulated.ink : theme.text3);
        painter->setPen(theme.text2);
        painter->setFont(textFont(TextRole::Small));
        draw(cell.adjusted(side + dp(6), 0, 0, 0), Qt::AlignLeft);
        break;
    }
    default:
        painter->setPen(theme.text2);
        draw(cell, Qt::AlignLeft);
        break;
    }
}

}  // namespace trainyard

#include "moc_checkpointdelegate.cpp"

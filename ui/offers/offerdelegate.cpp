// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/offerdelegate.h"

#include "ui/common/icons.h"
#include "ui/offers/offertablemodel.h"
#include "ui/offers/offertableview.h"
#include "ui/offers/offerwords.h"
#include "ui/theme/stylepaint.h"

#include <QPainter>

namespace trainyard {

namespace {

void drawElided(QPainter *painter, const QRect &room, const QString &text, int alignment, Qt::TextElideMode mode = Qt::ElideRight)
{
    painter->drawText(room, alignment | Qt::AlignVCenter | Qt::TextSingleLine, painter->fontMetrics().elidedText(text, mode, room.width()));
}

}  // namespace

OfferDelegate::OfferDelegate(OfferTableView *view) : QStyledItemDelegate(view), m_view(view) {}

void OfferDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme theme = themeOf(option.widget);
    const QRect &r = option.rect;
    const bool isSelected = option.state & QStyle::State_Selected, isHovered = m_view->hoveredRow() == index.row();
    painter->save();
    painter->fillRect(r, isSelected ? theme.selected : isHovered ? theme.hover : theme.surface);
    painter->fillRect(QRect(r.left(), r.bottom(), r.width(), 1), theme.line);
    // The accent marks the row that keys apply to.
    if (isSelected && m_view->hasFocus() && index.column() == OfferTableModel::Pin)
        painter->fillRect(QRect(r.left(), r.top(), dp(3), r.height() - 1), theme.accent);
    const QRect cell = r.adjusted(dp(8), 0, -dp(8), 0);  // aligned with the header
    const auto order = OfferTableModel::orderOf(index.column());
    painter->setPen(theme.text2);
    painter->setFont(textFont(TextRole::Body));
    if (index.column() == OfferTableModel::Pin) {
        paintPin(painter, r, index.data(OfferTableModel::PinnedRole).toBool(), isHovered || isSelected, theme);
    } else if (index.column() == OfferTableModel::Way) {
        paintWay(painter, cell, index, theme);
    } else if (index.column() == OfferTableModel::From) {
        paintSource(painter, cell, index, theme);
    } else {
        const bool isUnknown = index.data(OfferTableModel::UnknownRole).toBool();
        if (index.column() == OfferTableModel::Type)
            painter->setFont(textFont(TextRole::Code));
        else if (order && index.data(OfferTableModel::ForeignRole).toBool())
            painter->setFont(textFont(TextRole::Small));  // leaves space for its currency
        else if (index.column() == OfferTableModel::Hour && !isUnknown)
            painter->setFont(textFont(TextRole::Strong));
        const bool isValue = index.column() == OfferTableModel::Provider || index.column() == OfferTableModel::Gpu
                             || index.column() == OfferTableModel::Type || order;
        if (isUnknown || (order && index.data(OfferTableModel::ForeignRole).toBool()))
            painter->setPen(theme.text3);
        else if (index.column() == OfferTableModel::Interrupted && index.data().toString().startsWith(u'>'))
            painter->setPen(theme.warning.ink);
        else if (isValue)
            painter->setPen(theme.text1);
        // Names that differ at their end: ap-northeast-1, A100 SXM 80GB.
        const bool isToldByItsEnd = index.column() == OfferTableModel::Type || index.column() == OfferTableModel::Region
                                    || index.column() == OfferTableModel::Gpu;
        drawElided(painter, cell, index.data().toString(), index.data(Qt::TextAlignmentRole).toInt() & int(Qt::AlignHorizontal_Mask),
                   isToldByItsEnd ? Qt::ElideMiddle : Qt::ElideRight);
    }
    painter->restore();
}

void OfferDelegate::paintPin(QPainter *painter, const QRect &cell, bool isPinned, bool isHovered, const Theme &theme) const
{
    const int side = dp(15);
    const QRectF box(cell.center().x() - side / 2 + dp(1), cell.center().y() - side / 2, side, side);
    paintIcon(painter, QStringLiteral("pin"), box, isPinned ? theme.accent : isHovered ? theme.text2 : theme.text3);
}

void OfferDelegate::paintWay(QPainter *painter, const QRect &cell, const QModelIndex &index, const Theme &theme) const
{
    const QString word = index.data().toString();
    const bool isSpot = word == purchaseWord(Purchase::Spot);
    painter->setFont(textFont(TextRole::Small));
    const QFontMetrics metrics = painter->fontMetrics();
    const int height = std::max(dp(20), metrics.height() + dp(2));
    const int width = std::min(cell.width(), metrics.horizontalAdvance(word) + 2 * dp(6));
    const QRect chip(cell.left(), cell.center().y() - height / 2, width, height);
    paintBox(painter, chip, dp(4), QColor(), theme.line2, isSpot ? Qt::DashLine : Qt::SolidLine);
    painter->setPen(theme.text2);
    drawElided(painter, chip.adjusted(dp(5), 0, -dp(5), 0), word, Qt::AlignHCenter);
}

void OfferDelegate::paintSource(QPainter *painter, const QRect &cell, const QModelIndex &index, const Theme &theme) const
{
    // The age must not be cut off.
    const OfferTableModel *model = static_cast<const OfferTableModel *>(index.model());
    const size_t offer = *model->offerAt(index);
    const OfferBook &book = *model->book();
    const QString age = ageText(book.offers().figures(offer).asOf, book.today);
    painter->setFont(textFont(TextRole::Small));
    const int ageWidth = painter->fontMetrics().horizontalAdvance(age) + dp(2);  // the widths of parts add up to a little more
    const QString dot = tr(" · ", "between facts");
    const int dotWidth = painter->fontMetrics().horizontalAdvance(dot);
    const QString source = painter->fontMetrics().elidedText(book.offers().text(OfferText::Source, offer), Qt::ElideRight,
                                                             std::max(0, cell.width() - ageWidth - dotWidth));
    painter->setPen(theme.text2);
    drawElided(painter, cell, source + dot, Qt::AlignLeft, Qt::ElideNone);
    const int x = cell.left() + painter->fontMetrics().horizontalAdvance(source) + dotWidth;
    if (index.data(OfferTableModel::OldRole).toBool())
        painter->setPen(theme.warning.ink);
    drawElided(painter, QRect(x, cell.top(), cell.right() - x + dp(4), cell.height()), age, Qt::AlignLeft);
}

}  // namespace trainyard

#include "moc_offerdelegate.cpp"

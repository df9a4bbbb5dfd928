// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the cells of the offer table.
#pragma once

#include <QStyledItemDelegate>

class QPainter;

namespace trainyard {

class OfferTableView;
struct Theme;

class OfferDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit OfferDelegate(OfferTableView *view);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    void paintPin(QPainter *painter, const QRect &cell, bool isPinned, bool isHovered, const Theme &theme) const;
    void paintWay(QPainter *painter, const QRect &cell, const QModelIndex &index, const Theme &theme) const;
    void paintSource(QPainter *painter, const QRect &cell, const QModelIndex &index, const Theme &theme) const;

    OfferTableView *m_view;
};

}  // namespace trainyard

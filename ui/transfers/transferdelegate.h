// SPDX-License-Identifier: GPL-3.0-or-later
// Draws one transfer: in columns if there is space, else with its parts below each other. Layout and hit testing use the same rectangles.
#pragma once

#include "ui/transfers/transferview.h"

#include <QStyledItemDelegate>

class QAbstractItemView;

class QPainter;

namespace trainyard {

class TransferDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit TransferDelegate(QAbstractItemView *view);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

    // The verb at this point of a row.
    TransferVerb verbAt(const QRect &row, const QPoint &point, const TransferView &view) const;
    QRect verbRect(const QRect &row, bool isEnding) const;

protected:
    // Of the view: lays the rows out again when its width crosses the limit between both layouts.
    bool eventFilter(QObject *watched, QEvent *event) override;
    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option, const QModelIndex &index) override;

private:
    bool isWide() const;
    void paintWide(QPainter *painter, const QRect &row, const TransferView &view, const Theme &theme) const;
    void paintNarrow(QPainter *painter, const QRect &row, const TransferView &view, const Theme &theme) const;
    void paintVerb(QPainter *painter, const QRect &box, TransferVerb verb, const QStyleOptionViewItem &option, const Theme &theme) const;

    QAbstractItemView *m_view;
    bool m_wasWide;
};

}  // namespace trainyard

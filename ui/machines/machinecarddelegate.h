// SPDX-License-Identifier: GPL-3.0-or-later
// MachinesModel's rows as cards.
#pragma once

#include <QStyledItemDelegate>

class QPainter;

namespace trainyard {

class MachineCardDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

}  // namespace trainyard

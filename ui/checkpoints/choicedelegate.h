// SPDX-License-Identifier: GPL-3.0-or-later
// One checkpoint to choose, with a radio button: title, verdict, facts below, time on the right. Damaged ones are grey.
#pragma once

#include <QStyledItemDelegate>

class QPainter;

namespace trainyard {

class ChoiceDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    enum Role { FactsRole = Qt::UserRole + 1, VerdictRole, LatestGoodRole, TimeRole, PathRole };

    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

}  // namespace trainyard

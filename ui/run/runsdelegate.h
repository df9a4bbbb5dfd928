// SPDX-License-Identifier: GPL-3.0-or-later
// Paints the rows of the run list: tick, fold arrow, name, badges, bar, curve. Provides the positions of tick and fold arrow, so that
// clicks can be matched.
#pragma once

#include <QStyledItemDelegate>

class QPainter;
class QTreeView;

namespace trainyard {

struct Theme;

class RunsDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    // In a row of the first column.
    static QRect tickRect(const QRect &cell);
    static QRect foldRect(const QRect &cell);
    static int rowHeight();
    static int curveWidth();  // left of the loss

    // The whole row of a group, over all columns.
    static void paintGroup(QPainter *painter, const QRect &row, const QTreeView &tree, const QModelIndex &index);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    void paintName(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
    static void paintTags(QPainter *painter, const QRect &cell, const QStringList &tags, const Theme &theme);
};

}  // namespace trainyard

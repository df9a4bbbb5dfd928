// SPDX-License-Identifier: GPL-3.0-or-later
// Adds to the rows of runs what the run list has: tick, fold arrow, groups. Provides the positions of tick and fold arrow, so that clicks
// can be matched.
#pragma once

#include "ui/common/runrowdelegate.h"

class QPainter;
class QTreeView;

namespace trainyard {

class RunsDelegate : public RunRowDelegate {
    Q_OBJECT
public:
    explicit RunsDelegate(QObject *parent = nullptr);

    // In a row of the first column.
    static QRect tickRect(const QRect &cell);
    static QRect foldRect(const QRect &cell);

    // The whole row of a group, over all columns.
    static void paintGroup(QPainter *painter, const QRect &row, const QTreeView &tree, const QModelIndex &index);

protected:
    QRect nameRoom(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// What costs money in the accounts and belongs to no machine, as a table.
#pragma once

#include "core/service/clouds/cloudsweep.h"

#include <QAbstractTableModel>

namespace trainyard {

class SweepModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { WhatColumn, IdColumn, AccountColumn, SinceColumn, WhyColumn, PerDayColumn, ColumnCount };
    using QAbstractTableModel::QAbstractTableModel;

    void setItems(const QList<SweepItem> &items, const QDateTime &now);
    const QList<SweepItem> &items() const { return m_items; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QList<SweepItem> m_items;
    QDateTime m_now;
};

}  // namespace trainyard

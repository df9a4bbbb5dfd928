// SPDX-License-Identifier: GPL-3.0-or-later
// What a cluster said, as the rows of one of four tables. Texts from the cluster are made visible (seentext.h).
#pragma once

#include "core/model/cluster.h"

#include <QAbstractTableModel>
#include <QList>
#include <QStringList>

namespace trainyard {

enum class ClusterTable { OwnJobs, AllJobs, Partitions, Nodes };

class ClusterRowsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    // `now` in UTC: moments are written relative to its day.
    void show(ClusterTable table, const Cluster &cluster, const QDateTime &now);
    // Why a job waits and what would start sooner, or why a node takes no jobs; empty: nothing to say.
    QString about(int row) const;
    int wideColumn() const { return m_wide; }
    const QList<int> &leastFirst() const { return m_leastFirst; }  // the columns that a narrow table leaves out, in this order

    int rowCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(m_rows.size()); }
    int columnCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(m_headings.size()); }
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row {
        QStringList cells;
        QString about;
    };
    Row jobRow(const ClusterJob &job, bool isOwn, const QDateTime &now) const;
    void addNodes(const Cluster &cluster);

    QStringList m_headings;
    QList<int> m_numbers, m_leastFirst;  // columns
    int m_wide = 0;
    QList<Row> m_rows;
};

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// The newest runs for Home's table. Rows are matched by id on updates, so that a selection stays on its run.
#pragma once

#include "core/model/run.h"
#include "core/service/runs/meternow.h"
#include "ui/common/runtexts.h"

#include <QAbstractTableModel>
#include <QHash>

namespace trainyard {

class RecentRunsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        RunColumn,
        StateColumn,
        LossColumn,
        ProgressColumn,
        RemainingColumn,
        StartedColumn,
        ElapsedColumn,
        ExitColumn,
        CostColumn,
        ColumnCount
    };
    enum Role { RunIdRole = Qt::UserRole };  // the others are those of RunCellRole

    explicit RecentRunsModel(QObject *parent = nullptr);

    void setRuns(const QList<Run> &runs);  // newest first
    void setMeter(const MeterNow &meter);
    void setGlances(const QHash<RunId, RunGlance> &glances);  // by run
    void setNow(const QDateTime &now);                        // updates the elapsed times of active runs
    const QList<Run> &runs() const { return m_runs; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString text(const Run &run, int column) const;
    Glance glanceOf(const Run &run) const;

    QList<Run> m_runs;
    QDateTime m_now;
    MeterNow m_meter;
    QHash<RunId, RunGlance> m_glances;
};

}  // namespace trainyard

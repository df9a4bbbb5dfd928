// SPDX-License-Identifier: GPL-3.0-or-later
// Runs as a tree of two levels, newest first: a row for each run, which represents its newest attempt, and below it its attempts if there
// are several. Rows can be ticked. Main thread.
#pragma once

#include "core/model/run.h"
#include "core/observe/runfilter/runmatch.h"
#include "core/service/runs/meternow.h"
#include "ui/common/runtexts.h"

#include <QAbstractItemModel>
#include <QDateTime>
#include <QHash>
#include <QSet>

#include <vector>

namespace trainyard {

class RunsModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column {
        NameColumn,
        StateColumn,
        LossColumn,
        ProgressColumn,
        RemainingColumn,
        MachineColumn,
        StartedColumn,
        DurationColumn,
        CostColumn,
        ExitColumn,
        ColumnCount
    };
    enum Role { SecondLineRole = Qt::UserRole + 1, RunStateRole, SimulatedRole, ProgressRole, CurveRole };

    using QAbstractItemModel::QAbstractItemModel;

    // Keeps existing rows where possible, so that selection and expansion are preserved. Newest first.
    void setRuns(const QList<Run> &runs, const QDateTime &now);
    void setNow(const QDateTime &now);                        // updates durations
    void setGlances(const QHash<RunId, RunGlance> &glances);  // by run
    void setMeter(const MeterNow &meter);

    const Run &runAt(const QModelIndex &index) const;
    RunFields fieldsAt(const QModelIndex &index) const;  // valid until the model changes
    std::vector<RunFields> fields() const;               // of all attempts, likewise
    int attemptsOf(const QModelIndex &index) const;      // of a row with several attempts; else 0
    QList<RunId> ticked() const;                         // in the order of the list
    void clearTicks();

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    void ticksChanged();

private:
    QString text(const Run &run, int column) const;
    QString secondLine(const QModelIndex &index, const Run &run) const;
    RunFields fieldsOf(const Run &run) const;
    Glance glanceOf(const Run &run) const;
    void setMoment(const QDateTime &now);
    void changeColumns(int first, int last);

    QList<QList<Run>> m_groups;  // one lineage each, newest attempt first
    QHash<RunId, RunGlance> m_glances;
    QSet<RunId> m_ticked;
    MeterNow m_meter;
    QDateTime m_now;
    qint64 m_nowMs = 0;  // the same: converting local time for every row takes long
};

}  // namespace trainyard

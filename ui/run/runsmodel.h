// SPDX-License-Identifier: GPL-3.0-or-later
// Runs as a tree of two levels: a row for each run, which represents its newest attempt, and below it its attempts, newest first, if there
// are several. Rows can be ticked and sorted. Main thread.
#pragma once

#include "core/model/run.h"
#include "core/observe/runfilter/runmatch.h"
#include "core/service/runs/meternow.h"
#include "ui/common/runtexts.h"
#include "ui/run/runorder.h"

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
        TagsColumn,
        LossColumn,
        LowestColumn,
        ProgressColumn,
        RemainingColumn,
        MachineColumn,
        ProjectColumn,
        StartedColumn,
        DurationColumn,
        CostColumn,
        ExitColumn,
        NoteColumn,
        ColumnCount
    };
    enum Role { SecondLineRole = Qt::UserRole + 1, RunStateRole, SimulatedRole, ProgressRole, CurveRole, TagsRole, PinnedRole };

    using QAbstractItemModel::QAbstractItemModel;

    // Newest first. Keeps existing rows where possible, so that selection and expansion are preserved.
    void setRuns(const QList<Run> &runs, const QDateTime &now);
    void setNow(const QDateTime &now);                        // updates durations
    void setGlances(const QHash<RunId, RunGlance> &glances);  // by run
    void setMeter(const MeterNow &meter);
    // Rows move when a value that they are sorted by changes.
    void setOrder(const RunOrder &order);
    const RunOrder &order() const { return m_order; }

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
    void sortIfNeeded();

    struct Group {
        QList<Run> attempts;  // of one lineage, newest first
        qsizetype place;      // among the runs, newest first
    };
    QList<Group> sorted() const;

    QList<Group> m_groups;  // in the order of the rows
    RunOrder m_order;
    QHash<RunId, RunGlance> m_glances;
    QSet<RunId> m_ticked;
    MeterNow m_meter;
    QDateTime m_now;
    qint64 m_nowMs = 0;  // the same: converting local time for every row takes long
};

}  // namespace trainyard

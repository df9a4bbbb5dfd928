// SPDX-License-Identifier: GPL-3.0-or-later
// Runs as a tree: a row for each run, which represents its newest attempt, and below it its attempts, newest first, if there are several.
// Rows can be filtered, sorted and ticked, and grouped: then the groups are the top level. Main thread.
#pragma once

#include "core/model/run.h"
#include "core/observe/runfilter/runmatch.h"
#include "core/service/runs/meternow.h"
#include "ui/common/runrowdelegate.h"
#include "ui/common/runtexts.h"
#include "ui/run/runarrangement.h"
#include "ui/run/runextras.h"

#include <QAbstractItemModel>
#include <QDateTime>
#include <QHash>
#include <QSet>

#include <functional>
#include <initializer_list>
#include <optional>
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
        BusyColumn,
        UsefulColumn,
        MachineColumn,
        ProjectColumn,
        StartedColumn,
        DurationColumn,
        CostColumn,
        ExitColumn,
        NoteColumn,
        ColumnCount  // then the extra ones
    };
    enum Role {
        GroupRole = Qt::UserRole + 1,  // whether it is the row of a group; the others are those of RunCellRole
    };

    using QAbstractItemModel::QAbstractItemModel;

    // Newest first. Selection, expansion and ticks stay with their runs.
    void setRuns(const QList<Run> &runs, const QDateTime &now);
    void setNow(const QDateTime &now);                        // updates durations
    void setGlances(const QHash<RunId, RunGlance> &glances);  // by run
    void setFigures(const FiguresByRun &figures);
    const FiguresByRun &figures() const { return m_figures; }
    void setMeter(const MeterNow &meter);
    // The columns after the fixed ones: extraKey() of each.
    void setExtras(const QStringList &keys);
    QString keyOf(int column) const;            // as in settings
    int columnOf(const QString &key) const;     // -1: there is none now
    int columnOf(const RunOrder &order) const;  // likewise
    // Rows come, go and move as the values change that these depend on.
    void setOrder(const RunOrder &order);
    void setFilter(const RunFilter &filter);
    void setGrouping(RunGrouping grouping);
    RunGrouping grouping() const { return m_grouping; }

    bool isGroup(const QModelIndex &index) const;
    QString groupName(const QModelIndex &index) const;    // as stored; null: of the runs that have none
    const Run &runAt(const QModelIndex &index) const;     // not of a group
    QList<RunId> runsOf(const QModelIndex &group) const;  // newest attempts
    QModelIndex indexOf(const RunId &runId) const;        // of its own row, or of the run that it is the newest attempt of
    int count() const { return int(m_runs.size()); }      // runs, whether shown or not
    int shownCount() const { return m_arranged.runs; }
    int countOf(const RunFilter &filter) const;      // the runs that it would keep
    std::vector<RunFields> fields() const;           // of all attempts; valid until the model changes
    int attemptsOf(const QModelIndex &index) const;  // of a row with several attempts; else 0
    QList<RunId> ticked() const;                     // in the order of the list, then those that it does not show
    void clearTicks();
    void setTicked(const QList<RunId> &runIds, bool isTicked);

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
    struct GroupFacts {
        int active = 0;
        std::optional<double> lowest;
        QList<Money> costs;
    };
    QVariant groupData(const QModelIndex &index, int role) const;
    QString groupTitle(const ArrangedGroup &group) const;
    const GroupFacts &factsOf(int group) const;
    QString text(const Run &run, int column) const;
    QString toolTip(const Run &run, int column) const;
    QString whyUnknown(const Run &run, int column) const;  // where the cell is a dash
    bool isRight(int column) const;
    QString secondLine(const QModelIndex &index, const Run &run) const;
    RunFields fieldsOf(const Run &run) const;
    const RunFigures *figuresOf(const Run &run) const;
    std::optional<double> usefulOf(const Run &run) const;
    Glance glanceOf(const Run &run) const;
    void setMoment(const QDateTime &now);
    void changeColumns(int first, int last);
    bool dependsOn(std::initializer_list<RunField> fields, std::initializer_list<int> columns) const;
    std::vector<std::vector<RunFields>> allFields() const;
    void rearrange();
    void arrangeAnew(const std::function<void()> &change);  // which may replace the runs
    int slotOf(const QModelIndex &index) const;             // of m_arranged.rows; -1: it is a group
    QModelIndex indexOfSlot(int slot, int column) const;
    int attemptAt(int slot, int row) const;

    std::vector<QList<Run>> m_runs;  // the attempts of one lineage each; newest first
    RunArrangement m_arranged;       // of m_runs
    mutable std::vector<std::optional<GroupFacts>> m_groupFacts;
    RunFilter m_filter;
    RunOrder m_order;
    RunGrouping m_grouping = RunGrouping::None;
    QHash<RunId, RunGlance> m_glances;
    FiguresByRun m_figures;
    QStringList m_extraKeys;
    QList<ExtraColumn> m_extras;
    QSet<RunId> m_ticked;
    MeterNow m_meter;
    QDateTime m_now;
    qint64 m_nowMs = 0;  // the same: converting local time for every row takes long
};

}  // namespace trainyard

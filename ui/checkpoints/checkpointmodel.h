// SPDX-License-Identifier: GPL-3.0-or-later
// Found checkpoints as a tree of two levels: runs (one row per lineage, in the order given) and their checkpoints.
// Main thread. Rows of runs carry their texts in column 0 only.
#pragma once

#include "core/service/runs/checkpointscan.h"

#include <QAbstractItemModel>
#include <QDateTime>

namespace trainyard {

struct CheckpointGroup {
    CheckpointSource source;
    QList<FoundCheckpoint> checkpoints;  // highest step first; may be empty in a place
    std::optional<PlaceSnapshot> place;  // one that a person added: what was seen, and when

    const FoundCheckpoint *latestGood() const;
    // The newest one is broken or unfinished although an older one is whole.
    bool isNewestUnusable() const;
};

// Runs first, then the places in the order given, these also without anything in them unless `areFullOnly`.
QList<CheckpointGroup> groupedWithPlaces(const QList<FoundCheckpoint> &found, const QList<PlaceSnapshot> &places, bool areFullOnly);
// Those of runs alone.
QList<CheckpointGroup> groupedByRun(const QList<FoundCheckpoint> &found);

// As the checkpoint itself says it; nothing where it does not.
std::optional<double> validationLoss(const Checkpoint &checkpoint);

// "lab", "this computer".
QString whereText(const CheckpointSource &source);

// "Step 6 000", or the file's name where no step is known.
QString checkpointTitle(const Checkpoint &checkpoint);

class CheckpointModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { StepColumn, VerdictColumn, SavedColumn, LossColumn, ValidationColumn, SizeColumn, WhereColumn, ColumnCount };

    explicit CheckpointModel(QObject *parent = nullptr);

    void setGroups(const QList<CheckpointGroup> &groups, const QDateTime &now);
    const QList<CheckpointGroup> &groups() const { return m_groups; }
    const QDateTime &now() const { return m_now; }
    bool hasValidation() const;  // does any of them say its validation loss?

    const CheckpointGroup *groupAt(const QModelIndex &index) const;       // of a run's row or a checkpoint's
    const FoundCheckpoint *checkpointAt(const QModelIndex &index) const;  // nullptr on a run's row
    QModelIndex indexOfGroup(const QString &lineage) const;
    QModelIndex indexOf(const QString &lineage, const QString &path) const;

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QList<CheckpointGroup> m_groups;
    QDateTime m_now;
};

}  // namespace trainyard

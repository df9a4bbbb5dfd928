// SPDX-License-Identifier: GPL-3.0-or-later
// The checkpoints found, as a tree of two levels: runs (one row per lineage, in the given order) and their checkpoints. Main thread. Rows
// of runs have text in column 0 only.
#pragma once

#include "core/service/runs/checkpointscan.h"

#include <QAbstractItemModel>
#include <QDateTime>

namespace trainyard {

struct CheckpointGroup {
    CheckpointSource source;
    QList<FoundCheckpoint> checkpoints;  // highest step first; may be empty for a location
    std::optional<PlaceSnapshot> place;  // set for a location that the user added: its contents when last scanned

    const FoundCheckpoint *latestGood() const;
    // True if the newest one is damaged or incomplete although an older one is complete.
    bool isNewestUnusable() const;
};

// Runs first, then the locations in the given order. Locations without checkpoints are included unless `areFullOnly`.
QList<CheckpointGroup> groupedWithPlaces(const QList<FoundCheckpoint> &found, const QList<PlaceSnapshot> &places, bool areFullOnly);
// The groups of runs only.
QList<CheckpointGroup> groupedByRun(const QList<FoundCheckpoint> &found);

// As recorded in the checkpoint itself; nullopt if it records none.
std::optional<double> validationLoss(const Checkpoint &checkpoint);

// "lab", "this computer".
QString whereText(const CheckpointSource &source);

// "Step 6 000", or the file name where the step is unknown.
QString checkpointTitle(const Checkpoint &checkpoint);

class CheckpointModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { StepColumn, VerdictColumn, SavedColumn, LossColumn, ValidationColumn, SizeColumn, WhereColumn, ColumnCount };

    explicit CheckpointModel(QObject *parent = nullptr);

    void setGroups(const QList<CheckpointGroup> &groups, const QDateTime &now);
    const QList<CheckpointGroup> &groups() const { return m_groups; }
    const QDateTime &now() const { return m_now; }
    bool hasValidation() const;  // true if any of them records its validation loss

    const CheckpointGroup *groupAt(const QModelIndex &index) const;       // for a run's row or a checkpoint's
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

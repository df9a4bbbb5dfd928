// SPDX-License-Identifier: GPL-3.0-or-later
// Removes checkpoints that a policy does not keep: scans again first, moves them to the trash, and empties old trash. Blocking, worker
// threads.
#pragma once

#include "core/checkpoint/retention/diskspaceforecast.h"
#include "core/checkpoint/retention/retention.h"
#include "core/service/checkpoints/checkpointtrash.h"

#include <functional>
#include <memory>

namespace trainyard {

struct PruneOptions {
    RetentionPolicy policy;
    QStringList pinned;                   // names, folders or steps
    QStringList needed;                   // what active runs began from, relative to the folder
    bool isLive = false;                  // the run that writes here has not ended
    bool isForGood = false;               // bypasses the trash
    std::chrono::hours trashAge{7 * 24};  // older entries of the trash are erased at the end
    // Called right before each is moved, and its result is held until the move is done: another program may have begun to use the
    // checkpoint since the plan was made. An error keeps the checkpoint there.
    std::function<Result<std::shared_ptr<void>>(const Removal &removal)> hold = {};
    std::function<void(const QString &trashId)> begins = {};  // before each is moved
};

struct PruneItem {
    Checkpoint checkpoint;
    QList<KeepReason> reasons;     // none: it is removed
    std::optional<double> rating;  // the value that `best` used
    Removal removal;               // of one to be removed; when parts of a step are removed together, the first has all of them
    qsizetype leader = -1;         // index of that first one; -1: itself
    QString trashId;               // once it is in the trash
    std::optional<Error> problem;  // why it was kept after all
    bool isKept() const { return !reasons.isEmpty() || problem; }
};

struct PrunePlan {
    QList<PruneItem> items;  // in the order of the checkpoints
    qint64 bytes = 0;        // to be removed
    int count = 0;
    std::optional<qint64> freeBytes;
    std::optional<DiskSpaceForecast> room;  // at present
    qint64 trashBytes = 0;                  // in the trash before
    int emptied = 0;                        // entries erased because they were old
    CheckpointTrash::Recovered recovered;
};

class Pruner {
public:
    explicit Pruner(CheckpointPlace &place) : m_place(place) {}

    // Changes nothing. `checkpoints` are the result of a scan that has just been made; what differs from the listing since, even in a
    // file's time, counts as being written.
    Result<PrunePlan> plan(const QList<Checkpoint> &checkpoints, const PruneOptions &options, std::stop_token stop = {});
    // The same with a listing of the whole place that is newer than that scan.
    Result<PrunePlan> planOf(const QList<CheckpointFile> &listing, const QList<Checkpoint> &checkpoints, const PruneOptions &options,
                             std::stop_token stop = {});
    // Carries the plan out; without a trash only permanently (Unsupported otherwise). A checkpoint that cannot be moved stays whole and its
    // problem is set; can be Cancelled between two.
    Result<void> carryOut(PrunePlan &plan, const PruneOptions &options, const std::function<void(const PruneItem &)> &done = {},
                          std::stop_token stop = {});

private:
    static void addRemovals(PrunePlan &plan, const QList<CheckpointFile> &listing);
    Result<QString> removeForGood(const PruneItem &item, std::stop_token stop);
    QStringList tracked(const QList<Checkpoint> &checkpoints, const QList<CheckpointFile> &listing, std::stop_token stop);

    CheckpointPlace &m_place;
};

}  // namespace trainyard

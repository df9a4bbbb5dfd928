// SPDX-License-Identifier: GPL-3.0-or-later
// Removes checkpoints that a policy does not keep: looks again first, moves to the trash, empties what lay there long.
// Blocking, worker threads.
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
    QStringList needed;                   // what runs that go on began from, relative to the folder
    bool isLive = false;                  // the run that writes here has not ended
    bool isForGood = false;               // without the trash
    std::chrono::hours trashAge{7 * 24};  // what lay longer in the trash is erased at the end
    // Asked right before each is moved, and what it gives is held until that is done: another program may have begun to use one since
    // the plan. An error keeps it there.
    std::function<Result<std::shared_ptr<void>>(const Removal &removal)> hold = {};
    std::function<void(const QString &trashId)> begins = {};  // before each is moved
};

struct PruneItem {
    Checkpoint checkpoint;
    QList<KeepReason> reasons;     // none: it goes
    std::optional<double> rating;  // what `best` went by
    Removal removal;               // of one that goes; of parts of a step that go together, the first has all
    qsizetype leader = -1;         // that first one; -1: it is its own
    QString trashId;               // once it is there
    std::optional<Error> problem;  // why it stayed all the same
    bool isKept() const { return !reasons.isEmpty() || problem; }
};

struct PrunePlan {
    QList<PruneItem> items;  // in the order of the checkpoints
    qint64 bytes = 0;        // of what goes
    int count = 0;
    std::optional<qint64> freeBytes;
    std::optional<DiskSpaceForecast> room;  // as it is now
    qint64 trashBytes = 0;                  // in the trash before
    int emptied = 0;                        // entries erased because they were old
    CheckpointTrash::Recovered recovered;
};

class Pruner {
public:
    explicit Pruner(CheckpointPlace &place) : m_place(place) {}

    // Changes nothing. `checkpoints` are what a look just now found; what differs from the listing since, even in a file's
    // time, counts as being written.
    Result<PrunePlan> plan(const QList<Checkpoint> &checkpoints, const PruneOptions &options, std::stop_token stop = {});
    // The same with a listing of the whole place that is newer than that look.
    Result<PrunePlan> planOf(const QList<CheckpointFile> &listing, const QList<Checkpoint> &checkpoints, const PruneOptions &options,
                             std::stop_token stop = {});
    // Does it; where there is no trash only for good (Unsupported). One that cannot be moved stays whole and has its problem;
    // Cancelled between two.
    Result<void> carryOut(PrunePlan &plan, const PruneOptions &options, const std::function<void(const PruneItem &)> &done = {},
                          std::stop_token stop = {});

private:
    static void addRemovals(PrunePlan &plan, const QList<CheckpointFile> &listing);
    Result<QString> removeForGood(const PruneItem &item, std::stop_token stop);
    QStringList tracked(const QList<Checkpoint> &checkpoints, const QList<CheckpointFile> &listing, std::stop_token stop);

    CheckpointPlace &m_place;
};

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// Looks after the checkpoints of a run that goes on: moves those that its rules do not keep to the trash, empties what such
// removals left there, and writes manifests beside those that were seen whole. Blocking, worker threads.
//
// No person watches when it removes something, so it does less than a person may (core/service/checkpoints/pruner.h): nothing while
// anything there is being written, nothing older than the run, nothing that is not whole, never past the trash. A program that is
// killed at any step leaves every checkpoint whole, where it was or in the trash.
#pragma once

#include "core/service/checkpoints/pruner.h"

namespace trainyard {

struct MaintenanceOptions {
    std::optional<RetentionPolicy> policy;  // nothing: all of them stay
    QStringList needed;                     // as PruneOptions
    qint64 keptBefore = 0;                  // what was written before stays: seconds since 1970, the machine's clock
    QStringList ownTrash;                   // entries of the trash that earlier removals of this kind made
    qint64 largestManifest = 0;             // bytes of a checkpoint; 0: no manifests
    qint64 manifestsSince = 0;              // older ones get none
    std::function<Result<std::shared_ptr<void>>(const Removal &removal)> hold = {};  // as PruneOptions, and so is this:
    std::function<void(const QString &trashId)> begins = {};
};

struct MaintenanceReport {
    struct Removed {
        QString name;
        std::optional<qint64> step;
        qint64 bytes = 0;
        QString trashId;
    };
    QList<Removed> removed;
    QStringList manifests;  // checkpoints that got one
    int emptied = 0;        // entries of the trash
    int orphans = 0;        // manifests of what is gone, and halves of some, that were removed
    std::optional<DiskSpaceForecast> room;
    QList<Error> problems;      // what stayed undone; everything else was done
    bool isUnfinished = false;  // something was being written: look again in a minute
};

class CheckpointMaintenance {
public:
    // What its rules removed lies in the trash for a day; for ten minutes where there is no room for two more.
    static constexpr std::chrono::hours kTrashAge{24};
    static constexpr std::chrono::minutes kShortTrashAge{10};
    static constexpr qint64 kRoomWanted = 2;
    // A checkpoint that was not touched for so long is not being written any more, and its pages are still in memory.
    static constexpr std::chrono::seconds kQuiet{60};
    static constexpr std::chrono::seconds kLeftover{3600};  // no program is still writing it
    static constexpr int kMaxOrphans = 50;                  // that are read in one round
    static constexpr int kMaxManifests = 2;                 // at a time: what came first is due first at the next look

    explicit CheckpointMaintenance(CheckpointPlace &place) : m_place(place) {}

    // `checkpoints` are what a look just now found. `removed` is called after each, at once. Errors: what kept it from looking.
    Result<MaintenanceReport> tend(const QList<Checkpoint> &checkpoints, const MaintenanceOptions &options,
                                   const std::function<void(const MaintenanceReport::Removed &)> &removed = {}, std::stop_token stop = {});

private:
    Result<void> applyRules(const QList<CheckpointFile> &listing, const QList<Checkpoint> &checkpoints, const MaintenanceOptions &options,
                            const std::function<void(const MaintenanceReport::Removed &)> &removed, MaintenanceReport &report,
                            std::stop_token stop);
    Result<void> emptyTrash(const MaintenanceOptions &options, MaintenanceReport &report, std::stop_token stop);
    Result<void> removeOrphans(const QList<CheckpointFile> &listing, MaintenanceReport &report, std::stop_token stop);
    Result<void> writeManifests(const QList<CheckpointFile> &listing, const QList<Checkpoint> &checkpoints,
                                const MaintenanceOptions &options, MaintenanceReport &report, std::stop_token stop);

    CheckpointPlace &m_place;
};

}  // namespace trainyard

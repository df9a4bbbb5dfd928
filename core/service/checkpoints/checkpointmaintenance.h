// SPDX-License-Identifier: GPL-3.0-or-later
// Maintains the checkpoints of an active run: moves those that its rules do not keep to the trash, empties what such removals left there,
// and writes manifests beside those that were seen to be whole. Blocking, worker threads.
//
// No person watches when it removes something, so it may do less than a person can (core/service/checkpoints/pruner.h): it removes nothing
// while anything there is being written, nothing older than the run, nothing that is not whole, and never bypasses the trash. A program
// that is killed at any step leaves every checkpoint whole, either where it was or in the trash.
#pragma once

#include "core/service/checkpoints/pruner.h"

namespace trainyard {

struct MaintenanceOptions {
    std::optional<RetentionPolicy> policy;  // nothing: all of them stay
    QStringList needed;                     // as PruneOptions
    qint64 keptBefore = 0;                  // anything written before is kept: seconds since 1970, the machine's clock
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
    int orphans = 0;        // manifests whose checkpoint is gone, and partial manifests, that were removed
    std::optional<DiskSpaceForecast> room;
    QList<Error> problems;      // what could not be done; everything else was done
    bool isUnfinished = false;  // something was being written: check again in a minute
};

class CheckpointMaintenance {
public:
    // What its rules removed stays in the trash for a day; for ten minutes when there is no space for two more.
    static constexpr std::chrono::hours kTrashAge{24};
    static constexpr std::chrono::minutes kShortTrashAge{10};
    static constexpr qint64 kRoomWanted = 2;
    // A checkpoint that has not been touched for this long is no longer being written, and its pages are still in memory.
    static constexpr std::chrono::seconds kQuiet{60};
    static constexpr std::chrono::seconds kLeftover{3600};  // no program is still writing it
    static constexpr int kMaxOrphans = 50;                  // read in one round
    static constexpr int kMaxManifests = 2;                 // at a time; the others wait for the next round

    explicit CheckpointMaintenance(CheckpointPlace &place) : m_place(place) {}

    // `checkpoints` are the result of a scan that has just been made. `removed` is called right after each removal. Errors: what kept it
    // from scanning.
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

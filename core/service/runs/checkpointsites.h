// SPDX-License-Identifier: GPL-3.0-or-later
// Places with checkpoints that belong to no run and that a person added: a folder here or on a machine, or everything below an address of
// an object store. The list is kept in one file, and what was last seen in each place in a file of its own, so that it can be shown while
// the place does not answer. Blocking, any thread, several programs at a time.
#pragma once

#include "core/base/paths.h"
#include "core/base/result.h"
#include "core/checkpoint/format/checkpoint.h"
#include "core/model/location.h"

#include <QDateTime>

#include <optional>

namespace trainyard {

struct CheckpointSite {
    QString id;  // names the file with what was last seen
    Location location;
    QString machineName;  // on a machine: its name

    QString address() const;  // "/data/runs", "lab:/data/runs", "s3://bucket/runs"
    bool operator==(const CheckpointSite &) const = default;
};

struct PlaceSnapshot {
    CheckpointSite site;
    QString folder;                 // what the names are relative to: absolute, or an address
    QList<Checkpoint> checkpoints;  // the newest step first
    QDateTime looked;               // UTC; invalid: not seen yet
    std::optional<Error> problem;   // why there is nothing newer
};

// In the order in which they were added. A missing file means none; InvalidInput when it is damaged.
Result<QList<CheckpointSite>> loadSites(const Paths &paths);
// Assigns an id if there is none. AlreadyExists: the same place is in the list.
Result<CheckpointSite> addSite(const Paths &paths, CheckpointSite site);
// Forgets the place and what was seen in it; the place itself is not touched.
Result<void> removeSite(const Paths &paths, const QString &id);

// Has no checkpoints when nothing is known or the file is damaged. A list is kept up to 5000 checkpoints and 200 000 files.
PlaceSnapshot loadSnapshot(const Paths &paths, const CheckpointSite &site);
Result<void> saveSnapshot(const Paths &paths, const PlaceSnapshot &look);

}  // namespace trainyard

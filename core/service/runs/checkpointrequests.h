// SPDX-License-Identifier: GPL-3.0-or-later
// Requests to CheckpointService beyond finding checkpoints.
#pragma once

#include "core/model/location.h"
#include "core/service/checkpoints/checkpointmaintenance.h"
#include "core/service/checkpoints/comparer.h"
#include "core/service/checkpoints/verifier.h"

#include <QString>

#include <optional>

namespace trainyard {

// A folder of checkpoints, or one checkpoint in it.
struct CheckpointRef {
    RunId runId;        // the folder is this run's; `location` is then ignored
    Location location;  // a folder of checkpoints, one of them, or a file
    QString name = {};  // which one in the folder: its name or step; empty: the latest good one, when one is needed

    static CheckpointRef ofRun(const RunId &runId, const QString &name = {}) { return {runId, {}, name}; }
    static CheckpointRef at(const Location &location, const QString &name = {}) { return {{}, location, name}; }
};

struct InspectedCheckpoint {
    Checkpoint checkpoint;
    Inspection inspection;
};

struct ListedCheckpoints {
    QString path;  // the folder; for a store, its address
    QList<Checkpoint> checkpoints;
    std::optional<QString> latestGood;  // its name
    QStringList unreadable;             // folders below it that may not be read
};

// A file or a folder, and exactly what it becomes; at least one of the two is not on this computer.
struct CopyRequest {
    Location from, to;
    bool replaces = false;   // overwrites anything different that is there
    bool readsBack = false;  // for uploads from this computer to a store
};

enum class TrashAction { List, Restore, Erase };

}  // namespace trainyard

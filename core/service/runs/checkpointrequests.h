// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked of checkpoints beyond finding them, through CheckpointService.
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
    RunId runId;        // the folder is this run's; `location` means nothing then
    Location location;  // a folder of checkpoints, one of them, or a file
    QString name = {};  // which one in the folder: its name or step; empty: the latest good one, where one is asked for

    static CheckpointRef ofRun(const RunId &runId, const QString &name = {}) { return {runId, {}, name}; }
    static CheckpointRef at(const Location &location, const QString &name = {}) { return {{}, location, name}; }
};

struct InspectedCheckpoint {
    Checkpoint checkpoint;
    Inspection inspection;
};

struct ListedCheckpoints {
    QString path;  // the folder; in a store its address
    QList<Checkpoint> checkpoints;
    std::optional<QString> latestGood;  // its name
    QStringList unreadable;             // folders below it that may not be read
};

// A file or a folder, and exactly what it becomes; not both of them are on this computer.
struct CopyRequest {
    Location from, to;
    bool replaces = false;   // what is something else there is written over
    bool readsBack = false;  // of what goes from this computer into a store
};

enum class TrashAction { List, Restore, Erase };

}  // namespace trainyard

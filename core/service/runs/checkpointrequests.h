// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked of checkpoints beyond finding them, through CheckpointService.
#pragma once

#include "core/model/objectstoreconfig.h"
#include "core/service/checkpoints/checkpointmaintenance.h"
#include "core/service/checkpoints/comparer.h"
#include "core/service/checkpoints/verifier.h"

#include <QString>

#include <optional>

namespace trainyard {

// The checkpoint folder of a run, or a path on a machine, in an object store, or on this computer.
struct CheckpointAddress {
    QString runId;         // not empty: the others mean nothing
    qint64 machineId = 0;  // 0: this computer or a store
    QString path;          // a folder of checkpoints, one of them, or a file; in a store its key
    std::optional<ObjectStoreConfig> store;
};

struct CheckpointChoice {
    CheckpointAddress where;
    QString name;  // or step, or empty: the latest good one
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

// A file or a folder, and exactly what it becomes; the addresses name no run, and not both of them are on this computer.
struct CopyRequest {
    CheckpointAddress from, to;
    bool replaces = false;   // what is something else there is written over
    bool readsBack = false;  // of what goes from this computer into a store
};

enum class TrashAction { List, Restore, Erase };

}  // namespace trainyard

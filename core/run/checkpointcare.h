// What is asked of checkpoints beyond finding them, through Workbench.
#pragma once

#include "core/checkpoint/comparer.h"
#include "core/checkpoint/checkpointtender.h"
#include "core/checkpoint/verifier.h"

#include <QString>

namespace trainyard {

// The checkpoint folder of a run, or a path on a machine, or one on this computer.
struct CheckpointAddress {
    QString runId;             // not empty: the others mean nothing
    qint64 machineId = 0;      // 0: this computer
    QString path;              // a folder of checkpoints, one of them, or a file
};

struct CheckpointChoice {
    CheckpointAddress where;
    QString name;              // or step, or empty: the latest good one
};

struct InspectedCheckpoint {
    Checkpoint checkpoint;
    Inspection inspection;
};

enum class TrashDeed { List, Restore, Erase };

}  // namespace trainyard

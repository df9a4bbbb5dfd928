// SPDX-License-Identifier: GPL-3.0-or-later
// Holds two checkpoints against each other where they lie: by what a look inside says, and on demand by their numbers, of
// which only those tensors are read that may differ. Blocking, worker threads.
#pragma once

#include "core/checkpoint/retention/checkpointdiff.h"
#include "core/checkpoint/retention/tensorchange.h"
#include "core/service/checkpoints/checkpointfolder.h"

namespace trainyard {

struct CompareOptions {
    bool readsNumbers = false;
    QString only;  // part of a tensor's name: others are not read
};

struct ComparedCheckpoints {
    Checkpoint left, right;
    Inspection leftSeen, rightSeen;
    CheckpointDiff diff;
    // One for each of diff.tensors where numbers were asked for; nothing where they could not be or need not be read.
    std::vector<std::optional<ChangeStatistics>> statistics;
    int unmeasured = 0;    // may differ, but are packed, views, of other kinds than floating point, or of unknown place
    qint64 bytesRead = 0;  // of both sides, for the numbers
};

using CompareProgress = std::function<void(qint64 done, qint64 total)>;

// The checkpoints of each folder, chosen already.
Result<ComparedCheckpoints> compareCheckpoints(CheckpointFolder &leftFolder, const Checkpoint &left, CheckpointFolder &rightFolder,
                                               const Checkpoint &right, const CompareOptions &options, const CompareProgress &progress = {},
                                               std::stop_token stop = {});

}  // namespace trainyard

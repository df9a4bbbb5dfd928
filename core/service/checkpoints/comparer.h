// SPDX-License-Identifier: GPL-3.0-or-later
// Compares two checkpoints in place: by their inspection, and on demand by their numbers, reading only the tensors that may differ.
// Blocking, worker threads.
#pragma once

#include "core/checkpoint/retention/checkpointdiff.h"
#include "core/checkpoint/retention/tensorchange.h"
#include "core/service/checkpoints/checkpointfolder.h"

namespace trainyard {

struct CompareOptions {
    bool readsNumbers = false;
    QString only;  // part of a tensor's name: other tensors are not read
};

struct ComparedCheckpoints {
    Checkpoint left, right;
    Inspection leftSeen, rightSeen;
    CheckpointDiff diff;
    // One for each of diff.tensors when numbers were asked for; nullopt where they could not be read or need not be.
    std::vector<std::optional<ChangeStatistics>> statistics;
    int unmeasured = 0;    // may differ, but are packed, views, not floating point, or at an unknown offset
    qint64 bytesRead = 0;  // of both sides, for the numbers
};

using CompareProgress = std::function<void(qint64 done, qint64 total)>;

// The checkpoints must already be chosen, one in each folder.
Result<ComparedCheckpoints> compareCheckpoints(CheckpointFolder &leftFolder, const Checkpoint &left, CheckpointFolder &rightFolder,
                                               const Checkpoint &right, const CompareOptions &options, const CompareProgress &progress = {},
                                               std::stop_token stop = {});

}  // namespace trainyard

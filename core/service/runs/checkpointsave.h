// SPDX-License-Identifier: GPL-3.0-or-later
// A running run is asked to save a checkpoint now (checkpoints.signal of its task), and what came of it is looked for on its machine.
// Blocking, worker threads; what is said about it is pure.
#pragma once

#include "core/service/runs/checkpointscan.h"

#include <QDateTime>

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>

namespace trainyard {

inline constexpr std::chrono::minutes kCheckpointSaveWait{2};

struct CheckpointSaveState {
    enum Stage { Asking, Waiting, Writing, Saved, NotSaved } stage = Asking;
    QDateTime asked;                            // this computer's clock; invalid: not yet
    std::optional<FoundCheckpoint> checkpoint;  // the new one, from Writing on; of NotSaved one that is not complete
};
// "Asked at 14:32:10; saved step 1,200 at 14:32:14."
QString saveSentence(const CheckpointSaveState &state);
// Why this run cannot be asked; empty: it can.
QString whyNotAskedToSave(const Run &run, const Task &task);

// What a scan tells after the run was asked: the newest checkpoint that is not among `before`. One that was being written then is not new.
void takeScan(CheckpointSaveState &state, const QList<FoundCheckpoint> &before, const QList<FoundCheckpoint> &after, const QDateTime &now);

// Until Saved or NotSaved; `told` gets each new stage, on this thread. A machine that does not answer any more ends the wait with its error.
Result<CheckpointSaveState> saveCheckpointNow(const Run &run, const Task &task, SshConnection &connection,
                                              const std::function<void(const CheckpointSaveState &)> &told, std::stop_token stop);

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// How many processes wrote a checkpoint and how many a command will start, as far as that is known. Pure.
#pragma once

#include "core/checkpoint/format/inspection.h"

#include <QString>

#include <optional>

namespace trainyard {

struct ProcessLayout {
    std::optional<int> processes;  // in total
    std::optional<int> tensorParallel, pipelineParallel, dataParallel;
    // Tensor and pipeline parallel parts together: the number of processes must be a multiple of it.
    int modelParallel() const { return tensorParallel.value_or(1) * pipelineParallel.value_or(1); }
    bool isKnown() const { return processes || tensorParallel || pipelineParallel || dataParallel; }
};

// From the checkpoint's own facts and the names of its files: DeepSpeed's zero_pp_rank_…_mp_rank_…, Megatron's mp_rank_TT_PPP,
// rng_state_R.pth of the Hugging Face Trainer, pieces __R_N.distcp.
ProcessLayout layoutOfCheckpoint(const QList<CheckpointFile> &files, const QList<QPair<QString, QString>> &hyperparameters = {});

// From the launcher's options in a command (torchrun, accelerate, deepspeed) and the number of GPUs: `auto`, `gpu` and commands that give
// no number mean one process per GPU; a command without a launcher starts one. nullopt: the GPUs are unknown, or the number is in a
// variable.
std::optional<int> processesOf(const QString &command, std::optional<int> gpus);

}  // namespace trainyard

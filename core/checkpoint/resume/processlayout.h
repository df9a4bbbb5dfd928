// SPDX-License-Identifier: GPL-3.0-or-later
// How many processes a checkpoint was written by and a command will start, as far as either tells. Pure.
#pragma once

#include "core/checkpoint/format/inspection.h"

#include <QString>

#include <optional>

namespace trainyard {

struct ProcessLayout {
    std::optional<int> processes;  // in all
    std::optional<int> tensorParallel, pipelineParallel, dataParallel;
    // Tensor and pipeline parts together: only a multiple of it can hold the model.
    int modelParallel() const { return tensorParallel.value_or(1) * pipelineParallel.value_or(1); }
    bool isKnown() const { return processes || tensorParallel || pipelineParallel || dataParallel; }
};

// From what the checkpoint says of itself and from the names of its files: DeepSpeed's zero_pp_rank_…_mp_rank_…, Megatron's
// mp_rank_TT_PPP, rng_state_R.pth of the Hugging Face Trainer, pieces __R_N.distcp.
ProcessLayout layoutOfCheckpoint(const QList<CheckpointFile> &files, const QList<QPair<QString, QString>> &hyperparameters = {});

// From the launcher's options in a command (torchrun, accelerate, deepspeed) and the number of GPUs: `auto`, `gpu` and
// commands that name none mean one process for each GPU; a command without any launcher starts one. Nothing: the GPUs are
// not known, or the number stands in a variable.
std::optional<int> processesOf(const QString &command, std::optional<int> gpus);

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of the memory calculator. Pure; in the default QLocale.
#pragma once

#include "core/knowledge/cost/gpufit.h"

namespace trainyard {

QString precisionTitle(TrainingPrecision precision);      // "bf16, mixed"
QString optimizerTitle(Optimizer optimizer);              // "Adam, AdamW"
QString checkpointingTitle(Checkpointing checkpointing);  // "Attention scores"
QString zeroTitle(int stage);                             // "Stage 2: optimizer + gradients"
QString gibOfBytes(qint64 bytes);                         // "58.6"
// "Llama 7B, bf16 mixed, Adam, ZeRO 2, 1 × 4 096 tokens"
QString requestText(const MemoryRequest &request);
QString verdictText(const GpuFit &fit);  // "4", "too small", "no bf16"

// Lines grouped by meaning: the model's state, activations, the rest, the margin.
struct MemoryGroup {
    QString title;
    qint64 bytes = 0;
    int series = 0;
    bool isMargin = false;
};
QList<MemoryGroup> groupsOf(const MemoryNeed &need);

}  // namespace trainyard

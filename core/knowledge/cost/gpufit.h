// SPDX-License-Identifier: GPL-3.0-or-later
// Which GPU models hold a training, and how many of them it takes. Pure, any thread.
#pragma once

#include "core/knowledge/catalog/gpumodel.h"
#include "core/knowledge/cost/memorymodel.h"

namespace trainyard {

struct GpuFit {
    qsizetype gpu = 0;  // index in the list that was given
    enum class Verdict : quint8 {
        Holds,
        TooSmall,        // not even kMaxGpus of them
        LacksPrecision,  // cannot compute in it, or this is unknown
    } verdict = Verdict::TooSmall;
    int gpus = 0;            // the fewest of 1, 2, 4 … kMaxGpus that hold it; 0 unless it holds
    qint64 bytesEach = 0;    // needed on each of so many; with one GPU (or kMaxGpus) where it does not hold
    qint64 memoryBytes = 0;  // of one GPU, as sold
};
constexpr int kMaxGpus = 64;

// One for each of `gpus`: those that hold it first, by their number and then by the memory of each. `request.gpus` is not looked at.
// InvalidInput as memoryNeed() says it.
Result<QList<GpuFit>> gpusThatHold(const QList<GpuModel> &gpus, const MemoryRequest &request);

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// Which GPU models fit a training, and how many GPUs it takes. Pure, any thread.
#pragma once

#include "core/knowledge/catalog/gpumodel.h"
#include "core/knowledge/cost/memorymodel.h"

namespace trainyard {

struct GpuFit {
    qsizetype gpu = 0;  // index in the given list
    enum class Verdict : quint8 {
        Holds,
        TooSmall,        // not even kMaxGpus of them
        LacksPrecision,  // does not support the precision, or this is unknown
    } verdict = Verdict::TooSmall;
    int gpus = 0;            // the fewest of 1, 2, 4 … kMaxGpus that fit it; 0 unless it fits
    qint64 bytesEach = 0;    // needed on each of that many; with one GPU (or kMaxGpus) if it does not fit
    qint64 memoryBytes = 0;  // of one GPU, as sold
};
constexpr int kMaxGpus = 64;

// One for each of `gpus`: first those that fit, by number of GPUs and then by memory per GPU. Ignores `request.gpus`. InvalidInput as in
// memoryNeed().
Result<QList<GpuFit>> gpusThatHold(const QList<GpuModel> &gpus, const MemoryRequest &request);

}  // namespace trainyard

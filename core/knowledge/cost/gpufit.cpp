// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/cost/gpufit.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace trainyard {

namespace {

std::optional<Precision> neededOf(TrainingPrecision precision)
{
    switch (precision) {
    case TrainingPrecision::Fp32: return std::nullopt;
    case TrainingPrecision::Tf32: return Precision::Tf32;
    case TrainingPrecision::Fp16Mixed: return Precision::Fp16;
    case TrainingPrecision::Bf16Mixed:
    case TrainingPrecision::Bf16: return Precision::Bf16;
    case TrainingPrecision::Fp8: return Precision::Fp8;
    }
    Q_UNREACHABLE();
}

}  // namespace

Result<QList<GpuFit>> gpusThatHold(const QList<GpuModel> &gpus, const MemoryRequest &request)
{
    // Without ZeRO every GPU holds everything, so more GPUs do not help.
    const int most = request.zeroStage == 0 ? 1 : kMaxGpus;
    std::map<int, qint64> needs;
    for (int count = 1; count <= most; count *= 2) {
        MemoryRequest one = request;
        one.gpus = count;
        TRY(const auto need, memoryNeed(one));
        needs[count] = need.bytes;
    }
    const auto needed = neededOf(request.precision);
    QList<GpuFit> fits;
    for (qsizetype i = 0; i < gpus.size(); ++i) {
        GpuFit fit;
        fit.gpu = i;
        fit.memoryBytes = std::llround(gpus[i].memoryGib * 1024) * 1024 * 1024;
        fit.bytesEach = needs.rbegin()->second;
        const auto found = std::find_if(needs.cbegin(), needs.cend(), [&](const auto &need) { return need.second <= fit.memoryBytes; });
        if (needed && !gpus[i].tflopsAt(*needed)) {
            fit.verdict = GpuFit::Verdict::LacksPrecision;
        } else if (found != needs.cend()) {
            fit.verdict = GpuFit::Verdict::Holds;
            fit.gpus = found->first;
            fit.bytesEach = found->second;
        }
        fits << fit;
    }
    std::stable_sort(fits.begin(), fits.end(), [](const GpuFit &a, const GpuFit &b) {
        return std::tuple(a.verdict, a.gpus, a.memoryBytes) < std::tuple(b.verdict, b.gpus, b.memoryBytes);
    });
    return fits;
}

}  // namespace trainyard

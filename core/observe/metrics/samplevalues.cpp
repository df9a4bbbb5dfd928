// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/metrics/samplevalues.h"

#include "core/observe/metrics/metricchunk.h"

namespace trainyard {
namespace {

float value(const std::optional<double> &v) { return v ? float(*v) : kNoValue; }

}  // namespace

std::array<float, kHostMetrics> hostValues(const MachineSample &sample)
{
    float memory = kNoValue;
    if (sample.memoryTotalBytes && sample.memoryAvailableBytes && *sample.memoryTotalBytes > 0)
        memory = float(100.0 * double(*sample.memoryTotalBytes - *sample.memoryAvailableBytes) / double(*sample.memoryTotalBytes));
    return {value(sample.cpuPercent),           memory,
            value(sample.netReceivedPerSecond), value(sample.netSentPerSecond),
            value(sample.diskReadPerSecond),    value(sample.diskWrittenPerSecond)};
}

std::array<float, kGpuMetrics> gpuValues(const GpuSample &gpu)
{
    constexpr double kMiBPerGiB = 1024;
    return {value(gpu.busyPercent),
            gpu.memoryUsedMiB ? float(*gpu.memoryUsedMiB / kMiBPerGiB) : kNoValue,
            value(gpu.powerWatts),
            value(gpu.temperatureC),
            value(gpu.smClockMHz),
            value(gpu.memoryBusyPercent),
            value(gpu.pcieReceivedPerSecond),
            value(gpu.pcieSentPerSecond)};
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/alert/samplereadings.h"

#include <numeric>

namespace trainyard {

namespace {

constexpr qint64 kMeanMs = 60'000;
constexpr size_t kMinValues = 10;
constexpr size_t kMaxValues = 240;  // a sampler with more than four values per second loses the oldest

std::optional<double> meanOf(std::deque<std::pair<qint64, double>> &values, qint64 timeMs, std::optional<double> value)
{
    while (!values.empty() && (values.front().first <= timeMs - kMeanMs || values.front().first > timeMs || values.size() >= kMaxValues))
        values.pop_front();
    if (!value)
        return std::nullopt;
    values.emplace_back(timeMs, *value);
    if (values.size() < kMinValues)
        return std::nullopt;
    const double sum = std::accumulate(values.begin(), values.end(), 0.0, [](double so, const auto &one) { return so + one.second; });
    return sum / double(values.size());
}

}  // namespace

QList<AlertReading> SampleReadings::feed(const MachineSample &sample)
{
    QList<AlertReading> readings;
    const auto add = [&readings](AlertKind kind, int gpu, std::optional<double> value) {
        if (value)
            readings << AlertReading{kind, *value, gpu, {}};
    };
    std::map<int, bool> isThere;
    for (const GpuSample &gpu : sample.gpus) {
        if (gpu.index < 0 || !m_use.isOwn(gpu.index) || (!m_gpus.contains(gpu.index) && m_gpus.size() >= size_t(AlertEngine::kMaxGpus)))
            continue;
        isThere[gpu.index] = true;
        m_isSimulated = m_isSimulated || gpu.isSimulated();
        const auto busy = meanOf(m_gpus[gpu.index].busy, sample.timeMs, gpu.busyPercent);
        add(AlertKind::GpuIdle, gpu.index, busy);
        add(AlertKind::GpuBusy, gpu.index, busy);
        add(AlertKind::GpuTemperature, gpu.index, gpu.temperatureC);
        if (gpu.memoryUsedMiB && gpu.memoryTotalMiB && *gpu.memoryTotalMiB > 0)
            add(AlertKind::GpuMemory, gpu.index, 100 * *gpu.memoryUsedMiB / *gpu.memoryTotalMiB);
    }
    for (const auto &[index, gpu] : m_gpus) {
        if (m_use.isOwn(index))
            add(AlertKind::GpuLost, index, isThere.contains(index) ? 0 : 1);
    }
    if (sample.diskTotalBytes && sample.diskAvailableBytes) {
        if (const auto left = m_disk.feed(sample.timeMs, *sample.diskTotalBytes, *sample.diskAvailableBytes)) {
            AlertReading reading{AlertKind::DiskFull, *left, -1, {}};
            if (m_remaining)
                reading.threshold = double(m_remaining->count());
            readings << reading;
        }
    }
    return readings;
}

}  // namespace trainyard

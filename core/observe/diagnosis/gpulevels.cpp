// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/diagnosis/gpulevels.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trainyard {
namespace {

constexpr size_t kMaxGpus = 256;
constexpr size_t kMaxOpen = 64;  // samples per GPU kept between two steps
constexpr qint64 kLearned = 10;  // samples before a level means anything
constexpr double kWorks = 20;    // percent busy on average: below it the GPU is not this run's
constexpr double kFull = 90;     // percent: a waiting collective keeps its kernel resident, so 100
constexpr double kEmpty = 5;
// Of the usual power: far above the reported power of waiting collectives, below the assumed power of text generation for an evaluation
// (docs/watching.md).
constexpr double kLow = 0.4;
constexpr float kNone = std::numeric_limits<float>::quiet_NaN();

std::optional<double> median(std::vector<double> values)
{
    if (values.empty())
        return std::nullopt;
    const auto middle = values.begin() + qsizetype(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace

void GpuLevels::take(const QList<GpuLoad> &loads)
{
    if (m_taken++ % m_every != 0)
        return;
    bool isFull = false;
    for (const GpuLoad &load : loads) {
        if (m_gpus.size() >= kMaxGpus && !m_gpus.contains(load.index))
            continue;
        Gpu &gpu = m_gpus[load.index];
        gpu.open.emplace_back(load.busyPercent ? float(*load.busyPercent) : kNone, load.watts ? float(*load.watts) : kNone);
        isFull |= gpu.open.size() >= kMaxOpen;
    }
    if (!isFull)
        return;
    m_every *= 2;
    for (auto &[index, gpu] : m_gpus) {
        size_t kept = 0;
        for (size_t i = 0; i < gpu.open.size(); i += 2)
            gpu.open[kept++] = gpu.open[i];
        gpu.open.resize(kept);
    }
}

void GpuLevels::settle(bool isAdvancing)
{
    for (auto &[index, gpu] : m_gpus) {
        for (const auto &[busy, watts] : gpu.open) {
            if (!isAdvancing)
                break;
            if (!std::isnan(watts))
                gpu.watts.add(double(watts));
            if (!std::isnan(busy)) {
                gpu.busySum += double(busy);
                ++gpu.busyCount;
            }
        }
        gpu.open.clear();
    }
    m_taken = 0;
    m_every = 1;
}

GpuPattern GpuLevels::patternOf(const QList<GpuLoad> &loads) const
{
    GpuPattern pattern;
    std::vector<double> watts, usual, limits;
    for (const auto &[index, gpu] : m_gpus) {
        if (gpu.busyCount < kLearned || gpu.busySum / double(gpu.busyCount) < kWorks || gpu.watts.count() < kLearned)
            continue;
        ++pattern.working;
        const double usually = *gpu.watts.quantile(0.5), rarely = *gpu.watts.quantile(0.05);
        usual.push_back(usually);
        const auto load = std::find_if(loads.begin(), loads.end(), [i = index](const GpuLoad &l) { return l.index == i; });
        if (load == loads.end() || !load->busyPercent || !load->watts) {
            ++pattern.unknown;
            continue;
        }
        watts.push_back(*load->watts);
        if (load->limitWatts)
            limits.push_back(*load->limitWatts);
        if (*load->busyPercent <= kEmpty)
            ++pattern.idle;
        else if (*load->busyPercent >= kFull && *load->watts <= kLow * usually && *load->watts < rarely)
            ++pattern.spinning;
        else
            ++pattern.computing;
    }
    pattern.watts = median(std::move(watts));
    pattern.usualWatts = median(std::move(usual));
    pattern.limitWatts = median(std::move(limits));
    return pattern;
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/page/busystrip.h"

namespace trainyard {

namespace {

constexpr qint64 kMinuteMs = 60000;

std::optional<double> busyOf(const MachineSample &sample)
{
    double sum = 0;
    int count = 0;
    for (const GpuSample &gpu : sample.gpus) {
        if (gpu.busyPercent) {
            sum += *gpu.busyPercent;
            ++count;
        }
    }
    if (count > 0)
        return sum / count;
    return sample.gpus.isEmpty() ? sample.cpuPercent : std::nullopt;
}

}  // namespace

void BusyStrip::add(const MachineSample &sample)
{
    if (sample.timeMs <= m_lastTimeMs)
        return;
    m_lastTimeMs = sample.timeMs;
    const std::optional<double> busy = busyOf(sample);
    if (!busy)
        return;
    const qint64 number = sample.timeMs / kMinuteMs;
    if (m_minutes.empty() || m_minutes.back().number != number)
        m_minutes.push_back({number, 0, 0});
    m_minutes.back().sum += *busy;
    ++m_minutes.back().count;
    while (m_minutes.size() > size_t(kCells))
        m_minutes.pop_front();
}

BusyStrip::Cells BusyStrip::cells(qint64 nowMs) const
{
    Cells cells;
    const qint64 first = nowMs / kMinuteMs - (kCells - 1);
    for (const Minute &minute : m_minutes) {
        const qint64 at = minute.number - first;
        if (at >= 0 && at < kCells)
            cells[size_t(at)] = float(minute.sum / minute.count);
    }
    return cells;
}

}  // namespace trainyard

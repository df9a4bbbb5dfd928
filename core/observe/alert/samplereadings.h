// SPDX-License-Identifier: GPL-3.0-or-later
// Turns a machine's samples into readings for the alert rules. Utilization is the mean of the last minute, because one kernel more or less
// in a sample means little; a GPU counts as lost if it was there before and the samples no longer include it. Pure; fed in order of time.
#pragma once

#include "core/observe/alert/alertengine.h"
#include "core/observe/alert/diskforecast.h"
#include "core/observe/metrics/gpuuse.h"
#include "core/observe/metrics/sample.h"

namespace trainyard {

class SampleReadings {
public:
    // How long the disk has to last, if known; otherwise the rule's time applies.
    void setRemaining(std::optional<std::chrono::seconds> remaining) { m_remaining = remaining; }
    // For a run: only its own GPUs are read.
    void setUse(const GpuUse &use) { m_use = use; }
    QList<AlertReading> feed(const MachineSample &sample);
    bool isSimulated() const { return m_isSimulated; }  // one of its GPUs is simulated

private:
    struct Gpu {
        std::deque<std::pair<qint64, double>> busy;
    };

    std::map<int, Gpu> m_gpus;
    GpuUse m_use;
    DiskForecast m_disk;
    std::optional<std::chrono::seconds> m_remaining;
    bool m_isSimulated = false;
};

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// What the samples of a machine say to the rules of alerts. Utilisation is the mean of the last minute, as a kernel more or less
// in one sample says nothing; a GPU counts as lost once it was there and the samples come without it. Pure; fed in order of time.
#pragma once

#include "core/observe/alert/alertengine.h"
#include "core/observe/alert/diskforecast.h"
#include "core/observe/metrics/gpuuse.h"
#include "core/observe/metrics/sample.h"

namespace trainyard {

class SampleReadings {
public:
    // How long the disk has to last, where it is known; the rule's time otherwise.
    void setRemaining(std::optional<std::chrono::seconds> remaining) { m_remaining = remaining; }
    // Of a run: only its own GPUs are read.
    void setUse(const GpuUse &use) { m_use = use; }
    QList<AlertReading> feed(const MachineSample &sample);
    bool isSimulated() const { return m_isSimulated; }  // a GPU of it is

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

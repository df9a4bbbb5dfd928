// SPDX-License-Identifier: GPL-3.0-or-later
// The power that a run's GPUs draw while the run advances, learned from the run itself, and how a sample compares. Pure; bounded memory.
#pragma once

#include "core/observe/diagnosis/loghistogram.h"

#include <QList>

#include <map>
#include <optional>

namespace trainyard {

struct GpuLoad {
    int index = 0;
    std::optional<double> busyPercent, watts, limitWatts;
};

// What the GPUs working for the run do at one moment, together.
struct GpuPattern {
    int working = 0;   // GPUs that were busy while the run advanced
    int spinning = 0;  // busy by utilization, at a power far below their usual
    int idle = 0;
    int computing = 0;                                    // all others with known values
    int unknown = 0;                                      // missing from the sample, or without values
    std::optional<double> watts, usualWatts, limitWatts;  // medians over the working ones

    bool isAllSpinning() const { return working > 0 && spinning == working; }
    bool isSomeSpinning() const { return spinning > 0 && computing == 0 && unknown == 0; }
};

class GpuLevels {
public:
    // Takes a sample since the last progress. It counts once settle() has classified that time.
    void take(const QList<GpuLoad> &loads);
    // Progress was made: the samples since the last one belong to advancing, or (after a pause) are dropped.
    void settle(bool isAdvancing);
    GpuPattern patternOf(const QList<GpuLoad> &loads) const;

private:
    struct Gpu {
        LogHistogram watts{1, 3000};
        double busySum = 0;
        qint64 busyCount = 0;
        std::vector<std::pair<float, float>> open;  // busy and watts since the last progress; NaN: not known
    };

    std::map<int, Gpu> m_gpus;
    qint64 m_taken = 0, m_every = 1;  // open samples are thinned to every m_every-th
};

}  // namespace trainyard

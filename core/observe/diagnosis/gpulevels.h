// SPDX-License-Identifier: GPL-3.0-or-later
// What a run's GPUs draw while the run advances, learned from the run itself, and what a sample is against that. Pure;
// bounded memory.
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

// What the GPUs that work for the run do at one moment, together.
struct GpuPattern {
    int working = 0;   // GPUs that were busy while the run advanced
    int spinning = 0;  // busy by utilisation, at a power far below what they drew then
    int idle = 0;
    int computing = 0;                                    // everything else that is known
    int unknown = 0;                                      // the sample lacks them, or its values
    std::optional<double> watts, usualWatts, limitWatts;  // medians over the working ones

    bool isAllSpinning() const { return working > 0 && spinning == working; }
    bool isSomeSpinning() const { return spinning > 0 && computing == 0 && unknown == 0; }
};

class GpuLevels {
public:
    // Of a sample that came since the last progress. It counts once settle() says what became of that time.
    void take(const QList<GpuLoad> &loads);
    // Progress came: what was taken since belongs to advancing, or (a pause) to nothing.
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
    qint64 m_taken = 0, m_every = 1;  // of the open samples only every so many are kept
};

}  // namespace trainyard

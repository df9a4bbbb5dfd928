// SPDX-License-Identifier: GPL-3.0-or-later
// Converts between the steps of a training and time: from the position of a step in the log and the log sizes that the sampler saw, or from
// the times in event files. Value type, pure; refilled as both grow.
#pragma once

#include "core/observe/metrics/logclock.h"
#include "core/observe/trainlog/trainingcurve.h"

#include <optional>
#include <vector>

namespace trainyard {

class StepClock {
public:
    void update(const TrainingCurve &training, const LogClock &log);
    void clear();

    bool isEmpty() const { return m_marks.size() < 2; }
    double firstStep() const { return m_marks.front().step; }  // the first step with a known time; requires !isEmpty()
    double lastStep() const { return m_marks.back().step; }
    // Interpolated linearly between two known steps; nullopt outside of them.
    std::optional<double> timeOf(double step) const;  // milliseconds since 1970, the machine's clock
    // Clamped to the first and last known step: a training that has not begun or has ended stays at one step.
    std::optional<double> stepAt(double ms) const;
    // Steps per second, computed from the known times, pauses included: one value for each ten seconds, or for more of a long run.
    const TrainingSeries &pace() const { return m_pace; }

private:
    struct Mark {
        double step = 0, ms = 0;  // both increase
    };
    void computePace();

    std::vector<Mark> m_marks;
    TrainingSeries m_pace;
    qint64 m_count = -1, m_offset = -1, m_bytes = -1;
};

}  // namespace trainyard

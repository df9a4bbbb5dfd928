// SPDX-License-Identifier: GPL-3.0-or-later
// When a training was at a step, and at which step it was at a moment: by where the log says a step and how large the
// sampler saw the log, or by the times of event files. Value type, pure; refilled as both grow.
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
    double firstStep() const { return m_marks.front().step; }  // of those with a known time; !isEmpty()
    double lastStep() const { return m_marks.back().step; }
    // In proportion between two known ones. Nothing outside of them.
    std::optional<double> timeOf(double step) const;  // milliseconds since 1970, the machine's clock
    // Before the first it is the first, behind the last the last: a training that has not begun or has ended stands still.
    std::optional<double> stepAt(double ms) const;

private:
    struct Mark {
        double step = 0, ms = 0;  // both rise
    };
    std::vector<Mark> m_marks;
    qint64 m_count = -1, m_offset = -1, m_bytes = -1;
};

}  // namespace trainyard

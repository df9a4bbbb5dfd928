// SPDX-License-Identifier: GPL-3.0-or-later
// When a run will be done and what it will have cost, from its own track of steps: pauses count, and the range is as
// wide as the run was uneven (docs/watching.md). Pure.
#pragma once

#include "core/base/money.h"
#include "core/observe/diagnosis/progressjudge.h"

#include <optional>
#include <vector>

namespace trainyard {

struct SpanRange {
    qint64 leastMs = 0, likelyMs = 0, mostMs = 0;
    bool operator==(const SpanRange &) const = default;
};

struct MoneyRange {
    Money least, likely, most;
};

struct Forecast {
    double secondsPerStep = 0;           // pauses included
    std::optional<SpanRange> remaining;  // nothing when the number of steps is unknown, or it would say too little
    bool isUneven = false;               // it is early, and the range would be so wide that it says nothing
};

// Nothing from fewer than ten stretches of progress, or from less than 20 s of it. `totalSteps` not above the last step: nothing remains, 0.
std::optional<Forecast> forecast(const std::vector<ProgressPoint> &track, std::optional<double> totalSteps);

// What that time costs at `perHour`; nothing beyond what Money holds.
std::optional<MoneyRange> costOf(const SpanRange &span, const Money &perHour);
std::optional<Money> costOfSteps(double secondsPerStep, double steps, const Money &perHour);

// "about 3 h 10 min to 3 h 40 min", one of both when they round to the same; each rounded to what it is worth.
QString rangeText(const SpanRange &range);

// How many steps an epoch has, from pairs of both as the log tells them. Bounded memory.
class EpochLength {
public:
    void take(double step, double epoch);
    std::optional<double> steps() const { return m_steps; }

private:
    std::optional<double> m_firstStep, m_firstEpoch, m_lastEpoch, m_changeStep, m_steps;
};

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// When a run will finish and what it will have cost, from its own history of steps: pauses count, and the range is as wide as the run was
// uneven (docs/watching.md). Pure.
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
    std::optional<SpanRange> remaining;  // nullopt if the number of steps is unknown, or the range would mean too little
    bool isUneven = false;               // it is early, and the range would be too wide to be useful
};

// nullopt with fewer than ten stretches of progress, or less than 20 s of it. If `totalSteps` is not above the last step, 0 remains.
std::optional<Forecast> forecast(const std::vector<ProgressPoint> &track, std::optional<double> totalSteps);

// The cost of that time at `perHour`; nullopt beyond the range of Money.
std::optional<MoneyRange> costOf(const SpanRange &span, const Money &perHour);
std::optional<Money> costOfSteps(double secondsPerStep, double steps, const Money &perHour);

// "about 3 h 10 min to 3 h 40 min", or a single value if both round to the same; each is rounded to its precision.
QString rangeText(const SpanRange &range);

// The number of steps per epoch, from pairs of both in the log. Bounded memory.
class EpochLength {
public:
    void take(double step, double epoch);
    std::optional<double> steps() const { return m_steps; }

private:
    std::optional<double> m_firstStep, m_firstEpoch, m_lastEpoch, m_changeStep, m_steps;
};

}  // namespace trainyard

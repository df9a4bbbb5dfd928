// SPDX-License-Identifier: GPL-3.0-or-later
// What going on costs: to the end at the pace of the attempt before, and at most before the limits end it. Pure.
#pragma once

#include "core/base/money.h"

#include <QStringList>

#include <optional>

namespace trainyard {

struct ResumeLimits {
    std::optional<double> hours;  // the machine stops the run after this long
    std::optional<Money> budget;  // or when it has cost this much

    bool operator==(const ResumeLimits &) const = default;
};

struct ResumePace {
    std::optional<double> secondsPerStep, totalSteps;  // as the attempt before went
    std::optional<qint64> fromStep;                    // of the checkpoint
    bool isOtherGpu = false;                           // the target's GPUs are others, so its pace is not known
};

struct ResumeCost {
    std::optional<Money> perHour;
    std::optional<double> hoursLeft;  // to the last step
    std::optional<Money> toTheEnd;
    std::optional<double> mostHours;  // what ends it first
    std::optional<Money> most;
    bool isCutShort = false;  // a limit comes before the last step
};

ResumeCost costOfResuming(const std::optional<Money> &perHour, const ResumePace &pace, const ResumeLimits &limits);

// For a person, one or two sentences; never empty.
QStringList costSentences(const ResumeCost &cost, const ResumePace &pace, bool isSimulated);

}  // namespace trainyard

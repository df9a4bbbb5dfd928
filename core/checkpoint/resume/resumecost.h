// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of resuming: to the end at the pace of the earlier attempt, and at most until a limit ends it. Pure.
#pragma once

#include "core/base/money.h"

#include <QStringList>

#include <optional>

namespace trainyard {

struct ResumeLimits {
    std::optional<double> hours;  // the machine stops the run after this long
    std::optional<Money> budget;  // or once it has cost this much

    bool operator==(const ResumeLimits &) const = default;
};

struct ResumePace {
    std::optional<double> secondsPerStep, totalSteps;  // of the earlier attempt
    std::optional<qint64> fromStep;                    // of the checkpoint
    bool isOtherGpu = false;                           // the target has different GPUs, so its pace is unknown
};

struct ResumeCost {
    std::optional<Money> perHour;
    std::optional<double> hoursLeft;  // to the last step
    std::optional<Money> toTheEnd;
    std::optional<double> mostHours;  // until the first limit ends it
    std::optional<Money> most;
    bool isCutShort = false;  // a limit is reached before the last step
};

ResumeCost costOfResuming(const std::optional<Money> &perHour, const ResumePace &pace, const ResumeLimits &limits);

// For a person, one or two sentences; never empty.
QStringList costSentences(const ResumeCost &cost, const ResumePace &pace, bool isSimulated);

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/resume/resumecost.h"

#include "core/base/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ResumeCost)
};

constexpr double kMaxHours = 100'000;  // eleven years: anything longer is not an estimate

std::optional<Money> costOf(double hours, const std::optional<Money> &perHour)
{
    if (!perHour || !(hours >= 0 && hours <= kMaxHours))
        return std::nullopt;
    const auto cost = perHour->times(std::llround(hours * 3600), 3600);
    return cost ? std::optional(cost->roundedToCents()) : std::nullopt;
}

QString timeText(double hours) { return formatDuration(std::llround(hours * 3'600'000)); }

}  // namespace

ResumeCost costOfResuming(const std::optional<Money> &perHour, const ResumePace &pace, const ResumeLimits &limits)
{
    ResumeCost cost;
    cost.perHour = perHour;
    if (pace.secondsPerStep && pace.totalSteps && pace.fromStep && *pace.secondsPerStep > 0) {
        const double hours = std::max(0.0, *pace.totalSteps - double(*pace.fromStep)) * *pace.secondsPerStep / 3600;
        if (hours <= kMaxHours) {
            cost.hoursLeft = hours;
            cost.toTheEnd = costOf(hours, perHour);
        }
    }
    cost.mostHours = limits.hours;
    if (limits.budget && perHour && perHour->nanos() > 0 && limits.budget->currency() == perHour->currency()) {
        const double hours = double(limits.budget->nanos()) / double(perHour->nanos());
        cost.mostHours = std::min(hours, cost.mostHours.value_or(hours));
    }
    if (cost.mostHours)
        cost.most = costOf(*cost.mostHours, perHour);
    cost.isCutShort = cost.mostHours && cost.hoursLeft && *cost.mostHours < *cost.hoursLeft;
    return cost;
}

QStringList costSentences(const ResumeCost &cost, const ResumePace &pace, bool isSimulated)
{
    QStringList sentences;
    if (!cost.hoursLeft)
        sentences << Words::tr(
            "The remaining time is unknown: the log of the previous attempt shows neither its pace nor its number of steps.");
    else if (cost.toTheEnd && !isSimulated)
        sentences << Words::tr("About %1 to the last step, which costs about %2 at %3 per hour.")
                         .arg(timeText(*cost.hoursLeft), formatMoney(*cost.toTheEnd), formatMoney(*cost.perHour));
    else
        sentences << Words::tr("About %1 to the last step.").arg(timeText(*cost.hoursLeft));
    if (cost.hoursLeft && pace.isOtherGpu)
        sentences << Words::tr("This is the pace of the previous attempt on different GPUs.");
    if (isSimulated)
        sentences << Words::tr("No cost: the machine is simulated on this computer.");
    else if (!cost.perHour)
        sentences << Words::tr("The cost is unknown: no price set for this machine.");
    if (cost.most && !isSimulated)
        sentences << Words::tr("It ends after %1 at the latest, at a cost of %2.").arg(timeText(*cost.mostHours), formatMoney(*cost.most));
    else if (cost.mostHours)
        sentences << Words::tr("It ends after %1 at the latest.").arg(timeText(*cost.mostHours));
    if (cost.isCutShort)
        sentences << Words::tr("That is before the last step.");
    return sentences;
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/runfilter/runmatch.h"

#include "core/base/decimal.h"

#include <algorithm>
#include <cmath>
#include <compare>

namespace trainyard {

namespace {

std::optional<double> lowestOf(const QList<QPointF> &curve)
{
    std::optional<double> lowest;
    for (const QPointF &point : curve) {
        if (std::isfinite(point.y()) && (!lowest || point.y() < *lowest))
            lowest = point.y();
    }
    return lowest;
}

std::optional<double> durationOf(const RunFields &fields)
{
    const Run &run = *fields.run;
    if (!run.started.isValid() || (hasEnded(run.state) && !run.ended.isValid()))
        return std::nullopt;
    return double((run.ended.isValid() ? run.ended.toMSecsSinceEpoch() : fields.nowMs) - run.started.toMSecsSinceEpoch());
}

bool isMet(const RunCondition &condition, double value)
{
    switch (condition.sign) {
    case FilterSign::Has:
    case FilterSign::Equal: return std::isnan(condition.from) ? !std::isfinite(value) : condition.from <= value && value < condition.to;
    case FilterSign::Below: return value < condition.from;
    case FilterSign::AtMost: return value < condition.to;
    case FilterSign::Above: return value >= condition.to;
    case FilterSign::AtLeast: return value >= condition.from;
    }
    return false;
}

bool isMet(const RunCondition &condition, const QString &text)
{
    return condition.sign == FilterSign::Equal ? text.compare(condition.text, Qt::CaseInsensitive) == 0
                                               : text.contains(condition.text, Qt::CaseInsensitive);
}

bool isOnMachine(const RunCondition &condition, const Run &run)
{
    return std::any_of(run.nodes.begin(), run.nodes.end(), [&](const RunNode &node) { return isMet(condition, node.machineName); });
}

bool isTagged(const RunCondition &condition, const Run &run)
{
    return std::any_of(run.tags.begin(), run.tags.end(), [&](const QString &tag) { return isMet(condition, tag); });
}

bool isCostMet(const RunCondition &condition, const QList<Money> &costs)
{
    return std::any_of(costs.begin(), costs.end(), [&](const Money &cost) {
        return (!condition.currency || *condition.currency == cost.currency())
               && isMet(condition, decimalNumber(cost.nanos(), Money::kDecimals));
    });
}

bool isMet(const RunCondition &condition, const RunFields &fields)
{
    const Run &run = *fields.run;
    switch (condition.field) {
    case RunField::Word:
        return isMet(condition, run.name) || isMet(condition, run.id.text()) || isMet(condition, run.note) || isMet(condition, run.project)
               || isTagged(condition, run) || isOnMachine(condition, run);
    case RunField::State: return run.state == condition.state;
    case RunField::Machine: return isOnMachine(condition, run);
    case RunField::Project: return isMet(condition, run.project);
    case RunField::Name: return isMet(condition, run.name);
    case RunField::Note: return isMet(condition, run.note);
    case RunField::Tag: return isTagged(condition, run);
    case RunField::Id: return isMet(condition, run.id.text());
    case RunField::Cost: return isCostMet(condition, fields.costs);
    case RunField::Active: return hasEnded(run.state) != condition.isWanted;
    case RunField::Simulated: return run.isSimulated == condition.isWanted;
    case RunField::Pinned: return run.isPinned == condition.isWanted;
    case RunField::Archived: return run.isArchived == condition.isWanted;
    default: break;
    }
    const auto value = runNumber(condition.field, fields);
    return value && isMet(condition, *value);
}

bool lets(const RunCondition &condition, const RunFields &fields) { return isMet(condition, fields) != condition.isExcluded; }

}  // namespace

std::optional<double> runNumber(RunField field, const RunFields &fields)
{
    const Run &run = *fields.run;
    const RunGlance *const glance = fields.glance;
    switch (field) {
    case RunField::Loss: return glance ? glance->loss : std::nullopt;
    case RunField::Lowest: return glance ? lowestOf(glance->losses) : std::nullopt;
    case RunField::Progress:
        if (!glance || !glance->step || !glance->totalSteps || !(*glance->totalSteps > 0))
            return std::nullopt;
        // Whole percent, not rounded up, as lists show it.
        return std::floor(std::clamp(*glance->step / *glance->totalSteps, 0.0, 1.0) * 100);
    case RunField::Remaining:
        return glance && glance->remaining && !hasEnded(run.state) ? std::optional(double(glance->remaining->likelyMs)) : std::nullopt;
    case RunField::Duration: return durationOf(fields);
    case RunField::Started: return run.started.isValid() ? std::optional(double(run.started.toMSecsSinceEpoch())) : std::nullopt;
    case RunField::Exit: return run.exitCode ? std::optional(double(*run.exitCode)) : std::nullopt;
    case RunField::Attempt: return run.attempt;
    default: return std::nullopt;
    }
}

bool matches(const RunFilter &filter, const RunFields &fields)
{
    return std::all_of(filter.conditions.begin(), filter.conditions.end(),
                       [&](const RunCondition &condition) { return lets(condition, fields); });
}

std::optional<qsizetype> mostExcluding(const RunFilter &filter, const std::vector<RunFields> &runs)
{
    struct Count {
        qsizetype alone = 0, excluded = 0;  // runs that only this condition excludes, and all that it does
        auto operator<=>(const Count &) const = default;
    };
    if (filter.conditions.isEmpty())
        return std::nullopt;
    std::vector<Count> counts(size_t(filter.conditions.size()));
    for (const RunFields &fields : runs) {
        size_t excluding = 0, last = 0;
        for (size_t i = 0; i < counts.size(); ++i) {
            if (lets(filter.conditions[qsizetype(i)], fields))
                continue;
            ++counts[i].excluded;
            ++excluding;
            last = i;
        }
        if (excluding == 1)
            ++counts[last].alone;
    }
    return std::max_element(counts.begin(), counts.end()) - counts.begin();
}

}  // namespace trainyard

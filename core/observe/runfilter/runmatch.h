// SPDX-License-Identifier: GPL-3.0-or-later
// Which runs a filter keeps. Pure, any thread.
#pragma once

#include "core/base/money.h"
#include "core/model/run.h"
#include "core/observe/diagnosis/runfigures.h"
#include "core/observe/diagnosis/runglance.h"
#include "core/observe/runfilter/runfilter.h"

#include <QList>

#include <optional>
#include <vector>

namespace trainyard {

// What is known about a run at one moment. The pointers must outlive it.
struct RunFields {
    const Run *run;
    const RunGlance *glance;              // null: its log was not read
    QList<Money> costs;                   // so far, in each currency; empty when no price is known
    qint64 nowMs;                         // since 1970, UTC: durations of active runs go up to it
    const RunFigures *figures = nullptr;  // null: not read
};

// Whether the run meets all conditions. A value that the run does not have meets no condition, so that "-loss<1" also keeps the runs
// without a loss.
bool matches(const RunFilter &filter, const RunFields &fields);

// A value that can be compared, in the unit of its condition: ms for times. nullopt: not a number, or not known of this run.
std::optional<double> runNumber(RunField field, const RunFields &fields);

// The condition without which most of these runs would be kept; if none of them alone changes anything, the one that excludes most runs.
// nullopt without conditions.
std::optional<qsizetype> mostExcluding(const RunFilter &filter, const std::vector<RunFields> &runs);

}  // namespace trainyard

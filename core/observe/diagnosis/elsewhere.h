// SPDX-License-Identifier: GPL-3.0-or-later
// "The same on machine B": the time and cost of a run on another machine, from the benchmarks of both. An estimate: it assumes that the run
// scales with the GPUs' own speed. Pure.
#pragma once

#include "core/knowledge/benchmark/probefigure.h"
#include "core/model/ids.h"
#include "core/observe/diagnosis/forecast.h"

namespace trainyard {

struct Elsewhere {
    MachineId machineId;
    QString gpu;
    double leastTimes = 1, mostTimes = 1;  // the factor on the time: by matrix products and by memory, the smaller first
    SpanRange remaining;
    bool operator==(const Elsewhere &) const = default;
};

// Only machines whose reports have both figures, compared kind by kind, newest report first; empty if `here` has none. Ordered by likely
// time.
QList<Elsewhere> elsewhere(const QList<ProbeFigure> &figures, MachineId here, const SpanRange &remaining);

}  // namespace trainyard

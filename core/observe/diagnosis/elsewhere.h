// SPDX-License-Identifier: GPL-3.0-or-later
// "The same on machine B": what a run would take and cost on another machine, by what probes measured on both. An
// estimate: it takes the GPUs' own speed for the run's. Pure.
#pragma once

#include "core/knowledge/benchmark/probefigure.h"
#include "core/model/ids.h"
#include "core/observe/diagnosis/forecast.h"

namespace trainyard {

struct Elsewhere {
    MachineId machineId;
    QString gpu;
    double leastTimes = 1, mostTimes = 1;  // how many times as long: by matrix products and by memory, the nearer first
    SpanRange remaining;
    bool operator==(const Elsewhere &) const = default;
};

// Only machines whose reports have both figures, compared kind by kind, newest report first; none where `here` has none.
// In order of the likely time.
QList<Elsewhere> elsewhere(const QList<ProbeFigure> &figures, MachineId here, const SpanRange &remaining);

}  // namespace trainyard

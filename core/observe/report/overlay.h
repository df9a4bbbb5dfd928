// SPDX-License-Identifier: GPL-3.0-or-later
// One quantity of several runs over the same axis, so that they can be drawn on top of each other. Pure.
#pragma once

#include "core/observe/report/overlaycurve.h"
#include "core/observe/report/runcomparison.h"

namespace trainyard {

class LogClock;
class RunMetrics;
class TrainingCurve;

struct OverlaySeries {
    QString id;  // the name of a training series, or "gpu.busy" …
    QString title, unit;
    bool isTraining = true;  // else it has no steps

    bool operator==(const OverlaySeries &) const = default;
};

// All that at least one of them has: training series first.
QList<OverlaySeries> overlaySeries(const QList<ComparedRun> &runs);
// Those that these samples have a value of: "gpu.busy" …
QStringList gpuSeries(const RunMetrics &metrics);
// The series that counts the data a training has seen: "tokens", "consumed_samples" …; empty: there is none.
QString amountSeries(const QStringList &names);

// The whole series of one run as it was recorded. `clock`: when the lines of its log were written. Without values if the run does not have
// it.
OverlayCurve overlayCurve(const QString &series, const TrainingCurve &training, const RunMetrics &metrics, const LogClock &clock);

}  // namespace trainyard

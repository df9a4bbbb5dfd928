// SPDX-License-Identifier: GPL-3.0-or-later
// One quantity of several runs over the same axis, so that they can be drawn on top of each other. Pure.
#pragma once

#include "core/observe/report/runcomparison.h"

namespace trainyard {

enum class OverlayAxis { Step, Time };

struct OverlaySeries {
    QString id;  // the name of a training series, or "gpu.busy" …
    QString title, unit;
    bool isTraining = true;  // else it has no steps

    bool operator==(const OverlaySeries &) const = default;
};

// All that at least one of them has: training series first.
QList<OverlaySeries> overlaySeries(const QList<ComparedRun> &runs);

// By step, or by the milliseconds since the run's first sample. Training series are smoothed. Empty if the run does not have it, has no
// steps, or it is unknown when its lines were written.
QList<QPointF> overlayLine(const ComparedRun &run, const OverlaySeries &series, OverlayAxis axis, int points);

}  // namespace trainyard

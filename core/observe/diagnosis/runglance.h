// SPDX-License-Identifier: GPL-3.0-or-later
// What a list shows about a run in addition to its record: the latest values from its log, and its progress. Value type.
#pragma once

#include "core/observe/diagnosis/forecast.h"

#include <QList>
#include <QPointF>

namespace trainyard {

struct RunGlance {
    ProgressState state = ProgressState::Unknown;
    std::optional<double> step, totalSteps, loss;
    std::optional<SpanRange> remaining;
    QList<QPointF> losses;                     // the loss curve in a few points: step and loss
    std::optional<double> usefulPercent = {};  // of an active run: of its time, that in which it trained
    bool isOutOfTouch = false;                 // its machine has not answered for a while: all of this may have changed
    bool operator==(const RunGlance &) const = default;
};

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// What a list shows of a run beside its record: what its log said last, and how far it is. Value type.
#pragma once

#include "core/observe/diagnosis/forecast.h"

#include <QList>
#include <QPointF>

namespace trainyard {

struct RunGlance {
    ProgressState state = ProgressState::Unknown;
    std::optional<double> step, totalSteps, loss;
    std::optional<SpanRange> remaining;
    QList<QPointF> losses;  // their course in a few points: step and loss
    bool operator==(const RunGlance &) const = default;
};

}  // namespace trainyard

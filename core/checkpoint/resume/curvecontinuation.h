// SPDX-License-Identifier: GPL-3.0-or-later
// Does a resumed run's loss continue where the earlier attempt's was? Pure.
//
// Where both attempts ran the same steps, the values are compared step by step: a correct resume meets the same data, so both the ups and
// downs and the level match. Beyond the earlier attempt's end, the difference in level is compared with how far that curve's own level
// moved over the same distance. A verdict needs several values in a row, and a good one changes only after many; values after the first
// sixty change nothing (docs/resuming.md).
#pragma once

#include <QList>
#include <QPointF>
#include <QString>

namespace trainyard {

enum class Continuation {
    TooEarly,  // too few values so far, or too few earlier ones
    AsBefore,
    Higher,
    Lower,       // than the tolerance allows
    OtherOrder,  // the level matches, but the ups and downs do not: other data, or another order
    Shifted,     // the values are those of other steps: the counter is off by some
    FromStart,   // steps count from the beginning
    Broken,      // the loss is no longer a finite number
};
QString continuationName(Continuation kind);  // "too-early", "as-before", …

constexpr int kContinuationEnough = 60;  // values of the new attempt: later ones do not show how it resumed

struct ContinuationVerdict {
    Continuation kind = Continuation::TooEarly;
    double step = 0;        // the last one compared
    double difference = 0;  // of the losses' medians, now minus before; in steps if Shifted
    double tolerance = 0;
    int compared = 0;  // values of the new attempt
    QString sentence;  // translated; empty while TooEarly

    bool operator==(const ContinuationVerdict &) const = default;
};

// x = step, y = loss, in the order of steps; NaN allowed in `now`. `resumeStep`: of the checkpoint.
ContinuationVerdict compareContinuation(const QList<QPointF> &before, const QList<QPointF> &now, double resumeStep);

}  // namespace trainyard

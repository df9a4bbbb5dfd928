// SPDX-License-Identifier: GPL-3.0-or-later
// Does a resumed run's loss go on where the earlier attempt's was? Pure.
//
// Where both attempts did the same steps, the values are compared step by step: a resume that is right meets the same data, so
// that the ups and downs are those of before, and the level is. Behind the earlier attempt's end the level is compared with how far
// that curve's own level moved over the same distance. A verdict needs several values in a row, and one that was good turns only
// on many; later values than the first sixty change nothing (docs/resuming.md).
#pragma once

#include <QList>
#include <QPointF>
#include <QString>

namespace trainyard {

enum class Continuation {
    TooEarly,  // too few values so far, or too few earlier ones
    AsBefore,
    Higher,
    Lower,       // than the tolerance
    OtherOrder,  // the level is as before, its ups and downs are not: other data, or in another order
    Shifted,     // the values are those of other steps: the counter is wrong by some
    FromStart,   // steps count from the beginning
    Broken,      // no numbers any more
};
QString continuationName(Continuation kind);  // "too-early", "as-before", …

constexpr int kContinuationEnough = 60;  // values of the new attempt: later ones say nothing about the start

struct ContinuationVerdict {
    Continuation kind = Continuation::TooEarly;
    double step = 0;        // the last one that was compared
    double difference = 0;  // of the losses' medians, now less before; steps, when Shifted
    double tolerance = 0;
    int compared = 0;  // values of the new attempt
    QString sentence;  // translated; empty while TooEarly

    bool operator==(const ContinuationVerdict &) const = default;
};

// x = step, y = loss, in the order of steps; NaN allowed in `now`. `resumeStep`: of the checkpoint.
ContinuationVerdict compareContinuation(const QList<QPointF> &before, const QList<QPointF> &now, double resumeStep);

}  // namespace trainyard

// Does a resumed run's loss go on where the earlier attempt's was? Pure.
//
// Steps that both attempts did are compared at the same step; behind the earlier one's end, with its last values and with where
// they lead: what lies between is as before. The tolerance is the earlier curve's own spread: its values' median distance from the middle of their neighbours,
// as a standard deviation (factor 1.4826), wider while only few steps have come.
#pragma once

#include <QList>
#include <QPointF>
#include <QString>

namespace trainyard {

enum class Continuation {
    TooEarly,       // fewer than three values so far, or too few earlier ones
    AsBefore,
    Higher, Lower,  // than the tolerance
    FromStart,      // steps count from the beginning
    Broken,         // no numbers any more
};
QString continuationName(Continuation kind);   // "too-early", "as-before", …

struct ContinuationVerdict {
    Continuation kind = Continuation::TooEarly;
    double step = 0;               // the last one that was compared
    double difference = 0;         // of the losses' medians, now less before
    double tolerance = 0;
    int compared = 0;              // values of the new attempt
    QString sentence;              // translated; empty while TooEarly

    bool operator==(const ContinuationVerdict &) const = default;
};

// x = step, y = loss, in the order of steps; NaN allowed in `now`. `resumeStep`: of the checkpoint.
ContinuationVerdict compareContinuation(const QList<QPointF> &before, const QList<QPointF> &now, double resumeStep);

}  // namespace trainyard

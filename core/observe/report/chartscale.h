// SPDX-License-Identifier: GPL-3.0-or-later
// The positions and labels of an axis' grid lines. Pure.
#pragma once

#include <QList>
#include <QString>

namespace trainyard {

struct ScaleTick {
    double position = 0;
    QString label;
};

struct Scale {
    double low = 0, high = 1;
    QList<ScaleTick> ticks;
};

// Round numbers around low…high, about `wanted` of them; NaN or low > high gives 0…1 without ticks.
Scale niceScale(double low, double high, int wanted, bool includesZero);
// The same for a logarithmic axis over positive values: low, high and positions are decimal logarithms, labels are not.
Scale logScale(double low, double high, int wanted);
// Round local times within from…to (milliseconds since 1970); the range itself is kept.
Scale timeScale(qint64 from, qint64 to, int wanted);
// Numbers for an axis or a tooltip: 1.5, 60 k, 2 M. `largest`: of the axis, so that all its numbers have one form; 0: a single number.
QString axisNumber(double value, double step, double largest = 0);

}  // namespace trainyard

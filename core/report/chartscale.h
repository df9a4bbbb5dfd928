// Where the grid lines of an axis lie and what stands beside them. Pure.
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
// Round local times within from…to (milliseconds since 1970); the range itself stays as it is.
Scale timeScale(qint64 from, qint64 to, int wanted);
// Numbers for an axis or a tooltip: 1.5, 60 k, 2 M.
QString axisNumber(double value, double step);

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// Paints the dense parts of a plot: lines and bands with about one point per pixel. Paints only what the exposed part needs. No state.
#pragma once

#include "ui/charts/plotchart.h"

#include <utility>

namespace trainyard {

// Where values are, in logical pixels.
struct PlotFrame {
    QRectF area;
    double xLow = 0, xHigh = 1, yLow = 0, yHigh = 1;

    double x(double value) const { return area.left() + (value - xLow) / (xHigh - xLow) * area.width(); }
    double y(double value) const { return area.bottom() - (value - yLow) / (yHigh - yLow) * area.height(); }
    double valueAt(double pixel) const { return xLow + (pixel - area.left()) / area.width() * (xHigh - xLow); }
};

// Begin and end of the parts of a line that contain no gap.
QList<std::pair<qsizetype, qsizetype>> partsOf(const QList<QPointF> &points, double joinWithin, const QList<PlotGap> &gaps);
QPen penOf(const PlotLine &line, const Theme &theme);

void paintDenseLines(QPainter *painter, const PlotContent &content, const PlotFrame &frame, const Theme &theme, const QRectF &exposed);
void paintBands(QPainter *painter, const PlotContent &content, const PlotFrame &frame, const Theme &theme, const QRectF &exposed);

}  // namespace trainyard

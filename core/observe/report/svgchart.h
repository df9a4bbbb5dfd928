// SPDX-License-Identifier: GPL-3.0-or-later
// A chart as an SVG drawing inside a report: lines with bands over steps or over time, gaps, and marks for events.
// Colours are classes of the report's style sheet. Pure.
#pragma once

#include "core/observe/metrics/runmetrics.h"
#include "core/observe/report/markup.h"

#include <QList>
#include <QPointF>

namespace trainyard {

struct SvgLine {
    QString label;             // at the end of the line; may be empty
    int series = 0;            // 0–7: class s0 … s7
    QList<QPointF> points;     // by x; NaN and infinity break the line
    QList<QPointF> low, high;  // the band around it, at the same x; may be empty
    bool isFaint = false;      // the raw values under a smoothed line
};

struct SvgMark {
    double x = 0;
    QString text;
};

struct SvgChart {
    QString sentence;     // a description for screen readers
    bool isTime = false;  // x in milliseconds since 1970, else steps
    double from = 0, to = 0;
    bool includesZero = false;
    QList<SvgLine> lines;
    QList<TimeGap> gaps;    // no line crosses them
    double joinWithin = 0;  // points further apart are not joined; 0: all are
    QList<SvgMark> marks;
};

void writeSvg(Markup &out, const SvgChart &chart);
// The fill pattern of gaps, once per document.
void writeSvgPatterns(Markup &out);

// The parts of a line that can be drawn without crossing a gap.
QList<QList<QPointF>> stretches(const QList<QPointF> &points, const QList<TimeGap> &gaps, double joinWithin);

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// The contents of the time charts: turns the samples of a run and the visible range into lines, bands, thresholds and labels. Pure
// functions; ChartStack puts the results into its panels.
#pragma once

#include "core/observe/metrics/runmetrics.h"
#include "ui/charts/chartkind.h"
#include "ui/charts/chartpanel.h"

#include <optional>

namespace trainyard {

struct TimeFrame {
    qint64 from = 0, to = 0;  // milliseconds since 1970
    qint64 present = 0;       // later times are the future, not missing samples
    int pixels = 100;         // width for which points are worth keeping
};

struct TimeChart {
    bool isRaster = false;
    PlotContent plot;
    RasterContent raster;
};

bool isOfGpu(ChartKind kind);
// Resolves Auto for this many GPUs, and replaces a mode that does not suit them.
GpuShow shownAs(const GpuView &view, qsizetype gpus);

TimeChart timeChart(ChartKind kind, const RunMetrics &metrics, const GpuView &view, const TimeFrame &frame);
// The line above the chart, for the moment of the cursor or the latest one.
ChartHead timeHead(ChartKind kind, const RunMetrics &metrics, const GpuView &view, std::optional<qint64> cursor);
QString valueText(ChartKind kind, double value);
// The value of each GPU, shown beside its small chart.
QStringList cellValues(ChartKind kind, const RunMetrics &metrics, std::optional<qint64> cursor);

// Every series of a chart separately, with at most `rows` points. Titles contain no values.
QList<ValueColumn> timeColumns(ChartKind kind, const RunMetrics &metrics, qint64 from, qint64 to, int rows);

}  // namespace trainyard

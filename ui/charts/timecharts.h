// SPDX-License-Identifier: GPL-3.0-or-later
// What the charts over time show: from the samples of a run and the stretch in view to lines, bands, thresholds and
// words. Pure functions; ChartStack puts the results into its panels.
#pragma once

#include "core/observe/metrics/runmetrics.h"
#include "ui/charts/chartkind.h"
#include "ui/charts/chartpanel.h"

#include <optional>

namespace trainyard {

struct TimeFrame {
    qint64 from = 0, to = 0;  // milliseconds since 1970
    qint64 present = 0;       // what lies beyond it is the future, not silence
    int pixels = 100;         // points are worth being kept for
};

struct TimeChart {
    bool isRaster = false;
    PlotContent plot;
    RasterContent raster;
};

bool isOfGpu(ChartKind kind);
// What Auto means for this many GPUs, and what others mean where they do not fit.
GpuShow shownAs(const GpuView &view, qsizetype gpus);

TimeChart timeChart(ChartKind kind, const RunMetrics &metrics, const GpuView &view, const TimeFrame &frame);
// The line above it, for the moment of the cursor or the latest one.
ChartHead timeHead(ChartKind kind, const RunMetrics &metrics, const GpuView &view, std::optional<qint64> cursor);
QString valueText(ChartKind kind, double value);
// Of each GPU, beside its small chart.
QStringList cellValues(ChartKind kind, const RunMetrics &metrics, std::optional<qint64> cursor);

// Every series of a chart by itself, as finely as at most `rows` points allow. Titles have no values in them.
QList<ValueColumn> timeColumns(ChartKind kind, const RunMetrics &metrics, qint64 from, qint64 to, int rows);

}  // namespace trainyard

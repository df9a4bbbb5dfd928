// SPDX-License-Identifier: GPL-3.0-or-later
// The charts of a report and the contents of their tables. Pure.
#pragma once

#include "core/observe/report/runreport.h"
#include "core/observe/report/svgchart.h"

namespace trainyard {

struct ReportChart {
    QString title, unit;
    QString context;  // to the right of the title: the last value, the lowest
    bool isSimulated = false;
    SvgChart plot;
    QStringList tableHead;
    QList<QStringList> tableRows;  // a few moments of the same data
};

// One chart per training series, the losses first; at most 20.
QList<ReportChart> trainingCharts(const TrainingCurve &training);
// GPUs, then the machine's CPU and memory.
QList<ReportChart> machineCharts(const RunMetrics &metrics, const QList<RunEvent> &events);

struct GpuSummary {
    QString name;  // "0 · NVIDIA H100"
    bool isSimulated = false;
    std::optional<double> busyPercent, watts, mostMemoryGiB, hottestC;  // means over time, and extremes
    double memoryGiB = 0, powerLimitWatts = 0;                          // 0: unknown
};
QList<GpuSummary> gpuSummaries(const RunMetrics &metrics);

// For all GPUs together, over the whole run; nullopt if nothing was measured.
struct GpuFigures {
    std::optional<double> medianBusyPercent, medianWatts, mostMemoryGiB;  // watts of all GPUs together
};
GpuFigures gpuFigures(const RunMetrics &metrics);

}  // namespace trainyard

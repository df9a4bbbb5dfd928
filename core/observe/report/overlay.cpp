// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/report/overlay.h"

#include "core/observe/report/internal/trainingwords.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Report)
};

struct GpuSeries {
    const char *id;
    GpuMetric metric;
    const char *title, *unit;
};
constexpr GpuSeries kGpuSeries[] = {
    {"gpu.busy", GpuMetric::BusyPercent, QT_TRANSLATE_NOOP("trainyard::Report", "GPU utilization"), "%"},
    {"gpu.power", GpuMetric::PowerWatts, QT_TRANSLATE_NOOP("trainyard::Report", "GPU power"), "W"},
    {"gpu.memory", GpuMetric::MemoryGiB, QT_TRANSLATE_NOOP("trainyard::Report", "GPU memory"), "GiB"},
    {"gpu.temperature", GpuMetric::TemperatureC, QT_TRANSLATE_NOOP("trainyard::Report", "GPU temperature"), "°C"},
};

QList<QPointF> gpuLine(const ComparedRun &run, GpuMetric metric, int points)
{
    const RunMetrics &metrics = *run.metrics;
    const qint64 from = metrics.firstTime(), to = metrics.lastTime();
    const QList<qsizetype> own = metrics.ownGpus();
    QList<QPointF> line = own.size() == 1 ? metrics.line(metric, own.first(), from, to, points).mean
                                          : metrics.medianOfGpus(metric, from, to, points).mean;
    for (QPointF &point : line)
        point.rx() -= double(from);
    return line;
}

// By the machine's clock: the time in the log itself, else when the line was seen in it.
std::optional<qint64> timeOf(const TrainingMoment &moment, const LogClock &clock)
{
    if (moment.timeMs)
        return moment.timeMs;
    const auto seen = moment.offset >= 0 ? clock.timeAt(moment.offset) : std::nullopt;
    return seen ? std::optional(seen->toMs) : std::nullopt;
}

}  // namespace

QList<OverlaySeries> overlaySeries(const QList<ComparedRun> &runs)
{
    QList<OverlaySeries> all;
    for (const ComparedRun &run : runs) {
        for (const QString &name : orderedSeries(*run.training)) {
            OverlaySeries series{name, {}, {}, true};
            series.title = trainingTitle(name, &series.unit);
            if (!all.contains(series))
                all << series;
        }
    }
    for (const GpuSeries &gpu : kGpuSeries) {
        for (const ComparedRun &run : runs) {
            if (!gpuLine(run, gpu.metric, 2).isEmpty()) {
                all << OverlaySeries{QLatin1String(gpu.id), Words::tr(gpu.title), QString::fromUtf8(gpu.unit), false};
                break;
            }
        }
    }
    return all;
}

QList<QPointF> overlayLine(const ComparedRun &run, const OverlaySeries &series, OverlayAxis axis, int points)
{
    if (!series.isTraining) {
        const auto gpu = std::find_if(std::begin(kGpuSeries), std::end(kGpuSeries),
                                      [&](const GpuSeries &g) { return series.id == QLatin1String(g.id); });
        return gpu == std::end(kGpuSeries) || axis == OverlayAxis::Step ? QList<QPointF>() : gpuLine(run, gpu->metric, points);
    }
    const TrainingSeries *const curve = run.training->series(series.id);
    if (!curve)
        return {};
    const QList<QPointF> line = curve->smoothed(curve->firstStep(), curve->lastStep(), points);
    if (axis == OverlayAxis::Step)
        return line;
    QList<QPointF> timed;
    for (const QPointF &point : line) {
        const auto near = curve->near(point.x());
        const auto ms = near ? timeOf(*near, run.logClock) : std::nullopt;
        const double since = ms ? double(*ms - run.metrics->firstTime()) : -1;
        if (since >= 0 && (timed.isEmpty() || since > timed.last().x()))
            timed << QPointF(since, point.y());
    }
    return timed;
}

}  // namespace trainyard

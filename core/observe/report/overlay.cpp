// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/report/overlay.h"

#include "core/observe/metrics/logclock.h"
#include "core/observe/metrics/runmetrics.h"
#include "core/observe/report/internal/trainingwords.h"
#include "core/observe/trainlog/trainingcurve.h"

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

constexpr int kGpuPoints = 4000;  // of a line over the whole run

// The words for data that was seen, as trainers log them; compared in lower case, without what stands before the last '/'.
constexpr const char *kAmounts[] = {"tokens",        "tokens_seen",      "num_tokens",    "total_tokens",         "consumed_tokens",
                                    "train_tokens",  "trained_tokens",   "samples",       "num_samples",          "samples_seen",
                                    "total_samples", "consumed_samples", "examples_seen", "num_input_tokens_seen"};

QList<QPointF> gpuLine(const RunMetrics &metrics, GpuMetric metric, int points)
{
    const qint64 from = metrics.firstTime(), to = metrics.lastTime();
    const QList<qsizetype> own = metrics.ownGpus();
    return own.size() == 1 ? metrics.line(metric, own.first(), from, to, points).mean : metrics.medianOfGpus(metric, from, to, points).mean;
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
        for (const QString &name : run.training.series) {
            OverlaySeries series{name, {}, {}, true};
            series.title = trainingTitle(name, &series.unit);
            if (!all.contains(series))
                all << series;
        }
    }
    for (const GpuSeries &gpu : kGpuSeries) {
        if (std::any_of(runs.begin(), runs.end(), [&gpu](const ComparedRun &run) { return run.gpuSeries.contains(QLatin1String(gpu.id)); }))
            all << OverlaySeries{QLatin1String(gpu.id), Words::tr(gpu.title), QString::fromUtf8(gpu.unit), false};
    }
    return all;
}

QStringList gpuSeries(const RunMetrics &metrics)
{
    QStringList found;
    for (const GpuSeries &gpu : kGpuSeries) {
        if (!gpuLine(metrics, gpu.metric, 2).isEmpty())
            found << QLatin1String(gpu.id);
    }
    return found;
}

QString amountSeries(const QStringList &names)
{
    for (const char *const amount : kAmounts) {
        for (const QString &name : names) {
            if (name.mid(name.lastIndexOf(u'/') + 1).compare(QLatin1String(amount), Qt::CaseInsensitive) == 0)
                return name;
        }
    }
    return {};
}

OverlayCurve overlayCurve(const QString &series, const TrainingCurve &training, const RunMetrics &metrics, const LogClock &clock)
{
    OverlayCurve curve;
    const qint64 began = metrics.firstTime();
    const auto gpu = std::find_if(std::begin(kGpuSeries), std::end(kGpuSeries),
                                  [&](const GpuSeries &g) { return series == QLatin1String(g.id); });
    if (gpu != std::end(kGpuSeries)) {
        for (const QPointF &point : gpuLine(metrics, gpu->metric, kGpuPoints))
            curve.append(point.x(), point.x() - double(began), std::nullopt, point.y());
    } else if (const TrainingSeries *const own = training.series(series)) {
        const TrainingSeries *const counted = training.series(amountSeries(training.names()));
        const std::vector<TrainingMoment> amounts = counted ? counted->extremes() : std::vector<TrainingMoment>();
        auto amount = amounts.begin();
        for (const TrainingMoment &moment : own->extremes()) {
            while (amount != amounts.end() && amount->step < moment.step)
                ++amount;
            const auto ms = began > 0 ? timeOf(moment, clock) : std::nullopt;
            curve.append(moment.step, ms && *ms >= began ? std::optional(double(*ms - began)) : std::nullopt,
                         amount != amounts.end() ? std::optional(amount->value) : std::nullopt, moment.value);
        }
    }
    curve.close();
    return curve;
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/report/reportcharts.h"

#include "core/base/format.h"
#include "core/observe/report/internal/trainingwords.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <vector>

namespace trainyard {

namespace {

constexpr int kBuckets = 600;  // points per line: more are not visible at the width of a page
constexpr int kTableRows = 20;
constexpr qsizetype kMaxTrainingCharts = 20, kMaxMarks = 100, kMaxGaps = 200;
constexpr double kMaxJoin = 5000;  // ms; or four times the usual distance between points

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Report)
};

// With as many digits as suit a value of this size.
QString valueText(double value)
{
    const double size = std::abs(value);
    if (size > 0 && (size < 1e-3 || size >= 1e9))
        return QLocale().toString(value, 'g', 4);
    return formatNumber(value, size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 4);
}

double usualDistance(const QList<QPointF> &points)
{
    std::vector<double> distances;
    for (qsizetype i = 1; i < points.size(); ++i)
        distances.push_back(points[i].x() - points[i - 1].x());
    if (distances.empty())
        return 0;
    const auto middle = distances.begin() + qsizetype(distances.size() / 2);
    std::nth_element(distances.begin(), middle, distances.end());
    return *middle;
}

template <typename List>
QList<qsizetype> spread(const List &list, int count)
{
    QList<qsizetype> chosen;
    const qsizetype size = list.size();
    for (int i = 0; i < count && size > 0; ++i) {
        const qsizetype at = size <= count ? i : qsizetype(std::llround(double(i) * double(size - 1) / (count - 1)));
        if (at < size && (chosen.isEmpty() || chosen.last() < at))
            chosen << at;
    }
    return chosen;
}

// With seconds if moments are close together.
QString momentText(double ms, qint64 span)
{
    const QDateTime moment = QDateTime::fromMSecsSinceEpoch(qint64(ms));
    return QLocale().toString(moment, span < 3'600'000    ? QStringLiteral("HH:mm:ss")
                                      : span < 86'400'000 ? QStringLiteral("HH:mm")
                                                          : QStringLiteral("d MMM HH:mm"));
}

ReportChart timeChart(const QString &title, const QString &unit, bool includesZero, const DecimatedLine &line, const RunMetrics &metrics,
                      const QList<RunEvent> &events)
{
    ReportChart chart;
    chart.title = title;
    chart.unit = unit;
    SvgChart &plot = chart.plot;
    plot.isTime = true;
    plot.from = double(metrics.firstTime());
    plot.to = double(metrics.lastTime());
    plot.includesZero = includesZero;
    plot.gaps = metrics.gaps(metrics.firstTime(), metrics.lastTime());
    // The longest ones are the visible ones.
    if (plot.gaps.size() > kMaxGaps) {
        const auto isLonger = [](const TimeGap &a, const TimeGap &b) { return a.to - a.from > b.to - b.from; };
        std::nth_element(plot.gaps.begin(), plot.gaps.begin() + kMaxGaps, plot.gaps.end(), isLonger);
        plot.gaps.resize(kMaxGaps);
        std::sort(plot.gaps.begin(), plot.gaps.end(), [](const TimeGap &a, const TimeGap &b) { return a.from < b.from; });
    }
    for (const RunEvent &event : events) {
        if (plot.marks.size() < kMaxMarks)
            plot.marks << SvgMark{double(event.timeMs), event.text};
    }
    plot.lines << SvgLine{{}, 0, line.mean, line.low, line.high, false};
    plot.joinWithin = std::max(kMaxJoin, 4 * usualDistance(line.mean));
    const bool hasBand = !line.low.isEmpty();
    chart.tableHead << Words::tr("Time") << title + QStringLiteral(" (%1)").arg(unit);
    if (hasBand)
        chart.tableHead << Words::tr("Lowest") << Words::tr("Highest");
    for (const qsizetype at : spread(line.mean, kTableRows)) {
        QStringList row{momentText(line.mean[at].x(), metrics.lastTime() - metrics.firstTime()), valueText(line.mean[at].y())};
        if (hasBand)
            row << valueText(line.low[at].y()) << valueText(line.high[at].y());
        chart.tableRows << row;
    }
    double low = std::numeric_limits<double>::infinity(), high = -low, sum = 0;
    for (qsizetype i = 0; i < line.mean.size(); ++i) {
        sum += line.mean[i].y();
        low = std::min(low, hasBand ? line.low[i].y() : line.mean[i].y());
        high = std::max(high, hasBand ? line.high[i].y() : line.mean[i].y());
    }
    chart.context = Words::tr("mean %1, %2 to %3").arg(valueText(sum / double(line.mean.size())), valueText(low), valueText(high));
    plot.sentence = Words::tr("%1 (%2) over time: %3").arg(title, unit, chart.context);
    return chart;
}

}  // namespace

QList<ReportChart> trainingCharts(const TrainingCurve &training)
{
    QList<ReportChart> charts;
    for (const QString &name : orderedSeries(training).mid(0, kMaxTrainingCharts)) {
        const TrainingSeries &series = *training.series(name);
        ReportChart chart;
        chart.title = trainingTitle(name, &chart.unit);
        SvgChart &plot = chart.plot;
        plot.from = series.firstStep();
        plot.to = series.lastStep();
        const QList<QPointF> raw = series.line(kBuckets), smooth = series.smoothed(plot.from, plot.to, kBuckets);
        plot.lines << SvgLine{{}, 0, raw, {}, {}, true} << SvgLine{{}, 0, smooth, {}, {}, false};
        const auto last = series.lastFinite(), lowest = series.lowest();
        if (last && lowest)
            chart.context = Words::tr("last %1, lowest %2 at step %3")
                                .arg(valueText(last->y()), valueText(lowest->y()), formatCount(qint64(lowest->x())));
        // NaN and infinity leave no point, so they are mentioned.
        if (series.brokenCount() > 0)
            chart.context += Words::tr(", %1 values are not numbers").arg(formatCount(series.brokenCount()));
        plot.sentence = Words::tr("%1 over steps %2 to %3").arg(chart.title, formatCount(qint64(plot.from)), formatCount(qint64(plot.to)))
                        + QStringLiteral(": ") + chart.context;
        chart.tableHead << Words::tr("Step") << (chart.unit.isEmpty() ? chart.title : chart.title + QStringLiteral(" (%1)").arg(chart.unit))
                        << Words::tr("Smoothed");
        for (const qsizetype at : spread(smooth, kTableRows)) {
            const double step = smooth[at].x();
            const auto near = series.near(step);
            chart.tableRows << QStringList{formatCount(qint64(step)),
                                           near && std::isfinite(near->value) ? valueText(near->value) : QStringLiteral("–"),
                                           valueText(smooth[at].y())};
        }
        charts << chart;
    }
    return charts;
}

QList<ReportChart> machineCharts(const RunMetrics &metrics, const QList<RunEvent> &events)
{
    QList<ReportChart> charts;
    if (metrics.count() == 0)
        return charts;
    const qint64 from = metrics.firstTime(), to = metrics.lastTime();
    const QList<qsizetype> own = metrics.ownGpus();
    const qsizetype gpus = own.size();
    const bool isSimulated = std::any_of(metrics.gpus().begin(), metrics.gpus().end(), [](const GpuIdentity &g) { return g.isSimulated; });
    const QString of = gpus > 1 ? Words::tr(", median and range of %1 GPUs").arg(gpus) : QString();
    const std::tuple<GpuMetric, QString, QString> wanted[] = {
        {GpuMetric::BusyPercent, Words::tr("GPU utilization"), QStringLiteral("%")},
        {GpuMetric::PowerWatts, Words::tr("GPU power"), QStringLiteral("W")},
        {GpuMetric::MemoryGiB, Words::tr("GPU memory"), QStringLiteral("GiB")},
        {GpuMetric::TemperatureC, Words::tr("GPU temperature"), QStringLiteral("°C")}};
    for (const auto &[metric, title, unit] : wanted) {
        const DecimatedLine line = gpus > 1    ? metrics.medianOfGpus(metric, from, to, kBuckets)
                                   : gpus == 1 ? metrics.line(metric, own.first(), from, to, kBuckets)
                                               : DecimatedLine();
        if (line.mean.isEmpty())
            continue;
        charts << timeChart(title, unit, metric != GpuMetric::TemperatureC, line, metrics, events);
        charts.last().isSimulated = isSimulated;
        charts.last().title += of;
    }
    const std::pair<HostMetric, QString> host[] = {{HostMetric::CpuPercent, Words::tr("CPU utilization")},
                                                   {HostMetric::MemoryPercent, Words::tr("Main memory used")}};
    for (const auto &[metric, title] : host) {
        const DecimatedLine line = metrics.line(metric, from, to, kBuckets);
        if (!line.mean.isEmpty())
            charts << timeChart(title, QStringLiteral("%"), true, line, metrics, events);
    }
    return charts;
}

QList<GpuSummary> gpuSummaries(const RunMetrics &metrics)
{
    QList<GpuSummary> summaries;
    const auto read = [&](GpuMetric metric, qsizetype gpu, bool wantsMost) -> std::optional<double> {
        const DecimatedLine line = metrics.line(metric, gpu, metrics.firstTime(), metrics.lastTime(), kBuckets);
        if (line.mean.isEmpty())
            return std::nullopt;
        const QList<QPointF> &points = wantsMost && !line.high.isEmpty() ? line.high : line.mean;
        double sum = 0, most = points.first().y();
        for (const QPointF &point : points) {
            sum += point.y();
            most = std::max(most, point.y());
        }
        return wantsMost ? most : sum / double(points.size());
    };
    const QList<qsizetype> own = metrics.ownGpus();
    for (const qsizetype gpu : own) {
        const GpuIdentity &identity = metrics.gpus()[gpu];
        summaries << GpuSummary{QString::number(identity.index) + Words::tr(" · ", "between facts") + identity.name,
                                identity.isSimulated,
                                read(GpuMetric::BusyPercent, gpu, false),
                                read(GpuMetric::PowerWatts, gpu, false),
                                read(GpuMetric::MemoryGiB, gpu, true),
                                read(GpuMetric::TemperatureC, gpu, true),
                                identity.memoryGiB,
                                identity.powerLimitWatts};
    }
    return summaries;
}

GpuFigures gpuFigures(const RunMetrics &metrics)
{
    GpuFigures figures;
    std::map<double, double> watts;  // of all GPUs at a moment
    std::vector<double> busy;
    const QList<qsizetype> own = metrics.ownGpus();
    for (const qsizetype gpu : own) {
        for (const QPointF &point : metrics.line(GpuMetric::PowerWatts, gpu, metrics.firstTime(), metrics.lastTime(), kBuckets).mean)
            watts[point.x()] += point.y();
        for (const QPointF &point : metrics.line(GpuMetric::BusyPercent, gpu, metrics.firstTime(), metrics.lastTime(), kBuckets).mean)
            busy.push_back(point.y());
        const DecimatedLine memory = metrics.line(GpuMetric::MemoryGiB, gpu, metrics.firstTime(), metrics.lastTime(), kBuckets);
        for (const QPointF &point : memory.high.isEmpty() ? memory.mean : memory.high)
            figures.mostMemoryGiB = std::max(figures.mostMemoryGiB.value_or(0), point.y());
    }
    const auto median = [](std::vector<double> values) -> std::optional<double> {
        if (values.empty())
            return std::nullopt;
        const auto middle = values.begin() + qsizetype(values.size() / 2);
        std::nth_element(values.begin(), middle, values.end());
        return *middle;
    };
    std::vector<double> sums;
    for (const auto &[x, sum] : watts)
        sums.push_back(sum);
    figures.medianWatts = median(std::move(sums));
    figures.medianBusyPercent = median(std::move(busy));
    return figures;
}

}  // namespace trainyard

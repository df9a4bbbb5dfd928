// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/stepcharts.h"

#include "core/base/format.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>
#include <array>
#include <cmath>

namespace trainyard {
namespace {

class StepCharts {
    Q_DECLARE_TR_FUNCTIONS(trainyard::StepCharts)
};

constexpr qsizetype kMaxCharts = 24;
constexpr qsizetype kSmoothedFrom = 60;  // with fewer points, the raw values are easy to follow
const QLatin1String kThroughput("throughput (");

struct Known {
    const char *name, *title, *unit;
};
// In display order.
constexpr std::array kKnown{
    Known{"accuracy", QT_TRANSLATE_NOOP("trainyard::StepCharts", "Accuracy"), ""},
    Known{"perplexity", QT_TRANSLATE_NOOP("trainyard::StepCharts", "Perplexity"), ""},
    Known{"lr", QT_TRANSLATE_NOOP("trainyard::StepCharts", "Learning rate"), ""},
    Known{"grad_norm", QT_TRANSLATE_NOOP("trainyard::StepCharts", "Gradient norm"), ""},
    Known{"throughput (tok/s)", QT_TRANSLATE_NOOP("trainyard::StepCharts", "Throughput"),
          QT_TRANSLATE_NOOP("trainyard::StepCharts", "tokens per second")},
    Known{"throughput (samples/s)", QT_TRANSLATE_NOOP("trainyard::StepCharts", "Throughput"),
          QT_TRANSLATE_NOOP("trainyard::StepCharts", "samples per second")},
    Known{"throughput (images/s)", QT_TRANSLATE_NOOP("trainyard::StepCharts", "Throughput"),
          QT_TRANSLATE_NOOP("trainyard::StepCharts", "images per second")},
    Known{"throughput (words/s)", QT_TRANSLATE_NOOP("trainyard::StepCharts", "Throughput"),
          QT_TRANSLATE_NOOP("trainyard::StepCharts", "words per second")},
    Known{"throughput (TFLOP/s)", QT_TRANSLATE_NOOP("trainyard::StepCharts", "Throughput"), "TFLOP/s"},
    Known{"step_time", QT_TRANSLATE_NOOP("trainyard::StepCharts", "Step time"), QT_TRANSLATE_NOOP("trainyard::StepCharts", "seconds")},
    Known{"mfu", QT_TRANSLATE_NOOP("trainyard::StepCharts", "Model FLOPs utilization"),
          QT_TRANSLATE_NOOP("trainyard::StepCharts", "percent")},
};

QString base(const QString &name)
{
    for (const QLatin1String prefix : {QLatin1String("val_"), QLatin1String("test_")}) {
        if (name.startsWith(prefix) && name.size() > prefix.size())
            return name.mid(prefix.size());
    }
    return name;
}

}  // namespace

QString stepValueText(double value)
{
    if (!std::isfinite(value))
        return QString::number(value);
    const double size = std::abs(value);
    if (size != 0 && size < 1e-3)
        return axisNumber(value, size / 100);
    if (size >= 1e6)
        return axisNumber(value, 1e4);
    return formatNumber(value, size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 4);
}

StepChart lossChart(const TrainingCurve &training, const TrainingSeries &earlier)
{
    StepChart chart{StepCharts::tr("Loss"), {}, {}, StepCharts::tr("No loss found in the log yet"), false, true, true};
    chart.lines.append({StepCharts::tr("train"), &training.loss(), 0});
    if (!training.validationLoss().isEmpty())
        chart.lines.append({StepCharts::tr("validation"), &training.validationLoss(), 1});
    if (const TrainingSeries *const test = training.series(QStringLiteral("test_loss")))
        chart.lines.append({StepCharts::tr("test"), test, 2});
    chart.earlier = earlier.isEmpty() ? nullptr : &earlier;
    return chart;
}

namespace {

// A series by its name, with its validation counterpart.
StepChart chartOf(const TrainingCurve &training, const QString &name, int colour)
{
    StepChart chart;
    const auto known = std::find_if(kKnown.begin(), kKnown.end(), [&](const Known &k) { return name == QLatin1String(k.name); });
    chart.title = known == kKnown.end() ? name : StepCharts::tr(known->title);
    if (known != kKnown.end() && *known->unit != '\0')
        chart.unit = StepCharts::tr(known->unit);
    if (name.startsWith(QLatin1String("events:"))) {
        chart.title = name.mid(7);
        chart.unit = StepCharts::tr("event file");
    }
    if (const TrainingSeries *const own = training.series(name))
        chart.lines.append({StepCharts::tr("train"), own, colour});
    if (const TrainingSeries *const held = training.series(QLatin1String("val_") + name))
        chart.lines.append({StepCharts::tr("validation"), held, 1});
    if (const TrainingSeries *const test = training.series(QLatin1String("test_") + name))
        chart.lines.append({StepCharts::tr("test"), test, 2});
    chart.emptyWords = StepCharts::tr("No values yet");
    return chart;
}

QString throughputName(const TrainingCurve &training)
{
    for (const Known &known : kKnown) {
        if (QLatin1String(known.name).startsWith(kThroughput) && training.series(QLatin1String(known.name)))
            return QLatin1String(known.name);
    }
    return {};
}

}  // namespace

std::optional<StepChart> throughputChart(const TrainingCurve &training)
{
    const QString name = throughputName(training);
    if (name.isEmpty())
        return std::nullopt;
    StepChart chart = chartOf(training, name, 2);
    chart.includesZero = true;
    chart.saysLowest = false;
    return chart;
}

QList<StepChart> furtherCharts(const TrainingCurve &training)
{
    QStringList names;
    const QString throughput = throughputName(training);
    const auto offer = [&](const QString &name) {
        if (name != QLatin1String("loss") && name != throughput && !names.contains(name) && names.size() < kMaxCharts)
            names << name;
    };
    for (const Known &known : kKnown) {
        const QString name = QLatin1String(known.name);
        for (const QString &said : {name, QLatin1String("val_") + name, QLatin1String("test_") + name}) {
            if (training.series(said))
                offer(name);
        }
    }
    for (const QString &name : training.names())
        offer(base(name));
    QList<StepChart> charts;
    for (const QString &name : std::as_const(names))
        charts.append(chartOf(training, name, 3));
    return charts;
}

namespace {

struct Stretch {
    double first = 0, last = 0;  // steps
};

// The visible steps; nullopt: no line has a value.
std::optional<Stretch> stretchOf(const StepChart &chart, const CurveFrame &frame)
{
    std::optional<Stretch> all;
    if (chart.earlier && !frame.isByTime())
        all = Stretch{chart.earlier->firstStep(), chart.earlier->lastStep()};
    for (const StepChart::Line &line : chart.lines) {
        if (line.series->isEmpty())
            continue;
        const Stretch own{line.series->firstStep(), line.series->lastStep()};
        all = all ? Stretch{std::min(all->first, own.first), std::max(all->last, own.last)} : own;
    }
    if (all && frame.steps)
        all = Stretch{std::min(all->first, frame.steps->first), std::max(all->last, frame.steps->second)};
    if (!all || !frame.stretch || !frame.clock || frame.clock->isEmpty())
        return all;
    // Values before the first known time are placed at the beginning, values after the last one at the end.
    const double from = *frame.clock->stepAt(double(frame.stretch->first)), to = *frame.clock->stepAt(double(frame.stretch->second));
    return Stretch{from <= frame.clock->firstStep() ? std::min(all->first, from) : from,
                   to >= frame.clock->lastStep() ? std::max(all->last, to) : to};
}

// Converts steps and values to drawing positions. Points without a position are left out.
QList<QPointF> placed(QList<QPointF> points, const CurveFrame &frame, bool isLogarithmic)
{
    if (!frame.isByTime() && !isLogarithmic)
        return points;
    QList<QPointF> result;
    result.reserve(points.size());
    for (const QPointF &point : std::as_const(points)) {
        const std::optional<double> x = frame.isByTime() ? frame.clock->timeOf(point.x()) : point.x();
        if (x && (!isLogarithmic || point.y() > 0))
            result.append({*x, isLogarithmic ? std::log10(point.y()) : point.y()});
    }
    return result;
}

}  // namespace

PlotContent stepContent(const StepChart &chart, const CurveFrame &frame)
{
    PlotContent content;
    content.showsX = frame.showsX && !frame.isByTime();
    content.emptyWords = chart.emptyWords;
    const bool isLogarithmic = frame.view.isLogarithmic && chart.mayBeLogarithmic;
    const std::optional<Stretch> steps = stretchOf(chart, frame);
    double low = std::nan(""), high = std::nan("");
    if (const TrainingSeries *const earlier = steps && !frame.isByTime() ? chart.earlier : nullptr) {  // its times are unknown here
        const QList<QPointF> raw = earlier->line(steps->first, steps->last, frame.pixels);
        for (const QPointF &p : raw) {
            if (isLogarithmic && p.y() <= 0)
                continue;
            low = std::isnan(low) ? p.y() : std::min(low, p.y());
            high = std::isnan(high) ? p.y() : std::max(high, p.y());
        }
        const bool isSmoothed = frame.view.smoothing > 0 && raw.size() > kSmoothedFrom;
        PlotLine line{
            StepCharts::tr("earlier attempts"), 0,
            placed(isSmoothed ? earlier->smoothed(steps->first, steps->last, frame.pixels, frame.view.part()) : raw, frame, isLogarithmic),
            false};
        line.isDashed = true;
        content.lines.append(line);
    }
    for (const StepChart::Line &line : chart.lines) {
        if (!steps || line.series->isEmpty())
            continue;
        const bool isAlone = chart.lines.size() == 1;
        const QList<QPointF> raw = line.series->line(steps->first, steps->last, frame.pixels);
        const bool isSmoothed = frame.view.smoothing > 0 && raw.size() > kSmoothedFrom;
        for (const QPointF &p : raw) {
            if (isLogarithmic && p.y() <= 0)
                continue;
            low = std::isnan(low) ? p.y() : std::min(low, p.y());
            high = std::isnan(high) ? p.y() : std::max(high, p.y());
        }
        const QList<QPointF> drawn = placed(raw, frame, isLogarithmic);
        if (isSmoothed)
            content.lines.append({QString(), line.colour, drawn, true});
        const QString label = isSmoothed ? StepCharts::tr("%1, smoothed").arg(line.label) : isAlone ? QString() : line.label;
        content.lines.append(
            {label, line.colour,
             isSmoothed ? placed(line.series->smoothed(steps->first, steps->last, frame.pixels, frame.view.part()), frame, isLogarithmic)
                        : drawn,
             false});
    }
    const bool isEmpty = std::isnan(low);
    if (steps && isEmpty)
        content.emptyWords = isLogarithmic ? StepCharts::tr("No value above 0 in this range") : StepCharts::tr("No value in this range");
    content.y = isLogarithmic ? logScale(low, high, 3) : niceScale(low, high, 3, chart.includesZero);
    const int labels = std::max(2, frame.pixels / dp(110));
    if (frame.isByTime()) {
        const auto [from, to] = frame.stretch.value_or(
            std::pair(qint64(*frame.clock->timeOf(frame.clock->firstStep())), qint64(*frame.clock->timeOf(frame.clock->lastStep()))));
        content.x = timeScale(from, to, labels);
    } else if (steps) {
        const double last = std::max(steps->last, steps->first + 1);
        content.x = niceScale(steps->first, last, labels, false);
        content.x.low = steps->first;
        content.x.high = last;
    }
    if (isEmpty) {
        content.x.ticks.clear();
        content.y.ticks.clear();
    }
    return content;
}

ChartHead stepHead(const StepChart &chart, bool isByTime, std::optional<double> step, std::optional<qint64> moment)
{
    ChartHead head;
    head.title = chart.title;
    head.unit = isByTime ? chart.unit : chart.unit.isEmpty() ? StepCharts::tr("by step") : StepCharts::tr("%1, by step").arg(chart.unit);
    head.value = StepCharts::tr("no value");
    bool isFirst = true;
    for (const StepChart::Line &line : chart.lines) {
        const auto said = step ? line.series->near(*step) : line.series->last();
        if (chart.lines.size() > 1 && !line.series->isEmpty())
            head.keyValues.append(said ? stepValueText(said->value) : QString());
        if (!said || !isFirst)
            continue;
        isFirst = false;
        head.value = stepValueText(said->value);
        const QString at = StepCharts::tr("step %1").arg(formatCount(qint64(said->step)));
        if (step)
            head.context = moment ? QDateTime::fromMSecsSinceEpoch(*moment).toString(QStringLiteral("HH:mm:ss")) + QStringLiteral("  ") + at
                                  : at;
        else if (const auto lowest = line.series->lowest(); lowest && chart.saysLowest && chart.lines.first().series == line.series)
            head.context = StepCharts::tr("lowest %1 at step %2").arg(stepValueText(lowest->y()), formatCount(qint64(lowest->x())));
    }
    return head;
}

QList<ValueColumn> stepColumns(const StepChart &chart, int rows)
{
    QList<ValueColumn> columns;
    for (const StepChart::Line &line : chart.lines) {
        if (line.series->isEmpty())
            continue;
        columns.append(
            {chart.lines.size() == 1 ? chart.title : chart.title + QLatin1Char(' ') + line.label, {}, line.series->line(rows / 2)});
    }
    if (chart.earlier)
        columns.append({StepCharts::tr("%1, earlier attempts").arg(chart.title), {}, chart.earlier->line(rows / 2)});
    return columns;
}

}  // namespace trainyard

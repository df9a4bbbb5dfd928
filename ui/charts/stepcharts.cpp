// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/stepcharts.h"

#include "core/base/format.h"
#include "core/observe/trainlog/seriesname.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

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

// "val_accuracy" is "accuracy" of validation data.
QString base(const QString &name, DataSplit *split)
{
    for (const auto &[prefix, said] :
         {std::pair(QLatin1String("val_"), DataSplit::Validation), {QLatin1String("test_"), DataSplit::Test}}) {
        if (name.startsWith(prefix) && name.size() > prefix.size()) {
            *split = said;
            return name.mid(prefix.size());
        }
    }
    *split = DataSplit::Train;
    return name;
}

const TrainingSeries *earlierOf(const EarlierSeries &earlier, const QString &name)
{
    const auto found = earlier.constFind(name);
    return found == earlier.constEnd() || found->isEmpty() ? nullptr : &*found;
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

StepChart lossChart(const TrainingCurve &training, const EarlierSeries &earlier)
{
    StepChart chart{StepCharts::tr("Loss"), {}, {}, StepCharts::tr("No loss found in the log yet"), false, true, true};
    chart.lines.append({StepCharts::tr("train"), &training.loss(), 0, earlierOf(earlier, QStringLiteral("loss"))});
    const TrainingSeries *const heldBefore = earlierOf(earlier, QStringLiteral("val_loss"));
    if (!training.validationLoss().isEmpty() || heldBefore)
        chart.lines.append({StepCharts::tr("validation"), &training.validationLoss(), 1, heldBefore});
    if (const TrainingSeries *const test = training.series(QStringLiteral("test_loss")))
        chart.lines.append({StepCharts::tr("test"), test, 2});
    return chart;
}

namespace {

// One quantity: the names of its series, by the data it was measured on.
struct Quantity {
    QString key;                  // without the kind of data; of event files "events:…"
    std::array<QString, 3> said;  // by DataSplit; empty: none
};

size_t rankOf(const Quantity &quantity)
{
    return size_t(std::find_if(kKnown.begin(), kKnown.end(), [&](const Known &known) { return quantity.key == QLatin1String(known.name); })
                  - kKnown.begin());
}

StepChart chartOf(const TrainingCurve &training, const Quantity &quantity, int colour, const EarlierSeries &earlier)
{
    StepChart chart;
    const size_t rank = rankOf(quantity);
    chart.title = rank == kKnown.size() ? quantity.key : StepCharts::tr(kKnown[rank].title);
    if (rank < kKnown.size() && *kKnown[rank].unit != '\0')
        chart.unit = StepCharts::tr(kKnown[rank].unit);
    const std::array labels{StepCharts::tr("train"), StepCharts::tr("validation"), StepCharts::tr("test")};
    const std::array colours{colour, 1, 2};
    for (size_t split = 0; split < quantity.said.size(); ++split) {
        const QString &name = quantity.said[split];
        if (const TrainingSeries *const series = name.isEmpty() ? nullptr : training.series(name))
            chart.lines.append({labels[split], series, colours[split], earlierOf(earlier, name)});
    }
    const QString events = QStringLiteral("events:");
    if (quantity.key.startsWith(events)) {
        chart.title = quantity.key.mid(events.size());
        chart.unit = StepCharts::tr("event file");
        for (const QString &name : quantity.said) {
            if (chart.lines.size() == 1 && !name.isEmpty())
                chart.title = name.mid(events.size());
        }
    }
    chart.emptyWords = StepCharts::tr("No values yet");
    return chart;
}

// In the order of their first values.
QList<Quantity> quantities(const TrainingCurve &training)
{
    QList<Quantity> all;
    for (const QString &name : training.names()) {
        const QString meaning = eventSeriesMeaning(name);
        DataSplit split = DataSplit::Train;
        const QString key = meaning.isEmpty() ? base(name, &split) : QLatin1String("events:") + base(meaning, &split);
        const auto same = std::find_if(all.begin(), all.end(), [&key](const Quantity &one) { return one.key == key; });
        if (same != all.end() && same->said[size_t(split)].isEmpty()) {
            same->said[size_t(split)] = name;
            continue;
        }
        Quantity own{same == all.end() ? key : name, {}};  // two folders with the same quantity are two charts
        own.said[size_t(split)] = name;
        all.append(own);
    }
    return all;
}

QString throughputName(const TrainingCurve &training)
{
    for (const Known &known : kKnown) {
        if (QLatin1String(known.name).startsWith(kThroughput) && training.series(QLatin1String(known.name)))
            return QLatin1String(known.name);
    }
    for (const QString &name : training.names()) {
        if (eventSeriesMeaning(name).startsWith(kThroughput))
            return name;
    }
    return {};
}

}  // namespace

std::optional<StepChart> throughputChart(const TrainingCurve &training, const StepClock &clock, const EarlierSeries &earlier)
{
    constexpr int kThroughputColour = 2;
    const QString name = throughputName(training);
    StepChart chart;
    if (!name.isEmpty()) {
        const QString meaning = eventSeriesMeaning(name);
        chart = chartOf(training, {meaning.isEmpty() ? name : meaning, {name, {}, {}}}, kThroughputColour, earlier);
    } else if (clock.pace().count() > 1) {
        chart.title = StepCharts::tr("Throughput");
        chart.unit = StepCharts::tr("steps per second, computed");
        chart.lines.append({StepCharts::tr("train"), &clock.pace(), kThroughputColour});
        chart.emptyWords = StepCharts::tr("No values yet");
    } else {
        return std::nullopt;
    }
    chart.includesZero = true;
    chart.saysLowest = false;
    return chart;
}

QList<StepChart> furtherCharts(const TrainingCurve &training, const EarlierSeries &earlier)
{
    const QString throughput = throughputName(training);
    QList<Quantity> all = quantities(training);
    all.removeIf([&](const Quantity &quantity) {
        return quantity.key == QLatin1String("loss")
               || quantity.said[0] == throughput
               // The loss of event files, where the log reports none.
               || std::all_of(quantity.said.begin(), quantity.said.end(), [&training](const QString &name) {
                      const TrainingSeries *const series = training.series(name);
                      return !series || series == &training.loss() || series == &training.validationLoss();
                  });
    });
    std::stable_sort(all.begin(), all.end(), [](const Quantity &a, const Quantity &b) { return rankOf(a) < rankOf(b); });
    QList<StepChart> charts;
    for (const Quantity &quantity : all.mid(0, kMaxCharts))
        charts.append(chartOf(training, quantity, 3, earlier));
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
    const auto include = [&all](const TrainingSeries *series) {
        if (!series || series->isEmpty())
            return;
        const Stretch own{series->firstStep(), series->lastStep()};
        all = all ? Stretch{std::min(all->first, own.first), std::max(all->last, own.last)} : own;
    };
    for (const StepChart::Line &line : chart.lines) {
        include(line.series);
        if (!frame.isByTime())
            include(line.earlier);
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
    const auto widen = [&](const QList<QPointF> &points) {
        for (const QPointF &p : points) {
            if (isLogarithmic && p.y() <= 0)
                continue;
            low = std::isnan(low) ? p.y() : std::min(low, p.y());
            high = std::isnan(high) ? p.y() : std::max(high, p.y());
        }
    };
    bool isEarlierNamed = false;
    for (const StepChart::Line &own : chart.lines) {
        if (!own.earlier || !steps || frame.isByTime())  // its times are unknown here
            continue;
        const QList<QPointF> raw = own.earlier->line(steps->first, steps->last, frame.pixels);
        widen(raw);
        const bool isSmoothed = frame.view.smoothing > 0 && raw.size() > kSmoothedFrom;
        PlotLine line{std::exchange(isEarlierNamed, true) ? QString() : StepCharts::tr("earlier attempts"), own.colour,
                      placed(isSmoothed ? own.earlier->smoothed(steps->first, steps->last, frame.pixels, frame.view.part()) : raw, frame,
                             isLogarithmic),
                      true};
        line.isDashed = true;
        content.lines.append(line);
    }
    for (const StepChart::Line &line : chart.lines) {
        if (!steps || line.series->isEmpty())
            continue;
        const bool isAlone = chart.lines.size() == 1;
        const QList<QPointF> raw = line.series->line(steps->first, steps->last, frame.pixels);
        const bool isSmoothed = frame.view.smoothing > 0 && raw.size() > kSmoothedFrom;
        widen(raw);
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
    const auto past = std::find_if(chart.lines.begin(), chart.lines.end(), [](const StepChart::Line &line) { return line.earlier; });
    if (past != chart.lines.end() && !isByTime) {  // its key is the first one
        const TrainingSeries &before = *past->earlier;
        const auto said = step && *step >= before.firstStep() && *step <= before.lastStep() ? before.near(*step) : std::nullopt;
        head.keyValues.append(said ? stepValueText(said->value) : QString());
    }
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
        const QString title = chart.lines.size() == 1 ? chart.title : chart.title + QLatin1Char(' ') + line.label;
        if (!line.series->isEmpty())
            columns.append({title, {}, line.series->line(rows / 2)});
        if (line.earlier)
            columns.append({StepCharts::tr("%1, earlier attempts").arg(title), {}, line.earlier->line(rows / 2)});
    }
    return columns;
}

}  // namespace trainyard

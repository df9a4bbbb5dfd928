#include "ui/charts/stepcharts.h"

#include "core/base/format.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace trainyard {
namespace {

class StepCharts {
    Q_DECLARE_TR_FUNCTIONS(trainyard::StepCharts)
};

constexpr qsizetype kMostCharts = 24;
constexpr qsizetype kSmoothedFrom = 60;        // points: fewer are easy to follow as they are

struct Known {
    const char *name, *title, *unit;
};
// In the order in which they are shown.
constexpr std::array kKnown{
    Known{"accuracy", QT_TRANSLATE_NOOP("trainyard::StepCharts", "Accuracy"), ""},
    Known{"perplexity", QT_TRANSLATE_NOOP("trainyard::StepCharts", "Perplexity"), ""},
    Known{"lr", QT_TRANSLATE_NOOP("trainyard::StepCharts", "Learning rate"), ""},
    Known{"grad_norm", QT_TRANSLATE_NOOP("trainyard::StepCharts", "Gradient norm"), ""},
    Known{"throughput (tok/s)", QT_TRANSLATE_NOOP("trainyard::StepCharts", "Throughput"), QT_TRANSLATE_NOOP("trainyard::StepCharts", "tokens per second")},
    Known{"throughput (samples/s)", QT_TRANSLATE_NOOP("trainyard::StepCharts", "Throughput"), QT_TRANSLATE_NOOP("trainyard::StepCharts", "samples per second")},
    Known{"throughput (images/s)", QT_TRANSLATE_NOOP("trainyard::StepCharts", "Throughput"), QT_TRANSLATE_NOOP("trainyard::StepCharts", "images per second")},
    Known{"throughput (words/s)", QT_TRANSLATE_NOOP("trainyard::StepCharts", "Throughput"), QT_TRANSLATE_NOOP("trainyard::StepCharts", "words per second")},
    Known{"throughput (TFLOP/s)", QT_TRANSLATE_NOOP("trainyard::StepCharts", "Throughput"), "TFLOP/s"},
    Known{"step_time", QT_TRANSLATE_NOOP("trainyard::StepCharts", "Step time"), QT_TRANSLATE_NOOP("trainyard::StepCharts", "seconds")},
    Known{"mfu", QT_TRANSLATE_NOOP("trainyard::StepCharts", "Model FLOPs used"), QT_TRANSLATE_NOOP("trainyard::StepCharts", "percent")},
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

StepChart lossChart(const TrainingCurve &training)
{
    StepChart chart{StepCharts::tr("Loss"), StepCharts::tr("by step"), {}, StepCharts::tr("No loss found in the log yet")};
    chart.lines.append({StepCharts::tr("train"), &training.loss(), 0});
    if (!training.validationLoss().isEmpty())
        chart.lines.append({StepCharts::tr("validation"), &training.validationLoss(), 1});
    if (const TrainingSeries *const test = training.series(QStringLiteral("test_loss")))
        chart.lines.append({StepCharts::tr("test"), test, 2});
    return chart;
}

QList<StepChart> furtherCharts(const TrainingCurve &training)
{
    QStringList names;
    const auto offer = [&](const QString &name) {
        if (name != QLatin1String("loss") && !names.contains(name) && names.size() < kMostCharts)
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
    for (const QString &name : std::as_const(names)) {
        StepChart chart;
        const auto known = std::find_if(kKnown.begin(), kKnown.end(), [&](const Known &k) { return name == QLatin1String(k.name); });
        chart.title = known == kKnown.end() ? name : StepCharts::tr(known->title);
        chart.unit = known == kKnown.end() || *known->unit == '\0' ? StepCharts::tr("by step")
                                                                   : StepCharts::tr("%1, by step").arg(StepCharts::tr(known->unit));
        if (name.startsWith(QLatin1String("events:"))) {
            chart.title = name.mid(7);
            chart.unit = StepCharts::tr("event file, by step");
        }
        if (const TrainingSeries *const own = training.series(name))
            chart.lines.append({StepCharts::tr("train"), own, 3});
        if (const TrainingSeries *const held = training.series(QLatin1String("val_") + name))
            chart.lines.append({StepCharts::tr("validation"), held, 1});
        if (const TrainingSeries *const test = training.series(QLatin1String("test_") + name))
            chart.lines.append({StepCharts::tr("test"), test, 2});
        chart.emptyWords = StepCharts::tr("No number so far");
        charts.append(chart);
    }
    return charts;
}

PlotContent stepContent(const StepChart &chart, int pixels, bool showsX)
{
    PlotContent content;
    content.showsX = showsX;
    content.emptyWords = chart.emptyWords;
    double first = std::nan(""), last = std::nan(""), low = std::nan(""), high = std::nan("");
    for (const StepChart::Line &line : chart.lines) {
        if (line.series->isEmpty())
            continue;
        first = std::isnan(first) ? line.series->firstStep() : std::min(first, line.series->firstStep());
        last = std::isnan(last) ? line.series->lastStep() : std::max(last, line.series->lastStep());
        const bool isAlone = chart.lines.size() == 1;
        const QList<QPointF> raw = line.series->line(pixels);
        const bool isSmoothed = raw.size() > kSmoothedFrom;
        if (isSmoothed)
            content.lines.append({QString(), line.colour, raw, true});
        const QString label = isSmoothed ? StepCharts::tr("%1, smoothed").arg(line.label) : isAlone ? QString() : line.label;
        content.lines.append({label, line.colour,
                              isSmoothed ? line.series->smoothed(line.series->firstStep(), line.series->lastStep(), pixels) : raw, false});
        for (const QPointF &p : raw) {
            low = std::isnan(low) ? p.y() : std::min(low, p.y());
            high = std::isnan(high) ? p.y() : std::max(high, p.y());
        }
    }
    content.y = niceScale(low, high, 3, false);
    content.x = niceScale(first, std::max(last, first + 1), std::max(2, pixels / dp(110)), false);
    if (std::isnan(low)) {
        content.x.ticks.clear();
        content.y.ticks.clear();
    } else {
        content.x.low = first;
        content.x.high = std::max(last, first + 1);
    }
    return content;
}

ChartHead stepHead(const StepChart &chart, std::optional<double> cursor)
{
    ChartHead head;
    head.title = chart.title;
    head.unit = chart.unit;
    head.value = StepCharts::tr("no value");
    for (const StepChart::Line &line : chart.lines) {
        const auto moment = cursor ? line.series->near(*cursor) : line.series->last();
        if (!moment)
            continue;
        head.value = stepValueText(moment->value);
        if (cursor)
            head.context = StepCharts::tr("step %1").arg(formatCount(qint64(moment->step)));
        else if (const auto lowest = line.series->lowest(); lowest && chart.lines.first().series == line.series)
            head.context = StepCharts::tr("lowest %1 at step %2").arg(stepValueText(lowest->y()), formatCount(qint64(lowest->x())));
        break;
    }
    return head;
}

QList<ValueColumn> stepColumns(const StepChart &chart, int rows)
{
    QList<ValueColumn> columns;
    for (const StepChart::Line &line : chart.lines) {
        if (line.series->isEmpty())
            continue;
        columns.append({chart.lines.size() == 1 ? chart.title : chart.title + QLatin1Char(' ') + line.label, {},
                        line.series->line(rows / 2)});
    }
    return columns;
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/report/runcomparison.h"

#include "core/base/format.h"
#include "core/observe/report/internal/trainingwords.h"
#include "core/observe/trainlog/trainingcurve.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace trainyard {

namespace {

// Where losses are compared; at the very end a smoothed curve equals the raw one.
constexpr double kCommonSteps[] = {0.25, 0.5, 0.75, 0.97};
constexpr int kSmooth = 2000;  // points per smoothed curve

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Comparison)
};

std::optional<QString> valueOf(const ComparedRun &run, const QString &key)
{
    if (!run.task)
        return std::nullopt;
    const auto found = std::find_if(run.task->begin(), run.task->end(), [&key](const TaskKey &k) { return k.key == key; });
    return found == run.task->end() ? std::nullopt : std::optional(found->value);
}

// Long scripts mostly agree: the common lines are left out.
void leaveOutCommonLines(QList<std::optional<QString>> &values)
{
    QSet<QString> common;
    bool isFirst = true;
    for (const std::optional<QString> &value : values) {
        if (!value)
            return;
        const QStringList lines = value->split(u'\n');
        const QSet<QString> mine(lines.begin(), lines.end());
        common = isFirst ? mine : common & mine;
        isFirst = false;
    }
    QList<std::optional<QString>> rest;
    for (const std::optional<QString> &value : std::as_const(values)) {
        QStringList kept;
        for (const QString &line : value->split(u'\n')) {
            if (!common.contains(line))
                kept << line;
        }
        rest << kept.join(u'\n');
    }
    // The same lines in another order are a difference too.
    if (std::any_of(rest.begin(), rest.end(), [](const auto &value) { return !value->isEmpty(); }))
        values = rest;
}

QList<ComparedKey> differences(const QList<ComparedRun> &runs)
{
    QStringList keys;
    for (const ComparedRun &run : runs) {
        if (!run.task)
            continue;
        for (const TaskKey &key : *run.task) {
            if (!keys.contains(key.key))
                keys << key.key;
        }
    }
    QList<ComparedKey> different;
    for (const QString &key : std::as_const(keys)) {
        ComparedKey row{key, {}};
        std::optional<std::optional<QString>> first;
        bool differs = false;
        for (const ComparedRun &run : runs) {
            row.values << valueOf(run, key);
            if (!run.task)
                continue;
            if (first)
                differs |= *first != row.values.last();
            else
                first = row.values.last();
        }
        if (!differs)
            continue;
        if (key == QLatin1String("run") || key == QLatin1String("setup"))
            leaveOutCommonLines(row.values);
        different << row;
    }
    return different;
}

std::optional<double> yOf(const std::optional<QPointF> &point) { return point ? std::optional(point->y()) : std::nullopt; }

// The mean around a step, or nullopt beyond the ends of the curve.
std::optional<double> smoothedAt(const TrainingResults &training, double step)
{
    const QList<QPointF> &points = training.smoothedLoss;
    if (points.isEmpty() || step < training.lossFrom || step > training.lossTo)
        return std::nullopt;
    const auto after = std::lower_bound(points.begin(), points.end(), step, [](const QPointF &p, double s) { return p.x() < s; });
    if (after == points.end())
        return points.last().y();
    if (after == points.begin())
        return after->y();
    const QPointF &a = *(after - 1), &b = *after;
    return b.x() - a.x() <= 0 ? b.y() : a.y() + (b.y() - a.y()) * (step - a.x()) / (b.x() - a.x());
}

// Steps of the attempt itself: one resumed from a checkpoint begins in the middle.
std::optional<double> ownSteps(const TrainingCurve &training)
{
    const auto last = training.lastStep();
    const TrainingSeries &loss = training.loss();
    if (!last || loss.count() < 2)
        return last;
    const double interval = (loss.lastStep() - loss.firstStep()) / double(loss.count() - 1);
    return *last - std::max(0.0, loss.firstStep() - interval);
}

}  // namespace

TrainingResults trainingResults(const TrainingCurve &training)
{
    TrainingResults results;
    results.lastStep = training.lastStep();
    results.ownSteps = ownSteps(training);
    const TrainingSeries &loss = training.loss();
    results.lastLoss = yOf(loss.lastFinite());
    results.lowestLoss = loss.lowest();
    results.lossFrom = loss.firstStep();
    results.lossTo = loss.lastStep();
    results.smoothedLoss = loss.smoothed(loss.firstStep(), loss.lastStep(), kSmooth);
    results.medianStepSeconds = medianOf(training.series(QStringLiteral("step_time")));
    results.throughput = throughputSeries(training);
    results.series = orderedSeries(training);
    for (const QString &name : std::as_const(results.series)) {
        const TrainingSeries *const series = training.series(name);
        results.ends.insert(name, {yOf(series->lastFinite()), yOf(series->lowest()), yOf(series->highest())});
        if (const auto median = isThroughput(name) ? medianOf(series) : std::nullopt)
            results.throughputs.insert(name, *median);
    }
    return results;
}

RunComparison compareRuns(const QList<ComparedRun> &runs)
{
    RunComparison comparison;
    comparison.task = differences(runs);
    comparison.hasAllTasks = std::all_of(runs.begin(), runs.end(), [](const ComparedRun &run) { return run.task.has_value(); });

    const auto add = [&](ComparedValue value, auto read) {
        for (const ComparedRun &run : runs)
            value.values << read(run);
        if (std::any_of(value.values.begin(), value.values.end(), [](const auto &v) { return v.has_value(); }))
            comparison.values << value;
    };
    add({QStringLiteral("last_step"), Words::tr("Steps"), ValueKind::Count, {}, {}, {}},
        [](const ComparedRun &run) { return run.training.lastStep; });
    add({QStringLiteral("last_loss"), Words::tr("Last loss"), ValueKind::Number, {}, {}, {}, true},
        [](const ComparedRun &run) { return run.training.lastLoss; });
    add({QStringLiteral("lowest_loss"), Words::tr("Lowest loss"), ValueKind::Number, {}, {}, {}, true},
        [](const ComparedRun &run) { return yOf(run.training.lowestLoss); });
    add({QStringLiteral("lowest_loss_step"), Words::tr("Lowest loss at step"), ValueKind::Count, {}, {}, {}},
        [](const ComparedRun &run) -> std::optional<double> {
            return run.training.lowestLoss ? std::optional(run.training.lowestLoss->x()) : std::nullopt;
        });

    // Steps that all runs with a loss have reached.
    double from = -std::numeric_limits<double>::infinity(), to = -from;
    int curves = 0;
    for (const ComparedRun &run : runs) {
        if (run.training.lastLoss) {
            from = std::max(from, run.training.lossFrom);
            to = std::min(to, run.training.lossTo);
            ++curves;
        }
    }
    if (curves >= 2 && to > from) {
        double before = from;
        for (const double part : kCommonSteps) {
            const double step = std::round(from + (to - from) * part);
            if (step <= before || step > to)
                continue;
            before = step;
            add({QStringLiteral("loss_at"),
                 Words::tr("Loss around step %1").arg(formatCount(qint64(step))),
                 ValueKind::Number,
                 {},
                 step,
                 {},
                 true},
                [step](const ComparedRun &run) { return smoothedAt(run.training, step); });
        }
    }
    add({QStringLiteral("median_step_seconds"), Words::tr("Step time, median"), ValueKind::Seconds, {}, {}, {}, true},
        [](const ComparedRun &run) { return run.training.medianStepSeconds; });
    add({QStringLiteral("mean_step_seconds"), Words::tr("Step time, whole run"), ValueKind::Seconds, {}, {}, {}, true},
        [](const ComparedRun &run) -> std::optional<double> {
            const auto &steps = run.training.ownSteps;
            return run.seconds && steps && *steps > 0 ? std::optional(*run.seconds / *steps) : std::nullopt;
        });
    QStringList throughputs;
    for (const ComparedRun &run : runs) {
        const QString &name = run.training.throughput;
        if (!name.isEmpty() && !throughputs.contains(name))
            throughputs << name;
    }
    for (const QString &name : std::as_const(throughputs)) {
        QString unit;
        const QString title = trainingTitle(name, &unit);
        add({QStringLiteral("median_throughput"), Words::tr("%1, median").arg(title), ValueKind::Number, unit, {}, {}, false, true},
            [&name](const ComparedRun &run) -> std::optional<double> {
                const auto median = run.training.throughputs.constFind(name);
                return median == run.training.throughputs.constEnd() ? std::nullopt : std::optional(*median);
            });
    }
    add({QStringLiteral("seconds"), Words::tr("Duration"), ValueKind::Seconds, {}, {}, {}},
        [](const ComparedRun &run) { return run.seconds; });
    add({QStringLiteral("median_busy_percent"), Words::tr("GPU utilization, median"), ValueKind::Percent, {}, {}, {}},
        [](const ComparedRun &run) { return run.medianBusyPercent; });
    add({QStringLiteral("median_watts"), Words::tr("GPU power, median"), ValueKind::Watts, {}, {}, {}},
        [](const ComparedRun &run) { return run.medianWatts; });
    add({QStringLiteral("most_gpu_memory_gib"), Words::tr("GPU memory, peak"), ValueKind::Gibibytes, {}, {}, {}},
        [](const ComparedRun &run) { return run.mostMemoryGiB; });
    // Amounts in one currency can be compared; in several they are only shown.
    add({QStringLiteral("cost"), Words::tr("Cost"), ValueKind::Money, {}, {}, {}}, [](const ComparedRun &run) -> std::optional<double> {
        return run.costs.isEmpty() ? std::nullopt : std::optional(double(run.costs.first().nanos()) / double(Money::kNanosPerUnit));
    });
    return comparison;
}

QString valueText(const ComparedValue &value, qsizetype run, const QList<ComparedRun> &runs)
{
    const auto known = value.values.value(run);
    if (!known)
        return QStringLiteral("–");
    const double v = *known;
    const auto with = [](const QString &number, const QString &unit) { return number + QChar(0xa0) + unit; };
    switch (value.kind) {
    case ValueKind::Count: return formatCount(qint64(v));
    case ValueKind::Seconds: return v < 100 ? with(formatNumber(v, v < 1 ? 4 : 2), QStringLiteral("s")) : formatDuration(qint64(v * 1000));
    case ValueKind::Percent: return formatPercent(v);
    case ValueKind::Watts: return with(formatNumber(v, 0), QStringLiteral("W"));
    case ValueKind::Gibibytes: return with(formatNumber(v, 1), QStringLiteral("GiB"));
    case ValueKind::Money: {
        QStringList texts;
        for (const Money &cost : runs.value(run).costs)
            texts << formatMoney(cost);
        return texts.join(QStringLiteral(" + "));
    }
    case ValueKind::Number: break;
    }
    const QString number = formatNumber(v, std::abs(v) >= 1000 ? 0 : std::abs(v) >= 100 ? 1 : 4);
    return value.unit.isEmpty() ? number : with(number, value.unit);
}

}  // namespace trainyard

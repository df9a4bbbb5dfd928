// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/report/runvariables.h"

#include "core/base/format.h"
#include "core/base/seentext.h"
#include "core/observe/report/chartscale.h"
#include "core/observe/report/internal/trainingwords.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace trainyard {

namespace {

constexpr double kLogFrom = 100;           // largest by smallest: two decades
constexpr qsizetype kMostCategories = 40;  // more cannot be told apart on an axis
constexpr qsizetype kMostCategoryText = 40;

struct VariableWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Comparison)
};

// A number on an axis is rarely measured: 128, not 128.00.
QString shortNumber(double value)
{
    static const QRegularExpression zeros(QStringLiteral("([.,]\\d*?)0+(?=$|e|\\s)")), point(QStringLiteral("[.,](?=$|e|\\s)"));
    return resultText(value).replace(zeros, QStringLiteral("\\1")).remove(point);
}

void finish(RunVariable &variable)
{
    QSet<double> different;
    bool isPositive = true;
    double low = 0, high = 0;
    for (const auto &value : std::as_const(variable.values)) {
        if (!value)
            continue;
        low = different.isEmpty() ? *value : std::min(low, *value);
        high = different.isEmpty() ? *value : std::max(high, *value);
        isPositive = isPositive && *value > 0;
        different.insert(*value);
    }
    variable.distinct = int(different.size());
    if (variable.kind != VariableKind::Category && isPositive && variable.distinct > 1 && high / low >= kLogFrom)
        variable.kind = VariableKind::Logarithmic;
}

RunVariable parameter(const QString &name, const QList<ComparedRun> &runs)
{
    RunVariable variable;
    variable.key = QStringLiteral("parameter:") + name;
    variable.title = seenText(name);
    bool isNumeric = true;
    for (const ComparedRun &run : runs) {
        const auto text = run.parameters.constFind(name);
        if (text == run.parameters.constEnd())
            continue;
        bool isNumber = false;
        const double number = text->toDouble(&isNumber);
        isNumeric = isNumeric && isNumber && std::isfinite(number);
    }
    if (!isNumeric) {
        variable.kind = VariableKind::Category;
        for (const ComparedRun &run : runs) {
            if (run.parameters.contains(name))
                variable.categories << seenText(run.parameters.value(name).left(kMostCategoryText));
        }
        variable.categories.removeDuplicates();
        variable.categories.sort(Qt::CaseInsensitive);
        variable.categories = variable.categories.mid(0, kMostCategories);
    }
    for (const ComparedRun &run : runs) {
        const auto text = run.parameters.constFind(name);
        if (text == run.parameters.constEnd()) {
            variable.values << std::nullopt;
            variable.texts << QStringLiteral("–");
            continue;
        }
        const QString seen = seenText(text->left(kMostCategoryText));
        const qsizetype category = variable.categories.indexOf(seen);
        variable.values << (isNumeric ? std::optional(text->toDouble()) : category >= 0 ? std::optional(double(category)) : std::nullopt);
        variable.texts << seen;
    }
    finish(variable);
    return variable;
}

RunVariable result(const QString &key, const QString &title, const QList<ComparedRun> &runs,
                   const std::function<std::optional<double>(const ComparedRun &)> &read,
                   const std::function<QString(double)> &textOf = resultText)
{
    RunVariable variable;
    variable.key = key;
    variable.title = title;
    variable.isResult = true;
    for (const ComparedRun &run : runs) {
        const auto value = read(run);
        variable.values << (value && std::isfinite(*value) ? value : std::nullopt);
        variable.texts << (variable.values.last() ? textOf(*value) : QStringLiteral("–"));
    }
    finish(variable);
    return variable;
}

}  // namespace

QList<RunVariable> runVariables(const QList<ComparedRun> &runs)
{
    QMap<QString, int> names;
    QStringList series;
    for (const ComparedRun &run : runs) {
        for (auto one = run.parameters.begin(); one != run.parameters.end(); ++one)
            ++names[one.key()];
        for (const QString &name : run.training.series) {
            if (!series.contains(name))
                series << name;
        }
    }
    QList<RunVariable> different, results, same;
    for (auto name = names.begin(); name != names.end(); ++name) {
        RunVariable variable = parameter(name.key(), runs);
        if (variable.distinct == 0)
            continue;
        // Of a parameter that only some runs set, that they set it is the difference.
        const bool differs = variable.distinct > 1 || name.value() < runs.size();
        (differs ? different : same) << std::move(variable);
    }
    for (const QString &name : std::as_const(series)) {
        QString unit;
        const QString title = seenText(trainingTitle(name, &unit));
        const auto ends = [&name](std::optional<double> SeriesEnds::*which) {
            return [&name, which](const ComparedRun &run) { return run.training.ends.value(name).*which; };
        };
        results << result(QStringLiteral("last:") + name, VariableWords::tr("%1, last", "a series").arg(title), runs,
                          ends(&SeriesEnds::last));
        results << result(QStringLiteral("lowest:") + name, VariableWords::tr("%1, lowest", "a series").arg(title), runs,
                          ends(&SeriesEnds::lowest));
        results << result(QStringLiteral("highest:") + name, VariableWords::tr("%1, highest", "a series").arg(title), runs,
                          ends(&SeriesEnds::highest));
    }
    results << result(QStringLiteral("steps"), VariableWords::tr("Steps"), runs,
                      [](const ComparedRun &run) { return run.training.lastStep; });
    results << result(
        QStringLiteral("seconds"), VariableWords::tr("Duration"), runs, [](const ComparedRun &run) { return run.seconds; },
        [](double seconds) { return formatDuration(qint64(seconds * 1000)); });
    results << result(
        QStringLiteral("busy"), VariableWords::tr("GPU utilization, median"), runs,
        [](const ComparedRun &run) { return run.medianBusyPercent; }, [](double percent) { return formatPercent(percent); });
    results.removeIf([](const RunVariable &variable) { return variable.distinct == 0; });
    return different + results + same;
}

std::optional<double> VariableRange::place(double value) const
{
    if (isLogarithmic && value <= 0)
        return std::nullopt;
    const auto scaled = [this](double v) { return isLogarithmic ? std::log10(v) : v; };
    const double span = scaled(high) - scaled(low);
    return span > 0 ? (scaled(value) - scaled(low)) / span : 0.5;
}

double VariableRange::valueAt(double place) const
{
    return isLogarithmic ? std::pow(10, std::log10(low) + place * (std::log10(high) - std::log10(low))) : low + place * (high - low);
}

VariableRange rangeOf(const RunVariable &variable)
{
    VariableRange range;
    range.isLogarithmic = variable.kind == VariableKind::Logarithmic;
    if (variable.kind == VariableKind::Category) {
        range.high = double(std::max<qsizetype>(1, variable.categories.size()) - 1);
        return range;
    }
    bool isFirst = true;
    for (const auto &value : variable.values) {
        if (!value)
            continue;
        range.low = isFirst ? *value : std::min(range.low, *value);
        range.high = isFirst ? *value : std::max(range.high, *value);
        isFirst = false;
    }
    return range;
}

QString resultText(double value)
{
    constexpr double kDigits = 1e-4, kNearFrom = 0.1, kNearTo = 10;
    const double size = std::abs(value);
    return axisNumber(value, size >= kNearFrom && size < kNearTo ? kDigits : std::max(1e-9, size / 2000));
}

QString variableText(const RunVariable &variable, double value)
{
    if (variable.kind == VariableKind::Category)
        return variable.categories.value(qsizetype(std::lround(value)));
    return variable.key == QLatin1String("seconds") ? formatDuration(qint64(value * 1000)) : shortNumber(value);
}

}  // namespace trainyard

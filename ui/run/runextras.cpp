// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runextras.h"

#include "core/base/seentext.h"
#include "ui/charts/stepcharts.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <utility>

namespace trainyard {

namespace {

struct ExtraWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RunsModel)
};

constexpr qsizetype kMostName = 80;
constexpr std::array<std::pair<ExtraKind, const char *>, 4> kExtraKinds{
    {{ExtraKind::Last, "last:"}, {ExtraKind::Lowest, "lowest:"}, {ExtraKind::Highest, "highest:"}, {ExtraKind::Parameter, "parameter:"}}};

}  // namespace

QString extraKey(const ExtraColumn &column)
{
    for (const auto &[kind, word] : kExtraKinds) {
        if (kind == column.kind)
            return QLatin1String(word) + column.name;
    }
    return {};
}

std::optional<ExtraColumn> extraColumn(const QString &key)
{
    for (const auto &[kind, word] : kExtraKinds) {
        const QLatin1String start(word);
        if (key.startsWith(start) && key.size() > start.size() && key.size() <= start.size() + kMostName)
            return ExtraColumn{kind, key.mid(start.size())};
    }
    return std::nullopt;
}

QString extraTitle(const ExtraColumn &column)
{
    const QString name = seenText(column.name);
    switch (column.kind) {
    case ExtraKind::Lowest: return ExtraWords::tr("%1, lowest", "a series").arg(name);
    case ExtraKind::Highest: return ExtraWords::tr("%1, highest", "a series").arg(name);
    default: return name;
    }
}

ExtraValue extraValue(const ExtraColumn &column, const RunFigures *figures)
{
    if (!figures)
        return {};
    if (column.kind == ExtraKind::Parameter) {
        const QString text = figures->parameters.value(column.name);
        bool isNumber = false;
        const double number = text.toDouble(&isNumber);
        return {isNumber ? std::optional(number) : std::nullopt, text.simplified()};
    }
    if (!figures->series)
        return {};
    const auto series = figures->series->constFind(column.name);
    if (series == figures->series->constEnd())
        return {};
    const auto number = column.kind == ExtraKind::Last ? series->last : column.kind == ExtraKind::Lowest ? series->lowest : series->highest;
    return {number, number ? stepValueText(*number) : QString()};
}

QString whyNoExtra(const ExtraColumn &column, const RunFigures *figures)
{
    const QString name = seenText(column.name);
    if (column.kind == ExtraKind::Parameter)
        return !figures            ? ExtraWords::tr("Its task has not been read yet.")
               : !figures->hasTask ? ExtraWords::tr("The task of this run is not on this computer.")
                                   : ExtraWords::tr("Its task does not set %1.").arg(name);
    if (!figures || !figures->series)
        return ExtraWords::tr("Its log has not been read yet.");
    return figures->series->contains(column.name) ? ExtraWords::tr("All values of %1 are NaN or infinite.").arg(name)
                                                  : ExtraWords::tr("Its log has no values of %1.").arg(name);
}

QStringList namesOfExtras(const FiguresByRun &figures, ExtraKind kind, qsizetype most)
{
    QHash<QString, int> counts;
    for (const auto &one : figures) {
        if (kind == ExtraKind::Parameter) {
            for (auto parameter = one->parameters.begin(); parameter != one->parameters.end(); ++parameter)
                ++counts[parameter.key()];
        } else if (one->series) {
            for (auto series = one->series->begin(); series != one->series->end(); ++series)
                ++counts[series.key()];
        }
    }
    QStringList names = counts.keys();
    std::sort(names.begin(), names.end(),
              [&counts](const QString &a, const QString &b) { return counts[a] != counts[b] ? counts[a] > counts[b] : a < b; });
    names.removeIf([](const QString &name) { return name.size() > kMostName; });
    return names.mid(0, most);
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/alertlines.h"

#include "core/base/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <utility>

namespace trainyard {
namespace {

struct AlertLines {
    Q_DECLARE_TR_FUNCTIONS(trainyard::AlertLines)
};

}  // namespace

QList<ChartStack::AlertLine> alertLines(const AlertRules &rules, const QList<Alert> &open, double memoryGiB)
{
    constexpr std::array kDrawn{std::pair(AlertKind::GpuIdle, ChartKind::GpuBusy), std::pair(AlertKind::GpuBusy, ChartKind::GpuBusy),
                                std::pair(AlertKind::GpuTemperature, ChartKind::GpuTemperature),
                                std::pair(AlertKind::GpuMemory, ChartKind::GpuMemory)};
    static const AlertRules kUsual;
    QList<ChartStack::AlertLine> lines;
    for (const auto &[kind, chart] : kDrawn) {
        const AlertRule &rule = rules.of(kind);
        const auto alert = std::find_if(open.begin(), open.end(), [kind = kind](const Alert &one) { return one.kind == kind; });
        const bool isOpen = alert != open.end();
        if (!rule.isOn || (rule == kUsual.of(kind) && !isOpen))
            continue;
        const bool isOfMemory = kind == AlertKind::GpuMemory;
        if (isOfMemory && !(memoryGiB > 0))
            continue;
        const QString value = alertUnit(kind) == AlertUnit::Celsius ? formatNumber(rule.threshold, 0) + QStringLiteral("\u00a0°C")
                                                                    : formatPercent(rule.threshold);
        const bool isBelow = rule.comparison == AlertComparison::Below;
        QString words;
        if (rule.openAfter.count() > 0) {
            words = (isBelow ? AlertLines::tr("alert below %1 for %2", "a value, a duration")
                             : AlertLines::tr("alert at %1 for %2", "a value, a duration"))
                        .arg(value, formatDuration(rule.openAfter.count() * 1000));
        } else {
            words = (isBelow ? AlertLines::tr("alert below %1") : AlertLines::tr("alert at %1")).arg(value);
        }
        if (isOpen)
            words = AlertLines::tr("%1, open since %2", "a rule, a time")
                        .arg(words, alert->opened.toLocalTime().toString(QStringLiteral("HH:mm")));
        lines.append({chart, {isOfMemory ? memoryGiB * rule.threshold / 100 : rule.threshold, words, Tone::Bad, false}});
    }
    return lines;
}

}  // namespace trainyard

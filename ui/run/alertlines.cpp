// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/alertlines.h"

#include "core/base/format.h"
#include "core/model/task.h"

#include <QCoreApplication>

namespace trainyard {
namespace {

struct AlertLines {
    Q_DECLARE_TR_FUNCTIONS(trainyard::AlertLines)
};

}  // namespace

QList<ChartStack::AlertLine> alertLines(const Task &task, double memoryGiB)
{
    QList<ChartStack::AlertLine> lines;
    for (const AlertOverride &changed : task.alerts.rules) {
        if (!changed.isOn || !changed.threshold)
            continue;
        const double at = *changed.threshold;
        const bool isBelow = changed.kind == AlertKind::GpuIdle;
        const QString value = changed.kind == AlertKind::GpuTemperature ? formatNumber(at, 0) + QStringLiteral("\u00a0°C")
                                                                        : formatPercent(at);
        QString words = (isBelow ? AlertLines::tr("alert below %1") : AlertLines::tr("alert at %1")).arg(value);
        if (changed.after)
            words = AlertLines::tr("%1 for %2", "a rule, a duration").arg(words, formatDuration(changed.after->count() * 1000));
        switch (changed.kind) {
        case AlertKind::GpuIdle:
        case AlertKind::GpuBusy: lines.append({ChartKind::GpuBusy, {at, words, Tone::Bad, false}}); break;
        case AlertKind::GpuTemperature: lines.append({ChartKind::GpuTemperature, {at, words, Tone::Bad, false}}); break;
        case AlertKind::GpuMemory:
            if (memoryGiB > 0)
                lines.append({ChartKind::GpuMemory, {memoryGiB * at / 100, words, Tone::Bad, false}});
            break;
        default: break;
        }
    }
    return lines;
}

}  // namespace trainyard

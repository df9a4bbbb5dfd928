// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/duration.h"
#include "core/observe/alert/alert.h"

#include <QCoreApplication>

#include <cmath>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Alert)
};

constexpr int kMaxNamed = 4;

QString gpuNames(const QList<int> &gpus)
{
    if (gpus.size() == 1)
        return Words::tr("GPU %1").arg(gpus.first());
    if (gpus.size() > kMaxNamed)
        return Words::tr("%n GPUs", nullptr, int(gpus.size()));
    QStringList names;
    for (const int gpu : gpus)
        names << QString::number(gpu);
    return Words::tr("GPUs %1").arg(names.join(Words::tr(", ", "between GPUs")));
}

QString number(const std::optional<double> &value)
{
    return value && std::isfinite(*value) ? QString::number(*value, 'f', 0) : QStringLiteral("?");
}

// Rounded coarsely: seconds do not matter for planning.
QString roughTime(const std::optional<double> &value)
{
    if (!value || !std::isfinite(*value))
        return QStringLiteral("?");
    const double minutes = *value / 60;
    return minutes < 90 ? Words::tr("%n minute(s)", nullptr, int(std::lround(minutes)))
                        : Words::tr("%n hour(s)", nullptr, int(std::lround(minutes / 60)));
}

QString factOf(const Alert &alert)
{
    const QString gpus = gpuNames(alert.gpus);
    switch (alert.kind) {
    case AlertKind::GpuIdle: return Words::tr("%1: low utilization (%2\u00a0%)").arg(gpus, number(alert.value));
    case AlertKind::GpuBusy: return Words::tr("%1 fully used (%2\u00a0%)").arg(gpus, number(alert.value));
    case AlertKind::GpuTemperature: return Words::tr("%1 hot (%2\u00a0°C)").arg(gpus, number(alert.value));
    case AlertKind::GpuMemory: return Words::tr("%1 nearly out of memory (%2\u00a0%)").arg(gpus, number(alert.value));
    case AlertKind::GpuLost: return Words::tr("%1 lost").arg(gpus);
    case AlertKind::DiskFull:
        return alert.value && *alert.value < 60 ? Words::tr("the disk is full")
                                                : Words::tr("the disk is full in about %1").arg(roughTime(alert.value));
    case AlertKind::CheckpointRoom:
        return alert.value && *alert.value < 60 ? Words::tr("no space for another checkpoint")
                                                : Words::tr("no space for checkpoints in about %1").arg(roughTime(alert.value));
    case AlertKind::NoProgress: return Words::tr("no progress for %1").arg(roughTime(alert.value));
    case AlertKind::Hung: return Words::tr("it hangs: busy GPUs wait and do not compute");
    case AlertKind::NoData: return Words::tr("machine silent for %1").arg(roughTime(alert.value));
    case AlertKind::Budget: return alert.detail.isEmpty() ? Words::tr("A budget is nearly used up") : alert.detail;
    case AlertKind::RunFailed: return alert.topic.isEmpty() ? Words::tr("the run failed") : Words::tr("the run ended; how is unknown");
    case AlertKind::RunFinished: return Words::tr("the run finished");
    case AlertKind::Capacity:
    case AlertKind::SpotPrice: break;
    }
    return alert.detail.isEmpty() ? alertKindTitle(alert.kind) : alert.detail;
}

}  // namespace

QString Alert::key() const
{
    return QStringList{alertKindName(kind), runId.text(), runId.isSet() ? QString() : machine, topic}.join(u'\n');
}

QString alertTitle(const Alert &alert)
{
    QString who = (alert.runName.isEmpty() ? alert.machine : alert.runName).simplified();
    if (alert.kind == AlertKind::Budget || who.isEmpty())
        return factOf(alert);
    if (alert.isSimulated)
        who = Words::tr("%1 (simulated)").arg(who);
    //: a run or machine, then what is the matter with it
    return Words::tr("%1: %2").arg(who, factOf(alert));
}

QString alertNextStep(const Alert &alert)
{
    switch (alert.kind) {
    case AlertKind::GpuIdle:
        return Words::tr("Check the log: is it waiting for data, a download or another rank? If not, stop the run to save money.");
    case AlertKind::GpuBusy: return Words::tr("No action needed: the GPUs are well used.");
    case AlertKind::GpuTemperature:
        return Words::tr(
            "GPUs slow themselves down when they are hot. If the steps take longer, check the machine, or ask its provider for another "
            "one.");
    case AlertKind::GpuMemory:
        return Words::tr("A larger batch or a longer sequence ends with “out of memory”. Have a checkpoint before you change anything.");
    case AlertKind::GpuLost:
        return Words::tr(
            "Check the machine: a lost GPU comes back only after a restart, if at all. Resume from the last good checkpoint elsewhere.");
    case AlertKind::DiskFull:
        return Words::tr("Remove checkpoints that you no longer need, or copy them elsewhere, before one is truncated while it is saved.");
    case AlertKind::CheckpointRoom:
        return Words::tr(
            "Remove checkpoints that you no longer need, or keep only the last ones (checkpoints.keep in the task), before one is "
            "truncated while it is saved.");
    case AlertKind::NoProgress:
        return Words::tr(
            "Check the log: busy GPUs without a step mean that ranks wait for each other. If it hangs, resume from the last checkpoint.");
    case AlertKind::Hung:
        return Words::tr(
            "See on its page which rank is behind and where its processes are. Stop it and resume from the last checkpoint: every "
            "minute costs money.");
    case AlertKind::NoData:
        return Words::tr("Check the connection to the machine. The run continues without it, and its output is fetched later.");
    case AlertKind::Budget: return Words::tr("Raise the budget, or let its runs save a checkpoint and stop.");
    case AlertKind::RunFailed: return Words::tr("Read the end of the log, then resume from the last good checkpoint.");
    case AlertKind::RunFinished: break;
    case AlertKind::Capacity:
        return Words::tr("The bell on the Offers page lists what is watched for. What is rented costs money from now on.");
    case AlertKind::SpotPrice:
        return Words::tr("Give the machine back if that is too much, or rent another one. The Machines page shows the price of each.");
    }
    return Words::tr("Fetch its checkpoints, then return the machine so that it costs nothing more.");
}

QString alertKindTitle(AlertKind kind)
{
    switch (kind) {
    case AlertKind::GpuIdle: return Words::tr("Low GPU utilization");
    case AlertKind::GpuBusy: return Words::tr("GPU fully used");
    case AlertKind::GpuTemperature: return Words::tr("GPU hot");
    case AlertKind::GpuMemory: return Words::tr("GPU memory nearly full");
    case AlertKind::GpuLost: return Words::tr("GPU lost");
    case AlertKind::DiskFull: return Words::tr("Disk full soon");
    case AlertKind::CheckpointRoom: return Words::tr("No space for checkpoints soon");
    case AlertKind::NoProgress: return Words::tr("No progress");
    case AlertKind::Hung: return Words::tr("Run hangs");
    case AlertKind::NoData: return Words::tr("Machine silent");
    case AlertKind::Budget: return Words::tr("50, 80 or 100 % of a budget used");
    case AlertKind::RunFailed: return Words::tr("Run failed");
    case AlertKind::RunFinished: return Words::tr("Run finished");
    case AlertKind::Capacity: return Words::tr("Watched capacity found");
    case AlertKind::SpotPrice: break;
    }
    return Words::tr("Spot price risen");
}

QString alertSeverityTitle(AlertSeverity severity)
{
    switch (severity) {
    case AlertSeverity::Info: return Words::tr("For information");
    case AlertSeverity::Warning: return Words::tr("Warning");
    case AlertSeverity::Critical: break;
    }
    return Words::tr("Critical");
}

}  // namespace trainyard

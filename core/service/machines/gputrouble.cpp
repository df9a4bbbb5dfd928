// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/gputrouble.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::GpuTrouble)
};

constexpr int kShownLine = 160;

}  // namespace

QString gpuText(const MachineFacts::Gpu &gpu)
{
    switch (gpu.health) {
    case SmiValue::Lost: return Words::tr("lost: it no longer answers on the bus; restart the machine");
    case SmiValue::NeedsReset: return Words::tr("must be reset before it works again");
    case SmiValue::NoPermission: return Words::tr("not provided: this user has no permission");
    case SmiValue::Failed: return Words::tr("cannot be read: nvidia-smi reports only errors");
    case SmiValue::Told:
    case SmiValue::NotSupported:
    case SmiValue::Absent: break;
    }
    const QString name = gpu.name.isEmpty() ? Words::tr("unknown model") : gpu.name;
    return gpu.memoryMiB ? Words::tr("%1, %2 MiB").arg(name).arg(*gpu.memoryMiB) : Words::tr("%1, memory unknown").arg(name);
}

QString gpuTroubleText(const MachineFacts &facts)
{
    if (!facts.gpuTrouble)
        return {};
    switch (facts.gpuTrouble->trouble) {
    case SmiTrouble::NotThere:
    case SmiTrouble::NotTried:
    case SmiTrouble::NoDevices: return {};
    case SmiTrouble::Hangs: return Words::tr("nvidia-smi does not answer: the driver is stuck. Restart the machine.");
    case SmiTrouble::NoDriver:
        return Words::tr(
            "The NVIDIA driver is not running: it is not loaded or does not match the kernel. Install it again or restart the machine.");
    case SmiTrouble::Mismatch: {
        const QString &library = facts.gpuTrouble->libraryVersion, &module = facts.kernelModule;
        if (!library.isEmpty() && !module.isEmpty())
            return Words::tr("The driver's library is %1, the loaded kernel module is %2. Restart the machine.").arg(library, module);
        if (!module.isEmpty())
            return Words::tr("The driver's library has a different version than the loaded kernel module %1. Restart the machine.")
                .arg(module);
        return Words::tr("The driver's library and the loaded kernel module are of different versions. Restart the machine.");
    }
    case SmiTrouble::NoPermission:
        return Words::tr("This user has no permission to use the GPUs. Ask the machine's administrator for access.");
    case SmiTrouble::NoLibrary: return Words::tr("The driver's library libnvidia-ml is missing. Install the driver's libraries.");
    case SmiTrouble::Lost: return Words::tr("A GPU is lost: it no longer answers on the bus. Restart the machine.");
    case SmiTrouble::NeedsReset: return Words::tr("A GPU must be reset before it works again. Restart the machine.");
    case SmiTrouble::Other:
    case SmiTrouble::NotUnderstood: break;
    }
    return Words::tr("nvidia-smi failed: %1").arg(facts.gpuTrouble->said.left(kShownLine).trimmed());
}

QString gpuAbsenceText(const QString &absence)
{
    if (absence.isEmpty() || absence == QLatin1String("no-nvidia-smi"))
        return Words::tr("No GPU");
    CheckPart part;
    part.status = 1;
    part.text = absence;
    switch (smiProblems(part).value(0).trouble) {
    case SmiTrouble::NotThere:
    case SmiTrouble::NotTried:
    case SmiTrouble::NoDevices: return Words::tr("No GPU");
    case SmiTrouble::Hangs:
    case SmiTrouble::NoDriver:
    case SmiTrouble::NoLibrary: return Words::tr("GPU driver not running");
    case SmiTrouble::Mismatch: return Words::tr("GPU driver mismatch");
    case SmiTrouble::NoPermission: return Words::tr("No access to the GPUs");
    case SmiTrouble::Lost: return Words::tr("GPU lost");
    case SmiTrouble::NeedsReset: return Words::tr("GPU needs a reset");
    case SmiTrouble::Other:
    case SmiTrouble::NotUnderstood: break;
    }
    return Words::tr("GPUs cannot be read");
}

QString gpuTroubleName(const MachineFacts &facts)
{
    if (!facts.gpuTrouble)
        return {};
    switch (facts.gpuTrouble->trouble) {
    case SmiTrouble::NotThere:
    case SmiTrouble::NotTried:
    case SmiTrouble::NoDevices: return {};
    case SmiTrouble::Hangs: return QStringLiteral("hangs");
    case SmiTrouble::NoDriver: return QStringLiteral("no-driver");
    case SmiTrouble::Mismatch: return QStringLiteral("mismatch");
    case SmiTrouble::NoPermission: return QStringLiteral("permission");
    case SmiTrouble::NoLibrary: return QStringLiteral("no-library");
    case SmiTrouble::Lost: return QStringLiteral("lost");
    case SmiTrouble::NeedsReset: return QStringLiteral("needs-reset");
    case SmiTrouble::Other:
    case SmiTrouble::NotUnderstood: break;
    }
    return QStringLiteral("failed");
}

QString gpuStateName(SmiValue health)
{
    switch (health) {
    case SmiValue::Lost: return QStringLiteral("lost");
    case SmiValue::NeedsReset: return QStringLiteral("needs-reset");
    case SmiValue::NoPermission: return QStringLiteral("permission");
    case SmiValue::Failed: return QStringLiteral("failed");
    case SmiValue::Told:
    case SmiValue::NotSupported:
    case SmiValue::Absent: break;
    }
    return QStringLiteral("ok");
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/health/healthfinding.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::HealthFinding)
};

}  // namespace

QString healthStateName(HealthState state)
{
    switch (state) {
    case HealthState::Ok: return QStringLiteral("ok");
    case HealthState::Unknown: return QStringLiteral("unknown");
    case HealthState::Warning: return QStringLiteral("warning");
    case HealthState::Bad: return QStringLiteral("bad");
    }
    Q_UNREACHABLE();
}

QString healthStateWord(HealthState state)
{
    switch (state) {
    case HealthState::Ok: return Words::tr("passed");
    case HealthState::Unknown: return Words::tr("unknown");
    case HealthState::Warning: return Words::tr("warning");
    case HealthState::Bad: return Words::tr("failed");
    }
    Q_UNREACHABLE();
}

QString healthSectionName(HealthSection section)
{
    switch (section) {
    case HealthSection::Driver: return QStringLiteral("driver");
    case HealthSection::Gpus: return QStringLiteral("gpus");
    case HealthSection::GpuMemory: return QStringLiteral("gpu-memory");
    case HealthSection::KernelLog: return QStringLiteral("kernel-log");
    case HealthSection::Clocks: return QStringLiteral("clocks");
    case HealthSection::Links: return QStringLiteral("links");
    case HealthSection::Containers: return QStringLiteral("containers");
    case HealthSection::Storage: return QStringLiteral("storage");
    case HealthSection::Host: return QStringLiteral("host");
    case HealthSection::Time: return QStringLiteral("time");
    case HealthSection::Limits: return QStringLiteral("limits");
    case HealthSection::Network: return QStringLiteral("network");
    case HealthSection::Processes: return QStringLiteral("processes");
    }
    Q_UNREACHABLE();
}

QString healthSectionTitle(HealthSection section)
{
    switch (section) {
    case HealthSection::Driver: return Words::tr("Driver");
    case HealthSection::Gpus: return Words::tr("GPUs");
    case HealthSection::GpuMemory: return Words::tr("GPU memory");
    case HealthSection::KernelLog: return Words::tr("Kernel log");
    case HealthSection::Clocks: return Words::tr("Clocks and temperature");
    case HealthSection::Links: return Words::tr("Links");
    case HealthSection::Containers: return Words::tr("Containers");
    case HealthSection::Storage: return Words::tr("Storage");
    case HealthSection::Host: return Words::tr("Memory and processor");
    case HealthSection::Time: return Words::tr("Clock");
    case HealthSection::Limits: return Words::tr("Limits");
    case HealthSection::Network: return Words::tr("Network");
    case HealthSection::Processes: return Words::tr("Processes on the GPUs");
    }
    Q_UNREACHABLE();
}

QList<HealthSection> healthSections()
{
    return {HealthSection::Driver, HealthSection::Gpus,       HealthSection::GpuMemory, HealthSection::KernelLog, HealthSection::Clocks,
            HealthSection::Links,  HealthSection::Containers, HealthSection::Storage,   HealthSection::Host,      HealthSection::Time,
            HealthSection::Limits, HealthSection::Network,    HealthSection::Processes};
}

}  // namespace trainyard

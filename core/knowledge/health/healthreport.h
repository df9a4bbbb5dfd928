// SPDX-License-Identifier: GPL-3.0-or-later
// The complete result of one machine check. Value types, any thread.
#pragma once

#include "core/knowledge/health/healthfinding.h"
#include "core/knowledge/health/topology.h"

#include <QDateTime>

#include <chrono>

namespace trainyard {

// A part of a GPU that programs see as one GPU; nullopt for values the machine does not report.
struct MigInstance {
    QString name;                                        // "3g.40gb"
    std::optional<qint64> gpuInstance, computeInstance;  // as nvidia-smi numbers them
    std::optional<qint64> memoryMiB, memoryUsedMiB;      // of its GPU instance
};

// One GPU as the machine reports it; nullopt for values it does not report.
struct HealthGpu {
    std::optional<int> index;
    QString name, uuid, busId;  // may be empty
    bool isLost = false;        // the kernel lists it, but nvidia-smi cannot reach it
    std::optional<bool> isMigOn;
    QList<MigInstance> migInstances;
    std::optional<qint64> memoryMiB, memoryUsedMiB;
    bool isSimulated() const { return uuid.startsWith(QLatin1String("SIM-")); }
};

struct HealthReport {
    QString hostName, system, kernel, user;  // of the machine
    QDateTime checkedAt;                     // UTC, this computer's clock
    std::chrono::milliseconds duration{0};
    bool isWhole = false;                // the script ran to its end
    QString driverVersion, cudaVersion;  // empty = unknown
    QList<HealthGpu> gpus;
    std::optional<GpuTopology> topology;  // nullopt: not reported, or not understood (a finding says which)
    QList<HealthFinding> findings;        // by section, most severe first within each

    bool hasSimulatedGpus() const;
    int count(HealthState state) const;
    HealthState worst(HealthSection section) const;  // Unknown for a section without findings
    QList<HealthFinding> in(HealthSection section) const;
    // One sentence: how many are OK, how many are not, how many are unknown.
    QString summary() const;
    // 0 if nothing is bad, else 1.
    int exitStatus() const { return count(HealthState::Bad) > 0 ? 1 : 0; }
};

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// What is known about a machine, asked once per connection by one command that leaves nothing on it. Value types and a pure parser; reading
// over SSH is in machineinspector.h.
#pragma once

#include "core/base/result.h"
#include "core/knowledge/health/smiproblem.h"
#include "core/model/task.h"
#include "core/service/machines/gpuholder.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace trainyard {

struct EngineFact {
    EngineKind engine = EngineKind::Docker;
    bool isUsable = false;  // it answered; for containers: the daemon or storage answered too
    QString version;
    QString problem;  // the machine's own words when not usable
};

struct MachineFacts {
    QString hostName, system, kernel, architecture, user, home;  // system: PRETTY_NAME of os-release
    // Impossible values count as unknown.
    int cpuCount = 0;        // 0 = unknown
    qint64 memoryBytes = 0;  // 0 = unknown
    std::optional<qint64> homeAvailableBytes;
    QString driverVersion;  // empty = no NVIDIA driver answered
    QString kernelModule;   // version of the driver's loaded module; empty = unknown
    struct Gpu {
        int index = 0;
        QString name, uuid;  // empty = unknown
        std::optional<qint64> memoryMiB;
        SmiValue health = SmiValue::Told;  // what was reported instead of its values
        bool isSimulated() const { return uuid.startsWith(QLatin1String("SIM-")); }
    };
    QList<Gpu> gpus;
    QList<MigDevice> migDevices;           // the parts of GPUs that are divided
    QList<GpuHolder> holders;              // who computes on them
    bool areHoldersKnown = false;          // false: the driver did not tell, so that no holder does not mean free
    QString gpuProblem;                    // the first line nvidia-smi printed instead of naming a GPU; empty = none
    std::optional<SmiProblem> gpuTrouble;  // what that means (gputrouble.h puts it in words)
    QStringList storeMounters;             // of the programs that can mount an object store, those that are there; the preferred one first
    bool canMount = false;                 // it has FUSE, which they need
    bool canShareMounts = false;           // other users, as Docker's daemon, may look into what this one mounts
    struct Volume {
        QString name;    // of its folder, or the label of its file system
        QString device;  // "/dev/sdb1", "server:/export"; empty: a folder among the volumes
        QString folder;  // empty: it is not mounted
    };
    QList<Volume> volumes;
    QList<EngineFact> engines;  // docker, podman, process; process is always usable

    bool hasRealGpus() const;
    const EngineFact *engine(EngineKind kind) const;
    // The engine the task names if it is usable here, or a scheduler, of which these facts say nothing; otherwise, for a task with an image,
    // docker, then podman; for one without, process.
    // Unsupported states what is missing.
    Result<EngineKind> engineFor(const Task &task) const;
};

// From the output of resources/onbox/facts.sh. Corrupt when it is incomplete (for example, because the login shell is not a shell).
Result<MachineFacts> parseMachineFacts(const QByteArray &answer);

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// Who computes on a machine's GPUs, and the parts that a GPU is divided into (MIG), read from the lines of resources/onbox/facts.sh. Pure.
// What comes from other people's processes is text to show and nothing else.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>

namespace trainyard {

// A process that computes on a GPU. Programs that only draw, such as a desktop, hold none.
struct GpuHolder {
    QString device;   // UUID of the GPU, or of its MIG device where the driver tells it
    qint64 pid = 0;   // 0 = not told, as in some containers
    QString user;     // empty = unknown: the process is hidden, or its number is that of another container
    QString command;  // the program and its script, without their arguments, which may hold secrets; empty = unknown
    std::optional<std::chrono::seconds> running;
    std::optional<qint64> memoryMiB;

    bool operator==(const GpuHolder &) const = default;
};

struct MigDevice {
    int gpu = 0, number = 0;  // of the GPU, and on it
    QString name, uuid;       // "3g.20gb", "MIG-…"

    bool operator==(const MigDevice &) const = default;
};

// `apps` as of `nvidia-smi --query-compute-apps=gpu_uuid,pid,used_memory`, `processes` as "PID SECONDS USER COMMAND…". What has another
// form is left out; a process of which nothing else is known has an unknown user.
QList<GpuHolder> parseGpuHolders(const QStringList &apps, const QStringList &processes);

// From the lines of `nvidia-smi -L`.
QList<MigDevice> parseMigDevices(const QStringList &list);

// "python3 train.py", "python3 -m torch.distributed.run": of a command line, what says which program it is.
QString programOf(const QString &commandLine);

}  // namespace trainyard

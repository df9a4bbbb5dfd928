// SPDX-License-Identifier: GPL-3.0-or-later
// The findings of a machine check: value types, any thread. The rules are in healthjudge.h, thresholds and sources in
// docs/machine-check.md.
#pragma once

#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

#include <optional>

namespace trainyard {

// A check that could not run, or an answer that was not understood, is Unknown; it never counts as Ok.
enum class HealthState { Ok, Unknown, Warning, Bad };  // from good to bad

// In display order.
enum class HealthSection {
    Driver,      // driver, kernel module, device files
    Gpus,        // which ones exist, MIG, persistence, the driver's recommendations
    GpuMemory,   // ECC, row remaps, retired pages
    KernelLog,   // Xid
    Clocks,      // reasons for reduced clocks, temperature
    Links,       // PCIe, NVLink, topology
    Containers,  // engine, NVIDIA runtime or CDI, a test container
    Storage,     // /dev/shm, disk space and speed
    Host,        // memory, swap, processor
    Time,        // the clock compared with this computer's
    Limits,      // ulimits and cgroup
    Network,     // names and ports
    Processes,   // which ones hold GPU memory
};

QString healthStateName(HealthState state);         // for JSON: "ok", "warning", "bad", "unknown"
QString healthStateWord(HealthState state);         // for a person, translated
QString healthSectionName(HealthSection section);   // for JSON: "driver", "gpus", "gpu-memory", …
QString healthSectionTitle(HealthSection section);  // for a person, translated
QList<HealthSection> healthSections();              // all, in order

struct HealthFinding {
    QString id;  // of the check, by the names of docs/machine-check.md: "ecc", "xid", "disk-speed"
    HealthSection section = HealthSection::Driver;
    HealthState state = HealthState::Unknown;
    std::optional<int> gpu;          // nvidia-smi's index, if it is about one
    bool isSimulated = false;        // about a simulated GPU
    QString what;                    // one sentence with the numbers, or why there are none
    QString why;                     // why it matters
    QString remedy;                  // what to do, in words; empty if nothing
    QString command;                 // a command to fix it or to learn more, to be run on the machine; may be empty
    QString detail;                  // the machine's own output, without control characters; may have several lines
    QMap<QString, QString> numbers;  // "free_mib": "1024"; only measured values, none for unknown ones
    QStringList sources;             // codes of resources/health/sources.json; empty if it needs none
};

}  // namespace trainyard

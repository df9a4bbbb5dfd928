// SPDX-License-Identifier: GPL-3.0-or-later
// What a machine check found: value types, any thread. The rules are in healthjudge.h, thresholds and sources in
// docs/machine-check.md.
#pragma once

#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

#include <optional>

namespace trainyard {

// A check that could not run, or an answer that is not understood, is Unknown; it never counts as Ok.
enum class HealthState { Ok, Unknown, Warning, Bad };  // from good to bad

// In the order of a page or a table.
enum class HealthSection {
    Driver,      // driver, kernel module, device files
    Gpus,        // which there are, MIG, persistence, what the driver advises
    GpuMemory,   // ECC, row remaps, retired pages
    KernelLog,   // Xid
    Clocks,      // what holds the clocks down, temperature
    Links,       // PCIe, NVLink, topology
    Containers,  // engine, NVIDIA runtime or CDI, a container that was started
    Storage,     // /dev/shm, disk space and speed
    Host,        // memory, swap, processor
    Time,        // the clock against this computer's
    Limits,      // ulimits and cgroup
    Network,     // names and ports
    Processes,   // who holds GPU memory
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
    std::optional<int> gpu;          // the number by nvidia-smi, where it is about one
    bool isSimulated = false;        // about a simulated GPU
    QString what;                    // one sentence with the numbers, or why there are none
    QString why;                     // why it matters
    QString remedy;                  // what to do, in words; empty where there is nothing
    QString command;                 // the command that mends or tells more, to be run on the machine; may be empty
    QString detail;                  // the machine's own words, without control characters; may be of several lines
    QMap<QString, QString> numbers;  // "free_mib": "1024"; only what was measured, nothing for what is not known
    QStringList sources;             // codes of resources/health/sources.json; none where it needs none
};

}  // namespace trainyard

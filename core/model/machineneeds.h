// SPDX-License-Identifier: GPL-3.0-or-later
// What a task file says about the machine to rent for it: the keys of SkyPilot's `resources` that choose one. Pure. Format: docs/task-file.md.
#pragma once

#include "core/base/money.h"
#include "core/base/result.h"
#include "core/model/task.h"

#include <QByteArray>
#include <QList>
#include <QMap>
#include <QString>

#include <optional>

namespace trainyard {

struct NeededAmount {
    enum class Kind { Exact, AtLeast, PerCpu };  // "8", "8+", "4x": of memory, for each vCPU
    double amount = 0;
    Kind kind = Kind::Exact;

    bool operator==(const NeededAmount &) const = default;
};

// One of the machines that would do; whatever is empty may be anything.
struct NeededMachine {
    QList<Accelerators> accelerators;  // one of these, each with exactly its count; empty: it needs no GPU
    QString cloud, region, zone;       // in lower case; with a zone and no region: that of the zone
    QString type;                      // the provider's name
    bool isSpot = false;
    std::optional<NeededAmount> vcpus, memoryGiB;
    int diskGiB = 0;                // 0: as the provider decides
    std::optional<Money> mostHour;  // per hour
    QMap<QString, QString> images;  // of the machine, by region; under "" for all regions
    QString imageCloud;             // the cloud that has these images
    int line = 0, column = 0;       // where it is described, from 1

    // Nothing about hardware is said, so that any machine would do.
    bool isOpen() const { return accelerators.isEmpty() && type.isEmpty() && !vcpus && !memoryGiB; }
    bool operator==(const NeededMachine &) const = default;
};

struct MachineNeeds {
    enum class Choice { One, AnyOf, Ordered };
    Choice choice = Choice::One;
    QList<NeededMachine> machines;  // at least one; of Ordered, the preferred one first
    QString key;                    // that lists them: "any_of", "ordered" or "accelerators"
    QList<TaskIssue> notes;         // keys that renting does not use
};

// Reads the task of the file. InvalidInput, "FILE:line:column: sentence", for a file that parseTask() refuses, a pipeline, and a file that says
// nothing about the machine.
Result<MachineNeeds> machineNeeds(const QByteArray &yaml, const QString &fileName);

}  // namespace trainyard

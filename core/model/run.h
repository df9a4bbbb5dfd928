// SPDX-License-Identifier: GPL-3.0-or-later
// A run: one attempt of a task on one or more machines, and what a person may change of it. Value types, pure.
#pragma once

#include "core/base/money.h"
#include "core/base/result.h"
#include "core/model/ids.h"
#include "core/model/task.h"

#include <QDateTime>
#include <QList>
#include <QString>

#include <algorithm>
#include <optional>

namespace trainyard {

enum class RunState {
    Preparing,  // files are being sent, the engine has not been asked yet
    Running,
    Stopping,  // a stop was requested; not yet verified gone
    Finished,  // ended by itself with code 0
    Failed,    // ended by itself with another code or a signal, or was never started
    Stopped,   // ended by request or by a limit
    Unknown,   // gone; how it ended is unknown
};
QString runStateName(RunState state);  // stable, for JSON: "running" …
std::optional<RunState> runStateFromName(const QString &name);
inline bool hasEnded(RunState s) { return s >= RunState::Finished; }

// Where a part of a run lies: a machine, or a node of a cluster.
struct RunNode {
    MachineId machineId;
    QString machineName;  // kept when the machine is removed
    QString directory;    // its run directory there, absolute; empty: not known yet, or the run was erased

    bool operator==(const RunNode &) const = default;
};

// One attempt. Attempts of the same run share lineage and name; a resumed attempt knows where it came from.
struct Run {
    RunId id;
    QString lineage;
    int attempt = 1;
    QString name;                     // what the person called it
    QList<RunNode> nodes{RunNode{}};  // by rank; never empty
    bool isSimulated = false;
    EngineKind engine = EngineKind::Process;
    QString image;
    QString command;        // the run section, for display
    QString checkpointDir;  // on the leading node's machine (host path, absolute), empty = none declared
    QString checkpointPattern;
    QString resumedFrom;  // checkpoint path as the run saw it, empty = started fresh
    RunState state = RunState::Preparing;
    std::optional<int> exitCode;
    std::optional<int> exitSignal;
    bool isOutOfMemory = false;
    QString message;                     // why it failed or was never started; one line
    QDateTime created, started, ended;   // UTC; invalid = not yet
    QString project;                     // what it is counted under; empty = none
    std::optional<Money> price, budget;  // an hour of its machine when it was launched, and what it may cost: one currency
    QString note;                        // the person's own words, of all attempts alike; may have several lines
    bool isArchived = false;             // put away by the person: lists leave it out unless they are asked
    QDateTime deleted;                   // UTC; valid: it lies in the trash of runs

    // The node of rank 0, which leads: the log, the checkpoints and the end of a run are its.
    RunNode &head() { return nodes.first(); }
    const RunNode &head() const { return nodes.first(); }
    // Whether any of its nodes is this machine.
    bool isOn(MachineId machine) const
    {
        return std::any_of(nodes.begin(), nodes.end(), [machine](const RunNode &node) { return node.machineId == machine; });
    }

    bool operator==(const Run &) const = default;
};

// What a person may change of a run afterwards; of all its attempts alike. What is empty stays.
struct RunEdit {
    std::optional<QString> name, note;
    std::optional<bool> isArchived;
};
// InvalidInput with a sentence: a name has 1 to 200 characters on one line, a note at most 2000.
Result<void> checkRunEdit(const RunEdit &edit);

}  // namespace trainyard

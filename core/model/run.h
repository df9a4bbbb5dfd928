// SPDX-License-Identifier: GPL-3.0-or-later
// A run: one attempt of a task on one or more machines, and what the person may change about it. Value types, pure.
#pragma once

#include "core/base/money.h"
#include "core/base/result.h"
#include "core/model/ids.h"
#include "core/model/task.h"

#include <QDateTime>
#include <QList>
#include <QString>
#include <QStringList>

#include <algorithm>
#include <optional>

namespace trainyard {

enum class RunState {
    Preparing,  // files are being sent, the engine has not been called yet
    Waiting,    // for the step of its pipeline before it, or in the queue of a cluster
    Running,
    Stopping,  // a stop was requested; not yet verified as ended
    Finished,  // exited by itself with code 0
    Failed,    // exited by itself with another code or a signal, or never started
    Stopped,   // stopped on request or by a limit
    Unknown,   // ended, but how is unknown
};
QString runStateName(RunState state);  // stable, for JSON: "running" …
std::optional<RunState> runStateFromName(const QString &name);
inline bool hasEnded(RunState s) { return s >= RunState::Finished; }

// Where a part of a run is: a machine, or a node of a cluster.
struct RunNode {
    MachineId machineId;
    QString machineName;  // kept after the machine is removed
    QString directory;    // its run directory there, absolute; empty: not known yet, or the run was deleted

    bool operator==(const RunNode &) const = default;
};

// Which step of a pipeline a run is. The steps are on one machine, which starts each when the one before has ended with 0.
struct PipelineStep {
    RunId first;   // the run of the first step
    QString name;  // of the pipeline
    int number = 1, count = 1;

    bool operator==(const PipelineStep &) const = default;
};
QString pipelineStepText(const PipelineStep &step);  // "2 of 3 of pipeline train-and-eval"

// One attempt. Attempts of the same run share lineage and name; a resumed attempt records what it resumed from.
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
    QString resumedFrom;  // checkpoint path as the run saw it, empty = started from scratch
    RunState state = RunState::Preparing;
    std::optional<int> exitCode;
    std::optional<int> exitSignal;
    bool isOutOfMemory = false;
    QString message;                     // why it failed, never started or waits; one line
    QDateTime created, started, ended;   // UTC; invalid = not yet
    QString project;                     // the project its cost counts towards; empty = none
    std::optional<Money> price, budget;  // price per hour of its machine at launch, and the run's budget; in the same currency
    QString note;                        // free text, shared by all attempts; may have several lines
    QStringList tags;                    // the person's words for it, sorted, shared by all attempts
    bool isPinned = false;               // by the person: lists show it first
    bool isArchived = false;             // archived by the person: lists leave it out by default
    QDateTime deleted;                   // UTC; valid: it is in the trash of runs
    std::optional<PipelineStep> pipeline;

    // The node of rank 0, which leads: it has the run's log, checkpoints and exit record.
    RunNode &head() { return nodes.first(); }
    const RunNode &head() const { return nodes.first(); }
    // Whether any of its nodes is this machine.
    bool isOn(MachineId machine) const
    {
        return std::any_of(nodes.begin(), nodes.end(), [machine](const RunNode &node) { return node.machineId == machine; });
    }

    bool operator==(const Run &) const = default;
};

// What the person may change about a run later, for all its attempts. Empty members stay as they are.
struct RunEdit {
    std::optional<QString> name, note;
    std::optional<bool> isArchived, isPinned;
    std::optional<QStringList> tags;  // all that it has afterwards
};
// InvalidInput with a sentence: a name has 1 to 200 characters on one line, a note at most 2000; a run has at most 20 tags of 1 to 40
// characters, which contain no spaces, commas or quotation marks.
Result<void> checkRunEdit(const RunEdit &edit);

// What a person typed, with commas or spaces between the tags: sorted, each once, upper and lower case being the same.
QStringList tagsFrom(const QString &typed);
QStringList inTagOrder(QStringList tags);  // sorted, each once

}  // namespace trainyard

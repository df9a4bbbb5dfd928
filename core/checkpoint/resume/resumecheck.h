// SPDX-License-Identifier: GPL-3.0-or-later
// Will a run resume correctly from a checkpoint? Compares the recorded facts with the current ones, one line for each thing that can go
// wrong, above all for what goes wrong silently. Pure. The sources of each line: docs/resuming.md.
#pragma once

#include "core/checkpoint/format/inspection.h"
#include "core/checkpoint/resume/launchfacts.h"
#include "core/checkpoint/resume/processlayout.h"
#include "core/knowledge/compat/compatverdict.h"

#include <QList>
#include <QString>

#include <optional>

namespace trainyard {

enum class ResumeEffect {
    Ok,
    Note,     // resumes, not quite as before
    Unknown,  // not recorded, or could not be checked
    Wrong,    // will go wrong
};
QString effectName(ResumeEffect effect);  // "ok", "note", "unknown", "wrong"

struct ResumeLine {
    QString id;           // stable: "gpus", "processes", "image" …
    QString name;         // translated: "GPUs"
    QString before, now;  // short facts; empty = nothing known
    ResumeEffect effect = ResumeEffect::Ok;
    QString sentence;   // the consequence; empty for Ok
    QStringList items;  // file names and the like, untrusted
};

struct DataPath {
    QString path;
    std::optional<bool> isThere;
};

struct ResumeQuestion {
    // The checkpoint.
    QString framework;  // "DeepSpeed"; empty = unknown
    QString format;
    ProcessLayout layout;
    qint64 checkpointBytes = 0;
    bool isWithoutOptimizer = false;
    std::optional<qint64> step;        // the step it was saved at
    std::optional<double> totalSteps;  // of the earlier attempt, according to its log
    Safety safety = Safety::Unknown;
    QString gravestFinding;  // one sentence, if safety is Foreign or Dangerous
    // The earlier attempt.
    int attempt = 1;
    QString runningOn;                  // its machine, if it is still running there as far as is known
    bool isRunningHere = false;         // that machine is also the one to resume on
    std::optional<LaunchFacts> before;  // nullopt: it was launched before these facts were recorded
    // Now.
    bool isMachineAsked = false;
    QStringList gpus;
    bool isSimulated = false;
    QString driver;
    QString image;                     // of the task; empty = no container
    std::optional<CompatVerdict> fit;  // image on this machine
    QString fitSentence;
    std::optional<CodeManifest> code;
    bool hasWorkdir = false;
    std::optional<CodeRevision> revision, machineRevision;  // as in LaunchFacts
    std::optional<qint64> freeBytes;                        // on the disk where checkpoints are written
    QString copiedFrom;                                     // the checkpoint is first copied from there; empty: it is already on the
                                                            // machine
    bool isThroughHere = false;                             // the copy passes through this computer
    std::optional<qint64> freeHere;                         // on this computer
    QList<DataPath> data;
    QString command;    // the task's run section
    QString pattern;    // the template that passes the checkpoint; empty = only variables
    QString preset;     // the chosen preset; empty = not chosen
    QStringList words;  // further arguments
};

// In the order they are shown.
QList<ResumeLine> checkResume(const ResumeQuestion &question);
ResumeEffect worstEffect(const QList<ResumeLine> &lines);

// Absolute paths that a command names, at most 16, each once; without those under `checkpointDir`.
QStringList pathsIn(const QString &command, const QString &checkpointDir);

}  // namespace trainyard

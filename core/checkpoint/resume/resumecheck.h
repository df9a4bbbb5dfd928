// SPDX-License-Identifier: GPL-3.0-or-later
// Will a run go on correctly from a checkpoint? What was recorded against what is there now, a line for each thing that can
// go wrong, above all for what goes wrong without a word. Pure. What each line knows and from where: docs/resuming.md.
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
    Note,     // goes on, not quite as before
    Unknown,  // not recorded, or could not be checked
    Wrong,    // will go wrong
};
QString effectName(ResumeEffect effect);  // "ok", "note", "unknown", "wrong"

struct ResumeLine {
    QString id;           // stable: "gpus", "processes", "image" …
    QString name;         // translated: "GPUs"
    QString before, now;  // short facts; empty = there is nothing to say
    ResumeEffect effect = ResumeEffect::Ok;
    QString sentence;   // what follows from it; empty for Ok
    QStringList items;  // file names and the like, untrusted
};

struct DataPath {
    QString path;
    std::optional<bool> isThere;
};

struct ResumeQuestion {
    // The checkpoint.
    QString framework;  // "DeepSpeed"; empty = not known
    QString format;
    ProcessLayout layout;
    qint64 checkpointBytes = 0;
    bool isWithoutOptimizer = false;
    std::optional<qint64> step;        // it is from
    std::optional<double> totalSteps;  // of the attempt before, as its log says
    Safety safety = Safety::Unknown;
    QString gravestFinding;  // one sentence, where safety is Foreign or Dangerous
    // The attempt before.
    int attempt = 1;
    QString runningOn;                  // its machine, while it goes on there as far as anybody knows
    bool isRunningHere = false;         // that machine is the one it would go on on
    std::optional<LaunchFacts> before;  // nothing: it was launched before anybody recorded it
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
    std::optional<qint64> freeBytes;                        // where checkpoints are written
    QString copiedFrom;                                     // the checkpoint is brought from there first; empty: it lies there
    bool isThroughHere = false;                             // by way of this computer
    std::optional<qint64> freeHere;                         // on this computer
    QList<DataPath> data;
    QString command;    // the task's run section
    QString pattern;    // the template that tells the checkpoint; empty = only variables
    QString preset;     // by which it was chosen; empty = not chosen
    QStringList words;  // further arguments
};

// In the order they are shown.
QList<ResumeLine> checkResume(const ResumeQuestion &question);
ResumeEffect worstEffect(const QList<ResumeLine> &lines);

// Absolute paths that a command names, at most 16, each once; what lies under `checkpointDir` left out.
QStringList pathsIn(const QString &command, const QString &checkpointDir);

}  // namespace trainyard

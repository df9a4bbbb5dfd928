// SPDX-License-Identifier: GPL-3.0-or-later
// Turns a task and an engine into the exact files of a run directory (docs/run-directory.md). Pure: the same input gives the same bytes,
// so a preview shows what will run.
#pragma once

#include "core/base/result.h"
#include "core/model/ids.h"
#include "core/model/objectstoreconfig.h"
#include "core/model/task.h"

#include <QByteArray>
#include <QList>
#include <QMap>
#include <QStringList>

#include <optional>

namespace trainyard {

// The neighbours of a run in a pipeline.
struct StepPlace {
    int number = 1;
    RunId first, before, after;  // not set: there is none
};

// An object store that the machine mounts for the run.
struct MountedStore {
    QString target;  // as the task names it
    StoreMount mount;
    ObjectStoreConfig store;  // with its key, which is only written to a file of mode 0600
    QString key;              // in the bucket; empty: all of it
    QString program;          // one of storeMounters()
    bool isShared = false;    // other users of the machine, as an engine's daemon, may look into it
};

struct LaunchInput {
    Task task;
    RunId runId;
    QString lineage;
    int attempt = 1;
    EngineKind engine = EngineKind::Process;  // decided, never Auto
    bool useGpus = false;                     // pass the machine's GPUs into the container
    QMap<QString, QString> secretValues;      // name -> value, only for env.sh
    QString resumePath;                       // checkpoint as the run sees it; empty = start fresh
    qint64 resumeStep = -1;
    QStringList resumeWords;  // further arguments when resuming, each one word: "--lr", "1e-5"
    double sampleSeconds = 1;
    std::optional<StepPlace> step;  // of a pipeline
    qint64 givenBackAt = 0;         // when the machine is given back at the latest, in seconds since 1970; 0 = not known
    std::chrono::seconds saveBefore{0};
    QList<MountedStore> stores;  // in the order of the task's storeMounts
};

struct RunFile {
    QString name;  // relative to the run directory
    QByteArray content;
    int mode = 0600;
};

struct LaunchPlan {
    QList<RunFile> files;    // env.sh, setup.sh, run.sh, argv, shutdown.sh, launch.sh, spec.sh, lease, on-box scripts, starter
    QString commandPreview;  // for a person: the launch command, one option per line, " \" at line ends
    QString added;           // what resuming adds to the command, as written there; empty = nothing, or passed by the variables
    QString checkpointDir;   // on the machine; begins with "~/" if under the home; empty = none
};

// InvalidInput: the container engines need an image, process takes none; a run of several lines cannot be given resume arguments unless
// it mentions TRAINYARD_RESUME; …
Result<LaunchPlan> makeLaunchPlan(const LaunchInput &given);

// "<slug>-<6 characters>": slug from the name's ASCII letters and digits (or "run"), at most 40 characters.
// `random` supplies the six characters' entropy.
QString makeLineage(const QString &name, quint32 random);
// The same with the entropy of another lineage: shows which runs are steps of one pipeline.
QString lineageBeside(const QString &lineage, const QString &name);

}  // namespace trainyard

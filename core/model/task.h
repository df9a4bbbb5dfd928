// SPDX-License-Identifier: GPL-3.0-or-later
// The task file: what to run and what it needs. SkyPilot's task YAML plus our sections `checkpoints`, `tensorboard`, `limits`, `engine`,
// `gpus`, `launcher`, `slurm`, `alerts`, `mounts`, `network`. Pure: parses text, touches no file. Format: docs/task-file.md.
#pragma once

#include "core/base/money.h"
#include "core/base/result.h"
#include "core/model/alertoverride.h"
#include "core/model/containeroptions.h"
#include "core/model/slurmoptions.h"
#include "core/model/tasklauncher.h"

#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>

namespace trainyard {

enum class EngineKind { Auto, Docker, Podman, Process, Slurm };
QString engineName(EngineKind engine);  // "auto", "docker", …
std::optional<EngineKind> engineFromName(const QString &name);

struct Accelerators {
    QString model;  // "H100", as written
    int count = 1;

    bool operator==(const Accelerators &) const = default;
};

enum class ManifestPolicy { Auto, Off, All };  // next to checkpoints up to a size, never, next to all

struct CheckpointPlan {
    QString dir;          // where the run writes them, as the run sees it; absolute
    QString pattern;      // file or directory name pattern with * and ?; empty = any known format
    QString resume;       // e.g. "--resume {path}"; {path}, {dir}, {name}, {step} are filled in. Empty: only the variables
    int keep = 0;         // this many of the latest; 0 = no such rule. Without any rule all are kept
    QString signal = {};  // "USR1": makes the run save and continue; empty = no such signal
    int keepBest = 0;     // this many of the best
    QString keepBy = {};  // rank by this value; empty = the lowest stored loss
    bool isHigherBetter = false;
    int keepEvery = 0;  // those whose step is a multiple of it
    ManifestPolicy manifests = ManifestPolicy::Auto;

    bool removes() const { return keep > 0 || keepBest > 0 || keepEvery > 0; }
    bool operator==(const CheckpointPlan &) const = default;
};

inline constexpr qsizetype kMaxEventFolders = 8;
inline constexpr qsizetype kMaxPipelineSteps = 32;

struct IdleLimit {
    std::chrono::seconds after{30 * 60};  // time of low GPU utilization without anything new in log and checkpoints
    int belowPercent = 30;

    bool operator==(const IdleLimit &) const = default;
};

// The limits at which the machine itself ends the run (docs/lease.md).
struct RunLimits {
    std::optional<double> hours;                // the machine stops the run after this long
    std::optional<std::chrono::seconds> lease;  // counted from the last renewal by this computer
    std::optional<Money> budget, price;         // price per hour, in the budget's currency
    std::optional<IdleLimit> idle;
    std::chrono::seconds save{5 * 60};  // at most, to write a whole checkpoint after the run was asked to save
    bool heedsSpotNotice = true;
    QString shutdown;  // shell text to run after the machine ended the run; empty = nothing

    bool operator==(const RunLimits &) const = default;
};

struct Task {
    QString name;   // any text; empty = "run"
    QString image;  // without SkyPilot's "docker:" prefix; empty = none (engine process)
    EngineKind engine = EngineKind::Auto;
    std::optional<Accelerators> accelerators;
    QList<Accelerators> otherAccelerators;  // alternatives if the machine does not have those; a count of 0: none are needed
    QStringList gpus;                       // which of the machine's: "3", of a MIG device "3:0", or a UUID; empty = not chosen
    QString workdir;                        // local directory to copy, as written; empty = none
    QMap<QString, QString> fileMounts;      // target on the machine -> local source
    QMap<QString, StoreMount> storeMounts;  // also in file_mounts: target -> what is mounted there from an object store
    QMap<QString, FolderMount> mounts;      // absolute path in the container -> what is there on the machine
    QMap<QString, FolderMount> volumes;     // the same with the volume's name or path as source; the machine knows where that is
    std::optional<qint64> sharedMemory;     // bytes of /dev/shm; nullopt = the machine's own
    std::optional<NetworkKind> network;     // nullopt = the machine's own, or a bridge if `ports` are published
    QStringList ports;                      // as written; publishedPort() reads them
    UserKind user = UserKind::Root;         // in the container
    QString userIds;                        // "1000:100", with UserKind::Ids
    LauncherKind launcher = LauncherKind::None;
    SlurmOptions slurm;  // with the engine slurm
    QMap<QString, QString> envs;
    QStringList envsToTake;                         // variables without a value in `envs`: taken from the local environment at launch
    QMap<QString, std::optional<QString>> secrets;  // nullopt = take it from the local environment or the keyring at launch
    QMap<QString, QString> keyringSecrets;          // of these, the names under which the keyring has them
    QString setup, run;                             // shell text
    std::optional<CheckpointPlan> checkpoints;
    QStringList tensorboard;  // folders of event files in addition to workdir and checkpoints, as the run sees them; absolute
    RunLimits limits;
    AlertOverrides alerts;
    QString project;        // the project its cost counts towards; empty = none
    int graceSeconds = 30;  // between TERM and KILL; `limits.grace`

    bool operator==(const Task &) const = default;
};

struct TaskIssue {
    int line = 0, column = 0;  // from 1; 0 = the whole file
    QString what;              // one sentence that says what to do
};

struct TaskCheck {
    Task task;          // only valid if errors is empty
    QList<Task> later;  // of a pipeline: the steps after it, in their order; each starts when the one before ended with 0
    QString pipeline;   // its name; empty: none was given
    QList<TaskIssue> errors;
    QList<TaskIssue> warnings;  // accepted, but without effect yet (e.g. `cloud`)
};

// Reports failures only through errors. Unknown keys, wrong types, a missing `run`, more than one node, and names that are not valid for
// shell variables are issues, each with its position.
TaskCheck parseTask(const QByteArray &yaml);

// First error as one Error (InvalidInput), "FILE:line:column: sentence".
Result<TaskCheck> readTasks(const QByteArray &yaml, const QString &fileName);
// The same for what can only be about one task: a pipeline is an error.
Result<Task> readTask(const QByteArray &yaml, const QString &fileName);

// YAML that parseTask reads back to an equal task; values of secrets are never written.
QByteArray writeTask(const Task &task);

}  // namespace trainyard

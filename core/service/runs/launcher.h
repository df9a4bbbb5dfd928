// SPDX-License-Identifier: GPL-3.0-or-later
// Launching, previewing and stopping a run: files to the machine, then supervise.sh. Blocking, worker threads.
#pragma once

#include "core/base/paths.h"
#include "core/base/result.h"
#include "core/checkpoint/resume/launchfacts.h"
#include "core/execution/launchplan/launchplan.h"
#include "core/model/machine.h"
#include "core/model/stepreport.h"
#include "core/service/machines/machinefacts.h"
#include "core/service/runs/checkpointcopy.h"
#include "core/service/runs/syncsummary.h"
#include "core/storage/database/statedatabase.h"
#include "core/transport/ssh/sshconnection.h"

#include <memory>
#include <vector>

namespace trainyard {

// The attempt before, on the same machine, whose files are used again: only those that changed are sent.
struct FormerAttempt {
    RunId id;
    RunId running;   // set: an attempt to stop as soon as the files are there, before the new one starts
    int number = 0;  // of the new attempt; if it is taken by then, another program has started one
};

struct LaunchRequest {
    MachineId machineId;
    Task task;
    QMap<QString, QString> values = {};  // of variables and secrets that the task leaves open; never written on this computer
    QString taskDirectory;               // a relative workdir starts here; empty = current directory
    QString lineage;                     // empty = a new run; else another attempt of that lineage
    QString plannedLineage;              // the name a new run will get; preview() fills it in so that launch shows the same
    QString resumePath;                  // checkpoint to resume from, as the run sees it; empty = start fresh
    qint64 resumeStep = -1;
    QString resumePreset;                // the preset that its template was chosen by; empty = not chosen
    QStringList resumeWords;             // further arguments when resuming, each one word
    std::optional<CheckpointCopy> copy;  // copied to the machine first; nothing starts before it is there and whole
    QList<Task> later = {};              // the further steps of a pipeline, of which `task` is the first
    QString pipeline = {};               // its name; empty: that of the first step
    std::optional<FormerAttempt> former;
};

struct LaunchPreview {
    EngineKind engine = EngineKind::Process;
    QString commandPreview;  // exact command, one option per line
    QString added;           // the part of it that resuming adds
    QString machineName;
    QString checkpointDir, checkpointsSeenAs;  // on the machine, and as the run sees it; empty = none
    bool isSimulated = false;
    std::optional<Money> perHour;  // what an hour of the machine costs; nullopt: not entered
    LaunchRequest request;         // with plannedLineage set
    QString gpuWarning = {};       // others compute on the GPUs that the task chose; empty = nobody that is known
};

class Launcher {
public:
    Launcher(const Paths &paths, StateDatabase &store) : m_paths(paths), m_store(store) {}

    Result<LaunchPreview> preview(const LaunchRequest &request, const MachineFacts &facts) const;

    // Of a pipeline, the first step; each step is recorded and sent before that starts, and the machine starts the others. Values are for all.
    // Records the run, sends its files, asks the supervisor to start it. A failure after the record was made leaves a Failed run with the
    // reason; the error has the same. Stopping before the start leaves nothing on the machine and a Stopped run. During the start only a
    // person's request (`cancel`) stops the run itself; when the program ends (`stop` alone), the run is left to the machine.
    Result<Run> launch(const LaunchRequest &request, const Machine &machine, const MachineFacts &facts, SshConnection &connection,
                       const StepReport &report, std::stop_token stop, std::stop_token cancel);

    const SyncSummary &synced() const { return m_synced; }  // after a launch with a former attempt

    // Asks the supervisor to stop it and waits until it is verified to have ended (grace period of the task + 60 s). Returns the machine's
    // answer, whether or not it could be recorded here. `least` is the shortest grace period, for a run that should have time to save.
    Result<Run> stop(const Run &run, SshConnection &connection, std::stop_token stop, std::chrono::seconds least = {}) const;
    // Sends the signal that its task declares for saving; false when it declares none.
    Result<bool> askToSave(const Run &run, SshConnection &connection, std::stop_token stop) const;

private:
    struct Prepared {
        Task task;  // as recorded: with the values it took from here, and the accelerators that are there
        LaunchInput input;
        LaunchPlan plan;
        Run run;
        SshTarget target;
    };
    // What a launch is about: a run, or the steps of a pipeline.
    struct Step {
        LaunchRequest request;
        std::optional<StepPlace> place;
        std::optional<PipelineStep> recorded;
    };
    struct Launching;  // a step with what is held while it is launched
    using AllLaunching = std::vector<std::unique_ptr<Launching>>;

    static QString shownCommands(const QList<Prepared> &steps);
    Result<QList<Step>> stepsOf(const LaunchRequest &request) const;
    Result<void> planSaving(const Machine &machine, LaunchInput &input) const;
    Result<Prepared> prepare(const Step &step, const Machine &machine, const MachineFacts &facts) const;
    Result<void> record(Launching &launching, const MachineFacts &facts, SshConnection &connection, const StepReport &report,
                        std::stop_token stop);
    static Result<void> recordFacts(Launching &launching);
    void giveUp(const Prepared &prepared, const Error &error);
    Result<void> send(const Prepared &prepared, const LaunchRequest &request, SshConnection &connection, const StepReport &report,
                      std::stop_token stop) const;
    Result<Run> startOnMachine(const AllLaunching &all, SshConnection &connection, std::stop_token stop, std::stop_token cancel);
    static QList<RunFile> runFiles(const Prepared &prepared);
    Result<void> stopFormer(const RunId &former, SshConnection &connection, const StepReport &report, std::stop_token stop) const;
    // What changed since the former attempt. Unsupported: send() has to send everything.
    Result<void> sendChanges(const Prepared &prepared, const LaunchRequest &request, LaunchFacts *facts, SshConnection &connection,
                             const StepReport &report, std::stop_token stop);
    Result<void> sendFiles(const Prepared &prepared, const LaunchRequest &request, LaunchFacts *facts, SshConnection &connection,
                           const StepReport &report, std::stop_token stop);

    const Paths &m_paths;
    StateDatabase &m_store;
    SyncSummary m_synced;
};

}  // namespace trainyard

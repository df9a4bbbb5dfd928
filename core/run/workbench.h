// Everything a screen or a command can ask for, in one place: the joint of store, connections, engines and
// sandbox. Lives in the main thread and is made in app/; its asynchronous functions work on a pool of their own
// and deliver through QFuture; signals arrive in the main thread.
//
// Closing the program never touches a run. Cancelled work ends with ErrorCode::Cancelled.
#pragma once

#include "core/base/paths.h"
#include "core/base/result.h"
#include "core/engine/launchplan.h"
#include "core/format/checkpoint.h"
#include "core/machine/machinefacts.h"
#include "core/machine/machinewatch.h"
#include "core/sandbox/sandbox.h"
#include "core/ssh/sshconnection.h"
#include "core/store/store.h"

#include <QFuture>
#include <QObject>

#include <memory>
#include <stop_token>

namespace trainyard {

class RunWatch;

struct LaunchRequest {
    qint64 machineId = 0;
    Task task;
    QString taskDirectory;        // relative workdir and mounts start here; empty = current directory
    QString lineage;              // empty = a new run; else another attempt of that lineage
    QString resumePath;           // checkpoint to go on from, as the run sees it; empty = fresh
    qint64 resumeStep = -1;
};

struct LaunchPreview {
    EngineKind engine = EngineKind::Process;
    QString commandPreview;       // exact command, one option a line
    QString machineName;
};

// One checkpoint with the run it belongs to.
struct FoundCheckpoint {
    Run run;                      // the latest attempt of the lineage
    Checkpoint checkpoint;
    QString path;                 // as the run sees it: what resume hands to it
    bool isLatestGood = false;
};

struct CheckpointScan {
    QList<FoundCheckpoint> found;          // by run (newest first), then step (highest first)
    struct Problem { Run run; Error error; };
    QList<Problem> problems;               // runs whose machine could not be asked
};

class Workbench : public QObject {
    Q_OBJECT
public:
    // `questions` are asked on worker threads (see SshQuestions).
    static Result<std::unique_ptr<Workbench>> open(const Paths &paths, SshQuestions questions);
    ~Workbench() override;                 // cancels and joins what is in flight

    const Paths &paths() const;
    Store &store();

    // Machines. Adding connects first, so that a wrong line is found at once; nothing is stored on failure.
    QFuture<Result<Machine>> addMachine(const QString &name, const SshTarget &target, std::stop_token stop = {});
    Result<void> removeMachine(qint64 id);                      // AlreadyExists while a run on it has not ended
    QFuture<Result<MachineFacts>> inspect(qint64 machineId, std::stop_token stop = {});
    MachineWatch *watchMachine(qint64 machineId);               // owned by the workbench, started on first use

    // Sandbox: its machine row is called "sandbox".
    QFuture<Result<Machine>> startSandbox(const SandboxOptions &options, const StepReport &report,
                                          std::stop_token stop = {});
    QFuture<Result<void>> stopSandbox();

    // Runs.
    QFuture<Result<LaunchPreview>> preview(const LaunchRequest &request, std::stop_token stop = {});
    QFuture<Result<Run>> launch(const LaunchRequest &request, const StepReport &report, std::stop_token stop = {});
    QFuture<Result<Run>> stopRun(const QString &runId, std::stop_token stop = {});
    RunWatch *watchRun(const QString &runId);                   // owned by the workbench, started on first use
    // A request that starts the run's task again from a checkpoint, on its machine.
    Result<LaunchRequest> resumeRequest(const Run &run, const FoundCheckpoint &from);

    // Looks on the machines of all runs that declare checkpoints (or of one lineage).
    QFuture<Result<CheckpointScan>> findCheckpoints(const QString &lineage = {}, std::stop_token stop = {});

Q_SIGNALS:
    void machinesChanged();
    void runsChanged();           // any run was added or changed, by this program or another

private:
    struct State;
    explicit Workbench(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

}  // namespace trainyard

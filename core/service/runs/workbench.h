// SPDX-License-Identifier: GPL-3.0-or-later
// Everything a screen or a command can ask for, in one place: the joint of store, connections, engines and
// sandbox. Lives in the main thread and is made in app/; its asynchronous functions work on a pool of their own
// and deliver through QFuture; signals arrive in the main thread.
//
// Closing the program never touches a run. Cancelled work ends with ErrorCode::Cancelled.
#pragma once

#include "core/base/paths.h"
#include "core/base/result.h"
#include "core/checkpoint/format/checkpoint.h"
#include "core/execution/launchplan/launchplan.h"
#include "core/provider/sandbox/sandbox.h"
#include "core/service/machines/connectiontest.h"
#include "core/service/machines/machinechecker.h"
#include "core/service/machines/machinefacts.h"
#include "core/service/machines/machinewatch.h"
#include "core/service/machines/probeadvisor.h"
#include "core/service/machines/proberunner.h"
#include "core/service/runs/checkpointrequests.h"
#include "core/service/runs/checkpointscan.h"
#include "core/service/runs/earlierloss.h"
#include "core/service/runs/launcher.h"
#include "core/service/runs/leaseservice.h"
#include "core/service/runs/resumeplan.h"
#include "core/storage/database/statedatabase.h"
#include "core/transport/objectstore/objectstoreconfig.h"
#include "core/transport/objectstore/storedobject.h"
#include "core/transport/ssh/keystore.h"
#include "core/transport/ssh/sftp.h"
#include "core/transport/ssh/sshconnection.h"
#include "core/transport/transfer/transferjob.h"

#include <QFuture>
#include <QObject>

#include <memory>
#include <stop_token>

namespace trainyard {

class RunWatch;
class TransferQueue;
class TunnelManager;

struct RemoteFolder {
    QString path;  // absolute
    QList<RemoteFile> files;
};

struct RunSnapshot {
    Run run;                      // as its machine says
    qint64 behindBytes = 0;       // of its log, that are only on the machine
    std::optional<Error> unkept;  // why the copy or the record on this computer could not follow
};

struct StoreAnswer {
    ObjectStoreConfig record;  // with what it told of itself
    StoreSettings settings;
};

struct ProbedMachine {
    JudgedProbe judged;
    QString leftBehind;  // a folder on the machine that could not be removed; empty: nothing is left
};

class Workbench : public QObject {
    Q_OBJECT
public:
    // `questions` are asked on worker threads (see SshQuestions).
    static Result<std::unique_ptr<Workbench>> open(const Paths &paths, SshQuestions questions);
    ~Workbench() override;  // cancels and joins what is in flight
    // Cancels and joins what futures were given for, for good; before those go who wait for them, because a
    // continuation may not outlive its context.
    void endWork();

    const Paths &paths() const;
    StateDatabase &store();

    // Machines. Adding connects first, so that a wrong line is found at once; nothing is stored on failure.
    QFuture<Result<Machine>> addMachine(const QString &name, const SshTarget &target, std::stop_token stop = {});
    QFuture<Result<Machine>> addMachine(const Machine &machine, std::stop_token stop = {});
    // By id; connects to nothing, so that a machine that is off can be changed too. Runs and watches follow.
    Result<void> updateMachine(const Machine &machine);
    // Goes the way to it step by step (connectiontest.h); `report` is called on a worker thread. What was opened serves
    // the machine's watches afterwards.
    QFuture<Result<ConnectionReport>> testMachine(qint64 machineId, const ConnectionTest::Report &report, std::stop_token stop = {});
    // AlreadyExists while a run on it has not ended. When it is gone for good nobody will ever say that one has: then they
    // count as ended now, and nobody knows how.
    Result<void> removeMachine(qint64 id, bool isGone = false);
    QFuture<Result<MachineFacts>> inspect(qint64 machineId, std::stop_token stop = {});
    // Whether it is fit to train on (docs/machine-check.md); some seconds, minutes where things hang. What cannot be asked
    // is a finding, not an error. `step` is called on a worker thread. The store keeps what was answered.
    QFuture<Result<HealthReport>> checkMachine(qint64 machineId, const HealthRequest &request, const CheckStep &step,
                                               std::stop_token stop = {});
    // One that the store keeps (Store::checks()), judged by what is known today.
    Result<HealthReport> keptCheck(qint64 checkId) const;
    // Measures its GPUs (docs/probe.md), keeps the report and judges it; 0 means this computer. `progress` is called on a worker
    // thread. Earlier reports are the store's, judged by ProbeAdvisor.
    QFuture<Result<ProbedMachine>> probe(qint64 machineId, const ProbeOptions &wish, const ProbeRunner::Progress &progress,
                                         std::stop_token stop = {});
    TransferLinks transferLinks(const Machine &machine);  // for TransferJob; may raise questions
    // What is in a folder of a machine; a relative path starts at the login directory.
    QFuture<Result<RemoteFolder>> listFolder(qint64 machineId, const QString &path, std::stop_token stop = {});
    MachineWatch *watchMachine(qint64 machineId);  // owned by the workbench, started on first use

    // Keys for logging in. Made below paths().keys(); a path may begin with ~/.
    QFuture<Result<StoredKey>> makeKey(const QString &name, const QString &passphrase);
    QFuture<Result<StoredKey>> readKey(const QString &path);

    TunnelManager &tunnels();
    TransferQueue &transfers();  // made at first use

    // Sandbox: its machine row is called "sandbox".
    QFuture<Result<Machine>> startSandbox(const SandboxOptions &options, const StepReport &report, std::stop_token stop = {});
    QFuture<Result<void>> stopSandbox(std::stop_token stop = {});
    QFuture<SandboxStatus> sandboxStatus();

    // Runs.
    QFuture<Result<LaunchPreview>> preview(const LaunchRequest &request, std::stop_token stop = {});
    QFuture<Result<Run>> launch(const LaunchRequest &request, const StepReport &report, std::stop_token stop = {});
    QFuture<Result<Run>> stopRun(const QString &runId, std::stop_token stop = {});
    // With at least the time that its task gives it to save (limits.save). Nobody is asked for a password.
    QFuture<Result<Run>> stopForBudget(const QString &runId);
    // False when its task declares no signal for that (checkpoints.signal).
    QFuture<Result<bool>> askToSave(const QString &runId);
    // Where its processes are right now, as text for a person (stackreader.h); up to a minute and a half.
    QFuture<Result<QString>> stacks(const QString &runId, std::stop_token stop = {});
    // Asks the machines of all runs that have not ended how they are, the machines side by side. Runs that cannot be
    // asked about keep their state and are in the answer, by id, with the reason.
    QFuture<Result<QMap<QString, Error>>> refreshRuns(std::stop_token stop = {});
    // How one run is, from its machine. What the copy here lacks is fetched only where that is little.
    QFuture<Result<RunSnapshot>> lookAtRun(const QString &runId, std::stop_token stop = {});
    // Brings the local copy of one run up to date once. Fine when another program is doing so.
    QFuture<Result<Run>> syncRun(const QString &runId, std::stop_token stop = {});
    // How long it may go on by itself. Leases of running runs are renewed as long as this object lives.
    QFuture<Result<LeaseState>> lease(const QString &runId, const LeaseRequest &wish = {}, std::stop_token stop = {});
    RunWatch *watchRun(const QString &runId);  // owned by the workbench, started on first use
    // A request that starts the run's task again from a checkpoint, on its machine.
    Result<LaunchRequest> resumeFrom(const FoundCheckpoint &from) const;
    // What that would do, and whether it goes on correctly (docs/resuming.md); launch its request. Some seconds.
    QFuture<Result<ResumePlan>> planResume(const ResumeRequest &wish, std::stop_token stop = {});
    // What its launch recorded; NotFound where nobody did.
    QFuture<Result<LaunchFacts>> launchFacts(const QString &runId, std::stop_token stop = {});
    // What the first steps of a resumed run are compared with.
    QFuture<Result<EarlierLoss>> earlierLoss(const QString &runId, std::stop_token stop = {});
    QFuture<Result<ResumedLoss>> resumedLoss(const QString &runId, std::stop_token stop = {});
    // Renames it, notes something, puts it away: all its attempts. Its expression for the log goes with its name.
    Result<void> editRun(const QString &lineage, const RunEdit &edit);
    // To the trash and back: records and copies on this computer, of all attempts; machines are not asked. AlreadyExists, and
    // none goes, when one of them may still go on. What lay there for more than a week goes for good.
    Result<void> deleteRuns(const QStringList &lineages);
    Result<void> restoreRuns(const QStringList &lineages);
    // From the trash for good; what they cost stays counted. Io when a copy cannot be removed: then it stays there.
    QFuture<Result<void>> eraseRuns(const QStringList &lineages);
    Result<QList<Alert>> alerts(const QString &runId) const;  // of one run, newest first; open are those that isOpen()
    Result<Task> taskOf(const QString &runId) const;          // as it was launched; secrets have no values

    // Looks on the machines of all runs that declare checkpoints (or of one lineage), and keeps what it found for
    // seenCheckpoints().
    QFuture<Result<CheckpointScan>> findCheckpoints(const QString &lineage = {}, std::stop_token stop = {}, const QString &ratedBy = {});
    // In a place that a person added; what was seen is kept beside the list of places where it has an id. `mayAsk`: for passwords
    // and keys of hosts. The problem in the answer: why it could not be kept.
    QFuture<Result<PlaceSnapshot>> lookAtSite(const CheckpointSite &site, bool mayAsk, std::stop_token stop = {});
    // Of the folder that it lies in, for what is asked of checkpoints below.
    Result<CheckpointAddress> addressOf(const FoundCheckpoint &found) const;
    // For an ordinary user, in this folder or where it would be made; 0 means this computer.
    QFuture<Result<qint64>> freeSpace(qint64 machineId, const QString &folder, std::stop_token stop = {});
    // Whether it answers and takes its key, and what it says of itself. Nothing is stored.
    QFuture<Result<StoreAnswer>> askStore(const ObjectStoreConfig &record, std::stop_token stop = {});
    // Wherever they lie.
    QFuture<Result<ListedCheckpoints>> listCheckpoints(const CheckpointAddress &address, std::stop_token stop = {},
                                                       const QString &ratedBy = {});
    // What is in one of them, from a few ranges of its files; nothing of it is executed. One that was found is read as it was
    // found: its folder is not listed once more.
    QFuture<Result<InspectedCheckpoint>> inspectCheckpoint(const CheckpointChoice &choice, std::stop_token stop = {});
    QFuture<Result<Inspection>> inspectCheckpoint(const FoundCheckpoint &found, std::stop_token stop = {});
    // `progress` is called on a worker thread.
    QFuture<Result<CheckedCheckpoint>> verifyCheckpoint(const CheckpointAddress &address, const QString &name, const VerifyOptions &wish,
                                                        const VerifyProgress &progress = {}, std::stop_token stop = {});
    QFuture<Result<ComparedCheckpoints>> compareCheckpoints(const CheckpointChoice &left, const CheckpointChoice &right,
                                                            const CompareOptions &wish, const CompareProgress &progress = {},
                                                            std::stop_token stop = {});
    // Pins those (by name, file or step; none: the latest good one) or lets go of them, and returns them as they are then. A
    // pin lies beside the checkpoint: Checkpoint::isPinned of every later look, from whichever computer. NotFound, and
    // nothing is changed, when one of them is not there.
    QFuture<Result<QList<Checkpoint>>> pinCheckpoints(const CheckpointAddress &address, const QStringList &names, bool isPinned,
                                                      std::stop_token stop = {});
    // Applies the rules of its task (checkpoints.keep) and writes manifests (checkpoints.manifests), where the run goes on or has
    // just ended; done by itself for each run that this program follows. docs/checkpoint-keeping.md says what never goes.
    QFuture<Result<MaintenanceReport>> maintainCheckpoints(const QString &runId, std::stop_token stop = {});
    // What would go, and with `isCarriedOut` what went. What live runs began from is among what is needed already.
    QFuture<Result<PrunePlan>> pruneCheckpoints(const CheckpointAddress &address, const PruneOptions &wish, bool isCarriedOut,
                                                std::stop_token stop = {});
    // Puts back what others left half-way, then lists it, after `deed` was done to these entries (none: to all).
    QFuture<Result<QList<TrashEntry>>> checkpointTrash(const CheckpointAddress &address, TrashAction deed, const QStringList &ids,
                                                       std::stop_token stop = {});

Q_SIGNALS:
    void machinesChanged();
    // Checkpoints of a followed run were removed by its rules or got manifests, or that failed.
    void checkpointsMaintained(const QString &runId, const trainyard::MaintenanceReport &report);
    void machineChecked(qint64 machineId);  // by this program; the store has it
    void runsChanged();                     // any run was added or changed, by this program or another

private:
    struct State;
    explicit Workbench(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

}  // namespace trainyard

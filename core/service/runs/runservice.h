// SPDX-License-Identifier: GPL-3.0-or-later
// The life of runs: launched, followed, stopped, asked to save. Main thread; what waits is done on the context's pool and comes back
// as a QFuture. Closing the program never touches a run; work that is cancelled ends with ErrorCode::Cancelled.
#pragma once

#include "core/service/machines/servicecontext.h"
#include "core/service/runs/launcher.h"
#include "core/service/runs/leaseservice.h"
#include "core/service/runs/runsnapshot.h"

#include <QMap>
#include <QObject>

#include <map>

namespace trainyard {

class RunWatch;

class RunService : public QObject {
    Q_OBJECT
public:
    explicit RunService(ServiceContext &context);
    ~RunService() override;

    QFuture<Result<LaunchPreview>> preview(const LaunchRequest &request, std::stop_token stop = {});
    QFuture<Result<Run>> launch(const LaunchRequest &request, const StepReport &report, std::stop_token stop = {});
    QFuture<Result<Run>> stop(const RunId &runId, std::stop_token stop = {});
    // Gives it at least the time that its task allows for saving (limits.save). The user is not asked for a password.
    QFuture<Result<Run>> stopForBudget(const RunId &runId);
    // False when its task declares no signal for saving (checkpoints.signal).
    QFuture<Result<bool>> askToSave(const RunId &runId);
    // Where its processes are right now, as text for a person (stackreader.h); takes up to a minute and a half.
    QFuture<Result<QString>> stacks(const RunId &runId, std::stop_token stop = {});
    // Asks the machines of all runs that have not ended for their state, the machines in parallel. Runs whose machine cannot be asked keep
    // their state and are in the answer, by id, with the reason.
    QFuture<Result<QMap<RunId, Error>>> refresh(std::stop_token stop = {});
    // The state of one run, from its machine. What the copy here lacks is fetched only if that is little.
    QFuture<Result<RunSnapshot>> look(const RunId &runId, std::stop_token stop = {});
    // Brings the local copy of one run up to date once. Succeeds when another program is doing so.
    QFuture<Result<Run>> sync(const RunId &runId, std::stop_token stop = {});
    // How long it may continue on its own.
    QFuture<Result<LeaseState>> lease(const RunId &runId, const LeaseRequest &request = {}, std::stop_token stop = {});
    // Renews the due leases of these running runs (empty: of all); does nothing while an earlier call is still running. Asks no questions.
    void renewLeases(const QList<RunId> &runs = {});
    // Owned by the service, started on first use; without `startsIt`, null if it was not started yet.
    RunWatch *watch(const RunId &runId, bool startsIt = true);
    // Changes what a person may change about runs, with all their attempts: all of these runs, or none if one is refused. The expression
    // of a run for its log follows its name.
    Result<void> edit(const QList<LineageEdit> &edits);

    void refreshWatches();  // after another program changed the database
    void stopWatching();    // before the context ends

Q_SIGNALS:
    void changed();                               // a run was added or changed, by this program or another
    void checkpointsTouched(const RunId &runId);  // a followed run wrote a checkpoint, or has just ended

private:
    ServiceContext &m_context;
    std::unique_ptr<LeaseService> m_leases;
    QFuture<void> m_leaseRound;  // the current one
    std::map<RunId, std::unique_ptr<RunWatch>> m_watches;
};

}  // namespace trainyard

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
    // With at least the time that its task gives it to save (limits.save). The user is not asked for a password.
    QFuture<Result<Run>> stopForBudget(const RunId &runId);
    // False when its task declares no signal for that (checkpoints.signal).
    QFuture<Result<bool>> askToSave(const RunId &runId);
    // Where its processes are right now, as text for a person (stackreader.h); up to a minute and a half.
    QFuture<Result<QString>> stacks(const RunId &runId, std::stop_token stop = {});
    // Asks the machines of all runs that have not ended how they are, the machines side by side. Runs that cannot be
    // asked about keep their state and are in the answer, by id, with the reason.
    QFuture<Result<QMap<RunId, Error>>> refresh(std::stop_token stop = {});
    // How one run is, from its machine. What the copy here lacks is fetched only where that is little.
    QFuture<Result<RunSnapshot>> look(const RunId &runId, std::stop_token stop = {});
    // Brings the local copy of one run up to date once. Fine when another program is doing so.
    QFuture<Result<Run>> sync(const RunId &runId, std::stop_token stop = {});
    // How long it may go on by itself.
    QFuture<Result<LeaseState>> lease(const RunId &runId, const LeaseRequest &request = {}, std::stop_token stop = {});
    // Renews the leases that are due of these running runs, without any of all; nothing while it is still doing so. Asks no questions.
    void renewLeases(const QList<RunId> &runs = {});
    RunWatch *watch(const RunId &runId);  // owned by the service, started on first use
    // Renames it, notes something, puts it away: all its attempts. Its expression for the log goes with its name.
    Result<void> edit(const QString &lineage, const RunEdit &edit);

    void refreshWatches();  // after another program changed the database
    void stopWatching();    // before the context ends

Q_SIGNALS:
    void changed();                               // any run was added or changed, by this program or another
    void checkpointsTouched(const RunId &runId);  // a followed run wrote a checkpoint, or has just ended

private:
    ServiceContext &m_context;
    std::unique_ptr<LeaseService> m_leases;
    QFuture<void> m_leaseRound;  // the one on its way
    std::map<RunId, std::unique_ptr<RunWatch>> m_watches;
};

}  // namespace trainyard

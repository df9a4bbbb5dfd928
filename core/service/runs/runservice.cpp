// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/runservice.h"

#include "core/base/fanout.h"
#include "core/execution/registry/executionbackends.h"
#include "core/service/machines/stackreader.h"
#include "core/service/runs/internal/checkpointlock.h"
#include "core/service/runs/internal/resumepreparation.h"
#include "core/service/runs/internal/runlook.h"
#include "core/service/runs/launchedtask.h"
#include "core/service/runs/leaseservice.h"
#include "core/service/runs/localcopy.h"
#include "core/service/runs/runseries.h"
#include "core/service/runs/runwatch.h"

#include <vector>

namespace trainyard {

namespace {

constexpr size_t kMaxMachines = 64;  // in parallel: each waits for its answer

bool isLinkProblem(ErrorCode code)
{
    const int status = exitStatus(code);
    return status == exitStatus(ErrorCode::Unreachable) || status == exitStatus(ErrorCode::AuthenticationFailed);
}

}  // namespace

RunService::RunService(ServiceContext &context)
    : m_context(context), m_leases(std::make_unique<LeaseService>(context.paths, *context.database, *context.connections))
{
}

RunService::~RunService() = default;

QFuture<Result<LaunchPreview>> RunService::preview(const LaunchRequest &request, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, request](std::stop_token token) -> Result<LaunchPreview> {
        TRY(const auto machine, context->database->machines.find(request.machineId));
        TRY(const auto connection, context->connect(machine, Interaction::Allowed, token));
        TRY(const auto facts, context->inspect(machine, *connection, true, token));
        return Launcher(context->paths, *context->database).preview(request, facts);
    });
}

QFuture<Result<Run>> RunService::launch(const LaunchRequest &request, const StepReport &report, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, request, report, stop](std::stop_token token) -> Result<Run> {
        TRY(const auto machine, context->database->machines.find(request.machineId));
        const StepReport say = report ? report : [](const QString &) {};
        say(tr("Connecting to %1").arg(machine.name));
        const auto connection = context->connect(machine, Interaction::Allowed, token);
        if (!connection)
            return connection.error();
        say(tr("Checking the machine"));
        // The file channel takes several round trips to open; here they cost nothing extra. Launcher finds it open, or its error: the
        // connection keeps one for all.
        Result<MachineFacts> facts = cancelledError();
        sideBySide([&] { return (*connection)->sftp(QDeadlineTimer(kDialDeadline), token).has_value(); },
                   [&] { facts = context->inspect(machine, **connection, true, token); });
        if (!facts)
            return facts.error();
        CheckpointUses uses;  // until the run is recorded as one that began from it
        if (!request.resumePath.isEmpty()) {
            TRY(auto ready, prepareResume(*context, request, machine, *facts, **connection, say, token));
            uses = std::move(ready);
        }
        // A copy may have taken so long that this connection is lost.
        TRY(const auto latest, (*connection)->isAlive() ? connection : context->connect(machine, Interaction::Allowed, token));
        return Launcher(context->paths, *context->database).launch(request, machine, *facts, *latest, say, token, stop);
    });
}

QFuture<Result<Run>> RunService::stop(const RunId &runId, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->onMachineOf(runId, Interaction::Allowed, stop, [context](const Run &run, SshConnection &connection, auto token) {
        return Launcher(context->paths, *context->database).stop(run, connection, token);
    });
}

QFuture<Result<Run>> RunService::stopForBudget(const RunId &runId)
{
    ServiceContext *const context = &m_context;
    return context->onMachineOf(runId, Interaction::None, {}, [context](const Run &run, SshConnection &connection, auto token) {
        const auto task = taskOfRun(context->paths, run.id);
        return Launcher(context->paths, *context->database).stop(run, connection, token, task ? task->limits.save : RunLimits().save);
    });
}

QFuture<Result<bool>> RunService::askToSave(const RunId &runId)
{
    ServiceContext *const context = &m_context;
    return context->onMachineOf(runId, Interaction::None, {}, [context](const Run &run, SshConnection &connection, auto token) {
        return Launcher(context->paths, *context->database).askToSave(run, connection, token);
    });
}

QFuture<Result<QString>> RunService::stacks(const RunId &runId, std::stop_token stop)
{
    constexpr std::chrono::seconds kStacksDeadline{90};  // the script gives up after one minute
    ServiceContext *const context = &m_context;
    return context->onMachineOf(
        runId, Interaction::Allowed, stop, [kStacksDeadline](const Run &run, SshConnection &connection, auto token) -> Result<QString> {
            if (capabilitiesOf(run.engine).isScheduled)
                return Error{ErrorCode::Unsupported, tr("Processes on a cluster's node cannot be inspected so far."), {}};
            if (run.head().directory.isEmpty())
                return Error{ErrorCode::NotFound, tr("The run was never started, so there is nothing to show."), {}};
            return readStacks(connection, run.head().directory, QDeadlineTimer(kStacksDeadline), token);
        });
}

QFuture<Result<LeaseState>> RunService::lease(const RunId &runId, const LeaseRequest &lease, std::stop_token stop)
{
    return m_context.async(stop, [this, runId, lease](std::stop_token token) { return m_leases->ask(runId, lease, token); });
}

QFuture<Result<QMap<RunId, Error>>> RunService::refresh(std::stop_token stop)
{
    using Problems = QMap<RunId, Error>;
    ServiceContext *const context = &m_context;
    return context->async(stop, [context](std::stop_token token) -> Result<Problems> {
        TRY(const auto runs, context->database->runs.all());
        std::map<MachineId, QList<Run>> byMachine;
        for (const Run &run : runs) {
            if (!hasEnded(run.state) || isEndDoubtful(run, LocalCopy(context->paths.runs() + u'/' + run.id.text())))
                byMachine[run.head().machineId] << run;
        }
        std::vector<QList<Run>> machines;
        for (auto &[machineId, itsRuns] : byMachine)
            machines.push_back(std::move(itsRuns));
        std::vector<Problems> found(machines.size());
        fanOut(machines.size(), kMaxMachines, [&](size_t index) {
            std::optional<Error> noLink;  // once is enough to learn that a machine is unreachable
            for (const Run &run : std::as_const(machines[index])) {
                const auto looked = noLink ? Result<RunSnapshot>(*noLink)
                                           : lookAtRun(*context, run, Interaction::None, RunSync::Reach::Look, token);
                if (looked && !looked->unkept)
                    continue;
                found[index][run.id] = looked ? *looked->unkept : looked.error();
                if (!looked && isLinkProblem(looked.error().code))
                    noLink = looked.error();
            }
        });
        Problems all;
        for (const Problems &problems : found)
            all.insert(problems);
        return token.stop_requested() ? Result<Problems>(cancelledError()) : Result<Problems>(all);
    });
}

QFuture<Result<RunSnapshot>> RunService::look(const RunId &runId, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, runId](std::stop_token token) -> Result<RunSnapshot> {
        TRY(const auto run, context->database->runs.find(runId));
        if (isCopyComplete(run, LocalCopy(context->paths.runs() + u'/' + runId.text())))
            return RunSnapshot{run, 0, {}};
        return lookAtRun(*context, run, Interaction::Allowed, RunSync::Reach::Look, token);
    });
}

QFuture<Result<Run>> RunService::sync(const RunId &runId, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, runId](std::stop_token token) -> Result<Run> {
        const auto run = context->database->runs.find(runId);
        if (!run || isCopyComplete(*run, LocalCopy(context->paths.runs() + u'/' + runId.text())))
            return run;
        TRY(const auto looked, lookAtRun(*context, *run, Interaction::Allowed, RunSync::Reach::All, token));
        return looked.unkept ? Result<Run>(*looked.unkept) : Result<Run>(looked.run);
    });
}

void RunService::renewLeases(const QList<RunId> &runs)
{
    if (!m_leaseRound.isRunning())
        m_leaseRound = m_context.async({}, [this, runs](std::stop_token stop) { m_leases->renewDue(runs, stop); });
}

RunWatch *RunService::watch(const RunId &runId, bool startsIt)
{
    if (!startsIt && !m_watches.contains(runId))
        return nullptr;
    std::unique_ptr<RunWatch> &watch = m_watches[runId];
    if (!watch) {
        const auto run = m_context.database->runs.find(runId);
        if (run) {
            watch = std::make_unique<RunWatch>(*run, m_context.paths, *m_context.database, m_context.connections);
            connect(watch.get(), &RunWatch::runChanged, this, &RunService::changed);
            connect(watch.get(), &RunWatch::checkpointsTouched, this, [this, runId] { Q_EMIT checkpointsTouched(runId); });
        }
    }
    return watch.get();
}

Result<void> RunService::edit(const QList<LineageEdit> &edits)
{
    QHash<QString, QString> expressions;  // by the new name
    for (const LineageEdit &one : edits) {
        if (!one.edit.name)
            continue;
        TRY(const auto attempts, m_context.database->runs.attempts(one.lineage));
        if (!attempts.isEmpty())
            expressions.insert(*one.edit.name, seriesExpression(attempts.first().name, m_context.paths));
    }
    TRY_DO(m_context.database->runs.edit(edits));
    for (auto expression = expressions.begin(); expression != expressions.end(); ++expression) {
        if (!expression->isEmpty() && seriesExpression(expression.key(), m_context.paths).isEmpty())
            saveSeriesExpression(expression.key(), *expression, m_context.paths);
    }
    refreshWatches();
    Q_EMIT changed();
    return {};
}

void RunService::refreshWatches()
{
    for (const auto &[id, watch] : m_watches)
        watch->refresh();
}

void RunService::stopWatching() { m_watches.clear(); }

}  // namespace trainyard

#include "moc_runservice.cpp"

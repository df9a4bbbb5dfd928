// SPDX-License-Identifier: GPL-3.0-or-later
// Workbench: what concerns runs.
#include "core/service/machines/stackreader.h"
#include "core/service/runs/internal/workbenchstate.h"
#include "core/service/runs/runseries.h"
#include "core/service/runs/seencheckpoints.h"

#include <QDir>
#include <QFileInfo>

#include <future>
#include <vector>

namespace trainyard {

namespace {

constexpr int kTrashDays = 7;  // as in the trash of checkpoints

bool isAboutKeeping(ErrorCode code) { return code == ErrorCode::NoSpace || code == ErrorCode::Io; }

}  // namespace

Result<RunSnapshot> Workbench::State::look(const Run &run, Interaction asking, RunSync::Reach reach, std::stop_token stop)
{
    const auto machine = store->machine(run.machineId);
    if (!machine)
        return machine.error();
    LocalCopy copy(paths.runs() + u'/' + run.id);
    const auto created = copy.create();
    RunSnapshot look;
    look.run = run;
    if (!created)
        look.unkept = created.error();
    else if (!copy.tryLock())
        look.unkept = copy.lockProblem();
    bool mayWrite = !look.unkept && copy.isHeld();
    // Who launches it holds the copy too, and nothing of it can be judged yet.
    if (!mayWrite && !look.unkept && (run.state == RunState::Preparing || copy.sinceGrowth() < kHolderSilence))
        return look;
    const auto connection = connect(*machine, asking, stop);
    if (!connection)
        return connection.error();
    if (!mayWrite && !look.unkept) {
        const auto isBehind = isCopyBehind(run, copy, **connection, stop);
        if (!isBehind)
            return isBehind.error();
        if (*isBehind && !(mayWrite = copy.takeOver()))
            look.unkept = copy.lockProblem();
    }
    if (run.state == RunState::Running && isRenewalDue(copy))
        static_cast<void>(renewLease(run, copy, **connection, stop));  // there is time for several more attempts
    if (!mayWrite)
        reach = RunSync::Reach::State;
    RunSync sync(run, copy, *store);
    // An end is believed on the second look, so at least two polls.
    for (int polls = 1;; ++polls) {
        const auto progress = sync.poll(**connection, stop, reach);
        // How the run is can be said without room for its log.
        if (!progress && mayWrite && isAboutKeeping(progress.error().code)) {
            look.unkept = progress.error();
            mayWrite = false;
            reach = RunSync::Reach::State;
            continue;
        }
        if (!progress)
            return progress.error();
        const bool isEnough = reach == RunSync::Reach::State || (polls >= 2 && (progress->isCaughtUp || reach == RunSync::Reach::Look));
        if (!progress->isComplete && !isEnough)
            continue;
        if (mayWrite) {
            // Nobody asks again about a run that is complete; a run without event files lacks nothing.
            if (progress->isComplete || reach == RunSync::Reach::All)
                static_cast<void>(EventSync(run, copy).finish(**connection, stop));
            if (progress->isComplete)
                static_cast<void>(fetchKernelLines(sync.run(), copy, **connection, stop));
        }
        look.run = sync.run();
        look.behindBytes = progress->behindBytes;
        if (!look.unkept)
            look.unkept = sync.unrecorded();
        return look;
    }
}

namespace {

bool isLinkProblem(ErrorCode code)
{
    const int status = exitStatus(code);
    return status == exitStatus(ErrorCode::Unreachable) || status == exitStatus(ErrorCode::AuthenticationFailed);
}

}  // namespace

QFuture<Result<LaunchPreview>> Workbench::preview(const LaunchRequest &request, std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, request](std::stop_token token) -> Result<LaunchPreview> {
        const auto machine = state->store->machine(request.machineId);
        if (!machine)
            return machine.error();
        const auto connection = state->connect(*machine, Interaction::Allowed, token);
        if (!connection)
            return connection.error();
        const auto facts = state->inspect(*machine, **connection, true, token);
        if (!facts)
            return facts.error();
        return Launcher(state->paths, *state->store).preview(request, *facts);
    });
}

QFuture<Result<Run>> Workbench::launch(const LaunchRequest &request, const StepReport &report, std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, request, report, stop](std::stop_token token) -> Result<Run> {
        const auto machine = state->store->machine(request.machineId);
        if (!machine)
            return machine.error();
        const StepReport say = report ? report : [](const QString &) {};
        say(tr("Connecting to %1").arg(machine->name));
        const auto connection = state->connect(*machine, Interaction::Allowed, token);
        if (!connection)
            return connection.error();
        say(tr("Looking at the machine"));
        // The file channel takes several round trips to open; here they cost none. Launcher finds it open, or its
        // error: the connection keeps one for all.
        const auto files = std::async(std::launch::async,
                                      [&connection, token] { return (*connection)->sftp(QDeadlineTimer(kDialDeadline), token); });
        const auto facts = state->inspect(*machine, **connection, true, token);
        if (!facts)
            return facts.error();
        CheckpointUses uses;  // until the run is recorded as one that began from it
        if (!request.resumePath.isEmpty()) {
            auto ready = state->prepareResume(request, *machine, *facts, **connection, say, token);
            if (!ready)
                return ready.error();
            uses = *std::move(ready);
        }
        // A copy may have taken so long that this one is gone.
        const auto latest = (*connection)->isAlive() ? connection : state->connect(*machine, Interaction::Allowed, token);
        if (!latest)
            return latest.error();
        return Launcher(state->paths, *state->store).launch(request, *machine, *facts, **latest, say, token, stop);
    });
}

QFuture<Result<Run>> Workbench::stopRun(const QString &runId, std::stop_token stop)
{
    State *state = m_state.get();
    return state->onMachineOf(runId, Interaction::Allowed, stop, [state](const Run &run, SshConnection &connection, auto token) {
        return Launcher(state->paths, *state->store).stop(run, connection, token);
    });
}

QFuture<Result<Run>> Workbench::stopForBudget(const QString &runId)
{
    State *state = m_state.get();
    return state->onMachineOf(runId, Interaction::None, {}, [state](const Run &run, SshConnection &connection, auto token) {
        const auto task = state->taskOf(run.id);
        return Launcher(state->paths, *state->store).stop(run, connection, token, task ? task->limits.save : RunLimits().save);
    });
}

QFuture<Result<bool>> Workbench::askToSave(const QString &runId)
{
    State *state = m_state.get();
    return state->onMachineOf(runId, Interaction::None, {}, [state](const Run &run, SshConnection &connection, auto token) {
        return Launcher(state->paths, *state->store).askToSave(run, connection, token);
    });
}

QFuture<Result<QString>> Workbench::stacks(const QString &runId, std::stop_token stop)
{
    constexpr std::chrono::seconds kStacksDeadline{90};  // the script gives up after one minute
    State *state = m_state.get();
    return state->onMachineOf(
        runId, Interaction::Allowed, stop, [kStacksDeadline](const Run &run, SshConnection &connection, auto token) -> Result<QString> {
            if (run.directory.isEmpty())
                return Error{ErrorCode::NotFound, tr("The run was never started, so there is nothing to look at."), {}};
            return readStacks(connection, run.directory, QDeadlineTimer(kStacksDeadline), token);
        });
}

QFuture<Result<LeaseState>> Workbench::lease(const QString &runId, const LeaseRequest &wish, std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, runId, wish](std::stop_token token) { return state->leases->ask(runId, wish, token); });
}

QFuture<Result<QMap<QString, Error>>> Workbench::refreshRuns(std::stop_token stop)
{
    using Problems = QMap<QString, Error>;
    State *state = m_state.get();
    return state->async(stop, [state](std::stop_token token) -> Result<Problems> {
        const auto runs = state->store->runs();
        if (!runs)
            return runs.error();
        std::map<qint64, QList<Run>> byMachine;
        for (const Run &run : *runs) {
            if (!hasEnded(run.state) || isEndDoubtful(run, LocalCopy(state->paths.runs() + u'/' + run.id)))
                byMachine[run.machineId] << run;
        }
        std::vector<std::future<Problems>> asked;
        for (const auto &[machineId, itsRuns] : byMachine) {
            asked.push_back(std::async(std::launch::async, [state, token, &mine = itsRuns] {
                Problems problems;
                std::optional<Error> noLink;  // once is enough to learn that a machine is away
                for (const Run &run : mine) {
                    const auto looked = noLink ? Result<RunSnapshot>(*noLink)
                                               : state->look(run, Interaction::None, RunSync::Reach::Look, token);
                    if (looked && !looked->unkept)
                        continue;
                    problems[run.id] = looked ? *looked->unkept : looked.error();
                    if (!looked && isLinkProblem(looked.error().code))
                        noLink = looked.error();
                }
                return problems;
            }));
        }
        Problems all;
        for (auto &problems : asked)
            all.insert(problems.get());
        return token.stop_requested() ? Result<Problems>(cancelledError()) : Result<Problems>(all);
    });
}

QFuture<Result<RunSnapshot>> Workbench::lookAtRun(const QString &runId, std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, runId](std::stop_token token) -> Result<RunSnapshot> {
        const auto run = state->store->run(runId);
        if (!run)
            return run.error();
        if (isCopyComplete(*run, LocalCopy(state->paths.runs() + u'/' + runId)))
            return RunSnapshot{*run, 0, {}};
        return state->look(*run, Interaction::Allowed, RunSync::Reach::Look, token);
    });
}

QFuture<Result<Run>> Workbench::syncRun(const QString &runId, std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, runId](std::stop_token token) -> Result<Run> {
        const auto run = state->store->run(runId);
        if (!run || isCopyComplete(*run, LocalCopy(state->paths.runs() + u'/' + runId)))
            return run;
        const auto looked = state->look(*run, Interaction::Allowed, RunSync::Reach::All, token);
        if (!looked)
            return looked.error();
        return looked->unkept ? Result<Run>(*looked->unkept) : Result<Run>(looked->run);
    });
}

RunWatch *Workbench::watchRun(const QString &runId)
{
    std::unique_ptr<RunWatch> &watch = m_state->runWatches[runId];
    if (!watch) {
        const auto run = m_state->store->run(runId);
        if (run) {
            watch = std::make_unique<RunWatch>(*run, m_state->paths, *m_state->store, m_state->pool);
            connect(watch.get(), &RunWatch::runChanged, this, &Workbench::runsChanged);
            connect(watch.get(), &RunWatch::checkpointsTouched, m_state->care.get(),
                    [care = m_state->care.get(), runId] { care->touch(runId); });
        }
    }
    return watch.get();
}

Result<LaunchRequest> Workbench::resumeFrom(const FoundCheckpoint &from) const
{
    const auto task = m_state->taskOf(from.run.id);
    if (!task)
        return task.error();
    return resumeRequest(*task, from);
}

Result<void> Workbench::editRun(const QString &lineage, const RunEdit &edit)
{
    const auto attempts = m_state->store->attempts(lineage);
    if (!attempts)
        return attempts.error();
    if (const auto edited = m_state->store->editRun(lineage, edit); !edited)
        return edited;
    if (const QString expression = attempts->isEmpty() ? QString() : seriesExpression(attempts->first().name, m_state->paths);
        edit.name && !expression.isEmpty() && seriesExpression(*edit.name, m_state->paths).isEmpty())
        saveSeriesExpression(*edit.name, expression, m_state->paths);
    for (const Run &attempt : *attempts) {
        if (const auto watch = m_state->runWatches.find(attempt.id); watch != m_state->runWatches.end())
            watch->second->refresh();
    }
    Q_EMIT runsChanged();
    return {};
}

Result<void> Workbench::deleteRuns(const QStringList &lineages)
{
    for (const QString &lineage : lineages) {
        const auto attempts = m_state->store->attempts(lineage);
        if (!attempts)
            return attempts.error();
        for (const Run &attempt : *attempts) {
            if (isEndDoubtful(attempt, LocalCopy(m_state->paths.runs() + u'/' + attempt.id)))
                return Error{
                    ErrorCode::AlreadyExists,
                    tr("It is not known whether %1 has ended. Open the run to check its machine, then try again.").arg(attempt.name),
                    attempt.id};
        }
    }
    if (const auto moved = m_state->store->deleteRuns(lineages); !moved)
        return moved;
    Q_EMIT runsChanged();
    QStringList old;
    const auto trash = m_state->store->deletedRuns();
    for (const Run &run : trash ? *trash : QList<Run>()) {
        if (run.deleted < QDateTime::currentDateTimeUtc().addDays(-kTrashDays) && !old.contains(run.lineage))
            old << run.lineage;
    }
    if (!old.isEmpty())
        static_cast<void>(eraseRuns(old));  // what stays is tried again at the next one
    return {};
}

Result<void> Workbench::restoreRuns(const QStringList &lineages)
{
    const auto restored = m_state->store->restoreRuns(lineages);
    if (restored)
        Q_EMIT runsChanged();
    return restored;
}

QFuture<Result<void>> Workbench::eraseRuns(const QStringList &lineages)
{
    State *state = m_state.get();
    return state->async({}, [this, state, lineages](std::stop_token) -> Result<void> {
        const auto trash = state->store->deletedRuns();
        if (!trash)
            return trash.error();
        for (const Run &run : *trash) {
            if (!lineages.contains(run.lineage))
                continue;
            const QString copy = state->paths.runs() + u'/' + run.id;
            // A name from a database that was tampered with leads nowhere else.
            if (run.id.isEmpty() || run.id.startsWith(u'.') || run.id.contains(u'/') || !QFileInfo::exists(copy))
                continue;
            if (!(QFileInfo(copy).isSymLink() ? QFile::remove(copy) : QDir(copy).removeRecursively()))
                return Error{ErrorCode::Io, tr("%1 cannot be removed: check the permissions, then try again.").arg(copy), {}};
        }
        const auto erased = state->store->eraseRuns(lineages);
        if (erased)
            QMetaObject::invokeMethod(this, &Workbench::runsChanged, Qt::QueuedConnection);
        return erased;
    });
}

Result<Task> Workbench::taskOf(const QString &runId) const { return m_state->taskOf(runId); }

QFuture<Result<CheckpointScan>> Workbench::findCheckpoints(const QString &lineage, std::stop_token stop, const QString &ratedBy)
{
    State *state = m_state.get();
    return state->async(stop, [state, lineage, ratedBy](std::stop_token token) -> Result<CheckpointScan> {
        const auto runs = state->store->runs();
        if (!runs)
            return runs.error();
        CheckpointScan scan;
        for (const Run &run : runsWithCheckpoints(*runs)) {
            if (!lineage.isEmpty() && run.lineage != lineage)
                continue;
            const auto look = [&]() -> Result<QList<FoundCheckpoint>> {
                const auto task = state->taskOf(run.id);
                if (!task)
                    return task.error();
                const auto machine = state->store->machine(run.machineId);
                if (!machine)
                    return machine.error();
                const auto connection = state->connect(*machine, Interaction::None, token);
                if (!connection)
                    return connection.error();
                auto found = scanCheckpoints(run, *task, **connection, token);
                if (found)
                    markAttempts(*found, *runs);
                if (found && !ratedBy.isEmpty())
                    state->rate(*found, ratedBy, **connection, token);
                return found;
            };
            const auto found = look();
            if (token.stop_requested())
                return cancelledError();
            if (found) {
                scan.found += *found;
                // A record for the charts; that it could not be kept is no reason to withhold what was found.
                static_cast<void>(rememberCheckpoints(run.id, *found, state->paths));
            } else {
                scan.problems << CheckpointScan::Problem{run, found.error()};
            }
        }
        return scan;
    });
}

}  // namespace trainyard

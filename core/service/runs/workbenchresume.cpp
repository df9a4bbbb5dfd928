// SPDX-License-Identifier: GPL-3.0-or-later
// Workbench: going on from a checkpoint.
#include "core/service/machines/transferlinks.h"
#include "core/service/runs/internal/workbenchstate.h"

#include <algorithm>

namespace trainyard {

namespace {

// The newest attempt that has not ended; its machine is asked where that is possible.
template <typename State>
Result<std::optional<Run>> runningOf(State &state, const QString &lineage, std::stop_token stop)
{
    const auto runs = state.store->runs();
    if (!runs)
        return runs.error();
    for (const Run &run : *runs) {
        if (run.lineage != lineage || hasEnded(run.state))
            continue;
        static_cast<void>(state.look(run, Interaction::None, RunSync::Reach::Look, stop));
        const auto now = state.store->run(run.id);
        if (!now)
            return now.error();
        if (!hasEnded(now->state))
            return std::optional<Run>(*now);
    }
    return std::optional<Run>();
}

// As the machine has it; empty where only the container knows.
QString pathOnMachine(const LaunchRequest &request, const LaunchPreview &preview)
{
    const QString &path = request.resumePath, &seen = preview.checkpointsSeenAs;
    if (!seen.isEmpty() && (path == seen || path.startsWith(seen + u'/')))
        return preview.checkpointDir + path.mid(seen.size());
    return preview.engine == EngineKind::Process ? path : QString();
}

// What a run goes on from must not have gone since somebody chose it: many programs would begin at step 0 and say nothing.
Result<void> checkStillThere(const LaunchRequest &request, const LaunchPreview &preview, SshConnection &connection, std::stop_token stop)
{
    const QString path = pathOnMachine(request, preview);
    if (!path.startsWith(u'/'))
        return {};
    const qsizetype slash = path.lastIndexOf(u'/');
    const auto sftp = connection.sftp(QDeadlineTimer(kDialDeadline), stop);
    if (!sftp)
        return sftp.error();
    const auto listed = (*sftp)->list(slash == 0 ? QStringLiteral("/") : path.left(slash), QDeadlineTimer(kInspectDeadline), stop);
    if (!listed && listed.error().code != ErrorCode::NotFound)
        return listed.error();
    const QString name = path.mid(slash + 1);
    // Some are a prefix of several files: "model.ckpt-50", but not what begins with another step's number.
    const auto isOfIt = [&name](const RemoteFile &file) {
        return file.name.startsWith(name) && (file.name.size() == name.size() || !file.name[name.size()].isLetterOrNumber());
    };
    if (listed && std::any_of(listed->begin(), listed->end(), isOfIt))
        return {};
    return Error{
        ErrorCode::NotFound,
        Workbench::tr("%1 is not on %2 any more: it was removed meanwhile. Choose another checkpoint.").arg(name, preview.machineName),
        path};
}

}  // namespace

Result<CheckpointUses> Workbench::State::prepareResume(const LaunchRequest &request, const Machine &machine, const MachineFacts &known,
                                                       SshConnection &connection, const StepReport &report, std::stop_token stop)
{
    const auto running = runningOf(*this, request.lineage, stop);
    if (!running)
        return running.error();
    if (const auto free = checkNobodyWrites(*running, machine.id); !free)
        return free.error();
    const auto preview = Launcher(paths, *store).preview(request, known);
    if (!preview)
        return preview.error();
    // Before it is looked for: nobody removes from here on what is found.
    CheckpointUses uses;
    QList<QPair<qint64, QString>> used{{machine.id, pathOnMachine(request, *preview)}};
    if (request.copy && request.copy->store.isEmpty())
        used << QPair(request.copy->machineId, request.copy->folder + u'/' + request.copy->checkpoint.name);
    for (const auto &[machineId, path] : std::as_const(used)) {
        if (path.isEmpty())
            continue;
        const qsizetype slash = path.lastIndexOf(u'/');
        FolderNames folder{{path.left(slash)}};
        if (machineId != 0 && slash > 0) {
            const auto there = connectTo(machineId, stop);
            if (!there)
                return there.error();
            folder = namesOf(machineId, folder.names, **there, stop);
        }
        for (const QString &name : std::as_const(folder.names)) {
            auto use = CheckpointLock::begin(paths, machineId, name + path.mid(slash), stop);
            if (!use)
                return use.error();
            uses.push_back(*std::move(use));
        }
    }
    if (!request.copy) {
        if (const auto there = checkStillThere(request, *preview, connection, stop); !there)
            return there.error();
        return uses;
    }
    CopyTarget target{connection,
                      trainyard::transferLinks(pool, machine, Interaction::Allowed),
                      {},
                      machine.name,
                      preview->checkpointDir,
                      request.task.checkpoints ? request.task.checkpoints->pattern : QString(),
                      request.lineage};
    if (request.copy->machineId != 0) {
        const auto origin = store->machine(request.copy->machineId);
        if (!origin)
            return origin.error();
        target.fromLinks = trainyard::transferLinks(pool, *origin, Interaction::Allowed);
    }
    if (const auto brought = bringCheckpoint(*request.copy, target, paths, report, stop); !brought)
        return brought.error();
    return uses;
}

QFuture<Result<ResumePlan>> Workbench::planResume(const ResumeRequest &given, std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, given](std::stop_token token) -> Result<ResumePlan> {
        ResumeRequest wish = given;
        ResumeContext ground;
        const auto task = state->taskOf(wish.from.run.id);
        if (!task)
            return task.error();
        ground.task = *task;
        const auto machine = state->store->machine(wish.machineId != 0 ? wish.machineId : wish.from.run.machineId);
        if (!machine)
            return machine.error();
        ground.machine = *machine;
        const auto connection = state->connect(*machine, Interaction::Allowed, token);
        if (!connection)
            return connection.error();
        const auto facts = state->inspect(*machine, **connection, true, token);
        if (!facts)
            return facts.error();
        ground.facts = *facts;
        const auto running = runningOf(*state, wish.from.run.lineage, token);
        if (!running)
            return running.error();
        ground.running = *running;
        if (!wish.origin.isEmpty()) {
            auto named = lookAtNamed(wish.origin, wish.storeName, wish.from.run.checkpointPattern, state->paths, token);
            if (!named)
                return named.error();
            wish.from.checkpoint = named->copy.checkpoint;
            ground.copy = named->copy;
            ground.inspection = named->inspection;
        } else {
            std::shared_ptr<SshConnection> origin = *connection;
            if (machine->id != wish.from.run.machineId) {
                const auto other = state->store->machine(wish.from.run.machineId);
                const auto linked = other ? state->connect(*other, Interaction::Allowed, token)
                                          : Result<std::shared_ptr<SshConnection>>(other.error());
                if (!linked)
                    return linked.error();
                origin = *linked;
                ground.copy = CheckpointCopy{other->id, {}, {}, wish.from.run.checkpointDir, other->name, wish.from.checkpoint};
            }
            const auto inside = trainyard::inspectCheckpoint(wish.from, *origin, token);
            if (inside)
                ground.inspection = *inside;
            else if (!origin->isAlive() || inside.error().isCancelled())
                return inside.error();
        }
        if (const Checkpoint &chosen = wish.from.checkpoint; chosen.verdict != Verdict::Complete && chosen.verdict != Verdict::Unknown)
            return Error{ErrorCode::Corrupt, tr("%1 is not whole: %2 Choose another checkpoint.").arg(chosen.name, chosen.reason), {}};
        return trainyard::planResume(wish, ground, state->paths, *state->store, **connection, token);
    });
}

QFuture<Result<LaunchFacts>> Workbench::launchFacts(const QString &runId, std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, runId](std::stop_token) -> Result<LaunchFacts> {
        const auto facts = launchFactsOfRun(runId, state->paths);
        return facts ? Result<LaunchFacts>(*facts)
                     : Error{ErrorCode::NotFound, tr("Nobody recorded what this run was launched with."), runId};
    });
}

QFuture<Result<EarlierLoss>> Workbench::earlierLoss(const QString &runId, std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, runId](std::stop_token token) -> Result<EarlierLoss> {
        const auto run = state->store->run(runId);
        const auto runs = run ? state->store->runs() : Result<QList<Run>>(run.error());
        return runs ? readEarlierLoss(*run, *runs, state->paths, token) : Result<EarlierLoss>(runs.error());
    });
}

QFuture<Result<ResumedLoss>> Workbench::resumedLoss(const QString &runId, std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, runId](std::stop_token token) -> Result<ResumedLoss> {
        const auto run = state->store->run(runId);
        const auto runs = run ? state->store->runs() : Result<QList<Run>>(run.error());
        return runs ? readResumedLoss(*run, *runs, state->paths, token) : Result<ResumedLoss>(runs.error());
    });
}

}  // namespace trainyard

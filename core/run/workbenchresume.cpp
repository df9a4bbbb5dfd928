// Workbench: going on from a checkpoint.
#include "core/run/workbenchstate.h"

namespace trainyard {

QFuture<Result<ResumeOutlook>> Workbench::resumeOutlook(const ResumeWish &wish, std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, wish](std::stop_token token) -> Result<ResumeOutlook> {
        const auto task = state->taskOf(wish.from.run.id);
        if (!task)
            return task.error();
        const auto machine = state->store->machine(wish.from.run.machineId);
        if (!machine)
            return machine.error();
        const auto connection = state->connect(*machine, Asking::Allowed, token);
        if (!connection)
            return connection.error();
        const auto facts = state->inspect(*machine, **connection, true, token);
        if (!facts)
            return facts.error();
        std::optional<Inspection> inspection;
        const auto inside = trainyard::lookInside(wish.from, **connection, token);
        if (inside)
            inspection = *inside;
        else if (!connection->get()->isAlive() || inside.error().isCancelled())
            return inside.error();
        return lookAhead(wish, *task, state->paths, *state->store, *facts, **connection, inspection, token);
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

QFuture<Result<Inspection>> Workbench::lookInside(const FoundCheckpoint &found, std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, found](std::stop_token token) -> Result<Inspection> {
        if (found.site)
            return state->lookInsideSite(found, token);
        const auto connection = state->connectTo(found.run.machineId, token);
        return connection ? trainyard::lookInside(found, **connection, token) : Result<Inspection>(connection.error());
    });
}

}  // namespace trainyard

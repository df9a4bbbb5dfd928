// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/runagainservice.h"

#include "core/service/runs/internal/resumepreparation.h"
#include "core/service/runs/launchedtask.h"

#include <algorithm>

namespace trainyard {

QFuture<Result<RunAgain>> RunAgainService::start(const RunId &runId, bool stopsFormer, const StepReport &report, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, runId, stopsFormer, report, stop](std::stop_token token) -> Result<RunAgain> {
        TRY(const auto named, context->database->runs.find(runId));
        TRY(const auto attempts, context->database->runs.attempts(named.lineage));
        // One that never started left nothing there.
        const auto started = std::find_if(attempts.begin(), attempts.end(), [](const Run &run) { return run.started.isValid(); });
        const Run &former = started != attempts.end() ? *started : named;
        const StepReport say = report ? report : [](const QString &) {};
        LaunchRequest request;
        TRY(request.task, taskOfRun(context->paths, former.id));
        request.machineId = former.head().machineId;
        request.lineage = former.lineage;
        TRY(const auto machine, context->database->machines.find(request.machineId));
        TRY(const auto connection, context->connect(machine, Interaction::Allowed, token));
        TRY(const auto facts, context->inspect(machine, *connection, true, token));
        TRY(const int number, context->database->runs.nextAttempt(former.lineage));
        TRY(const auto running, runningOf(*context, former.lineage, token));
        if (running && !running->isOn(request.machineId)) {
            return Error{
                ErrorCode::Unsupported,
                tr("Attempt %1 of %2 is still running on another machine: stop it first.").arg(running->attempt).arg(running->name),
                {}};
        }
        if (running && !stopsFormer) {
            return Error{
                ErrorCode::AlreadyExists,
                tr("Attempt %1 of %2 is still running. Stop it first, or have it stopped.").arg(running->attempt).arg(running->name),
                {}};
        }
        request.former = FormerAttempt{former.id, running ? running->id : RunId(), number};
        Launcher launcher(context->paths, *context->database);
        TRY(auto run, launcher.launch(request, machine, facts, *connection, say, token, stop));
        return RunAgain{std::move(run), launcher.synced()};
    });
}

}  // namespace trainyard

#include "moc_runagainservice.cpp"

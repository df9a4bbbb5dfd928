// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/resumeservice.h"

#include "core/service/runs/internal/resumepreparation.h"
#include "core/service/runs/internal/runlook.h"
#include "core/service/runs/launchedtask.h"

namespace trainyard {

Result<LaunchRequest> ResumeService::requestFrom(const FoundCheckpoint &from) const
{
    TRY(const auto task, taskOfRun(m_context.paths, from.source.runId()));
    return resumeRequest(task, from);
}

QFuture<Result<ResumePlan>> ResumeService::plan(const ResumeRequest &given, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, given](std::stop_token token) -> Result<ResumePlan> {
        ResumeRequest request = given;
        ResumeContext resume;
        TRY(const auto task, taskOfRun(context->paths, request.from.source.runId()));
        resume.task = task;
        TRY(const auto machine,
            context->database->machines.find(request.machineId.isSet() ? request.machineId : request.from.source.folder.machine));
        resume.machine = machine;
        TRY(const auto connection, context->connect(machine, Interaction::Allowed, token));
        TRY(const auto facts, context->inspect(machine, *connection, true, token));
        resume.facts = facts;
        TRY(const auto running, runningOf(*context, request.from.source.key, token));
        resume.running = running;
        if (request.origin) {
            TRY(auto named, lookAtNamed(*request.origin, request.from.source.run->checkpointPattern, context->paths, token));
            request.from.checkpoint = named.copy.checkpoint;
            resume.copy = named.copy;
            resume.inspection = named.inspection;
        } else {
            std::shared_ptr<SshConnection> origin = connection;
            if (machine.id != request.from.source.folder.machine) {
                const auto other = context->database->machines.find(request.from.source.folder.machine);
                TRY(const auto linked,
                    other ? context->connect(*other, Interaction::Allowed, token) : Result<std::shared_ptr<SshConnection>>(other.error()));
                origin = linked;
                resume.copy = CheckpointCopy{request.from.source.folder, other->name, request.from.checkpoint};
            }
            const auto inside = trainyard::inspectCheckpoint(request.from, *origin, token);
            if (inside)
                resume.inspection = *inside;
            else if (!origin->isAlive() || inside.error().isCancelled())
                return inside.error();
        }
        if (const Checkpoint &chosen = request.from.checkpoint; chosen.verdict != Verdict::Complete && chosen.verdict != Verdict::Unknown)
            return Error{ErrorCode::Corrupt, tr("%1 is not complete: %2 Choose another checkpoint.").arg(chosen.name, chosen.reason), {}};
        return trainyard::planResume(request, resume, context->paths, *context->database, *connection, token);
    });
}

QFuture<Result<LaunchFacts>> ResumeService::launchFacts(const RunId &runId, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, runId](std::stop_token) -> Result<LaunchFacts> {
        const auto facts = launchFactsOfRun(runId, context->paths);
        return facts ? Result<LaunchFacts>(*facts)
                     : Error{ErrorCode::NotFound, tr("The launch settings of this run were not recorded."), runId.text()};
    });
}

QFuture<Result<EarlierLoss>> ResumeService::earlierLoss(const RunId &runId, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, runId](std::stop_token token) -> Result<EarlierLoss> {
        const auto run = context->database->runs.find(runId);
        const auto runs = run ? context->database->runs.all() : Result<QList<Run>>(run.error());
        return runs ? readEarlierLoss(*run, *runs, context->paths, token) : Result<EarlierLoss>(runs.error());
    });
}

QFuture<Result<ResumedLoss>> ResumeService::resumedLoss(const RunId &runId, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, runId](std::stop_token token) -> Result<ResumedLoss> {
        const auto run = context->database->runs.find(runId);
        const auto runs = run ? context->database->runs.all() : Result<QList<Run>>(run.error());
        return runs ? readResumedLoss(*run, *runs, context->paths, token) : Result<ResumedLoss>(runs.error());
    });
}

}  // namespace trainyard

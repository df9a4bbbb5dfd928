// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/internal/resumepreparation.h"

#include "core/execution/registry/executionbackends.h"
#include "core/service/machines/transferlinks.h"
#include "core/service/runs/checkpointcopy.h"
#include "core/service/runs/internal/removalguard.h"
#include "core/service/runs/internal/runlook.h"
#include "core/service/runs/resumeservice.h"
#include "core/transport/ssh/sftp.h"

#include <algorithm>

namespace trainyard {

Result<std::optional<Run>> runningOf(ServiceContext &context, const QString &lineage, std::stop_token stop)
{
    TRY(const auto runs, context.database->runs.all());
    for (const Run &run : runs) {
        if (run.lineage != lineage || hasEnded(run.state))
            continue;
        static_cast<void>(lookAtRun(context, run, Interaction::None, RunSync::Reach::Look, stop));
        TRY(const auto now, context.database->runs.find(run.id));
        if (!hasEnded(now.state))
            return std::optional<Run>(now);
    }
    return std::optional<Run>();
}

namespace {

// The machine's path; empty if it exists only in the container.
QString pathOnMachine(const LaunchRequest &request, const LaunchPreview &preview)
{
    const QString &path = request.resumePath, &seen = preview.checkpointsSeenAs;
    if (!seen.isEmpty() && (path == seen || path.startsWith(seen + u'/')))
        return preview.checkpointDir + path.mid(seen.size());
    return capabilitiesOf(preview.engine).isContainer ? QString() : path;
}

// The checkpoint must still be there: without it, many programs would silently start at step 0.
Result<void> checkStillThere(const LaunchRequest &request, const LaunchPreview &preview, SshConnection &connection, std::stop_token stop)
{
    const QString path = pathOnMachine(request, preview);
    if (!path.startsWith(u'/'))
        return {};
    const qsizetype slash = path.lastIndexOf(u'/');
    TRY(const auto sftp, connection.sftp(QDeadlineTimer(kDialDeadline), stop));
    const auto listed = sftp->list(slash == 0 ? QStringLiteral("/") : path.left(slash), QDeadlineTimer(kInspectDeadline), stop);
    if (!listed && listed.error().code != ErrorCode::NotFound)
        return listed.error();
    const QString name = path.mid(slash + 1);
    // Some names are a prefix of several files: "model.ckpt-50", but must not match another step's number.
    const auto isOfIt = [&name](const RemoteFile &file) {
        return file.name.startsWith(name) && (file.name.size() == name.size() || !file.name[name.size()].isLetterOrNumber());
    };
    if (listed && std::any_of(listed->begin(), listed->end(), isOfIt))
        return {};
    return Error{
        ErrorCode::NotFound,
        ResumeService::tr("%1 is no longer on %2: it was removed meanwhile. Choose another checkpoint.").arg(name, preview.machineName),
        path};
}

}  // namespace

Result<CheckpointUses> prepareResume(ServiceContext &context, const LaunchRequest &request, const Machine &machine,
                                     const MachineFacts &known, SshConnection &connection, const StepReport &report, std::stop_token stop)
{
    TRY(const auto running, runningOf(context, request.lineage, stop));
    TRY_DO(checkNotWriting(running, machine.id));
    TRY(const auto preview, Launcher(context.paths, *context.database).preview(request, known));
    // Taken before the checkpoint is searched for: from here on, what is found is not removed.
    CheckpointUses uses;
    QList<Location> used{Location::onMachine(machine.id, pathOnMachine(request, preview))};
    if (request.copy && !request.copy->folder.isInBucket())
        used << request.copy->folder.at(request.copy->folder.path + u'/' + request.copy->checkpoint.name);
    for (const Location &one : std::as_const(used)) {
        const QString &path = one.path;
        if (path.isEmpty())
            continue;
        const qsizetype slash = path.lastIndexOf(u'/');
        FolderNames folder{{path.left(slash)}};
        if (one.isOnMachine() && slash > 0) {
            TRY(const auto there, context.connectTo(one.machine, stop));
            folder = namesOf(context, one.machine, folder.names, *there, stop);
        }
        for (const QString &name : std::as_const(folder.names)) {
            TRY(auto use, CheckpointLock::begin(context.paths, one.at(name + path.mid(slash)), stop));
            uses.push_back(std::move(use));
        }
    }
    if (!request.copy) {
        TRY_DO(checkStillThere(request, preview, connection, stop));
        return uses;
    }
    CopyTarget target{connection,
                      trainyard::transferLinks(context.connections, machine, Interaction::Allowed),
                      {},
                      machine.name,
                      preview.checkpointDir,
                      request.task.checkpoints ? request.task.checkpoints->pattern : QString(),
                      request.lineage};
    if (request.copy->folder.isOnMachine()) {
        TRY(const auto origin, context.database->machines.find(request.copy->folder.machine));
        target.fromLinks = trainyard::transferLinks(context.connections, origin, Interaction::Allowed);
    }
    TRY_DO(bringCheckpoint(*request.copy, target, context.paths, report, stop));
    return uses;
}

}  // namespace trainyard

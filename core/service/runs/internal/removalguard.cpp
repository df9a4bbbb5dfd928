// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/internal/removalguard.h"

#include "core/base/shownpath.h"
#include "core/service/runs/checkpointservice.h"
#include "core/service/runs/internal/checkpointlock.h"
#include "core/service/runs/internal/runlook.h"
#include "core/service/runs/launchedtask.h"
#include "core/transport/ssh/sftp.h"

namespace trainyard {

FolderNames namesOf(ServiceContext &context, MachineId machineId, const QStringList &names, SshConnection &connection, std::stop_token stop)
{
    FolderNames folder{names};
    const auto runs = context.database->runs.all();
    const auto sftp = connection.sftp(QDeadlineTimer(kDialDeadline), stop);
    if (!runs || !sftp)
        return folder;
    const auto realOf = [&](const QString &path) {
        const auto real = (*sftp)->realPath(path, QDeadlineTimer(kDialDeadline), stop);
        return real ? *real : path;
    };
    for (const QString &name : names) {
        if (const QString real = realOf(name); !folder.names.contains(real))
            folder.names << real;
    }
    for (const Run &run : *runs) {
        if (run.isOn(machineId) && !hasEnded(run.state) && !run.checkpointDir.isEmpty() && !folder.real.contains(run.checkpointDir))
            folder.real.insert(run.checkpointDir, realOf(run.checkpointDir));
    }
    return folder;
}

Result<ProtectedCheckpoints> neededIn(ServiceContext &context, const Location &place, const FolderNames &folder)
{
    TRY(const auto runs, place.isOnMachine() ? context.database->runs.all() : Result<QList<Run>>(QList<Run>()));
    ProtectedCheckpoints needs = neededBy(runs, place.machine, folder,
                                          [&context](const Run &run) { return taskOfRun(context.paths, run.id); });
    for (const QString &name : folder.names) {
        TRY(const auto used, usedIn(context.paths, place.at(name)));
        needs.names += used;
    }
    return needs;
}

std::function<Result<std::shared_ptr<void>>(const Removal &)> removalGuard(ServiceContext &context, const Location &place,
                                                                           const FolderNames &folder, std::stop_token stop)
{
    return [&context, place, folder, stop](const Removal &removal) -> Result<std::shared_ptr<void>> {
        const auto guard = guardUses(context.paths, stop);
        TRY(const auto needed, guard ? neededIn(context, place, folder) : Result<ProtectedCheckpoints>(guard.error()));
        if (touches(needed.names, removal.paths))
            return Error{ErrorCode::InvalidInput,
                         CheckpointService::tr("A run is being resumed from “%1”, so it is kept.").arg(shownPath(removal.checkpoint)),
                         {}};
        return std::shared_ptr<void>(*guard);
    };
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/checkpointservice.h"

#include "core/base/shownpath.h"
#include "core/service/checkpoints/checkpointfolder.h"
#include "core/service/checkpoints/checkpointpins.h"
#include "core/service/runs/internal/addresscopy.h"
#include "core/service/runs/internal/removalguard.h"
#include "core/service/runs/internal/runlook.h"
#include "core/service/runs/launchedtask.h"
#include "core/service/runs/seencheckpoints.h"
#include "core/storage/database/objectstorefile.h"
#include "core/transport/objectstore/storefiles.h"
#include "core/transport/transfer/localfilesource.h"
#include "core/transport/transfer/remotefilesource.h"

#include <QFileInfo>

#include <algorithm>

namespace trainyard {

QString ratingPlaceOf(const Location &folder)
{
    switch (folder.kind) {
    case Location::Kind::OnMachine: return QStringLiteral("%1 %2").arg(folder.machine.number()).arg(folder.path);
    case Location::Kind::InBucket: return folder.store + u' ' + folder.path;
    case Location::Kind::ThisComputer: break;
    }
    return QFileInfo(folder.path).absoluteFilePath();
}

namespace {

struct Opened {
    CheckpointFolder folder;
    Location location;  // of the folder
};

// The checkpoint folder of the run, or the location itself.
Result<Opened> openFolder(ServiceContext &context, const CheckpointRef &ref, std::stop_token stop)
{
    const auto opened = [](Result<CheckpointFolder> folder, const Location &location) -> Result<Opened> {
        if (!folder)
            return folder.error();
        const QString path = folder->path;
        return Opened{*std::move(folder), location.at(path)};
    };
    if (ref.runId.isSet()) {
        TRY(const auto run, context.database->runs.find(ref.runId));
        if (run.checkpointDir.isEmpty())
            return Error{ErrorCode::InvalidInput,
                         CheckpointService::tr("%1 has no checkpoints: its task has no section checkpoints.").arg(run.name),
                         {}};
        TRY(const auto connection, context.connectTo(run.head().machineId, stop));
        return opened(CheckpointFolder::openRemote(connection, run.checkpointDir, run.checkpointPattern, stop),
                      Location::onMachine(run.head().machineId, {}));
    }
    switch (ref.location.kind) {
    case Location::Kind::InBucket: {
        TRY(const auto place, bucketPlaceOf(context.paths, ref.location));
        return opened(CheckpointFolder::openStore(place.store, place.key, stop), Location::inBucket(place.store.name, {}));
    }
    case Location::Kind::OnMachine: {
        TRY(const auto connection, context.connectTo(ref.location.machine, stop));
        return opened(CheckpointFolder::openRemotePath(connection, ref.location.path, stop), ref.location);
    }
    case Location::Kind::ThisComputer: break;
    }
    return opened(CheckpointFolder::openLocalPath(ref.location.path, stop), ref.location);
}

Result<Inspection> inspectFound(ServiceContext &context, const FoundCheckpoint &found, std::stop_token stop)
{
    const Location folder = found.source.folder;
    if (folder.isOnMachine()) {
        const auto connection = context.connectTo(folder.machine, stop);
        return connection ? trainyard::inspectCheckpoint(found, **connection, stop) : Result<Inspection>(connection.error());
    }
    if (folder.isHere()) {
        LocalFileSource source(folder.path);
        return trainyard::inspectCheckpoint(found.checkpoint, source);
    }
    TRY(const auto place, bucketPlaceOf(context.paths, folder));
    ObjectStore bucket(place.store);
    const QString prefix = place.key.isEmpty() ? QString() : place.key + u'/';
    StoreFileSource source(bucket, prefix, {}, stop);
    const Inspection inspection = trainyard::inspectCheckpoint(found.checkpoint, source);
    if (stop.stop_requested())
        return cancelledError();
    return inspection;
}

}  // namespace

void CheckpointService::rate(QList<FoundCheckpoint> &found, const QString &metric, SshConnection &connection, std::stop_token stop)
{
    if (found.isEmpty())
        return;
    const auto sftp = connection.sftp(QDeadlineTimer(kDialDeadline), stop);
    if (!sftp)
        return;
    const Location folder = found.first().source.folder;
    QList<Checkpoint> checkpoints;
    for (const FoundCheckpoint &one : std::as_const(found))
        checkpoints << one.checkpoint;
    RemoteFileSource source(*sftp, folder.path, stop, &connection);
    m_ratings.rate(checkpoints, metric, source, ratingPlaceOf(folder), stop);
    for (qsizetype i = 0; i < found.size(); ++i)
        found[i].checkpoint = checkpoints[i];
}

QFuture<Result<CheckpointScan>> CheckpointService::find(const QString &lineage, std::stop_token stop, const QString &ratedBy)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [this, context, lineage, ratedBy](std::stop_token token) -> Result<CheckpointScan> {
        TRY(const auto runs, context->database->runs.all());
        CheckpointScan scan;
        for (const Run &run : runsWithCheckpoints(runs)) {
            if (!lineage.isEmpty() && run.lineage != lineage)
                continue;
            const auto look = [&]() -> Result<QList<FoundCheckpoint>> {
                TRY(const auto task, taskOfRun(context->paths, run.id));
                TRY(const auto machine, context->database->machines.find(run.head().machineId));
                TRY(const auto connection, context->connect(machine, Interaction::None, token));
                auto found = scanCheckpoints(run, task, *connection, token);
                if (found)
                    markAttempts(*found, runs);
                if (found && !ratedBy.isEmpty())
                    rate(*found, ratedBy, *connection, token);
                return found;
            };
            const auto found = look();
            if (token.stop_requested())
                return cancelledError();
            if (found) {
                scan.found += *found;
                // A record for the charts; the result is returned even if it could not be stored.
                static_cast<void>(rememberCheckpoints(run.id, *found, context->paths));
            } else {
                scan.problems << CheckpointScan::Problem{run, found.error()};
            }
        }
        return scan;
    });
}

QFuture<Result<CheckpointSaveState>> CheckpointService::saveNow(const RunId &runId,
                                                                const std::function<void(const CheckpointSaveState &)> &told,
                                                                std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->onMachineOf(runId, Interaction::Allowed, stop, [context, told](const Run &run, SshConnection &connection, auto token) {
        return saveCheckpointNow(run, taskOfRun(context->paths, run.id).value_or(Task()), connection, told, token);
    });
}

CheckpointRef CheckpointService::refOf(const FoundCheckpoint &found) const
{
    return found.source.site ? CheckpointRef::at(found.source.folder, found.checkpoint.name)
                             : CheckpointRef::ofRun(found.source.runId(), found.checkpoint.name);
}

QFuture<Result<ListedCheckpoints>> CheckpointService::list(const CheckpointRef &ref, std::stop_token stop, const QString &ratedBy)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [this, context, ref, ratedBy](std::stop_token token) -> Result<ListedCheckpoints> {
        TRY(auto opened, openFolder(*context, ref, token));
        CheckpointFolder &folder = opened.folder;
        TRY_DO(folder.lookAgain(token));
        if (!ratedBy.isEmpty())
            m_ratings.rate(folder.checkpoints, ratedBy, *folder.source, ratingPlaceOf(opened.location), token);
        if (token.stop_requested())
            return cancelledError();
        ListedCheckpoints listed{folder.path, folder.checkpoints, std::nullopt, folder.unreadable};
        if (const auto best = latestGood(folder.checkpoints))
            listed.latestGood = best->name;
        return listed;
    });
}

QFuture<Result<InspectedCheckpoint>> CheckpointService::inspect(const CheckpointRef &ref, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, ref](std::stop_token token) -> Result<InspectedCheckpoint> {
        TRY(const auto opened, openFolder(*context, ref, token));
        TRY(const auto checkpoint, opened.folder.choose(ref.name));
        InspectedCheckpoint inspected{checkpoint, trainyard::inspectCheckpoint(checkpoint, *opened.folder.source)};
        if (token.stop_requested())
            return cancelledError();
        // Finding it took reading, too.
        inspected.inspection.bytesRead = quint64(opened.folder.bytesRead());
        inspected.inspection.requests = opened.folder.requests();
        return inspected;
    });
}

QFuture<Result<Inspection>> CheckpointService::inspect(const FoundCheckpoint &found, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, found](std::stop_token token) { return inspectFound(*context, found, token); });
}

QFuture<Result<CheckedCheckpoint>> CheckpointService::verify(const CheckpointRef &ref, const VerifyOptions &options,
                                                             const VerifyProgress &progress, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, ref, options, progress](std::stop_token token) -> Result<CheckedCheckpoint> {
        TRY(auto opened, openFolder(*context, ref, token));
        TRY(const auto checkpoint, opened.folder.choose(ref.name));
        return trainyard::verifyCheckpoint(opened.folder, checkpoint, options, progress, token);
    });
}

QFuture<Result<ComparedCheckpoints>> CheckpointService::compare(const CheckpointRef &left, const CheckpointRef &right,
                                                                const CompareOptions &options, const CompareProgress &progress,
                                                                std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, left, right, options, progress](std::stop_token token) -> Result<ComparedCheckpoints> {
        TRY(auto leftFolder, openFolder(*context, left, token));
        TRY(const auto leftOne, leftFolder.folder.choose(left.name));
        TRY(auto rightFolder, openFolder(*context, right, token));
        TRY(const auto rightOne, rightFolder.folder.choose(right.name));
        return trainyard::compareCheckpoints(leftFolder.folder, leftOne, rightFolder.folder, rightOne, options, progress, token);
    });
}

QFuture<Result<QList<Checkpoint>>> CheckpointService::pin(const CheckpointRef &ref, const QStringList &names, bool isPinned,
                                                          std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, ref, names, isPinned](std::stop_token token) -> Result<QList<Checkpoint>> {
        TRY(const auto opened, openFolder(*context, ref, token));
        QList<Checkpoint> chosen;
        for (const QString &name : names.isEmpty() ? QStringList{QString()} : names) {
            TRY(const auto one, opened.folder.choose(name));
            chosen << one;
        }
        for (Checkpoint &checkpoint : chosen) {
            TRY_DO(setPinned(*opened.folder.place, checkpoint, isPinned, token));
            checkpoint.isPinned = isPinned;
        }
        return chosen;
    });
}

QFuture<Result<PrunePlan>> CheckpointService::prune(const CheckpointRef &ref, const PruneOptions &options, bool isCarriedOut,
                                                    std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [this, context, ref, options, isCarriedOut](std::stop_token token) -> Result<PrunePlan> {
        TRY(auto opened, openFolder(*context, ref, token));
        PruneOptions whole = options;
        if (whole.policy.best > 0)
            m_ratings.rate(opened.folder.checkpoints, whole.policy.metric, *opened.folder.source, ratingPlaceOf(opened.location), token);
        FolderNames names{{opened.folder.path}};
        if (opened.location.isOnMachine())
            names = namesOf(*context, opened.location.machine, names.names, *opened.folder.connection, token);
        TRY(const auto needs, neededIn(*context, opened.location, names));
        whole.needed += needs.names;
        // A program that is sending something to a store right now announces that nowhere.
        whole.isLive = whole.isLive || needs.isLive || opened.folder.store;
        whole.hold = removalGuard(*context, opened.location, names, token);
        Pruner pruner(*opened.folder.place);
        auto plan = pruner.plan(opened.folder.checkpoints, whole, token);
        if (!plan || !isCarriedOut)
            return plan;
        TRY_DO(pruner.carryOut(*plan, whole, {}, token));
        return plan;
    });
}

QFuture<Result<QList<TrashEntry>>> CheckpointService::trash(const CheckpointRef &ref, TrashAction action, const QStringList &ids,
                                                            std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, ref, action, ids](std::stop_token token) -> Result<QList<TrashEntry>> {
        TRY(const auto opened, openFolder(*context, ref, token));
        CheckpointTrash trash(*opened.folder.place);
        TRY_DO(trash.recover(std::chrono::minutes(2), token));
        const auto entries = trash.entries(token);
        if (!entries || action == TrashAction::List)
            return entries;
        QStringList chosen = ids;
        if (chosen.isEmpty()) {
            for (const TrashEntry &entry : *entries)
                chosen << entry.id;
        }
        for (const QString &id : std::as_const(chosen)) {
            if (token.stop_requested())
                return cancelledError();
            TRY_DO(action == TrashAction::Restore ? trash.restore(id, token) : trash.erase(id, token));
        }
        return trash.entries(token);
    });
}

QFuture<Result<TransferOutcome>> CheckpointService::copy(const CopyRequest &request, const std::function<void(const CopyProgress &)> &moved,
                                                         std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, request, moved](std::stop_token token) {
        return copyBetween(
            *context, request, moved ? moved : [](const CopyProgress &) {}, token);
    });
}

}  // namespace trainyard

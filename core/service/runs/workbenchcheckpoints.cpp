// SPDX-License-Identifier: GPL-3.0-or-later
// Workbench: what concerns checkpoints as wholes.
#include "core/base/shownpath.h"
#include "core/service/checkpoints/checkpointfolder.h"
#include "core/service/checkpoints/checkpointpins.h"
#include "core/service/runs/internal/protectedcheckpoints.h"
#include "core/service/runs/internal/workbenchstate.h"
#include "core/transport/transfer/remotefilesource.h"

#include <QFileInfo>

#include <algorithm>

namespace trainyard {

namespace {

struct Opened {
    CheckpointFolder folder;
    qint64 machineId = 0;  // 0: this computer or a store
    QString ratingPlace;   // for RatingCache
};

template <typename State>
Result<Opened> openAddress(State &state, const CheckpointAddress &address, std::stop_token stop)
{
    std::optional<Run> run;
    if (!address.runId.isEmpty()) {
        const auto found = state.store->run(address.runId);
        if (!found)
            return found.error();
        if (found->checkpointDir.isEmpty())
            return Error{ErrorCode::InvalidInput,
                         Workbench::tr("%1 declares no checkpoints: its task has no section checkpoints.").arg(found->name),
                         {}};
        run = *found;
    }
    Opened opened;
    if (!run && address.store) {
        auto folder = CheckpointFolder::openStore(*address.store, address.path, stop);
        if (!folder)
            return folder.error();
        opened.folder = std::move(*folder);
        opened.ratingPlace = address.store->name + u' ' + opened.folder.path;
        return opened;
    }
    const qint64 machineId = run ? run->machineId : address.machineId;
    if (machineId == 0) {
        auto folder = CheckpointFolder::openLocalPath(address.path, stop);
        if (!folder)
            return folder.error();
        opened.folder = std::move(*folder);
        opened.ratingPlace = QFileInfo(opened.folder.path).absoluteFilePath();
        return opened;
    }
    opened.machineId = machineId;
    const auto connection = state.connectTo(machineId, stop);
    if (!connection)
        return connection.error();
    auto folder = run ? CheckpointFolder::openRemote(*connection, run->checkpointDir, run->checkpointPattern, stop)
                      : CheckpointFolder::openRemotePath(*connection, address.path, stop);
    if (!folder)
        return folder.error();
    opened.folder = std::move(*folder);
    opened.ratingPlace = State::ratingPlaceOf(machineId, opened.folder.path);
    return opened;
}

}  // namespace

void Workbench::State::rate(QList<FoundCheckpoint> &found, const QString &metric, SshConnection &connection, std::stop_token stop)
{
    if (found.isEmpty())
        return;
    const auto sftp = connection.sftp(QDeadlineTimer(kDialDeadline), stop);
    if (!sftp)
        return;
    const Run &run = found.first().run;
    QList<Checkpoint> checkpoints;
    for (const FoundCheckpoint &one : std::as_const(found))
        checkpoints << one.checkpoint;
    RemoteFileSource source(*sftp, run.checkpointDir, stop, &connection);
    ratings.rate(checkpoints, metric, source, ratingPlaceOf(run.machineId, run.checkpointDir), stop);
    for (qsizetype i = 0; i < found.size(); ++i)
        found[i].checkpoint = checkpoints[i];
}

FolderNames Workbench::State::namesOf(qint64 machineId, const QStringList &names, SshConnection &connection, std::stop_token stop) const
{
    FolderNames folder{names};
    const auto runs = store->runs();
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
        if (run.machineId == machineId && !hasEnded(run.state) && !run.checkpointDir.isEmpty() && !folder.real.contains(run.checkpointDir))
            folder.real.insert(run.checkpointDir, realOf(run.checkpointDir));
    }
    return folder;
}

Result<ProtectedCheckpoints> Workbench::State::neededIn(qint64 machineId, const FolderNames &folder) const
{
    const auto runs = machineId != 0 ? store->runs() : Result<QList<Run>>(QList<Run>());
    if (!runs)
        return runs.error();
    ProtectedCheckpoints needs = neededBy(*runs, machineId, folder, [this](const Run &run) { return taskOf(run.id); });
    for (const QString &name : folder.names) {
        const auto used = usedIn(paths, machineId, name);
        if (!used)
            return used.error();
        needs.names += *used;
    }
    return needs;
}

std::function<Result<std::shared_ptr<void>>(const Removal &)> Workbench::State::removalGuard(qint64 machineId, const FolderNames &folder,
                                                                                             std::stop_token stop) const
{
    return [this, machineId, folder, stop](const Removal &removal) -> Result<std::shared_ptr<void>> {
        const auto guard = guardUses(paths, stop);
        const auto needed = guard ? neededIn(machineId, folder) : Result<ProtectedCheckpoints>(guard.error());
        if (!needed)
            return needed.error();
        if (touches(needed->names, removal.paths))
            return Error{ErrorCode::InvalidInput,
                         Workbench::tr("A run goes on from “%1” just now: it stays.").arg(shownPath(removal.checkpoint)),
                         {}};
        return std::shared_ptr<void>(*guard);
    };
}

QFuture<Result<QList<Checkpoint>>> Workbench::pinCheckpoints(const CheckpointAddress &address, const QStringList &names, bool isPinned,
                                                             std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, address, names, isPinned](std::stop_token token) -> Result<QList<Checkpoint>> {
        const auto opened = openAddress(*state, address, token);
        if (!opened)
            return opened.error();
        QList<Checkpoint> chosen;
        for (const QString &name : names.isEmpty() ? QStringList{QString()} : names) {
            const auto one = opened->folder.choose(name);
            if (!one)
                return one.error();
            chosen << *one;
        }
        for (Checkpoint &checkpoint : chosen) {
            if (const auto done = setPinned(*opened->folder.place, checkpoint, isPinned, token); !done)
                return done.error();
            checkpoint.isPinned = isPinned;
        }
        return chosen;
    });
}

QFuture<Result<PrunePlan>> Workbench::pruneCheckpoints(const CheckpointAddress &address, const PruneOptions &wish, bool isCarriedOut,
                                                       std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, address, wish, isCarriedOut](std::stop_token token) -> Result<PrunePlan> {
        auto opened = openAddress(*state, address, token);
        if (!opened)
            return opened.error();
        PruneOptions whole = wish;
        if (whole.policy.best > 0)
            state->ratings.rate(opened->folder.checkpoints, whole.policy.metric, *opened->folder.source, opened->ratingPlace, token);
        FolderNames names{{opened->folder.path}};
        if (opened->machineId != 0)
            names = state->namesOf(opened->machineId, names.names, *opened->folder.connection, token);
        const auto needs = state->neededIn(opened->machineId, names);
        if (!needs)
            return needs.error();
        whole.needed += needs->names;
        // Whoever sends something to a store just now says so to nobody.
        whole.isLive = whole.isLive || needs->isLive || opened->folder.store;
        whole.hold = state->removalGuard(opened->machineId, names, token);
        Pruner pruner(*opened->folder.place);
        auto plan = pruner.plan(opened->folder.checkpoints, whole, token);
        if (!plan || !isCarriedOut)
            return plan;
        if (const auto done = pruner.carryOut(*plan, whole, {}, token); !done)
            return done.error();
        return plan;
    });
}

QFuture<Result<QList<TrashEntry>>> Workbench::checkpointTrash(const CheckpointAddress &address, TrashAction deed, const QStringList &ids,
                                                              std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, address, deed, ids](std::stop_token token) -> Result<QList<TrashEntry>> {
        const auto opened = openAddress(*state, address, token);
        if (!opened)
            return opened.error();
        CheckpointTrash trash(*opened->folder.place);
        if (const auto recovered = trash.recover(std::chrono::minutes(2), token); !recovered)
            return recovered.error();
        const auto entries = trash.entries(token);
        if (!entries || deed == TrashAction::List)
            return entries;
        QStringList chosen = ids;
        if (chosen.isEmpty()) {
            for (const TrashEntry &entry : *entries)
                chosen << entry.id;
        }
        for (const QString &id : std::as_const(chosen)) {
            if (token.stop_requested())
                return cancelledError();
            const auto done = deed == TrashAction::Restore ? trash.restore(id, token) : trash.erase(id, token);
            if (!done)
                return done.error();
        }
        return trash.entries(token);
    });
}

QFuture<Result<ListedCheckpoints>> Workbench::listCheckpoints(const CheckpointAddress &address, std::stop_token stop,
                                                              const QString &ratedBy)
{
    State *state = m_state.get();
    return state->async(stop, [state, address, ratedBy](std::stop_token token) -> Result<ListedCheckpoints> {
        auto opened = openAddress(*state, address, token);
        if (!opened)
            return opened.error();
        CheckpointFolder &folder = opened->folder;
        if (const auto looked = folder.lookAgain(token); !looked)
            return looked.error();
        if (!ratedBy.isEmpty())
            state->ratings.rate(folder.checkpoints, ratedBy, *folder.source, opened->ratingPlace, token);
        if (token.stop_requested())
            return cancelledError();
        ListedCheckpoints listed{folder.path, folder.checkpoints, std::nullopt, folder.unreadable};
        if (const auto best = latestGood(folder.checkpoints))
            listed.latestGood = best->name;
        return listed;
    });
}

QFuture<Result<InspectedCheckpoint>> Workbench::inspectCheckpoint(const CheckpointChoice &choice, std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, choice](std::stop_token token) -> Result<InspectedCheckpoint> {
        const auto opened = openAddress(*state, choice.where, token);
        if (!opened)
            return opened.error();
        const auto checkpoint = opened->folder.choose(choice.name);
        if (!checkpoint)
            return checkpoint.error();
        InspectedCheckpoint inspected{*checkpoint, trainyard::inspectCheckpoint(*checkpoint, *opened->folder.source)};
        if (token.stop_requested())
            return cancelledError();
        // Finding it was reading, too.
        inspected.inspection.bytesRead = quint64(opened->folder.bytesRead());
        inspected.inspection.requests = opened->folder.requests();
        return inspected;
    });
}

QFuture<Result<Inspection>> Workbench::inspectCheckpoint(const FoundCheckpoint &found, std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, found](std::stop_token token) { return state->inspect(found, token); });
}

QFuture<Result<CheckedCheckpoint>> Workbench::verifyCheckpoint(const CheckpointAddress &address, const QString &name,
                                                               const VerifyOptions &wish, const VerifyProgress &progress,
                                                               std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, address, name, wish, progress](std::stop_token token) -> Result<CheckedCheckpoint> {
        auto opened = openAddress(*state, address, token);
        if (!opened)
            return opened.error();
        const auto checkpoint = opened->folder.choose(name);
        if (!checkpoint)
            return checkpoint.error();
        return trainyard::verifyCheckpoint(opened->folder, *checkpoint, wish, progress, token);
    });
}

QFuture<Result<ComparedCheckpoints>> Workbench::compareCheckpoints(const CheckpointChoice &left, const CheckpointChoice &right,
                                                                   const CompareOptions &wish, const CompareProgress &progress,
                                                                   std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, left, right, wish, progress](std::stop_token token) -> Result<ComparedCheckpoints> {
        auto leftFolder = openAddress(*state, left.where, token);
        if (!leftFolder)
            return leftFolder.error();
        const auto leftOne = leftFolder->folder.choose(left.name);
        if (!leftOne)
            return leftOne.error();
        auto rightFolder = openAddress(*state, right.where, token);
        if (!rightFolder)
            return rightFolder.error();
        const auto rightOne = rightFolder->folder.choose(right.name);
        if (!rightOne)
            return rightOne.error();
        return trainyard::compareCheckpoints(leftFolder->folder, *leftOne, rightFolder->folder, *rightOne, wish, progress, token);
    });
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/checkpointscan.h"

#include "core/checkpoint/format/listingdoubts.h"
#include "core/checkpoint/retention/pins.h"
#include "core/execution/registry/executionbackends.h"
#include "core/service/checkpoints/lookagain.h"
#include "core/service/checkpoints/machineplace.h"
#include "core/service/runs/internal/deadlines.h"
#include "core/transport/ssh/sftp.h"
#include "core/transport/transfer/folderlisting.h"
#include "core/transport/transfer/folderreader.h"
#include "core/transport/transfer/remotefilesource.h"

#include <QCoreApplication>
#include <QSet>

namespace trainyard {

namespace {

Error connectionLost()
{
    return {
        ErrorCode::ConnectionLost, QCoreApplication::translate("trainyard::Run", "The connection to the machine was lost. Try again."), {}};
}

}  // namespace

QList<Run> runsWithCheckpoints(const QList<Run> &runs)
{
    QList<Run> newest;
    QSet<QString> seen;
    for (const Run &run : runs) {
        if (run.checkpointDir.isEmpty() || seen.contains(run.lineage))
            continue;
        seen.insert(run.lineage);
        newest << run;
    }
    return newest;
}

Result<QList<FoundCheckpoint>> scanCheckpoints(const Run &run, const Task &task, SshConnection &connection, std::stop_token stop)
{
    const auto opened = openRemoteFolder(connection, run.checkpointDir, stop);
    if (!opened && opened.error().code == ErrorCode::NotFound)
        return QList<FoundCheckpoint>();
    if (!opened)
        return opened.error();
    const FolderListing *listed = &opened->listed.listing;
    QElapsedTimer sinceListing;
    sinceListing.start();
    RemoteFileSource source(connection, run.checkpointDir, stop, opened->reader);
    QList<Checkpoint> checkpoints = findCheckpoints(listed->files, run.checkpointPattern, listed->now, source);
    markPinned(checkpoints, listed->files);
    if (stop.stop_requested())
        return cancelledError();
    if (!connection.isAlive())
        return connectionLost();
    heedUnreadable(checkpoints, listed->unreadable);
    const auto again = [&] { return listRemoteFolder(connection, run.checkpointDir, stop); };
    TRY_DO(lookTwice(checkpoints, *listed, sinceListing, again, stop));

    const bool isContainer = capabilitiesOf(run.engine).isContainer;
    const QString seenAs = isContainer && task.checkpoints ? task.checkpoints->dir : run.checkpointDir;
    const auto best = latestGood(checkpoints);
    std::optional<DiskSpaceForecast> room;
    if (best) {
        const auto place = MachinePlace::open(connection, run.checkpointDir, stop);
        const auto free = place ? (*place)->freeBytes(stop) : Result<qint64>(place.error());
        if (free)
            room = forecastDiskSpace(checkpoints, *free, listed->now, !hasEnded(run.state));
    }
    const CheckpointSource ofRun = CheckpointSource::ofRun(run);
    QList<FoundCheckpoint> found;
    const QDateTime here = QDateTime::currentDateTimeUtc().addMSecs(-sinceListing.elapsed());  // when the machine reported `now`
    for (const Checkpoint &checkpoint : std::as_const(checkpoints)) {
        found << FoundCheckpoint{.source = ofRun,
                                 .checkpoint = checkpoint,
                                 .path = checkpoint.name == QLatin1String(".") ? seenAs : seenAs + u'/' + checkpoint.name,
                                 .isLatestGood = best && best->name == checkpoint.name,
                                 .room = room,
                                 .saved = here.addSecs(checkpoint.modified - listed->now)};
    }
    return found;
}

void markAttempts(QList<FoundCheckpoint> &found, const QList<Run> &runs)
{
    for (FoundCheckpoint &one : found) {
        one.attempt = 0;
        for (const Run &run : runs) {
            if (run.lineage == one.source.key && run.created.isValid() && run.created <= one.saved)
                one.attempt = std::max(one.attempt, run.attempt);
        }
    }
}

CheckpointSource CheckpointSource::ofRun(const Run &run)
{
    return {run.lineage, run.name, run.head().machineName, Location::onMachine(run.head().machineId, run.checkpointDir), run, std::nullopt};
}

CheckpointSource CheckpointSource::ofPlace(const PlaceSnapshot &place)
{
    const Location &location = place.site.location;
    return {QStringLiteral("place:") + place.site.id,
            place.site.address(),
            location.isInBucket() ? location.store : place.site.machineName,
            place.folder.isEmpty() ? location : location.at(place.folder),
            std::nullopt,
            place.site};
}

QList<FoundCheckpoint> foundIn(const PlaceSnapshot &place)
{
    const CheckpointSource source = CheckpointSource::ofPlace(place);
    QString base = place.folder;
    if (!base.endsWith(u'/'))
        base += u'/';
    const auto best = latestGood(place.checkpoints);
    QList<FoundCheckpoint> found;
    for (const Checkpoint &checkpoint : place.checkpoints) {
        found << FoundCheckpoint{.source = source,
                                 .checkpoint = checkpoint,
                                 .path = checkpoint.name == QLatin1String(".") ? base.chopped(1) : base + checkpoint.name,
                                 .isLatestGood = best && best->name == checkpoint.name};
    }
    return found;
}

Result<Inspection> inspectCheckpoint(const FoundCheckpoint &found, SshConnection &connection, std::stop_token stop)
{
    TRY(const auto sftp, connection.sftp(QDeadlineTimer(kPlaceAnswer), stop));
    RemoteFileSource source(sftp, found.source.folder.path, stop);
    const Inspection inspection = inspectCheckpoint(found.checkpoint, source);
    if (stop.stop_requested())
        return cancelledError();
    if (!connection.isAlive())
        return connectionLost();
    return inspection;
}

LaunchRequest resumeRequest(const Task &task, const FoundCheckpoint &from)
{
    LaunchRequest request;
    request.machineId = from.source.folder.machine;
    request.task = task;
    request.lineage = from.source.key;
    request.resumePath = from.path;
    request.resumeStep = from.checkpoint.step.value_or(-1);
    return request;
}

}  // namespace trainyard

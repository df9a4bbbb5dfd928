// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/placeservice.h"

#include "core/service/checkpoints/checkpointfolder.h"
#include "core/service/checkpoints/localplace.h"
#include "core/service/checkpoints/machineplace.h"
#include "core/service/runs/internal/deadlines.h"
#include "core/storage/database/objectstorefile.h"
#include "core/transport/objectstore/objectstore.h"

#include <algorithm>

namespace trainyard {

namespace {

Result<PlaceSnapshot> lookInStore(const Paths &paths, const CheckpointSite &site, std::stop_token stop)
{
    TRY(const auto place, bucketPlaceOf(paths, site.location));
    auto folder = CheckpointFolder::openStore(place.store, place.key, stop);
    if (folder)
        return PlaceSnapshot{site, folder->path, folder->checkpoints, {}, {}};
    // A folder of a bucket exists once something is put into it.
    if (folder.error().code == ErrorCode::NotFound && ObjectStore(place.store).list({}, false, {}, stop, 1))
        return PlaceSnapshot{site, site.location.path, {}, {}, {}};
    return folder.error();
}

}  // namespace

QFuture<Result<PlaceSnapshot>> PlaceService::look(const CheckpointSite &site, bool mayAsk, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, site, mayAsk](std::stop_token token) -> Result<PlaceSnapshot> {
        const auto look = [&]() -> Result<PlaceSnapshot> {
            if (site.location.isInBucket())
                return lookInStore(context->paths, site, token);
            Result<CheckpointFolder> folder = cancelledError();
            if (site.location.isHere()) {
                folder = CheckpointFolder::openLocalPath(site.location.path, token);
            } else {
                TRY(const auto machine, context->database->machines.find(site.location.machine));
                TRY(const auto connection, context->connect(machine, mayAsk ? Interaction::Allowed : Interaction::None, token));
                folder = CheckpointFolder::openRemotePath(connection, QString::fromUtf8(remotePathOf(site.location.path)), token);
            }
            if (!folder)
                return folder.error();
            return PlaceSnapshot{site, folder->path, folder->checkpoints, {}, {}};
        };
        auto seen = look();
        if (!seen)
            return seen;
        seen->looked = QDateTime::currentDateTimeUtc();
        // The result is shown even if it could not be stored.
        if (!site.id.isEmpty()) {
            if (const auto kept = saveSnapshot(context->paths, *seen); !kept)
                seen->problem = kept.error();
        }
        return seen;
    });
}

QFuture<Result<qint64>> PlaceService::freeSpace(const Location &folder, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, folder](std::stop_token token) -> Result<qint64> {
        if (folder.isInBucket())
            return Error{ErrorCode::Unsupported, {}, {}};
        QString path = folder.isHere() ? folder.path : QString::fromUtf8(remotePathOf(folder.path));
        std::shared_ptr<SshConnection> connection;
        if (folder.isOnMachine()) {
            TRY(const auto connected, context->connectTo(folder.machine, token));
            connection = connected;
            const auto sftp = connection->sftp(QDeadlineTimer(kPlaceAnswer), token);
            TRY(const auto home,
                sftp ? (*sftp)->realPath(QStringLiteral("."), QDeadlineTimer(kPlaceAnswer), token) : Result<QString>(sftp.error()));
            if (!path.startsWith(u'/'))
                path = home + u'/' + path;
        }
        // A folder that does not exist yet will be on the file system of its nearest existing parent.
        for (;;) {
            Result<qint64> bytes = cancelledError();
            if (connection) {
                const auto place = MachinePlace::open(*connection, path, token);
                bytes = place ? (*place)->freeBytes(token) : Result<qint64>(place.error());
            } else {
                bytes = LocalPlace(path).freeBytes(token);
            }
            const qsizetype slash = path.lastIndexOf(u'/');
            if (bytes || token.stop_requested() || path.size() <= 1 || slash < 0)
                return bytes;
            path.truncate(std::max<qsizetype>(1, slash));
        }
    });
}

}  // namespace trainyard

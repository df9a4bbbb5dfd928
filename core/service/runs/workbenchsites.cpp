// SPDX-License-Identifier: GPL-3.0-or-later
// Workbench: places with checkpoints that a person added, and the stores that they lie in.
#include "core/service/checkpoints/checkpointfolder.h"
#include "core/service/checkpoints/localplace.h"
#include "core/service/checkpoints/machineplace.h"
#include "core/service/runs/internal/workbenchstate.h"
#include "core/storage/database/objectstorefile.h"
#include "core/transport/objectstore/storefiles.h"
#include "core/transport/transfer/localfilesource.h"
#include "core/transport/transfer/remotefilesource.h"

#include <algorithm>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kAnswer = 30s;

Result<ObjectStoreConfig> storeOf(const Paths &paths, const CheckpointSite &site, const StoreAddress &address)
{
    const auto stores = loadObjectStores(paths);
    return stores ? storeFor(*stores, address, site.where) : Result<ObjectStoreConfig>(stores.error());
}

Result<PlaceSnapshot> lookInStore(const Paths &paths, const CheckpointSite &site, std::stop_token stop)
{
    const auto address = parseStoreAddress(site.path);
    if (!address)
        return address.error();
    const auto record = storeOf(paths, site, *address);
    if (!record)
        return record.error();
    auto folder = CheckpointFolder::openStore(*record, address->key, stop);
    if (folder)
        return PlaceSnapshot{site, folder->path, folder->checkpoints, {}, {}};
    // A folder of a bucket begins to be with what is put into it.
    if (folder.error().code == ErrorCode::NotFound && ObjectStore(*record).list({}, false, {}, stop, 1))
        return PlaceSnapshot{site, site.path, {}, {}, {}};
    return folder.error();
}

}  // namespace

QFuture<Result<PlaceSnapshot>> Workbench::lookAtSite(const CheckpointSite &site, bool mayAsk, std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, site, mayAsk](std::stop_token token) -> Result<PlaceSnapshot> {
        const auto look = [&]() -> Result<PlaceSnapshot> {
            if (site.kind == CheckpointSite::Kind::Bucket)
                return lookInStore(state->paths, site, token);
            Result<CheckpointFolder> folder = cancelledError();
            if (site.kind == CheckpointSite::Kind::Folder) {
                folder = CheckpointFolder::openLocalPath(site.path, token);
            } else {
                const auto machine = state->store->machine(site.machineId);
                if (!machine)
                    return machine.error();
                const auto connection = state->connect(*machine, mayAsk ? Interaction::Allowed : Interaction::None, token);
                if (!connection)
                    return connection.error();
                folder = CheckpointFolder::openRemotePath(*connection, QString::fromUtf8(remotePathOf(site.path)), token);
            }
            if (!folder)
                return folder.error();
            return PlaceSnapshot{site, folder->path, folder->checkpoints, {}, {}};
        };
        auto seen = look();
        if (!seen)
            return seen;
        seen->looked = QDateTime::currentDateTimeUtc();
        // What was found is shown even where it could not be kept.
        if (!site.id.isEmpty()) {
            if (const auto kept = saveSnapshot(state->paths, *seen); !kept)
                seen->problem = kept.error();
        }
        return seen;
    });
}

Result<CheckpointAddress> Workbench::addressOf(const FoundCheckpoint &found) const
{
    if (!found.site)
        return CheckpointAddress{found.run.id, 0, {}, {}};
    if (found.site->kind != CheckpointSite::Kind::Bucket)
        return CheckpointAddress{{}, found.run.machineId, found.run.checkpointDir, {}};
    const auto address = parseStoreAddress(found.run.checkpointDir);
    if (!address)
        return address.error();
    const auto record = storeOf(m_state->paths, *found.site, *address);
    return record ? Result<CheckpointAddress>(CheckpointAddress{{}, 0, address->key, *record}) : Result<CheckpointAddress>(record.error());
}

QFuture<Result<qint64>> Workbench::freeSpace(qint64 machineId, const QString &folder, std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, machineId, folder](std::stop_token token) -> Result<qint64> {
        QString path = machineId == 0 ? folder : QString::fromUtf8(remotePathOf(folder));
        std::shared_ptr<SshConnection> connection;
        if (machineId != 0) {
            const auto connected = state->connectTo(machineId, token);
            if (!connected)
                return connected.error();
            connection = *connected;
            const auto sftp = connection->sftp(QDeadlineTimer(kAnswer), token);
            const auto home = sftp ? (*sftp)->realPath(QStringLiteral("."), QDeadlineTimer(kAnswer), token) : Result<QString>(sftp.error());
            if (!home)
                return home.error();
            if (!path.startsWith(u'/'))
                path = *home + u'/' + path;
        }
        // What is not there yet is made on the file system of the nearest folder that is.
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

QFuture<Result<StoreAnswer>> Workbench::askStore(const ObjectStoreConfig &record, std::stop_token stop)
{
    return m_state->async(stop, [record](std::stop_token token) -> Result<StoreAnswer> {
        StoreAnswer answer{record, {}};
        ObjectStore store(record);
        if (const auto listing = store.list({}, false, {}, token, 1); !listing)
            return listing.error();
        // Where the bucket said that it lies.
        answer.record.region = record.kind == ObjectStoreKind::S3 ? QString::fromLatin1(store.caller().region()) : QString();
        const auto settings = store.settings(token);
        if (!settings)
            return settings.error();
        answer.settings = *settings;
        return answer;
    });
}

Result<Inspection> Workbench::State::inspect(const FoundCheckpoint &found, std::stop_token stop)
{
    if (!found.site || found.site->kind == CheckpointSite::Kind::Machine) {
        const auto connection = connectTo(found.site ? found.site->machineId : found.run.machineId, stop);
        return connection ? trainyard::inspectCheckpoint(found, **connection, stop) : Result<Inspection>(connection.error());
    }
    const CheckpointSite &site = *found.site;
    if (site.kind == CheckpointSite::Kind::Folder) {
        LocalFileSource source(found.run.checkpointDir);
        return trainyard::inspectCheckpoint(found.checkpoint, source);
    }
    const auto address = parseStoreAddress(found.run.checkpointDir);
    if (!address)
        return address.error();
    const auto record = storeOf(paths, site, *address);
    if (!record)
        return record.error();
    ObjectStore bucket(*record);
    const QString prefix = address->key.isEmpty() ? QString() : address->key + u'/';
    StoreFileSource source(bucket, prefix, {}, stop);
    const Inspection inspection = trainyard::inspectCheckpoint(found.checkpoint, source);
    if (stop.stop_requested())
        return cancelledError();
    return inspection;
}

}  // namespace trainyard

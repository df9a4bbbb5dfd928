// Workbench: places with checkpoints that a person added, and the stores that they lie in.
#include "core/checkpoint/checkpointfolder.h"
#include "core/checkpoint/localplace.h"
#include "core/checkpoint/machineplace.h"
#include "core/keep/pins.h"
#include "core/objectstore/storefiles.h"
#include "core/run/workbenchstate.h"
#include "core/store/objectstorefile.h"
#include "core/transfer/localfilesource.h"
#include "core/transfer/remotefilesource.h"

#include <algorithm>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kAnswer = 30s;

struct OpenedStore {
    std::unique_ptr<ObjectStore> store;
    QString prefix;                      // empty or with a slash at its end
};

Result<OpenedStore> openStore(const Paths &paths, const CheckpointSite &site)
{
    const auto address = parseStoreAddress(site.path);
    const auto stores = loadObjectStores(paths);
    if (!address || !stores)
        return address ? stores.error() : address.error();
    const auto record = storeFor(*stores, *address, site.where);
    if (!record)
        return record.error();
    const QString prefix = address->key.isEmpty() || address->key.endsWith(u'/') ? address->key : address->key + u'/';
    return OpenedStore{std::make_unique<ObjectStore>(*record), prefix};
}

Result<QList<StoredObject>> objectsOf(const OpenedStore &opened, std::stop_token stop)
{
    const auto listing = opened.store->listAll(opened.prefix, false, stop);
    if (!listing)
        return listing.error();
    return listing->objects;
}

Result<SiteLook> lookInStore(const Paths &paths, const CheckpointSite &site, std::stop_token stop)
{
    const auto opened = openStore(paths, site);
    if (!opened)
        return opened.error();
    const auto objects = objectsOf(*opened, stop);
    if (!objects)
        return objects.error();
    QList<CheckpointFile> files;
    qint64 newest = 0;
    for (const StoredObject &object : *objects) {
        newest = std::max(newest, object.modified);
        if (!object.key.endsWith(u'/'))      // what stands for a folder in some tools
            files << CheckpointFile{object.key.mid(opened->prefix.size()), object.size, object.modified};
    }
    StoreFileSource source(*opened->store, opened->prefix, *objects, stop);
    // The store's clock is not known, but it is not before the newest of its times.
    const qint64 now = std::max(newest, QDateTime::currentSecsSinceEpoch());
    SiteLook look{site, opened->prefix, findCheckpoints(files, {}, now, source), {}, {}};
    markPinned(look.checkpoints, files);
    if (stop.stop_requested())
        return cancelledError();
    return look;
}

}  // namespace

QFuture<Result<SiteLook>> Workbench::lookAtSite(const CheckpointSite &site, bool mayAsk, std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, site, mayAsk](std::stop_token token) -> Result<SiteLook> {
        const auto look = [&]() -> Result<SiteLook> {
            if (site.kind == CheckpointSite::Kind::Store)
                return lookInStore(state->paths, site, token);
            Result<CheckpointFolder> folder = cancelledError();
            if (site.kind == CheckpointSite::Kind::Folder) {
                folder = CheckpointFolder::openLocalPath(site.path, token);
            } else {
                const auto machine = state->store->machine(site.machineId);
                if (!machine)
                    return machine.error();
                const auto connection = state->connect(*machine, mayAsk ? Asking::Allowed : Asking::Silent, token);
                if (!connection)
                    return connection.error();
                folder = CheckpointFolder::openRemotePath(*connection, QString::fromUtf8(remotePathOf(site.path)), token);
            }
            if (!folder)
                return folder.error();
            return SiteLook{site, folder->path, folder->checkpoints, {}, {}};
        };
        auto seen = look();
        if (!seen)
            return seen;
        seen->looked = QDateTime::currentDateTimeUtc();
        // What was found is shown even where it could not be kept.
        if (!site.id.isEmpty()) {
            if (const auto kept = rememberLook(state->paths, *seen); !kept)
                seen->problem = kept.error();
        }
        return seen;
    });
}

QFuture<Result<qint64>> Workbench::freeRoom(qint64 machineId, const QString &folder, std::stop_token stop)
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

QFuture<Result<StoreAnswer>> Workbench::askStore(const StoreRecord &record, std::stop_token stop)
{
    return m_state->async(stop, [record](std::stop_token token) -> Result<StoreAnswer> {
        StoreAnswer answer{record, {}};
        ObjectStore store(record);
        if (const auto listing = store.list({}, false, {}, token, 1); !listing)
            return listing.error();
        // Where the bucket said that it lies.
        answer.record.region = record.kind == StoreKind::S3 ? QString::fromLatin1(store.caller().region()) : QString();
        const auto settings = store.settings(token);
        if (!settings)
            return settings.error();
        answer.settings = *settings;
        return answer;
    });
}

Result<Inspection> Workbench::State::lookInsideSite(const FoundCheckpoint &found, std::stop_token stop)
{
    const CheckpointSite &site = *found.site;
    if (site.kind == CheckpointSite::Kind::Folder) {
        LocalFileSource source(found.run.checkpointDir);
        return trainyard::inspectCheckpoint(found.checkpoint, source);
    }
    if (site.kind == CheckpointSite::Kind::Machine) {
        const auto connection = connectTo(site.machineId, stop);
        return connection ? trainyard::lookInside(found, **connection, stop) : Result<Inspection>(connection.error());
    }
    const auto opened = openStore(paths, site);
    if (!opened)
        return opened.error();
    const auto objects = objectsOf(*opened, stop);
    if (!objects)
        return objects.error();
    StoreFileSource source(*opened->store, opened->prefix, *objects, stop);
    const Inspection inspection = trainyard::inspectCheckpoint(found.checkpoint, source);
    if (stop.stop_requested())
        return cancelledError();
    return inspection;
}

}  // namespace trainyard

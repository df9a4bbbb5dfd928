// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/checkpoints/checkpointfolder.h"

#include "core/base/shownpath.h"
#include "core/checkpoint/format/listingdoubts.h"
#include "core/checkpoint/retention/ownnames.h"
#include "core/checkpoint/retention/pins.h"
#include "core/checkpoint/retention/trackers.h"
#include "core/service/checkpoints/internal/storeplace.h"
#include "core/service/checkpoints/localplace.h"
#include "core/service/checkpoints/lookagain.h"
#include "core/service/checkpoints/machineplace.h"
#include "core/transport/objectstore/storefiles.h"
#include "core/transport/ssh/ssherrors.h"
#include "core/transport/transfer/localfilesource.h"
#include "core/transport/transfer/remotefilesource.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Checkpoints)
};

Error nothingThere(const QString &path)
{
    return {ErrorCode::NotFound, Words::tr("There is no checkpoint in “%1”.").arg(shownPath(path)), {}};
}

QString parentOf(const QString &path)
{
    const qsizetype slash = path.lastIndexOf(u'/');
    return slash < 0 ? QStringLiteral(".") : slash == 0 ? QStringLiteral("/") : path.left(slash);
}

QString trimmed(QString path)
{
    while (path.size() > 1 && path.endsWith(u'/'))
        path.chop(1);
    return path;
}

// Such a file lists the files beside it, so these are included: torch.distributed.checkpoint, Orbax, TensorFlow, and an index of shards.
bool isListOfOthers(const QString &file)
{
    return file == QLatin1String(".metadata") || file == QLatin1String("_METADATA") || file.endsWith(QLatin1String(".index"))
           || file.endsWith(QLatin1String(".index.json"));
}

// All checkpoints of a folder; or, when a file was named, that file alone, unless it is a shard of something or the list of its parts.
Result<QList<Checkpoint>> within(const FolderListing &listing, const QString &pattern, const QString &path, const QString &file,
                                 FileSource &source)
{
    QList<Checkpoint> found = findCheckpoints(listing.files, pattern, listing.now, source);
    markPinned(found, listing.files);
    if (file.isEmpty())
        return found;
    found.removeIf([&](const Checkpoint &checkpoint) { return !isNamed(checkpoint, file); });
    if (!found.isEmpty() && (found.first().name == file || file.contains(QLatin1String("-of-")) || isListOfOthers(file)))
        return found;
    QList<CheckpointFile> alone = listing.files;
    alone.removeIf([&](const CheckpointFile &listed) { return listed.name != file; });
    found = findCheckpoints(alone, file, listing.now, source);
    markPinned(found, listing.files);
    return found.isEmpty() ? Result<QList<Checkpoint>>(nothingThere(path + u'/' + file)) : found;
}

}  // namespace

Result<CheckpointFolder> CheckpointFolder::openLocal(const QString &path, const QString &pattern, std::stop_token stop, const QString &file)
{
    TRY(const auto listing, listLocalFolder(path, stop));
    CheckpointFolder folder;
    folder.path = path;
    folder.place = std::make_unique<LocalPlace>(path);
    folder.source = std::make_unique<CountedSource>(std::make_unique<LocalFileSource>(path), CountedSource::Answers::Fleeting);
    TRY_DO(folder.fill(listing, pattern, file, stop));
    return folder;
}

Result<CheckpointFolder> CheckpointFolder::openRemote(const std::shared_ptr<SshConnection> &connection, const QString &path,
                                                      const QString &pattern, std::stop_token stop, const QString &file)
{
    TRY(auto opened, openRemoteFolder(*connection, path, stop));
    if (!opened.listed.file.isEmpty())
        return noFolderError(path);
    return ofMachine(connection, path, std::move(opened), pattern, file, stop);
}

Result<CheckpointFolder> CheckpointFolder::ofMachine(const std::shared_ptr<SshConnection> &connection, const QString &path,
                                                     OpenedFolder opened, const QString &pattern, const QString &file, std::stop_token stop)
{
    TRY(auto place, MachinePlace::open(*connection, path, stop));
    CheckpointFolder folder;
    folder.connection = connection;
    folder.path = path;
    folder.place = std::move(place);
    folder.m_reader = opened.reader;
    folder.source = std::make_unique<CountedSource>(std::make_unique<RemoteFileSource>(*connection, path, stop, opened.reader),
                                                    CountedSource::Answers::Fleeting);
    TRY_DO(folder.fill(opened.listed.listing, pattern, file, stop));
    return folder;
}

Result<CheckpointFolder> CheckpointFolder::openLocalPath(const QString &given, std::stop_token stop)
{
    const QFileInfo named(trimmed(given));
    if (!named.exists())
        return Error{ErrorCode::NotFound, Words::tr("“%1” does not exist.").arg(shownPath(given)), {}};
    // Folders are listed without following links; a link that a person names is followed.
    const QString path = named.isSymLink() ? named.canonicalFilePath() : named.filePath();
    const QFileInfo info(path);
    if (info.isDir())
        return openLocal(path, {}, stop);
    if (!info.isFile())
        return Error{ErrorCode::InvalidInput, Words::tr("“%1” is neither a file nor a folder.").arg(shownPath(given)), {}};
    return openLocal(parentOf(path), {}, stop, info.fileName());
}

Result<CheckpointFolder> CheckpointFolder::openRemotePath(const std::shared_ptr<SshConnection> &connection, const QString &given,
                                                          std::stop_token stop)
{
    TRY(auto opened, openRemoteFolder(*connection, trimmed(given), stop));
    const QString path = opened.listed.path, file = opened.listed.file;
    return ofMachine(connection, path, std::move(opened), {}, file, stop);
}

Result<CheckpointFolder> CheckpointFolder::openStore(const ObjectStoreConfig &record, const QString &given, std::stop_token stop,
                                                     const StoreLimits &limits)
{
    CheckpointFolder folder;
    folder.store = std::make_unique<ObjectStore>(record, limits);
    ObjectStore &store = *folder.store;
    QString key = given, file;
    while (key.endsWith(u'/'))
        key.chop(1);
    std::optional<StoredObject> object;
    if (!key.isEmpty()) {
        const auto head = store.head(key, stop);
        if (!head && head.error().code != ErrorCode::NotFound)
            return head.error();
        if (head)
            object = *head;
    }
    QString prefix = key.isEmpty() ? QString() : key + u'/';
    StoreListing listing;
    // Some tools create an empty object with a folder's name for the folder.
    if (!object || object->size == 0) {
        TRY(auto below, store.listAll(prefix, false, stop));
        listing = std::move(below);
    }
    if (object && listing.objects.isEmpty()) {
        const qsizetype slash = key.lastIndexOf(u'/');
        prefix = key.left(slash + 1);
        file = key.mid(slash + 1);
        // Shards of one model are side by side; deeper files do not matter.
        auto beside = store.listAll(prefix, true, stop);
        if (!beside && beside.error().code != ErrorCode::Unsupported)
            return beside.error();
        if (beside)
            listing = std::move(*beside);
        else
            listing.objects = {*object};  // among more than a million
    }
    folder.path = StoreAddress{record.kind, record.bucket, prefix.chopped(prefix.isEmpty() ? 0 : 1)}.text();
    FolderListing listed;
    listed.now = store.caller().now().toSecsSinceEpoch();
    listed.files = filesBelow(prefix, listing.objects);
    // As on disks: hidden files and folders are not checkpoints.
    listed.files.removeIf(
        [](const CheckpointFile &one) { return (u'/' + one.name.left(one.name.lastIndexOf(u'/') + 1)).contains(QLatin1String("/.")); });
    if (!file.isEmpty() && !isSafeRelative(file))
        return Error{ErrorCode::InvalidInput, Words::tr("“%1” is not a valid file name.").arg(shownPath(key)), {}};
    if (listed.files.isEmpty()) {
        return Error{ErrorCode::NotFound,
                     key.isEmpty() ? Words::tr("The bucket “%1” is empty.").arg(record.bucket)
                                   : Words::tr("In the bucket “%1” there is neither an object “%2” nor anything below “%2/”.")
                                         .arg(record.bucket, shownPath(key)),
                     {}};
    }
    folder.place = std::make_unique<StorePlace>(store, prefix);
    folder.source = std::make_unique<CountedSource>(std::make_unique<StoreFileSource>(store, prefix, listing.objects, stop),
                                                    CountedSource::Answers::Kept);
    TRY_DO(folder.fill(listed, {}, file, stop));
    return folder;
}

Result<void> CheckpointFolder::fill(const FolderListing &listing, const QString &pattern, const QString &file, std::stop_token stop)
{
    m_listing = listing;
    m_sinceListing.start();
    const auto found = within(listing, pattern, path, file, *source);
    if (stop.stop_requested())
        return cancelledError();
    if (!found)
        return found.error();
    if (connection && !connection->isAlive())
        return connectionLostError();
    checkpoints = *found;
    unreadable = listing.unreadable;
    heedUnreadable(checkpoints, unreadable);
    return {};
}

Result<void> CheckpointFolder::lookAgain(std::stop_token stop)
{
    return lookTwice(
        checkpoints, m_listing, m_sinceListing,
        [this, &stop]() -> Result<FolderListing> {
            if (m_reader) {
                auto again = m_reader->list(stop);
                if (again)
                    return std::move(again->listing);
                if (again.error().code != ErrorCode::Corrupt)
                    return again.error();
            }
            if (connection)
                return listRemoteFolder(*connection, path, stop);
            if (!store)
                return listLocalFolder(path, stop);
            const auto files = place->list({}, stop);
            return files ? Result<FolderListing>(FolderListing{*files, {}, 0}) : files.error();
        },
        stop);
}

int CheckpointFolder::requests() const { return store ? int(store->caller().requests()) : source ? source->requests() : 0; }

Result<Checkpoint> CheckpointFolder::choose(const QString &what) const
{
    if (checkpoints.isEmpty())
        return nothingThere(path);
    if (what.isEmpty()) {
        if (checkpoints.size() == 1)
            return checkpoints.first();
        if (const auto best = latestGood(checkpoints))
            return *best;
        return Error{ErrorCode::NotFound, Words::tr("None of the checkpoints in “%1” is complete: name one.").arg(shownPath(path)), {}};
    }
    const auto found = std::find_if(checkpoints.begin(), checkpoints.end(), [&](const Checkpoint &checkpoint) {
        return checkpoint.name == what || (checkpoint.step && QString::number(*checkpoint.step) == what);
    });
    if (found != checkpoints.end())
        return *found;
    const auto named = std::find_if(checkpoints.begin(), checkpoints.end(),
                                    [&](const Checkpoint &checkpoint) { return isNamed(checkpoint, what); });
    if (named != checkpoints.end())
        return *named;
    return Error{ErrorCode::NotFound, Words::tr("There is no checkpoint “%1” in “%2”.").arg(shownPath(what), shownPath(path)), {}};
}

}  // namespace trainyard

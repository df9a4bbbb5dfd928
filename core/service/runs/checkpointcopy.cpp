// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/checkpointcopy.h"

#include "core/base/fanout.h"
#include "core/base/filelock.h"
#include "core/base/format.h"
#include "core/base/shellquote.h"
#include "core/base/shownpath.h"
#include "core/checkpoint/format/commitmarks.h"
#include "core/checkpoint/retention/ownnames.h"
#include "core/service/checkpoints/checkpointfolder.h"
#include "core/service/checkpoints/machineplace.h"
#include "core/service/runs/internal/deadlines.h"
#include "core/storage/database/objectstorefile.h"
#include "core/transport/objectstore/storefiles.h"
#include "core/transport/objectstore/treecopy.h"
#include "core/transport/transfer/checksums.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QStorageInfo>

#include <algorithm>
#include <fcntl.h>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kDigests = 24h;               // of a terabyte on a slow disk; stop ends it before
constexpr qint64 kSpare = 64 * 1024 * 1024;  // a completely full disk is useless

const QString kIncoming = QStringLiteral(".trainyard-incoming");

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CheckpointCopy)
};

using Report = std::function<void(const QString &)>;

Error notThere(const CheckpointCopy &copy, const QString &detail)
{
    return {ErrorCode::NotFound,
            Words::tr("%1 is no longer on %2: it was removed meanwhile. Choose another checkpoint.")
                .arg(shownPath(copy.checkpoint.name), copy.from),
            detail};
}

// What is moved as one: the folder, or else each file, with those that mark it as complete last.
QStringList partsOf(const Checkpoint &checkpoint)
{
    QStringList files;
    for (const CheckpointFile &file : checkpoint.files) {
        if (file.name.startsWith(checkpoint.name + u'/'))
            return {checkpoint.name};
        files << file.name;
    }
    std::stable_sort(files.begin(), files.end(), [](const QString &a, const QString &b) { return commitRank(a) < commitRank(b); });
    return files;
}

QList<CheckpointFile> filesOf(const Checkpoint &checkpoint)
{
    const QStringList parts = partsOf(checkpoint);
    QList<CheckpointFile> files;
    for (const CheckpointFile &file : checkpoint.files) {
        if (parts.contains(file.name) || file.name.startsWith(checkpoint.name + u'/'))
            files << file;
    }
    return files;
}

// One file or folder over the given links.
Result<void> move(const TransferSpec &spec, const TransferLinks &links, const QString &direction, qint64 before, qint64 all,
                  const Report &report, std::stop_token stop)
{
    report(direction);
    TransferJob job(spec, links);
    QString last;
    const auto show = [&] {
        const TransferProgress now = job.progress();
        QString said = Words::tr("%1: %2 of %3").arg(direction, formatBytes(before + now.bytesDone), formatBytes(all));
        if (now.state == TransferState::Reconnecting)
            said = Words::tr("%1: connection lost, reconnecting").arg(direction);
        else if (now.state == TransferState::Checking)
            said = Words::tr("%1: comparing SHA-256").arg(direction);
        if (said != last)
            report(said);
        last = said;
    };
    const auto outcome = sideBySide([&] { return job.run(stop); },
                                    [&](const OtherWork &running) {
                                        while (!running.isOverWithin(1s))
                                            show();
                                    });
    if (!outcome)
        return outcome.error();
    if (outcome->check == TransferCheck::None && outcome->files > 0)
        return Error{ErrorCode::Unsupported, Words::tr("The copy could not be verified with SHA-256, so it is not used."), {}};
    return {};
}

Result<void> viaThisComputer(const CheckpointCopy &copy, const CopyTarget &to, const QString &incoming, const Paths &paths,
                             const Report &report, std::stop_token stop)
{
    const QString staged = paths.copies() + u'/' + to.lineage;
    const bool isHere = copy.folder.isHere();
    if (!isHere) {
        const qint64 room = QStorageInfo(QFileInfo(staged).absolutePath()).bytesAvailable();
        if (room >= 0 && room < copy.checkpoint.sizeBytes + kSpare) {
            return Error{
                ErrorCode::NoSpace,
                Words::tr(
                    "The checkpoint is copied via this computer, which has %1 free and needs %2. Free up space, or use a copy of it in "
                    "an object store.")
                    .arg(formatBytes(room), formatBytes(copy.checkpoint.sizeBytes)),
                staged};
        }
    }
    for (const bool isDown : {true, false}) {
        if (isDown && isHere)
            continue;
        const QString direction = isDown ? Words::tr("Copying the checkpoint from %1 to this computer").arg(copy.from)
                                         : Words::tr("Copying the checkpoint from this computer to %1").arg(to.machineName);
        qint64 done = 0;
        for (const QString &part : partsOf(copy.checkpoint)) {
            TransferSpec spec;
            spec.direction = isDown ? TransferDirection::Download : TransferDirection::Upload;
            const QString local = (isHere ? copy.folder.path : staged) + u'/' + part;
            spec.local = QFile::encodeName(local);
            spec.remote = (isDown ? copy.folder.path + u'/' + part : incoming + u'/' + part).toUtf8();
            if (isDown && !QDir().mkpath(QFileInfo(local).absolutePath()))
                return Error{ErrorCode::Io,
                             Words::tr("“%1” could not be created on this computer.").arg(shownPath(QFileInfo(local).absolutePath())),
                             {}};
            const auto moved = move(spec, isDown ? to.fromLinks : to.links, direction, done, copy.checkpoint.sizeBytes, report, stop);
            if (!moved)
                return isDown && moved.error().code == ErrorCode::NotFound ? notThere(copy, moved.error().detail) : moved.error();
            for (const CheckpointFile &file : copy.checkpoint.files)
                done += file.name == part ? file.sizeBytes : 0;
        }
    }
    if (!isHere)
        QDir(staged).removeRecursively();
    return {};
}

Result<void> fromStore(const CheckpointCopy &copy, const CopyTarget &to, const QString &incoming, const Paths &paths, const Report &report,
                       std::stop_token stop)
{
    TRY(const auto place, bucketPlaceOf(paths, copy.folder));
    ObjectStore store(place.store);
    const QString direction = Words::tr("%1 fetches the checkpoint from %2").arg(to.machineName, copy.from);
    report(direction);
    QDeadlineTimer nextLine(0);
    qint64 done = 0;
    for (const QString &part : partsOf(copy.checkpoint)) {
        TreeCopySpec spec;
        spec.key = place.key + part;
        spec.path = incoming + u'/' + part;
        spec.stateFolder = paths.objects();
        const auto pulled = pullTreeTo(
            to.connection, store, spec,
            [&](const CopyProgress &moved) {
                if (nextLine.hasExpired())
                    report(
                        Words::tr("%1: %2 of %3").arg(direction, formatBytes(done + moved.done), formatBytes(copy.checkpoint.sizeBytes)));
                if (nextLine.hasExpired())
                    nextLine.setRemainingTime(1s);
            },
            stop);
        if (!pulled)
            return pulled.error().code == ErrorCode::NotFound ? notThere(copy, pulled.error().detail) : pulled.error();
        done += pulled->bytes;
    }
    return {};
}

// Whether all its files are there with their sizes; an error when something else has one of their names.
Result<bool> isThere(const CheckpointCopy &copy, const CopyTarget &to, MachinePlace &place, std::stop_token stop)
{
    TRY(const auto listed, place.list({}, stop));
    const QList<CheckpointFile> files = filesOf(copy.checkpoint);
    qsizetype same = 0;
    bool isTaken = false;
    const QStringList parts = partsOf(copy.checkpoint);
    for (const CheckpointFile &file : listed) {
        const auto wanted = std::find_if(files.begin(), files.end(), [&file](const CheckpointFile &one) { return one.name == file.name; });
        same += wanted != files.end() && wanted->sizeBytes == file.sizeBytes;
        isTaken = isTaken || std::any_of(parts.begin(), parts.end(), [&file](const QString &part) {
                      return file.name == part || file.name.startsWith(part + u'/');
                  });
    }
    if (same == files.size())
        return true;
    if (!isTaken)
        return false;
    return Error{ErrorCode::AlreadyExists,
                 Words::tr("A different “%1” is already in “%2” on %3 and is not overwritten. Move it away, or choose another checkpoint.")
                     .arg(shownPath(copy.checkpoint.name), shownPath(to.folder), to.machineName),
                 {}};
}

Result<QList<Digest>> digestsThere(const CheckpointCopy &copy, SshConnection &connection, const QString &folder, std::stop_token stop)
{
    QList<QByteArray> names;
    for (const CheckpointFile &file : filesOf(copy.checkpoint))
        names << (folder + u'/' + file.name).toUtf8();
    return remoteDigests(connection, names, QDeadlineTimer(kDigests), stop);
}

// The same bytes, or an error. Copies from a store are verified by the copying itself.
Result<void> checkSame(const CheckpointCopy &copy, const CopyTarget &to, const Report &report, std::stop_token stop)
{
    report(Words::tr("It is already on %1: comparing SHA-256").arg(to.machineName));
    TRY(const auto there, digestsThere(copy, to.connection, to.folder, stop));
    QList<Digest> here;
    if (copy.folder.isOnMachine()) {
        const auto origin = to.fromLinks.shared(QDeadlineTimer(kPlaceAnswer), stop);
        TRY(const auto told, origin ? digestsThere(copy, **origin, copy.folder.path, stop) : Result<QList<Digest>>(origin.error()));
        here = told;
    } else {
        for (const CheckpointFile &file : filesOf(copy.checkpoint)) {
            const LocalFd open(
                ::open(QFile::encodeName(copy.folder.path + u'/' + file.name).constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
            here << (open.isOpen() ? localDigest(open.get(), 0, file.sizeBytes, stop) : Digest());
        }
    }
    if (stop.stop_requested())
        return cancelledError();
    if (!there.isEmpty() && there == here && !here.contains(Digest()))
        return {};
    return Error{ErrorCode::AlreadyExists,
                 Words::tr("A different “%1” is already on %2 and is not overwritten: move it away, or choose another checkpoint.")
                     .arg(shownPath(copy.checkpoint.name), to.machineName),
                 {}};
}

// Checks it as a program that searches for checkpoints will see it.
Result<void> checkWhole(const CheckpointCopy &copy, const CopyTarget &to, const QString &folder, std::stop_token stop)
{
    // Its connection outlives this call.
    TRY(const auto opened,
        CheckpointFolder::openRemote(std::shared_ptr<SshConnection>(&to.connection, [](SshConnection *) {}), folder, to.pattern, stop));
    const auto arrived = std::find_if(opened.checkpoints.begin(), opened.checkpoints.end(),
                                      [&copy](const Checkpoint &one) { return one.name == copy.checkpoint.name; });
    const QList<CheckpointFile> wanted = filesOf(copy.checkpoint);
    const bool isSame = arrived != opened.checkpoints.end() && arrived->verdict == copy.checkpoint.verdict
                        && std::all_of(wanted.begin(), wanted.end(), [&](const CheckpointFile &file) {
                               return std::any_of(arrived->files.begin(), arrived->files.end(), [&file](const CheckpointFile &one) {
                                   return one.name == file.name && one.sizeBytes == file.sizeBytes;
                               });
                           });
    if (isSame)
        return {};
    return Error{ErrorCode::Corrupt,
                 Words::tr("The checkpoint that arrived on %1 is incomplete, so nothing was started. Try again, or choose another one.")
                     .arg(to.machineName),
                 arrived == opened.checkpoints.end() ? QString() : arrived->reason};
}

Result<void> giveName(const CheckpointCopy &copy, MachinePlace &place, const QString &incoming, std::stop_token stop)
{
    for (const QString &part : partsOf(copy.checkpoint)) {
        if (const qsizetype slash = part.lastIndexOf(u'/'); slash > 0) {
            TRY_DO(place.makeFolder(part.left(slash), stop));
        }
        TRY_DO(place.move(incoming + u'/' + part, part, stop));
    }
    return {};
}

// Removes only empty folders.
void tidy(const CopyTarget &to, std::stop_token stop)
{
    RemoteCommand command;
    command.line = QStringLiteral("sh -c %1 sh %2")
                       .arg(shellQuoted(QStringLiteral("find \"$1\" -depth -type d -exec rmdir {} \\; 2>/dev/null")),
                            shellQuoted(to.folder + u'/' + kIncoming));
    static_cast<void>(to.connection.run(command, QDeadlineTimer(kPlaceAnswer), stop));
}

}  // namespace

Result<NamedCheckpoint> lookAtNamed(const Location &origin, const QString &pattern, const Paths &paths, std::stop_token stop)
{
    NamedCheckpoint named;
    CheckpointCopy &copy = named.copy;
    if (!origin.isInBucket()) {
        TRY(auto folder, CheckpointFolder::openLocalPath(origin.path, stop));
        TRY(const auto chosen, folder.choose({}));
        copy.from = Words::tr("this computer");
        copy.folder = Location::here(QFileInfo(folder.path).absoluteFilePath());
        copy.checkpoint = chosen;
        named.inspection = inspectCheckpoint(chosen, *folder.source);
        // A folder that is itself a checkpoint keeps its name.
        if (chosen.name == QLatin1String(".")) {
            copy.checkpoint.name = QFileInfo(copy.folder.path).fileName();
            for (CheckpointFile &file : copy.checkpoint.files)
                file.name.prepend(copy.checkpoint.name + u'/');
            copy.folder.path = QFileInfo(copy.folder.path).absolutePath();
        }
        return named;
    }
    auto address = parseStoreAddress(origin.path);
    const auto place = bucketPlaceOf(paths, origin);
    if (!address || !place)
        return address ? place.error() : address.error();
    QString key = address->key;
    while (key.endsWith(u'/'))
        key.chop(1);
    if (key.isEmpty())
        return Error{
            ErrorCode::InvalidInput, Words::tr("Name the checkpoint in the store, for example s3://bucket/folder/checkpoint-6000."), {}};
    const QString parent = key.left(key.lastIndexOf(u'/') + 1), name = key.mid(parent.size());
    ObjectStore store(place->store);
    TRY(const auto listed, store.listAll(key, false, stop));
    QList<StoredObject> objects = listed.objects;
    objects.removeIf([&key](const StoredObject &object) { return object.key != key && !object.key.startsWith(key + u'/'); });
    QList<CheckpointFile> files;
    for (const StoredObject &object : std::as_const(objects)) {
        if (const QString file = object.key.mid(parent.size()); isSafeRelative(file))
            files << CheckpointFile{file, object.size, object.modified};
    }
    StoreFileSource source(store, parent, objects, stop);
    const qint64 now = QDateTime::currentSecsSinceEpoch();
    QList<Checkpoint> found = findCheckpoints(files, pattern, now, source);
    if (found.isEmpty() && !pattern.isEmpty())
        found = findCheckpoints(files, {}, now, source);
    if (stop.stop_requested())
        return cancelledError();
    if (found.isEmpty())
        return Error{ErrorCode::NotFound, Words::tr("There is no checkpoint at %1.").arg(shownPath(origin.path)), {}};
    copy.checkpoint = found.first();
    address->key = parent;
    copy.folder = Location::inBucket(place->store.name, address->text());
    copy.from = QStringLiteral("%1://%2").arg(origin.path.section(QStringLiteral("://"), 0, 0), address->bucket);
    named.inspection = inspectCheckpoint(copy.checkpoint, source);
    return named;
}

Result<void> bringCheckpoint(const CheckpointCopy &copy, const CopyTarget &to, const Paths &paths, const Report &report,
                             std::stop_token stop)
{
    const QList<CheckpointFile> files = filesOf(copy.checkpoint);
    const bool isSafe = std::all_of(files.begin(), files.end(), [](const CheckpointFile &file) { return isSafeRelative(file.name); });
    if (files.isEmpty() || !isSafe)
        return Error{
            ErrorCode::Unsupported,
            Words::tr("The names of its files lead out of the folder, so “%1” cannot be copied.").arg(shownPath(copy.checkpoint.name)),
            {}};
    if (!QDir().mkpath(paths.copies()))
        return Error{ErrorCode::Io, Words::tr("“%1” could not be created on this computer.").arg(shownPath(paths.copies())), {}};
    FileLock lock(paths.copies() + u'/' + to.lineage + QStringLiteral(".lock"));
    if (!lock.tryLock())
        return Error{
            ErrorCode::AlreadyExists, Words::tr("A checkpoint of this run is already being copied, by another window or command."), {}};
    TRY(const auto place, MachinePlace::open(to.connection, to.folder, stop));
    TRY_DO(place->makeFolder(kIncoming, stop));
    TRY(const auto isPresent, isThere(copy, to, *place, stop));
    if (isPresent && !copy.folder.isInBucket()) {
        tidy(to, stop);
        return checkSame(copy, to, report, stop);
    }
    if (const auto room = place->freeBytes(stop); room && !isPresent && *room < copy.checkpoint.sizeBytes + kSpare) {
        return Error{
            ErrorCode::NoSpace,
            Words::tr("%1 has %2 free where checkpoints are written, and the checkpoint needs %3. Free up space there, or choose another "
                      "machine.")
                .arg(to.machineName, formatBytes(*room), formatBytes(copy.checkpoint.sizeBytes)),
            to.folder};
    }
    for (const QString &part : partsOf(copy.checkpoint)) {
        const qsizetype slash = part.lastIndexOf(u'/');
        const auto made = slash > 0 ? place->makeFolder(kIncoming + u'/' + part.left(slash), stop) : Result<void>();
        if (!made)
            return made;
    }
    const QString incoming = isPresent ? to.folder : to.folder + u'/' + kIncoming;
    const auto copied = !copy.folder.isInBucket() ? viaThisComputer(copy, to, incoming, paths, report, stop)
                                                  : fromStore(copy, to, incoming, paths, report, stop);
    if (!copied)
        return copied;
    // It does not get its own name before it was judged.
    TRY_DO(checkWhole(copy, to, incoming, stop));
    const auto named = isPresent ? Result<void>() : giveName(copy, *place, kIncoming, stop);
    if (named)
        tidy(to, stop);
    return named;
}

}  // namespace trainyard

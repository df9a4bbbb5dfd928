// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/transfer/internal/filecheck.h"

#include "core/base/fanout.h"
#include "core/transport/ssh/sftp.h"

#include <QCoreApplication>

#include <algorithm>
#include <fcntl.h>
#include <sys/stat.h>

namespace trainyard {

namespace {

using namespace std::chrono_literals;

constexpr auto kCommand = 24h;  // very large files on slow disks; the stop token ends it
constexpr auto kCheckAnswer = 60s;
constexpr auto kSync = 10min;  // gigabytes on a slow disk

LocalFd openLocal(const TransferSides &sides, const TreeEntry &file, bool isPart)
{
    if (sides.direction == TransferDirection::Upload)
        return LocalFd(::open(sides.localPath(file).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    auto fd = sides.localTarget->openForReading(isPart ? sides.localPart(file) : file.path);
    return fd ? std::move(*fd) : LocalFd();
}

qint64 sizeOf(int fd)
{
    struct stat status = {};
    return ::fstat(fd, &status) == 0 ? status.st_size : -1;
}

Digest wholeLocal(const TransferSides &sides, const TreeEntry &file, bool isPart, const std::stop_token &stop)
{
    const LocalFd fd = openLocal(sides, file, isPart);
    return fd.isOpen() && sizeOf(fd.get()) == file.size ? localDigest(fd.get(), 0, file.size, stop) : Digest();
}

// Compares piece by piece with the local file, so that nothing is stored.
Result<bool> isEqualReadBack(SshConnection &connection, const TransferSides &sides, const TreeEntry &file, const QByteArray &path,
                             const std::stop_token &stop)
{
    const LocalFd fd = openLocal(sides, file, false);
    TRY(const auto sftp, connection.sftp(QDeadlineTimer(kCheckAnswer), stop));
    if (!fd.isOpen() || sizeOf(fd.get()) != file.size)
        return false;
    TRY(const auto reader, sftp->open(QString::fromUtf8(path), QDeadlineTimer(kCheckAnswer), stop));
    for (qint64 at = 0; at <= file.size; at += WorkList::kRange) {
        TRY(const auto there, reader->read(at, WorkList::kRange, QDeadlineTimer(kCheckAnswer), stop));
        QByteArray here(there.size(), Qt::Uninitialized);
        const qint64 expected = std::min(WorkList::kRange, file.size - at);
        if (there.size() != expected || ::pread(fd.get(), here.data(), static_cast<std::size_t>(here.size()), at) != here.size()
            || here != there)
            return false;
    }
    return true;
}

// It was written through several handles; fsync on one more covers all of it.
Result<void> syncRemotePart(FileChannel &channel, const QByteArray &part, const QString &shown, const std::stop_token &stop)
{
    if (!channel.has("fsync@openssh.com"))
        return {};
    const auto opened = channel.ask(
        SftpType::Open, [&](SftpRequest &r) { r.string(part).number(SftpRead).noAttributes(); }, QDeadlineTimer(kCheckAnswer), stop);
    if (!opened)
        return opened.error();
    if (opened->type != SftpType::Handle)
        return sftpError(*opened, shown);
    const QByteArray handle = opened->bytes;
    const auto synced = channel.ask(
        SftpType::Extended, [&](SftpRequest &r) { r.string(QByteArrayView("fsync@openssh.com")).string(handle); }, QDeadlineTimer(kSync),
        stop);
    if (!synced)
        return synced.error();
    const auto checked = sftpChecked(*synced, shown);
    const auto closed = channel.ask(
        SftpType::Close, [&](SftpRequest &r) { r.string(handle); }, QDeadlineTimer(kCheckAnswer), stop);
    if (!closed)
        return closed.error();
    return checked || checked.error().code == ErrorCode::Unsupported ? Result<void>() : checked;
}

}  // namespace

Error differsError(const TransferSides &sides, const TreeEntry &file)
{
    return {ErrorCode::Corrupt,
            QCoreApplication::translate("trainyard::Transfer",
                                        "%1 is not the same on both sides after copying. Check the disks, then copy it "
                                        "again.")
                .arg(shownPath(sides.remotePath(file))),
            {}};
}

Error machineFullError(const Error &error)
{
    return {ErrorCode::NoSpace,
            QCoreApplication::translate("trainyard::Transfer",
                                        "The machine's disk is full. Free up space there, then copy again: files already copied are kept."),
            error.what + u' ' + error.detail};
}

Error thereAlreadyError(const TransferSides &sides, const QByteArray &path)
{
    const QByteArray &top = sides.direction == TransferDirection::Upload ? sides.remoteTop : sides.localTop;
    return {
        ErrorCode::AlreadyExists,
        QCoreApplication::translate("trainyard::Transfer", "“%1” already exists and is different: choose another place, or add --replace.")
            .arg(shownPath(joinedPath(top, path))),
        {}};
}

Error shorterError(const TransferSides &sides, const TreeEntry &file)
{
    return {ErrorCode::Corrupt,
            QCoreApplication::translate("trainyard::Transfer", "%1 on the machine is shorter than its file system says. Check the disk "
                                                               "there.")
                .arg(shownPath(sides.remotePath(file))),
            {}};
}

std::optional<TreeEntry> currentLocal(const TransferSides &sides, const TreeEntry &file)
{
    const LocalFd fd = openLocal(sides, file, false);
    struct stat status = {};
    if (!fd.isOpen() || ::fstat(fd.get(), &status) != 0)
        return std::nullopt;
    TreeEntry now = file;
    now.size = status.st_size;
    now.modified = status.st_mtim.tv_sec;
    now.mode = status.st_mode & 07777;
    return now;
}

Result<QList<FileEquality>> equalContent(SshConnection &connection, const TransferSides &sides, const QList<TreeEntry> &files,
                                         const std::stop_token &stop, TransferCheck *how)
{
    QList<QByteArray> paths;
    for (const TreeEntry &file : files)
        paths << sides.remotePath(file);
    QList<Digest> local;
    const auto digests = sideBySide([&] { return remoteDigests(connection, paths, QDeadlineTimer(kCommand), stop); },
                                    [&] {
                                        for (const TreeEntry &file : files)
                                            local << wholeLocal(sides, file, false, stop);
                                    });
    if (!digests)
        return digests.error();
    if (stop.stop_requested())
        return cancelledError();
    QList<FileEquality> result;
    if (digests->size() == files.size()) {
        for (qsizetype i = 0; i < files.size(); ++i)
            result << (!local[i].isEmpty() && local[i] == digests->at(i) ? FileEquality::Equal : FileEquality::Different);
        return result;
    }
    const bool isUpload = sides.direction == TransferDirection::Upload;
    if (how)
        *how = isUpload ? TransferCheck::ReadBack : TransferCheck::Size;
    for (qsizetype i = 0; i < files.size(); ++i) {
        bool isEqual = !local[i].isEmpty();
        if (isUpload) {
            const auto same = isEqualReadBack(connection, sides, files[i], paths[i], stop);
            if (!same && same.error().code != ErrorCode::NotFound)
                return same.error();
            isEqual = same && *same;
        }
        result << (isEqual ? FileEquality::Equal : FileEquality::Different);
    }
    return result;
}

Result<QList<ByteRange>> equalRanges(SshConnection &connection, const TransferSides &sides, const TreeEntry &file, qint64 size,
                                     const std::stop_token &stop)
{
    constexpr qint64 kMaxBlocks = 500'000;  // two terabytes; anything beyond is moved again
    const int count = static_cast<int>(std::min((size + WorkList::kRange - 1) / WorkList::kRange, kMaxBlocks));
    const QByteArray path = sides.direction == TransferDirection::Upload ? sides.remotePart(file) : sides.remotePath(file);
    TRY(const auto remote, remoteBlockDigests(connection, path, WorkList::kRange, count, QDeadlineTimer(kCommand), stop));
    QList<ByteRange> equal;
    const LocalFd fd = openLocal(sides, file, true);
    if (!fd.isOpen())
        return equal;
    for (int i = 0; i < remote.size(); ++i) {
        const ByteRange range{i * WorkList::kRange, std::min((i + 1) * WorkList::kRange, file.size)};
        if (localDigest(fd.get(), range.from, range.to, stop) == remote.at(i))
            equal << range;
    }
    return equal;
}

Result<TransferCheck> checkAndPublish(SshConnection &connection, FileChannel &channel, const TransferSides &sides, WorkList &list,
                                      const WorkList::Work &work, const std::stop_token &stop)
{
    const TreeEntry &file = work.file;
    const bool isUpload = sides.direction == TransferDirection::Upload;
    const QByteArray part = isUpload ? sides.remotePart(file) : sides.localPart(file);
    const QByteArray remotePath = isUpload ? part : sides.remotePath(file);
    Digest local;
    const auto digests = sideBySide([&] { return remoteDigests(connection, {remotePath}, QDeadlineTimer(kCommand), stop); },
                                    [&] { local = wholeLocal(sides, file, true, stop); });
    if (!digests)
        return digests.error();
    if (stop.stop_requested())
        return cancelledError();
    TransferCheck how = TransferCheck::Checksum;
    bool isEqual = !local.isEmpty();
    if (digests->size() == 1) {
        isEqual = isEqual && digests->first() == local;
    } else if (isUpload) {
        how = TransferCheck::ReadBack;
        TRY(const auto same, isEqualReadBack(connection, sides, file, remotePath, stop));
        isEqual = same;
    } else {
        how = TransferCheck::Size;
    }
    if (!isEqual) {
        const auto now = isUpload ? currentLocal(sides, file) : std::optional<TreeEntry>(file);
        if (!now || !list.restart(work, *now))
            return differsError(sides, file);
        return TransferCheck::None;
    }
    if (!isUpload) {
        TRY_DO(sides.localTarget->publish({{part, file}}).first());
        list.published(work);
        return how;
    }
    TRY_DO(syncRemotePart(channel, part, shownPath(sides.remotePath(file)), stop));
    const auto set = channel.ask(
        SftpType::Setstat, [&](SftpRequest &r) { r.string(part).modeAndTime(static_cast<int>(file.mode & 0777), file.modified); },
        QDeadlineTimer(kCheckAnswer), stop);
    if (!set)
        return set.error();
    const bool canReplace = channel.has("posix-rename@openssh.com");
    const auto renamed = channel.ask(
        canReplace ? SftpType::Extended : SftpType::Rename,
        [&](SftpRequest &r) {
            if (canReplace)
                r.string(QByteArrayView("posix-rename@openssh.com"));
            r.string(part).string(sides.remotePath(file));
        },
        QDeadlineTimer(kCheckAnswer), stop);
    if (!renamed)
        return renamed.error();
    TRY_DO(sftpChecked(*renamed, shownPath(sides.remotePath(file))));
    list.published(work);
    return how;
}

bool staysInside(const QByteArray &path, const QByteArray &target)
{
    if (target.isEmpty() || target.startsWith('/'))
        return false;
    // ".." has its literal meaning only at the start: after a name that is itself a link, it leads elsewhere.
    qsizetype depth = path.count('/');
    bool isDown = false;
    const QList<QByteArray> steps = target.split('/');
    for (const QByteArray &step : steps) {
        if (step.isEmpty() || step == ".")
            continue;
        if (step != "..")
            isDown = true;
        else if (isDown || --depth < 0)
            return false;
    }
    return true;
}

}  // namespace trainyard

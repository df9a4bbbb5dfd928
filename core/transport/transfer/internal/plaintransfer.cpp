// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/transfer/internal/plaintransfer.h"

#include "core/transport/transfer/internal/deadlines.h"
#include "core/transport/transfer/internal/filecheck.h"
#include "core/transport/transfer/internal/transferconnections.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace trainyard {

namespace {

using namespace std::chrono_literals;

constexpr auto kRange = 10min;    // 4 MiB on a slow link
constexpr auto kLargeFile = 24h;  // the stop token ends it
constexpr int kDeepest = 200;

TreeEntry entryOf(const QByteArray &path, const RemoteFile &file) { return {path, file.size, file.modified, file.mode & 07777, {}}; }

QString textOf(const QByteArray &path) { return QString::fromUtf8(path); }

Result<void> enter(Sftp &files, FileTree &tree, const QByteArray &top, const QByteArray &folder, const IgnoreRules &excludes,
                   const std::stop_token &stop, int depth)
{
    if (depth > kDeepest)
        return localFileError(ELOOP, joinedPath(top, folder));
    TRY(const auto listed, files.list(textOf(joinedPath(top, folder)), QDeadlineTimer(kSmallStep), stop));
    for (const RemoteFile &file : listed) {
        const QByteArray name = file.name.toUtf8();
        const QByteArray path = joinedPath(folder, name);
        // Such a name would lead out of the folder; a name that is not valid text cannot be requested.
        if (name.isEmpty() || name == "." || name == ".." || name.contains('/') || file.name.contains(QChar::ReplacementCharacter)) {
            tree.others << path;
            continue;
        }
        if (excludes.isIgnored(path, file.isDirectory()))
            continue;
        if (file.isDirectory()) {
            tree.folders << entryOf(path, file);
            TRY_DO(enter(files, tree, top, path, excludes, stop, depth + 1));
        } else if (file.isRegular()) {
            tree.files << entryOf(path, file);
        } else {
            tree.others << path;
        }
    }
    return {};
}

// Handles a failed file so that the next one can continue; returns errors of the connection.
Result<void> failedFile(WorkList &list, const WorkList::Work &work, const Error &error)
{
    if (isLinkTrouble(error) || error.isCancelled()) {
        list.putBack(work, work.range.from);
        return error;
    }
    list.fail(error);
    return {};
}

// False: the file ended before the range.
Result<bool> receive(Sftp &files, const TransferSides &sides, const WorkList::Work &work, const std::stop_token &stop)
{
    TRY(const auto fd, sides.localTarget->openForWriting(sides.localPart(work.file)));
    if (work.isWhole && ::ftruncate(fd.get(), 0) != 0)
        return localFileError(errno, sides.localPath(work.file));
    TRY(const auto bytes,
        files.read(textOf(sides.remotePath(work.file)), work.range.from, work.range.length(), QDeadlineTimer(kRange), stop));
    qint64 done = 0;
    while (done < bytes.size()) {
        const ssize_t count = ::pwrite(fd.get(), bytes.constData() + done, static_cast<std::size_t>(bytes.size() - done),
                                       work.range.from + done);
        if (count <= 0)
            return localFileError(errno, sides.localPath(work.file));
        done += count;
    }
    return bytes.size() == work.range.length();
}

}  // namespace

Result<FileTree> listPlainly(Sftp &files, const QByteArray &top, const IgnoreRules &excludes, const std::stop_token &stop)
{
    TRY(const auto looked, files.stat(textOf(top), QDeadlineTimer(kSmallStep), stop));
    FileTree tree;
    if (!looked.isDirectory()) {
        tree.isFile = true;
        tree.files << entryOf({}, looked);
        return tree;
    }
    tree.topMode = looked.mode & 07777;
    TRY_DO(enter(files, tree, top, {}, excludes, stop, 0));
    return tree;
}

Result<void> downloadPlainly(Sftp &files, WorkList &list, const TransferSides &sides, const std::stop_token &stop)
{
    while (!list.isAllDone()) {
        if (stop.stop_requested())
            return cancelledError();
        const auto work = list.take();
        if (!work) {
            list.wait(WorkList::Until::Work, 200ms, stop);
            continue;
        }
        bool isShort = false;
        if (!work->isPublishing) {
            const auto received = receive(files, sides, *work, stop);
            if (!received) {
                TRY_DO(failedFile(list, *work, received.error()));
                continue;
            }
            isShort = !*received;
            if (!isShort) {
                list.moved(*work, work->range.length());
                if (!list.complete(*work))
                    continue;
            }
        }
        // It must still be the file that was listed, or its pieces do not belong together.
        const auto now = files.stat(textOf(sides.remotePath(work->file)), QDeadlineTimer(kSmallStep), stop);
        if (!now) {
            WorkList::Work rest = *work;
            rest.isPublishing = !isShort;
            if (!isShort)
                rest.range.from = rest.range.to;
            TRY_DO(failedFile(list, rest, now.error()));
            continue;
        }
        if (now->size != work->file.size || now->modified != work->file.modified) {
            sides.localTarget->remove(sides.localPart(work->file));
            if (!list.restart(*work, entryOf(work->file.path, *now)))
                list.fail(differsError(sides, work->file));
            continue;
        }
        if (isShort) {
            list.fail(shorterError(sides, work->file));
            continue;
        }
        const auto published = sides.localTarget->publish({{sides.localPart(work->file), work->file}}).first();
        if (published)
            list.published(*work);
        else
            list.fail(published.error());
    }
    return {};
}

Result<void> uploadPlainly(Sftp &files, WorkList &list, const TransferSides &sides, const QList<TreeEntry> &folders,
                           const std::stop_token &stop)
{
    const qsizetype slash = sides.remoteTop.lastIndexOf('/');
    QList<QByteArray> wanted{sides.isFile ? sides.remoteTop.left(std::max<qsizetype>(slash, 0)) : sides.remoteTop};
    for (const TreeEntry &folder : folders)
        wanted << joinedPath(sides.remoteTop, folder.path);
    for (const QByteArray &folder : std::as_const(wanted)) {
        if (folder.isEmpty())
            continue;
        TRY_DO(files.makePath(textOf(folder), 0700, QDeadlineTimer(kSmallStep), stop));
    }
    while (!list.isAllDone()) {
        if (stop.stop_requested())
            return cancelledError();
        auto work = list.take();
        if (!work) {
            list.wait(WorkList::Until::Work, 200ms, stop);
            continue;
        }
        // A command stores a whole file, so the worker with its first range sends all of them.
        const bool isFirst = work->range.from == 0 && !work->isPublishing;
        if (isFirst) {
            const LocalFd fd(::open(sides.localPath(work->file).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
            if (!fd.isOpen()) {
                list.fail(localFileError(errno, sides.localPath(work->file)));
                continue;
            }
            qint64 told = 0;
            const auto sent = files.writeFrom(
                textOf(sides.remotePath(work->file)), work->file.size,
                [&](qint64 offset, qsizetype limit) -> Result<QByteArray> {
                    QByteArray piece(limit, Qt::Uninitialized);
                    const ssize_t got = ::pread(fd.get(), piece.data(), static_cast<std::size_t>(limit), offset);
                    if (got < 0)
                        return localFileError(errno, sides.localPath(work->file));
                    piece.truncate(got);
                    list.moved(*work, got);
                    told += got;
                    return piece;
                },
                static_cast<int>(work->file.mode & 0777), QDeadlineTimer(kLargeFile), stop);
            if (!sent) {
                list.moved(*work, -told);
                TRY_DO(failedFile(list, *work, sent.error()));
                continue;
            }
        }
        if (list.complete(*work))
            list.published(*work);
    }
    return {};
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/checkpoints/localplace.h"

#include "core/transport/transfer/checksums.h"
#include "core/transport/transfer/localfiles.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QSaveFile>

#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace trainyard {

namespace {

Error problemWith(const QByteArray &path) { return localFileError(errno, path); }

}  // namespace

QByteArray LocalPlace::pathOf(const QString &name) const { return QFile::encodeName(name.isEmpty() ? m_folder : m_folder + u'/' + name); }

Result<QList<CheckpointFile>> LocalPlace::list(const QString &folder, std::stop_token stop)
{
    QList<CheckpointFile> files;
    QStringList folders{folder};
    while (!folders.isEmpty()) {
        const QString below = folders.takeFirst();
        TRY(const auto found, entries(below, stop));
        for (const PlaceEntry &entry : found) {
            const QString name = below.isEmpty() ? entry.name : below + u'/' + entry.name;
            struct stat status {};
            if (entry.isFolder)
                folders << name;
            else if (::lstat(pathOf(name).constData(), &status) == 0)
                files << CheckpointFile{name, status.st_size, status.st_mtime};
        }
    }
    return files;
}

Result<QList<PlaceEntry>> LocalPlace::entries(const QString &folder, std::stop_token stop)
{
    if (stop.stop_requested())
        return cancelledError();
    const QByteArray path = pathOf(folder);
    const std::unique_ptr<DIR, int (*)(DIR *)> directory(::opendir(path.constData()), &::closedir);
    if (!directory)
        return problemWith(path);
    QList<PlaceEntry> found;
    while (const dirent *entry = ::readdir(directory.get())) {
        const QByteArray name(entry->d_name);
        if (name == "." || name == "..")
            continue;
        struct stat status {};
        if (::lstat((path + '/' + name).constData(), &status) == 0)  // otherwise it has just been removed
            found << PlaceEntry{QFile::decodeName(name), S_ISDIR(status.st_mode)};
    }
    return found;
}

Result<void> LocalPlace::makeFolder(const QString &name, std::stop_token)
{
    const QByteArray whole = pathOf(name);
    for (qsizetype slash = whole.indexOf('/', 1);; slash = whole.indexOf('/', slash + 1)) {
        const QByteArray path = slash < 0 ? whole : whole.left(slash);
        if (::mkdir(path.constData(), 0755) != 0 && errno != EEXIST)
            return problemWith(path);
        if (slash < 0)
            return {};
    }
}

Result<void> LocalPlace::move(const QString &from, const QString &to, std::stop_token stop)
{
    if (stop.stop_requested())
        return cancelledError();
    if (::renameat2(AT_FDCWD, pathOf(from).constData(), AT_FDCWD, pathOf(to).constData(), RENAME_NOREPLACE) == 0)
        return {};
    if (errno != EINVAL)
        return problemWith(errno == EEXIST ? pathOf(to) : pathOf(from));
    // A file system that cannot guarantee it (NFS): check first.
    struct stat status {};
    if (::lstat(pathOf(to).constData(), &status) == 0)
        return localFileError(EEXIST, pathOf(to));
    if (::rename(pathOf(from).constData(), pathOf(to).constData()) != 0)
        return problemWith(pathOf(from));
    return {};
}

Result<void> LocalPlace::removeTree(const QString &name, std::stop_token)
{
    std::error_code problem;
    const QByteArray path = pathOf(name);
    std::filesystem::remove_all(path.toStdString(), problem);
    if (problem)
        return localFileError(problem.value(), path);
    return {};
}

Result<void> LocalPlace::removeFile(const QString &name, std::stop_token)
{
    const QByteArray path = pathOf(name);
    return ::unlink(path.constData()) == 0 || errno == ENOENT ? Result<void>() : Result<void>(problemWith(path));
}

Result<void> LocalPlace::write(const QString &name, const QByteArray &content, std::stop_token)
{
    QSaveFile file(QFile::decodeName(pathOf(name)));
    errno = 0;
    // Flushed explicitly: on a full disk Qt 6.4's commit() loses the error and puts an empty file there.
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size() || !file.flush() || !file.commit())
        return localFileError(errno ? errno : EIO, pathOf(name));
    return {};
}

Result<QByteArray> LocalPlace::read(const QString &name, qint64 limit, std::stop_token)
{
    const QByteArray path = pathOf(name);
    // Neither a link nor something that never ends.
    const LocalFd handle(::open(path.constData(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat status {};
    if (!handle.isOpen() || ::fstat(handle.get(), &status) != 0)
        return problemWith(path);
    if (!S_ISREG(status.st_mode))
        return localFileError(EINVAL, path);
    QFile file;
    if (!file.open(handle.get(), QIODevice::ReadOnly))
        return localFileError(EIO, path);
    const QByteArray content = file.read(limit + 1);
    if (content.size() > limit)
        return Error{ErrorCode::Corrupt, localFileError(EFBIG, path).what, {}};
    return content;
}

Result<QList<QByteArray>> LocalPlace::digests(const QList<CheckpointFile> &files, const std::function<void(qint64)> &bytesDone,
                                              std::stop_token stop)
{
    QList<QByteArray> all;
    qint64 done = 0;
    for (const CheckpointFile &file : files) {
        const QByteArray path = pathOf(file.name);
        const LocalFd handle(::open(path.constData(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
        struct stat status {};
        if (!handle.isOpen() || ::fstat(handle.get(), &status) != 0)
            return problemWith(path);
        if (!S_ISREG(status.st_mode))
            return localFileError(EINVAL, path);
        const Digest digest = localDigest(handle.get(), 0, status.st_size, stop);
        if (stop.stop_requested())
            return cancelledError();
        if (digest.isEmpty())
            return localFileError(EIO, path);
        all << digest;
        done += status.st_size;
        if (bytesDone)
            bytesDone(done);
    }
    return all;
}

Result<qint64> LocalPlace::freeBytes(std::stop_token)
{
    struct statvfs space {};
    const QByteArray path = pathOf({});
    if (::statvfs(path.constData(), &space) != 0)
        return problemWith(path);
    return qint64(space.f_bavail) * qint64(space.f_frsize);
}

qint64 LocalPlace::now(std::stop_token) { return QDateTime::currentSecsSinceEpoch(); }

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/transfer/localfiles.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QHash>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trainyard {

namespace {

TreeEntry entryOf(const QByteArray &path, const struct stat &status)
{
    TreeEntry entry;
    entry.path = path;
    entry.size = status.st_size;
    entry.modified = status.st_mtim.tv_sec;
    entry.mode = status.st_mode & 07777;
    return entry;
}

QByteArray contentOf(int folder, const char *name)
{
    const LocalFd fd(::openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    struct stat status = {};
    if (!fd.isOpen() || ::fstat(fd.get(), &status) != 0 || !S_ISREG(status.st_mode))
        return {};
    QByteArray content(std::min<qsizetype>(status.st_size, 1024 * 1024), Qt::Uninitialized);
    const ssize_t got = ::pread(fd.get(), content.data(), static_cast<std::size_t>(content.size()), 0);
    content.resize(std::max<ssize_t>(got, 0));
    return content;
}

class LocalLister {
public:
    LocalLister(const QByteArray &top, const TreeFilter &filter, std::stop_token stop)
        : m_top(top), m_filter(filter), m_rules(filter.excludes), m_stop(std::move(stop))
    {
    }

    Result<FileTree> run(LocalFd folder)
    {
        if (m_filter.obeysIgnoreFiles) {
            const QByteArray sky = contentOf(folder.get(), ".skyignore");
            m_readsGitIgnore = sky.isEmpty();
            if (!sky.isEmpty())
                m_rules.add(sky);
        }
        TRY_DO(enter(std::move(folder), {}, 0));
        return std::move(m_tree);
    }

private:
    Result<void> enter(LocalFd folder, const QByteArray &path, int depth)
    {
        if (m_stop.stop_requested())
            return cancelledError();
        if (depth > 200)
            return localFileError(ELOOP, joinedPath(m_top, path));
        if (m_filter.obeysIgnoreFiles && m_readsGitIgnore)
            m_rules.add(contentOf(folder.get(), ".gitignore"), path);
        const int copy = ::fcntl(folder.get(), F_DUPFD_CLOEXEC, 0);
        DIR *stream = copy < 0 ? nullptr : ::fdopendir(copy);
        if (!stream)
            return localFileError(errno, joinedPath(m_top, path));
        QList<QByteArray> names;
        while (const dirent *entry = ::readdir(stream)) {
            if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0)
                names << QByteArray(entry->d_name);
        }
        ::closedir(stream);
        std::sort(names.begin(), names.end());
        for (const QByteArray &name : std::as_const(names)) {
            struct stat status = {};
            if (::fstatat(folder.get(), name.constData(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
                if (errno != EACCES)
                    continue;  // removed meanwhile
                return unreadable(path);
            }
            const QByteArray below = joinedPath(path, name);
            const bool isFolder = S_ISDIR(status.st_mode);
            if ((m_filter.obeysIgnoreFiles && name == ".git") || m_rules.isIgnored(below, isFolder))
                continue;
            if (isFolder) {
                LocalFd child(::openat(folder.get(), name.constData(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
                if (!child.isOpen() && errno == ENOENT)
                    continue;
                if (!child.isOpen() && errno == EACCES) {
                    TRY_DO(unreadable(below));
                    continue;
                }
                if (!child.isOpen())
                    return localFileError(errno, joinedPath(m_top, below));
                m_tree.folders << entryOf(below, status);
                TRY_DO(enter(std::move(child), below, depth + 1));
            } else if (S_ISREG(status.st_mode)) {
                m_tree.files << entryOf(below, status);
            } else if (S_ISLNK(status.st_mode)) {
                QByteArray target(4096, Qt::Uninitialized);
                const ssize_t length = ::readlinkat(folder.get(), name.constData(), target.data(), 4096);
                if (length <= 0)
                    continue;
                target.truncate(length);
                TreeEntry link = entryOf(below, status);
                link.linkTarget = target;
                m_tree.links << link;
            } else {
                m_tree.others << below;
            }
        }
        return {};
    }

    Result<void> unreadable(const QByteArray &path)
    {
        if (!m_filter.passesUnreadable || path.isEmpty())
            return localFileError(EACCES, joinedPath(m_top, path));
        m_tree.unreadable << path;
        return {};
    }

    const QByteArray m_top;
    const TreeFilter &m_filter;
    IgnoreRules m_rules;
    const std::stop_token m_stop;
    bool m_readsGitIgnore = false;
    FileTree m_tree;
};

}  // namespace

LocalFd::~LocalFd()
{
    if (m_fd >= 0)
        ::close(m_fd);
}

Error localFileError(int error, const QByteArray &path)
{
    const QString detail = QString::fromLocal8Bit(std::strerror(error));
    const auto text = [&](const char *source) {
        return QCoreApplication::translate("trainyard::Transfer", source).arg(QString::fromUtf8(path));
    };
    switch (error) {
    case ENOENT:
        return {ErrorCode::NotFound, text(QT_TRANSLATE_NOOP("trainyard::Transfer", "%1 does not exist on this computer.")), detail};
    case EACCES:
    case EPERM:
    case EROFS:
        return {
            ErrorCode::PermissionDenied,
            text(QT_TRANSLATE_NOOP("trainyard::Transfer", "No permission to read or write %1 on this computer. Check its permissions.")),
            detail};
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
        return {ErrorCode::NoSpace,
                text(QT_TRANSLATE_NOOP(
                    "trainyard::Transfer",
                    "The disk of this computer is full, so %1 could not be written. Free up space, then copy again: files already copied "
                    "are kept.")),
                detail};
    case ELOOP:
    case ENOTDIR:
    case EEXIST:
    case EISDIR:
        return {ErrorCode::AlreadyExists,
                text(QT_TRANSLATE_NOOP("trainyard::Transfer",
                                       "%1 on this computer is of another type than the file to copy, or a link. Move it away first.")),
                detail};
    default:
        return {ErrorCode::Io, text(QT_TRANSLATE_NOOP("trainyard::Transfer", "%1 on this computer cannot be read or written.")), detail};
    }
}

QByteArray joinedPath(const QByteArray &top, const QByteArray &below)
{
    if (below.isEmpty())
        return top;
    return top.isEmpty() ? below : top.endsWith('/') ? top + below : top + '/' + below;
}

QByteArray partNameOf(const QByteArray &path, qint64 size, qint64 modified)
{
    const qsizetype slash = path.lastIndexOf('/');
    const QByteArray name = path.mid(slash + 1);
    const QByteArray identity = name + '\n' + QByteArray::number(size) + '\n' + QByteArray::number(modified);
    // 255 bytes is the longest name on most file systems.
    return path.left(slash + 1) + '.' + name.left(200) + '.'
           + QCryptographicHash::hash(identity, QCryptographicHash::Sha256).toHex().left(8) + ".part";
}

Result<FileTree> listLocalTree(const QByteArray &top, const TreeFilter &filter, std::stop_token stop)
{
    LocalFd fd(::open(top.constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat status = {};
    if (!fd.isOpen() || ::fstat(fd.get(), &status) != 0)
        return localFileError(errno, top);
    if (S_ISDIR(status.st_mode)) {
        auto tree = LocalLister(top, filter, std::move(stop)).run(std::move(fd));
        if (tree)
            tree->topMode = status.st_mode & 07777;
        return tree;
    }
    if (!S_ISREG(status.st_mode))
        return Error{ErrorCode::InvalidInput,
                     QCoreApplication::translate("trainyard::Transfer", "%1 is neither a file nor a folder.").arg(QString::fromUtf8(top)),
                     {}};
    FileTree tree;
    tree.isFile = true;
    tree.files << entryOf({}, status);
    return tree;
}

Result<LocalTarget> LocalTarget::open(const QByteArray &top, bool isFile)
{
    LocalTarget target;
    QByteArray folder = top;
    while (folder.size() > 1 && folder.endsWith('/'))
        folder.chop(1);
    if (isFile) {
        const qsizetype slash = folder.lastIndexOf('/');
        target.m_fileName = folder.mid(slash + 1);
        folder = slash > 0 ? folder.left(slash) : slash == 0 ? QByteArray("/") : QByteArray(".");
        if (target.m_fileName.isEmpty() || target.m_fileName == "." || target.m_fileName == "..")
            return localFileError(EISDIR, top);
    }
    for (qsizetype i = 1; i <= folder.size(); ++i) {
        if ((i == folder.size() || folder[i] == '/') && ::mkdir(folder.left(i).constData(), 0777) != 0 && errno != EEXIST && errno != EISDIR
            && i == folder.size())
            return localFileError(errno, folder);
    }
    target.m_top = folder;
    target.m_folder = LocalFd(::open(folder.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!target.m_folder.isOpen())
        return localFileError(errno, folder);
    return target;
}

Result<LocalFd> LocalTarget::folderOf(const QByteArray &path) const
{
    LocalFd folder(::fcntl(m_folder.get(), F_DUPFD_CLOEXEC, 0));
    qsizetype start = 0;
    for (qsizetype slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', start)) {
        const QByteArray name = path.mid(start, slash - start);
        if (name.isEmpty() || name == "." || name == "..")
            return localFileError(EACCES, shown(path));
        folder = LocalFd(::openat(folder.get(), name.constData(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (!folder.isOpen())
            return localFileError(errno, shown(path.left(slash)));
        start = slash + 1;
    }
    const QByteArray last = path.mid(start);
    if (last.isEmpty() || last == "." || last == "..")
        return localFileError(EACCES, shown(path));
    return folder;
}

namespace {

QByteArray lastOf(const QByteArray &path) { return path.mid(path.lastIndexOf('/') + 1); }

// File systems that do not support it (EINVAL) have nothing to lose.
Result<void> synced(int fd, const QByteArray &path)
{
    if (::fsync(fd) == 0 || errno == EINVAL || errno == ENOSYS || errno == EROFS)
        return {};
    return localFileError(errno, path);
}

void setTimes(int folder, const char *name, qint64 modified)
{
    const timespec when{static_cast<time_t>(modified), 0};
    const timespec times[2] = {when, when};
    ::utimensat(folder, name, times, AT_SYMLINK_NOFOLLOW);
}

}  // namespace

Result<void> LocalTarget::makeFolder(const QByteArray &path) const
{
    TRY(const auto folder, folderOf(path));
    // Writable for us while it is filled; its own permissions are set at the end.
    if (::mkdirat(folder.get(), lastOf(path).constData(), 0777) == 0)
        return {};
    const int error = errno;
    struct stat status = {};
    if (::fstatat(folder.get(), lastOf(path).constData(), &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(status.st_mode))
        return {};
    return localFileError(error, shown(path));
}

Result<LocalFd> LocalTarget::openForWriting(const QByteArray &path) const
{
    TRY(const auto folder, folderOf(path));
    const QByteArray name = lastOf(path);
    const auto opened = [&] {
        return LocalFd(::openat(folder.get(), name.constData(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
    };
    LocalFd fd = opened();
    // If an earlier attempt ended just before the rename, the part already has its final permissions.
    if (!fd.isOpen() && errno == EACCES && ::fchmodat(folder.get(), name.constData(), 0600, AT_SYMLINK_NOFOLLOW) == 0)
        fd = opened();
    if (!fd.isOpen())
        return localFileError(errno, shown(path));
    return fd;
}

Result<LocalFd> LocalTarget::openForReading(const QByteArray &path) const
{
    const QByteArray name = nameOf(path);
    TRY(const auto folder, folderOf(name));
    LocalFd fd(::openat(folder.get(), lastOf(name).constData(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
    if (!fd.isOpen())
        return localFileError(errno, shown(path));
    return fd;
}

std::optional<TreeEntry> LocalTarget::look(const QByteArray &path) const
{
    const QByteArray name = nameOf(path);
    const auto folder = folderOf(name);
    struct stat status = {};
    if (!folder || ::fstatat(folder->get(), lastOf(name).constData(), &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(status.st_mode))
        return std::nullopt;
    return entryOf(path, status);
}

QList<Result<void>> LocalTarget::publish(const QList<Finished> &files) const
{
    QList<Result<void>> answers(files.size());
    // Start writing all of them to disk before waiting for the first.
    for (qsizetype i = 0; i < files.size(); ++i) {
        const auto part = openForReading(files[i].part);
        if (!part) {
            answers[i] = part.error();
            continue;
        }
        // Only permission bits: set-user-ID bits of a machine are not copied. The person who fetched the file may always read it, even if
        // only root may on the machine.
        ::fchmod(part->get(), (files[i].file.mode & 0777) | 0400);
        const timespec when{static_cast<time_t>(files[i].file.modified), 0};
        const timespec times[2] = {when, when};
        ::futimens(part->get(), times);
        ::sync_file_range(part->get(), 0, 0, SYNC_FILE_RANGE_WRITE);
    }
    for (qsizetype i = 0; i < files.size(); ++i) {
        if (!answers[i])
            continue;
        const auto part = openForReading(files[i].part);
        if (!part)
            answers[i] = part.error();
        else
            answers[i] = synced(part->get(), shown(nameOf(files[i].file.path)));
    }
    QHash<QByteArray, qsizetype> folders;  // and one of the files in each
    for (qsizetype i = 0; i < files.size(); ++i) {
        if (!answers[i])
            continue;
        const QByteArray name = nameOf(files[i].file.path);
        const auto folder = folderOf(name);
        if (!folder)
            answers[i] = folder.error();
        else if (::renameat(folder->get(), lastOf(files[i].part).constData(), folder->get(), lastOf(name).constData()) != 0)
            answers[i] = localFileError(errno, shown(name));
        else
            folders.insert(name.left(name.lastIndexOf('/') + 1), i);
    }
    for (const qsizetype i : std::as_const(folders)) {
        const QByteArray name = nameOf(files[i].file.path);
        const auto folder = folderOf(name);
        if (folder && answers[i])
            answers[i] = synced(folder->get(), shown(name));
    }
    return answers;
}

Result<void> LocalTarget::makeLink(const QByteArray &path, const QByteArray &target) const
{
    TRY(const auto folder, folderOf(path));
    const QByteArray name = lastOf(path);
    if (::symlinkat(target.constData(), folder.get(), name.constData()) == 0)
        return {};
    struct stat status = {};
    if (errno == EEXIST && ::fstatat(folder.get(), name.constData(), &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(status.st_mode)
        && ::unlinkat(folder.get(), name.constData(), 0) == 0 && ::symlinkat(target.constData(), folder.get(), name.constData()) == 0)
        return {};
    return localFileError(errno, shown(path));
}

void LocalTarget::finishFolder(const TreeEntry &entry) const
{
    const auto folder = folderOf(entry.path);
    if (!folder)
        return;
    const QByteArray name = lastOf(entry.path);
    const LocalFd fd(::openat(folder->get(), name.constData(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!fd.isOpen())
        return;
    setTimes(folder->get(), name.constData(), entry.modified);
    ::fchmod(fd.get(), entry.mode & 0777);
    ::fsync(fd.get());
}

void LocalTarget::remove(const QByteArray &path) const
{
    if (const auto folder = folderOf(path))
        ::unlinkat(folder->get(), lastOf(path).constData(), 0);
}

}  // namespace trainyard

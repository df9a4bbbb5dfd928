// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/transfer/localfilesource.h"

#include <QCoreApplication>
#include <QFile>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace trainyard {

namespace {

Result<LocalFd> openBelow(const LocalFd &top, const QByteArray &path, const QByteArray &shown)
{
    LocalFd folder(::fcntl(top.get(), F_DUPFD_CLOEXEC, 0));
    const QList<QByteArray> parts = path.split('/');
    for (qsizetype i = 0; i < parts.size(); ++i) {
        if (parts[i].isEmpty() || parts[i] == "." || parts[i] == ".." || parts[i].contains('\0'))
            return localFileError(EACCES, shown);
        const bool isLast = i + 1 == parts.size();
        // Non-blocking, because otherwise opening a pipe would wait for a writer.
        folder = LocalFd(
            ::openat(folder.get(), parts[i].constData(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | (isLast ? O_NONBLOCK : O_DIRECTORY)));
        if (!folder.isOpen())
            return localFileError(errno, shown);
    }
    struct stat status = {};
    if (::fstat(folder.get(), &status) != 0)
        return localFileError(errno, shown);
    if (!S_ISREG(status.st_mode))
        return Error{ErrorCode::Unsupported,
                     QCoreApplication::translate("trainyard::Transfer", "%1 is not a regular file, so it is not read.")
                         .arg(QFile::decodeName(shown)),
                     {}};
    return folder;
}

}  // namespace

LocalFileSource::LocalFileSource(const QString &folder) : m_folder(QFile::encodeName(folder)) {}

Result<QByteArray> LocalFileSource::readOne(const FileRange &range)
{
    const QByteArray path = QFile::encodeName(range.name), shown = joinedPath(m_folder, path);
    if (range.offset < 0 || range.length < 0)
        return localFileError(EINVAL, shown);
    if (!m_file.isOpen() || m_name != range.name) {
        if (!m_top.isOpen())
            m_top = LocalFd(::open(m_folder.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (!m_top.isOpen())
            return localFileError(errno, m_folder);
        TRY(auto opened, openBelow(m_top, path, shown));
        m_file = std::move(opened);
        m_name = range.name;
    }
    // A hostile file may claim any length: allocate no more than exists.
    struct stat status = {};
    if (::fstat(m_file.get(), &status) != 0)
        return localFileError(errno, shown);
    const qint64 there = std::max<qint64>(0, qint64(status.st_size) - range.offset);
    QByteArray bytes(std::min(range.length, there), Qt::Uninitialized);
    qint64 at = 0;
    while (at < bytes.size()) {
        const ssize_t count = ::pread(m_file.get(), bytes.data() + at, size_t(bytes.size() - at), range.offset + at);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return localFileError(errno, shown);
        if (count == 0)
            break;
        at += count;
    }
    bytes.truncate(at);
    return bytes;
}

QList<Result<QByteArray>> LocalFileSource::readEach(const QList<FileRange> &ranges)
{
    QList<Result<QByteArray>> answers;
    answers.reserve(ranges.size());
    for (const FileRange &range : ranges)
        answers << readOne(range);
    // If the file is replaced meanwhile, the next access should see the new one.
    m_file = LocalFd();
    m_name.clear();
    return answers;
}

}  // namespace trainyard

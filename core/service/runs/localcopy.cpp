// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/localcopy.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QScopeGuard>
#include <QStorageInfo>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trainyard {

namespace {

constexpr int kMaxEarlier = 9;                  // a log that is replaced again and again must not fill the folder
constexpr qint64 kReserve = 256 * 1024 * 1024;  // a log of any size must leave some space for others

// On a small disk, a twentieth of it.
qint64 reserveOf(const QStorageInfo &storage) { return std::min(kReserve, storage.bytesTotal() / 20); }

Error diskFull(const QString &file)
{
    return {
        ErrorCode::NoSpace,
        QCoreApplication::translate("trainyard::LocalCopy",
                                    "The disk of this computer is full. Free up space; the copy of the run then continues automatically."),
        file};
}

Error cannotWriteCopy(const QString &file, const QString &detail)
{
    return {ErrorCode::Io,
            QCoreApplication::translate("trainyard::LocalCopy",
                                        "The copy of the run on this computer cannot be written. Check the permissions of %1.")
                .arg(file),
            detail};
}

Error systemError(const QString &file, int code)
{
    return code == ENOSPC || code == EDQUOT ? diskFull(file) : cannotWriteCopy(file, QString::fromLocal8Bit(std::strerror(code)));
}

Error writeError(const QFileDevice &file)
{
    const bool isFull = file.error() == QFileDevice::ResourceError || errno == ENOSPC || errno == EDQUOT;
    return isFull ? diskFull(file.fileName()) : cannotWriteCopy(file.fileName(), file.errorString());
}

}  // namespace

LocalCopy::LocalCopy(const QString &directory) : m_directory(directory), m_lock(path(QStringLiteral(".lock"))) {}

Result<void> LocalCopy::create()
{
    if (QDir().mkpath(m_directory) && QFile::setPermissions(m_directory, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner))
        return {};
    return Error{ErrorCode::Io,
                 QCoreApplication::translate("trainyard::LocalCopy",
                                             "The folder %1 cannot be created. Check its permissions and the free space on the disk.")
                     .arg(m_directory),
                 {}};
}

bool LocalCopy::tryLock() { return m_lock.tryLock(); }

std::optional<Error> LocalCopy::lockProblem() const
{
    const int code = m_lock.systemError();
    return code == 0 ? std::nullopt : std::optional(systemError(path(QStringLiteral(".lock")), code));
}

void LocalCopy::unlock() { m_lock.unlock(); }
bool LocalCopy::takeOver() { return m_lock.takeOver(); }
bool LocalCopy::wasOvertaken() const { return m_lock.wasOvertaken(); }

std::chrono::milliseconds LocalCopy::sinceGrowth() const
{
    QDateTime latest = QFileInfo(m_directory).birthTime();
    for (const char *file : {"log", "metrics", "events"}) {
        const QDateTime written = QFileInfo(path(QLatin1String(file))).lastModified();
        if (written.isValid() && (!latest.isValid() || written > latest))
            latest = written;
    }
    // A clock that was set back gives no information: treat it as long ago.
    const qint64 age = latest.isValid() ? latest.msecsTo(QDateTime::currentDateTime()) : -1;
    return age < 0 ? std::chrono::milliseconds::max() : std::chrono::milliseconds(age);
}

Result<void> LocalCopy::checkHeld() const
{
    if (!m_lock.wasOvertaken())
        return {};
    return Error{
        ErrorCode::Io,
        QCoreApplication::translate("trainyard::LocalCopy",
                                    "Another program on this computer now follows the run, because this one had stopped responding."),
        m_directory};
}

QString LocalCopy::path(const QString &file) const { return m_directory + u'/' + file; }
qint64 LocalCopy::size(const QString &file) const { return QFileInfo(path(file)).size(); }
bool LocalCopy::has(const QString &file) const { return QFileInfo::exists(path(file)); }

QByteArray LocalCopy::read(const QString &name, qint64 offset, qint64 length) const
{
    QFile file(path(name));
    if (!file.open(QIODevice::ReadOnly) || !file.seek(offset))
        return {};
    return file.read(length);
}

Result<void> LocalCopy::write(const QString &name, qint64 offset, const QByteArray &bytes)
{
    const QStorageInfo storage(m_directory);
    if (storage.isValid() && storage.bytesTotal() > 0 && storage.bytesAvailable() - bytes.size() < reserveOf(storage))
        return diskFull(path(name));
    const int file = ::open(QFile::encodeName(path(name)).constData(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    if (file < 0)
        return systemError(path(name), errno);
    const auto closing = qScopeGuard([file] { ::close(file); });
    // Checked only now: a program that takes over sets a file aside only afterwards, so the file open here is still the right one.
    TRY_DO(checkHeld());
    struct stat state;
    if (::fstat(file, &state) != 0)
        return systemError(path(name), errno);
    if (state.st_size < offset)
        return cannotWriteCopy(path(name), QStringLiteral("%1 bytes, %2 expected").arg(state.st_size).arg(offset));
    qint64 done = std::min<qint64>(state.st_size - offset, bytes.size());
    while (done < bytes.size()) {
        const ssize_t written = ::pwrite(file, bytes.constData() + done, size_t(bytes.size() - done), offset + done);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return systemError(path(name), written == 0 ? ENOSPC : errno);
        done += written;
    }
    return {};
}

Result<void> LocalCopy::clear(const QString &name)
{
    TRY_DO(checkHeld());
    QFile file(path(name));
    errno = 0;
    if (file.exists() && !file.resize(0))
        return writeError(file);
    return {};
}

Result<void> LocalCopy::setAside(const QString &name)
{
    TRY_DO(checkHeld());
    for (int number = 1; number <= kMaxEarlier; ++number) {
        const QString beside = QStringLiteral("%1.earlier-%2").arg(path(name)).arg(number);
        if (QFileInfo::exists(beside))
            continue;
        if (::rename(QFile::encodeName(path(name)).constData(), QFile::encodeName(beside).constData()) != 0)
            return systemError(path(name), errno);
        return {};
    }
    return Error{ErrorCode::AlreadyExists,
                 QCoreApplication::translate("trainyard::LocalCopy",
                                             "A file of the run was repeatedly replaced on the machine. The copy here is kept unchanged."),
                 path(name)};
}

QStringList LocalCopy::earlier(const QString &name) const
{
    QStringList found;
    for (int number = 1; number <= kMaxEarlier; ++number) {
        if (const QString beside = QStringLiteral("%1.earlier-%2").arg(path(name)).arg(number); QFileInfo::exists(beside))
            found << beside;
    }
    return found;
}

Result<void> LocalCopy::replace(const QString &name, const QByteArray &bytes)
{
    TRY_DO(checkHeld());
    QSaveFile file(path(name));
    errno = 0;
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.flush()
        || !file.commit())  // commit() ignores a flush that failed
        return writeError(file);
    return {};
}

}  // namespace trainyard

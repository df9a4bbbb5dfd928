#include "core/run/localcopy.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QStorageInfo>

#include <algorithm>
#include <cerrno>

namespace trainyard {

namespace {

constexpr qint64 kLockFileBytes = 4096;             // one block
constexpr qint64 kReserve = 256 * 1024 * 1024;      // a log of any size must not take the last byte from the others

qint64 spaceLeft(const QString &directory) { return QStorageInfo(directory).bytesAvailable(); }

// On a small disk, a twentieth of it.
qint64 reserveOf(const QStorageInfo &storage) { return std::min(kReserve, storage.bytesTotal() / 20); }

Error diskFull(const QString &file)
{
    return {ErrorCode::NoSpace,
            QCoreApplication::translate("trainyard::LocalCopy",
                "The disk of this computer is full. Free some space; the copy of the run then goes on by itself."),
            file};
}

Error cannotWrite(const QString &file, const QString &detail)
{
    return {ErrorCode::Io,
            QCoreApplication::translate("trainyard::LocalCopy",
                "The copy of the run on this computer cannot be written. Check the rights of %1.").arg(file),
            detail};
}

Error writeError(const QFileDevice &file)
{
    const bool isFull = file.error() == QFileDevice::ResourceError || errno == ENOSPC || errno == EDQUOT;
    return isFull ? diskFull(file.fileName()) : cannotWrite(file.fileName(), file.errorString());
}

}  // namespace

LocalCopy::LocalCopy(const QString &directory) : m_directory(directory) {}

Result<void> LocalCopy::create()
{
    if (QDir().mkpath(m_directory)
        && QFile::setPermissions(m_directory, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner))
        return {};
    return Error{ErrorCode::Io,
                 QCoreApplication::translate("trainyard::LocalCopy",
                     "The folder %1 cannot be made. Check its rights and the space on the disk.").arg(m_directory),
                 {}};
}

bool LocalCopy::tryLock()
{
    if (!m_lock) {
        m_lock = std::make_unique<QLockFile>(path(QStringLiteral(".lock")));
        m_lock->setStaleLockTime(0);   // never by age, only when its process is gone
    }
    return m_lock->isLocked() || m_lock->tryLock(0);
}

std::optional<Error> LocalCopy::lockProblem() const
{
    if (!m_lock || m_lock->isLocked() || m_lock->error() == QLockFile::LockFailedError)
        return std::nullopt;
    if (m_lock->error() == QLockFile::UnknownError && spaceLeft(m_directory) < kLockFileBytes)
        return diskFull(m_lock->fileName());
    return cannotWrite(m_lock->fileName(), {});
}

QString LocalCopy::holder() const
{
    qint64 process = 0;
    QString host, program;
    if (!m_lock || !m_lock->getLockInfo(&process, &host, &program))
        return {};
    return QCoreApplication::translate("trainyard::LocalCopy", "%1, process %2").arg(program).arg(process);
}

void LocalCopy::unlock()
{
    if (m_lock)
        m_lock->unlock();
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

Result<void> LocalCopy::append(const QString &name, const QByteArray &bytes)
{
    const QStorageInfo storage(m_directory);
    if (storage.isValid() && storage.bytesTotal() > 0 && storage.bytesAvailable() - bytes.size() < reserveOf(storage))
        return diskFull(path(name));
    QFile file(path(name));
    errno = 0;
    if (!file.open(QIODevice::WriteOnly | QIODevice::Append | QIODevice::Unbuffered))
        return writeError(file);
    qint64 done = 0;
    while (done < bytes.size()) {
        const qint64 written = file.write(bytes.constData() + done, bytes.size() - done);
        if (written <= 0)
            return writeError(file);
        done += written;
    }
    return {};
}

Result<void> LocalCopy::clear(const QString &name)
{
    QFile file(path(name));
    errno = 0;
    if (file.exists() && !file.resize(0))
        return writeError(file);
    return {};
}

Result<void> LocalCopy::replace(const QString &name, const QByteArray &bytes)
{
    QSaveFile file(path(name));
    errno = 0;
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.flush() || !file.commit())   // commit() overlooks a flush that failed
        return writeError(file);
    return {};
}

}  // namespace trainyard

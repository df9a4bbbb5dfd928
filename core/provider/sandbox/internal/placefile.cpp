// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/sandbox/internal/placefile.h"

#include "core/provider/sandbox/internal/sandboxtext.h"

#include <QDir>
#include <QFile>
#include <QSaveFile>

#include <cerrno>
#include <cstring>
#include <sys/stat.h>

namespace trainyard {

namespace {

Error failure(const QString &path, const QString &detail, int errorNumber)
{
    ErrorCode code = ErrorCode::Io;
    if (errorNumber == ENOSPC || errorNumber == EDQUOT)
        code = ErrorCode::NoSpace;
    else if (errorNumber == EACCES || errorNumber == EPERM || errorNumber == EROFS)
        code = ErrorCode::PermissionDenied;
    if (code == ErrorCode::NoSpace) {
        return {code,
                SandboxText::tr("The disk is full, so the sandbox cannot write %1. Free some space, then try again.")
                    .arg(QDir::toNativeSeparators(path)),
                detail};
    }
    return {code,
            SandboxText::tr("The sandbox cannot write %1; check the disk and the permissions of that directory.")
                .arg(QDir::toNativeSeparators(path)),
            detail};
}

}  // namespace

Result<void> placeFile(const QString &path, const QByteArray &content, int mode)
{
    QFile present(path);
    if (!present.open(QIODevice::ReadOnly) || present.readAll() != content) {
        QSaveFile file(path);
        errno = 0;
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size() || !file.flush()
            || ::fchmod(file.handle(), static_cast<mode_t>(mode)) != 0 || !file.commit())
            return failure(path, file.errorString(), file.error() == QFileDevice::ResourceError ? ENOSPC : errno);
        return {};
    }
    if (::chmod(QFile::encodeName(path).constData(), static_cast<mode_t>(mode)) != 0)
        return failure(path, QString::fromLocal8Bit(std::strerror(errno)), errno);
    return {};
}

Result<void> placeDirectory(const QString &path)
{
    errno = 0;
    if (!QDir().mkpath(path) || ::chmod(QFile::encodeName(path).constData(), 0700) != 0)
        return failure(path, QString::fromLocal8Bit(std::strerror(errno)), errno);
    return {};
}

QByteArray contentsOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace trainyard

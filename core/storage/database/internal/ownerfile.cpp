// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/database/internal/ownerfile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSaveFile>
#include <QStorageInfo>

namespace trainyard {

Error cannotWriteError(const QString &file, qint64 size, const QString &detail)
{
    const QFileInfo folder(QFileInfo(file).absolutePath());
    const QStorageInfo storage(folder.absoluteFilePath());
    if (storage.isValid() && storage.bytesAvailable() < size + 64 * 1024) {
        return {ErrorCode::NoSpace,
                QCoreApplication::translate("trainyard::OfferStore", "The disk is full: free some space, then try again."), detail};
    }
    return {folder.isWritable() ? ErrorCode::Io : ErrorCode::PermissionDenied,
            QCoreApplication::translate("trainyard::OfferStore", "%1 cannot be written: check the permissions of the file and its folder.")
                .arg(file),
            detail};
}

Result<void> writeOwnerFile(const QString &file, const QByteArray &bytes)
{
    const QString folder = QFileInfo(file).absolutePath();
    if (!QFileInfo::exists(folder)) {
        QDir().mkpath(QFileInfo(folder).absolutePath());
        QDir().mkdir(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    QSaveFile saved(file);
    // Prices may be confidential between two parties.
    if (!saved.open(QIODevice::WriteOnly) || !saved.setPermissions(QFile::ReadOwner | QFile::WriteOwner)
        || saved.write(bytes) != bytes.size() || !saved.flush() || !saved.commit())  // commit() ignores a failed flush
        return cannotWriteError(file, bytes.size(), saved.errorString());
    return {};
}

}  // namespace trainyard

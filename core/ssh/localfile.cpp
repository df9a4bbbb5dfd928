#include "core/ssh/localfile.h"

#include <QCoreApplication>

namespace trainyard {

Error localFileError(const QFileDevice &file, const QString &path)
{
    if (file.error() == QFileDevice::ResourceError)
        return {ErrorCode::NoSpace,
                QCoreApplication::translate("trainyard::Ssh", "The disk of this computer is full. Free some space."),
                path + QStringLiteral(": ") + file.errorString()};
    const bool isDenied = file.error() == QFileDevice::PermissionsError;
    return {isDenied ? ErrorCode::PermissionDenied : ErrorCode::Io,
            QCoreApplication::translate("trainyard::Ssh", "%1 on this computer cannot be read or written. Check its "
                                                          "permissions.").arg(path),
            file.errorString()};
}

}  // namespace trainyard

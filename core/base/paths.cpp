// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/paths.h"

#include <QCoreApplication>
#include <QDir>
#include <QStandardPaths>

namespace trainyard {

Paths Paths::standard()
{
    const QString home = qEnvironmentVariable("TRAINYARD_HOME");
    if (!home.isEmpty())
        return {home + QStringLiteral("/data"), home + QStringLiteral("/config")};
    const auto in = [](QStandardPaths::StandardLocation location) {
        return QStandardPaths::writableLocation(location) + QStringLiteral("/trainyard");
    };
    return {in(QStandardPaths::GenericDataLocation), in(QStandardPaths::GenericConfigLocation)};
}

Result<void> checkHome()
{
    for (const char *name : {"TRAINYARD_HOME", "HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"}) {
        const QString path = qEnvironmentVariable(name);
        if (!path.isEmpty() && QDir::isRelativePath(path)) {
            return Error{
                ErrorCode::InvalidInput,
                QCoreApplication::translate("trainyard::Paths",
                                            "%1 is “%2”, a relative path that depends on the current folder. Set it to an absolute path.")
                    .arg(QLatin1String(name), path),
                {}};
        }
    }
    return {};
}

}  // namespace trainyard

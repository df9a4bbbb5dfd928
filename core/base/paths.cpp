#include "core/base/paths.h"

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

}  // namespace trainyard

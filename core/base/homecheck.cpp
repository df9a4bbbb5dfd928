#include "core/base/homecheck.h"

#include <QCoreApplication>
#include <QDir>

namespace trainyard {

Result<void> checkHome()
{
    for (const char *name : {"TRAINYARD_HOME", "HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"}) {
        const QString path = qEnvironmentVariable(name);
        if (!path.isEmpty() && QDir::isRelativePath(path)) {
            return Error{ErrorCode::InvalidInput,
                         QCoreApplication::translate("trainyard::Paths",
                             "%1 is “%2”, which means another folder wherever you are. Set it to an absolute path.")
                             .arg(QLatin1String(name), path), {}};
        }
    }
    return {};
}

}  // namespace trainyard

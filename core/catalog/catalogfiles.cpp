#include "core/catalog/catalogfiles.h"

#include <QFile>
#include <QString>

namespace trainyard {

CatalogFiles builtInCatalogFiles()
{
    const auto read = [](const char *name) {
        QFile file(QStringLiteral(":/catalog/") + QLatin1String(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    return {read("gpus.json"), read("offers.csv"), read("providers.json"), read("sources.json")};
}

}  // namespace trainyard

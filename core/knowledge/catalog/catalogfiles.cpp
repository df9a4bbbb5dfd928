// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/catalogfiles.h"

#include <QFile>
#include <QString>

namespace trainyard {

namespace {

QByteArray read(const char *name)
{
    QFile file(QStringLiteral(":/catalog/") + QLatin1String(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

CatalogFiles builtInCatalogFiles()
{
    return {read("gpus.json"), read("offers.csv"), read("providers.json"), read("sources.json"), read("places.json")};
}

QByteArray builtInPricingFile() { return read("pricing.json"); }

}  // namespace trainyard

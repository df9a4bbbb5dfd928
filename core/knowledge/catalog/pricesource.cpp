// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/pricesource.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace trainyard {

namespace {

Error damaged(const QString &file)
{
    return {ErrorCode::Corrupt,
            QCoreApplication::translate("trainyard::PriceSource", "The built-in catalogue is damaged. Install Trainyard again."), file};
}

}  // namespace

Result<QList<PriceSource>> parsePriceSources(const QByteArray &json)
{
    QList<PriceSource> sources;
    const QJsonArray entries = QJsonDocument::fromJson(json).array();
    for (const QJsonValue &value : entries) {
        const auto text = [&](const char *key) { return value[QLatin1String(key)].toString(); };
        const PriceSource source{text("code"), text("title"), text("link"), text("as_of"), text("licence"), text("note")};
        if (source.code.isEmpty() || source.title.isEmpty() || source.licence.isEmpty())
            return damaged(QStringLiteral("sources.json: ") + source.code);
        sources << source;
    }
    return sources.isEmpty() ? Result<QList<PriceSource>>(damaged(QStringLiteral("sources.json"))) : sources;
}

Result<QHash<QString, QString>> parseProviderNames(const QByteArray &json)
{
    QHash<QString, QString> names;
    const QJsonObject entries = QJsonDocument::fromJson(json).object();
    for (auto it = entries.begin(); it != entries.end(); ++it)
        names.insert(it.key(), it.value().toString());
    return names.isEmpty() ? Result<QHash<QString, QString>>(damaged(QStringLiteral("providers.json"))) : names;
}

}  // namespace trainyard

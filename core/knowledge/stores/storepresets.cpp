// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/stores/storepresets.h"

#include "core/knowledge/stores/internal/presetfile.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QUrl>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ObjectStore)
};

Error invalid(const QString &what) { return {ErrorCode::InvalidInput, what, {}}; }

}  // namespace

QList<StorePreset> storePresets()
{
    QList<StorePreset> presets;
    const QJsonArray array = QJsonDocument::fromJson(builtInPresetFile()).object().value(QLatin1String("presets")).toArray();
    for (const QJsonValue &value : array) {
        const QJsonObject object = value.toObject();
        const auto text = [&object](const char *name) { return object.value(QLatin1String(name)).toString(); };
        presets << StorePreset{text("id"),
                               text("name"),
                               text("kind") == QLatin1String("azure") ? ObjectStoreKind::Azure : ObjectStoreKind::S3,
                               text("endpoint"),
                               text("region"),
                               text("style") == QLatin1String("path"),
                               object.value(QLatin1String("checksums")).toBool(),
                               text("source")};
    }
    return presets;
}

bool isUnencrypted(const QString &endpoint)
{
    const QUrl url(endpoint);
    static const QRegularExpression kLoopback(QStringLiteral("^(127(\\.[0-9]{1,3}){3}|::1|localhost|.+\\.localhost)$"));
    return url.scheme() == QLatin1String("http") && !kLoopback.match(url.host()).hasMatch();
}

Result<ObjectStoreConfig> storeConfigFrom(const StoreOptions &options)
{
    const QList<StorePreset> presets = storePresets();
    const QString id = !options.preset.isEmpty()                        ? options.preset
                       : options.address.kind == ObjectStoreKind::Azure ? QStringLiteral("azure")
                       : options.endpoint.isEmpty()                     ? QStringLiteral("aws")
                                                                        : QStringLiteral("s3");
    const auto preset = std::find_if(presets.begin(), presets.end(), [&id](const StorePreset &one) { return one.id == id; });
    if (preset == presets.end()) {
        QStringList known;
        for (const StorePreset &one : presets)
            known << one.id;
        return invalid(Words::tr("There is no provider “%1”. Available: %2.").arg(id, known.join(QStringLiteral(", "))));
    }
    if (preset->kind != options.address.kind)
        return invalid(Words::tr("The address %1 is not one of %2.").arg(options.address.text(), preset->name));
    ObjectStoreConfig record;
    record.name = options.name;
    record.kind = preset->kind;
    record.preset = preset->id;
    record.bucket = options.address.bucket;
    record.region = options.region.isEmpty() ? preset->region : options.region;
    record.isPathStyle = options.isPathStyle.value_or(preset->isPathStyle);
    record.hasChecksums = preset->hasChecksums;
    if (record.kind == ObjectStoreKind::S3 && record.region.isEmpty())
        return invalid(Words::tr("Add the region of the bucket in %1 with --region.").arg(preset->name));
    record.endpoint = options.endpoint.isEmpty() ? preset->endpoint : options.endpoint;
    if (record.endpoint.isEmpty())
        return invalid(Words::tr("Add the address of the store with --endpoint https://…"));
    if (record.endpoint.contains(QLatin1String("{account}")) && options.account.isEmpty())
        return invalid(Words::tr("Add the account of %1 with --account.").arg(preset->name));
    record.endpoint.replace(QLatin1String("{region}"), record.region).replace(QLatin1String("{account}"), options.account);
    while (record.endpoint.endsWith(u'/'))
        record.endpoint.chop(1);
    // Before the person is asked for a key.
    TRY_DO(record.checkPlace());
    if (isUnencrypted(record.endpoint) && !options.isNetworkTrusted)
        return invalid(Words::tr(
            "With http:// the key and all data are sent unencrypted: use https://, or allow it with --insecure if you trust the network."));
    return record;
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/database/objectstorefile.h"

#include "core/base/filelock.h"
#include "core/storage/database/internal/ownerfile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <chrono>
#include <functional>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ObjectStoreFile)
};

constexpr qint64 kMaxStoresBytes = 4 * 1024 * 1024;
constexpr auto kStoresPatience = std::chrono::seconds(10);  // writing takes a few milliseconds

Error noStore(const QString &name)
{
    return {ErrorCode::NotFound, Words::tr("There is no store “%1”. `yard store list` lists all stores.").arg(name), {}};
}

QJsonObject toJson(const ObjectStoreConfig &record)
{
    return {{QStringLiteral("name"), record.name},
            {QStringLiteral("kind"), storeKindName(record.kind)},
            {QStringLiteral("preset"), record.preset},
            {QStringLiteral("endpoint"), record.endpoint},
            {QStringLiteral("region"), record.region},
            {QStringLiteral("bucket"), record.bucket},
            {QStringLiteral("path_style"), record.isPathStyle},
            {QStringLiteral("checksums"), record.hasChecksums},
            {QStringLiteral("key"), QString::fromLatin1(record.key.id)},
            {QStringLiteral("secret"), QString::fromLatin1(record.key.secret)},
            {QStringLiteral("token"), QString::fromLatin1(record.key.token)}};
}

ObjectStoreConfig fromJson(const QJsonObject &object)
{
    const auto text = [&object](const char *name) { return object.value(QLatin1String(name)).toString(); };
    ObjectStoreConfig record;
    record.name = text("name");
    record.kind = text("kind") == QLatin1String("azure") ? ObjectStoreKind::Azure : ObjectStoreKind::S3;
    record.preset = text("preset");
    record.endpoint = text("endpoint");
    record.region = text("region");
    record.bucket = text("bucket");
    record.isPathStyle = object.value(QLatin1String("path_style")).toBool();
    record.hasChecksums = object.value(QLatin1String("checksums")).toBool();
    record.key = {text("key").toLatin1(), text("secret").toLatin1(), text("token").toLatin1()};
    return record;
}

Result<void> change(const Paths &paths, const std::function<Result<void>(QList<ObjectStoreConfig> &)> &body)
{
    QDir().mkpath(QFileInfo(paths.stores()).path());
    FileLock lock(paths.stores() + QStringLiteral(".lock"));
    if (!lock.tryLock(kStoresPatience))
        return cannotWriteError(paths.stores(), 0, QStringLiteral("lock"));
    TRY(auto stores, loadObjectStores(paths));
    TRY_DO(body(stores));
    std::sort(stores.begin(), stores.end(), [](const ObjectStoreConfig &a, const ObjectStoreConfig &b) { return a.name < b.name; });
    QJsonArray array;
    for (const ObjectStoreConfig &record : std::as_const(stores))
        array << toJson(record);
    return writeOwnerFile(paths.stores(), QJsonDocument(QJsonObject{{QStringLiteral("stores"), array}}).toJson());
}

}  // namespace

Result<QList<ObjectStoreConfig>> loadObjectStores(const Paths &paths)
{
    QFile file(paths.stores());
    if (!file.exists())
        return QList<ObjectStoreConfig>();
    if (file.permissions() & (QFile::ReadGroup | QFile::ReadOther)) {
        return Error{ErrorCode::PermissionDenied,
                     Words::tr("Other users can read %1: run chmod 600 on it, and replace the keys of the stores.").arg(paths.stores()),
                     {}};
    }
    if (!file.open(QIODevice::ReadOnly))
        return Error{ErrorCode::PermissionDenied, Words::tr("%1 cannot be read: check its permissions.").arg(paths.stores()),
                     file.errorString()};
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(file.read(kMaxStoresBytes), &problem);
    if (!document.isObject())
        return Error{ErrorCode::InvalidInput, Words::tr("%1 is damaged: remove it and add the stores again.").arg(paths.stores()),
                     problem.errorString()};
    QList<ObjectStoreConfig> stores;
    const QJsonArray array = document.object().value(QLatin1String("stores")).toArray();
    for (const QJsonValue &value : array) {
        const ObjectStoreConfig record = fromJson(value.toObject());
        if (const auto fine = record.check(); !fine)
            return Error{fine.error().code, paths.stores() + QStringLiteral(": ") + fine.error().what, {}};
        stores << record;
    }
    return stores;
}

Result<ObjectStoreConfig> objectStoreNamed(const Paths &paths, const QString &name)
{
    TRY(const auto stores, loadObjectStores(paths));
    const auto found = std::find_if(stores.begin(), stores.end(), [&name](const ObjectStoreConfig &one) { return one.name == name; });
    return found != stores.end() ? Result<ObjectStoreConfig>(*found) : noStore(name);
}

Result<ObjectStoreConfig> objectStoreOf(const Paths &paths, const StoreAddress &address, const QString &name)
{
    const auto stores = loadObjectStores(paths);
    return stores ? storeFor(*stores, address, name) : Result<ObjectStoreConfig>(stores.error());
}

Result<BucketPlace> bucketPlaceOf(const Paths &paths, const Location &location)
{
    TRY(const auto address, parseStoreAddress(location.path));
    const auto store = objectStoreOf(paths, address, location.store);
    return store ? Result<BucketPlace>(BucketPlace{*store, address.key}) : Result<BucketPlace>(store.error());
}

Result<void> addObjectStore(const Paths &paths, const ObjectStoreConfig &record)
{
    TRY_DO(record.check());
    return change(paths, [&record](QList<ObjectStoreConfig> &stores) -> Result<void> {
        if (std::any_of(stores.begin(), stores.end(), [&record](const ObjectStoreConfig &one) { return one.name == record.name; }))
            return Error{ErrorCode::AlreadyExists,
                         Words::tr("There is already a store named “%1”: remove it first, or use another name.").arg(record.name),
                         {}};
        stores << record;
        return {};
    });
}

Result<void> removeObjectStore(const Paths &paths, const QString &name)
{
    return change(paths, [&name](QList<ObjectStoreConfig> &stores) -> Result<void> {
        if (stores.removeIf([&name](const ObjectStoreConfig &one) { return one.name == name; }) == 0)
            return noStore(name);
        return {};
    });
}

}  // namespace trainyard

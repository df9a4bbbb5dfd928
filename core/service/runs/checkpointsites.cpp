// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/checkpointsites.h"

#include "core/base/filelock.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <QUuid>

#include <algorithm>
#include <functional>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CheckpointSites)
};

constexpr auto kSitesPatience = std::chrono::seconds(10);  // writing takes a few milliseconds
constexpr qint64 kMaxListBytes = 64LL * 1024 * 1024;       // of a list; a place may hold hundreds of thousands of files
constexpr qsizetype kMaxCheckpoints = 5000, kMaxFilesOfSite = 200'000;

QString listOf(const Paths &paths) { return paths.places() + QStringLiteral("/places.json"); }
QString lookOf(const Paths &paths, const QString &id) { return paths.places() + u'/' + id + QStringLiteral(".seen"); }

// Ids become file names; ours are hexadecimal digits.
bool isId(const QString &id)
{
    return !id.isEmpty() && id.size() <= 64
           && std::all_of(id.begin(), id.end(), [](QChar c) { return (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'f'); });
}

Error cannotWriteSites(const QString &file, const QString &detail)
{
    return {ErrorCode::Io, Words::tr("%1 cannot be written: free up space or check its permissions.").arg(file), detail};
}

Result<void> writeWhole(const QString &path, const QJsonObject &object)
{
    QDir().mkpath(QFileInfo(path).path());
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(QJsonDocument(object).toJson(QJsonDocument::Compact)) < 0 || !file.commit())
        return cannotWriteSites(path, file.errorString());
    return {};
}

const char *kindName(Location::Kind kind)
{
    switch (kind) {
    case Location::Kind::OnMachine: return "machine";
    case Location::Kind::InBucket: return "store";
    case Location::Kind::ThisComputer: break;
    }
    return "folder";
}

QJsonObject toJson(const CheckpointSite &site)
{
    return {{QStringLiteral("id"), site.id},
            {QStringLiteral("kind"), QLatin1String(kindName(site.location.kind))},
            {QStringLiteral("machine"), site.location.machine.number()},
            {QStringLiteral("where"), site.location.isInBucket() ? site.location.store : site.machineName},
            {QStringLiteral("path"), site.location.path}};
}

CheckpointSite siteFrom(const QJsonObject &object)
{
    CheckpointSite site;
    site.id = object.value(QLatin1String("id")).toString();
    const QString kind = object.value(QLatin1String("kind")).toString();
    const QString where = object.value(QLatin1String("where")).toString(), path = object.value(QLatin1String("path")).toString();
    if (kind == QLatin1String("machine")) {
        site.location = Location::onMachine(MachineId(object.value(QLatin1String("machine")).toInteger()), path);
        site.machineName = where;
    } else if (kind == QLatin1String("store")) {
        site.location = Location::inBucket(where, path);
    } else {
        site.location = Location::here(path);
    }
    return site;
}

template <typename T>
QJsonValue orNull(const std::optional<T> &value)
{
    return value ? QJsonValue(*value) : QJsonValue();
}

QJsonObject toJson(const Checkpoint &checkpoint, qsizetype &filesLeft)
{
    QJsonArray files;
    for (const CheckpointFile &file : checkpoint.files) {
        if (filesLeft-- <= 0)
            break;
        files << QJsonArray{file.name, file.sizeBytes, file.modified};
    }
    return {{QStringLiteral("name"), checkpoint.name},
            {QStringLiteral("files"), files},
            {QStringLiteral("size"), checkpoint.sizeBytes},
            {QStringLiteral("modified"), checkpoint.modified},
            {QStringLiteral("step"), orNull(checkpoint.step)},
            {QStringLiteral("epoch"), orNull(checkpoint.epoch)},
            {QStringLiteral("loss"), orNull(checkpoint.loss)},
            {QStringLiteral("format"), checkpoint.format},
            {QStringLiteral("framework"), checkpoint.framework},
            {QStringLiteral("tensors"), orNull(checkpoint.tensorCount)},
            {QStringLiteral("parameters"), orNull(checkpoint.parameterCount)},
            {QStringLiteral("verdict"), verdictName(checkpoint.verdict)},
            {QStringLiteral("reason"), checkpoint.reason},
            {QStringLiteral("missing"), QJsonArray::fromStringList(checkpoint.missing)},
            {QStringLiteral("weights_alone"), checkpoint.isWithoutOptimizer},
            {QStringLiteral("pinned"), checkpoint.isPinned}};
}

Verdict verdictFrom(const QString &name)
{
    for (const Verdict verdict : {Verdict::Complete, Verdict::Partial, Verdict::Corrupt, Verdict::BeingWritten}) {
        if (verdictName(verdict) == name)
            return verdict;
    }
    return Verdict::Unknown;
}

Checkpoint checkpointFrom(const QJsonObject &object)
{
    const auto text = [&object](const char *name) { return object.value(QLatin1String(name)).toString(); };
    const auto count = [&object](const char *name) -> std::optional<qint64> {
        const QJsonValue value = object.value(QLatin1String(name));
        return value.isDouble() ? std::optional(value.toInteger()) : std::nullopt;
    };
    const auto number = [&object](const char *name) -> std::optional<double> {
        const QJsonValue value = object.value(QLatin1String(name));
        return value.isDouble() ? std::optional(value.toDouble()) : std::nullopt;
    };
    Checkpoint checkpoint;
    checkpoint.name = text("name");
    const QJsonArray files = object.value(QLatin1String("files")).toArray();
    for (const QJsonValue &value : files) {
        const QJsonArray file = value.toArray();
        checkpoint.files << CheckpointFile{file.at(0).toString(), file.at(1).toInteger(), file.at(2).toInteger()};
    }
    checkpoint.sizeBytes = count("size").value_or(0);
    checkpoint.modified = count("modified").value_or(0);
    checkpoint.step = count("step");
    checkpoint.epoch = number("epoch");
    checkpoint.loss = number("loss");
    checkpoint.format = text("format");
    checkpoint.framework = text("framework");
    checkpoint.tensorCount = count("tensors");
    checkpoint.parameterCount = count("parameters");
    checkpoint.verdict = verdictFrom(text("verdict"));
    checkpoint.reason = text("reason");
    const QJsonArray missing = object.value(QLatin1String("missing")).toArray();
    for (const QJsonValue &name : missing)
        checkpoint.missing << name.toString();
    checkpoint.isWithoutOptimizer = object.value(QLatin1String("weights_alone")).toBool();
    checkpoint.isPinned = object.value(QLatin1String("pinned")).toBool();
    return checkpoint;
}

Result<void> change(const Paths &paths, const std::function<Result<void>(QList<CheckpointSite> &)> &body)
{
    QDir().mkpath(paths.places());
    FileLock lock(listOf(paths) + QStringLiteral(".lock"));
    if (!lock.tryLock(kSitesPatience))
        return cannotWriteSites(listOf(paths), QStringLiteral("lock"));
    TRY(auto sites, loadSites(paths));
    TRY_DO(body(sites));
    QJsonArray array;
    for (const CheckpointSite &site : std::as_const(sites))
        array << toJson(site);
    return writeWhole(listOf(paths), {{QStringLiteral("places"), array}});
}

}  // namespace

QString CheckpointSite::address() const { return location.isOnMachine() ? machineName + u':' + location.path : location.path; }

Result<QList<CheckpointSite>> loadSites(const Paths &paths)
{
    QFile file(listOf(paths));
    if (!file.exists())
        return QList<CheckpointSite>();
    if (!file.open(QIODevice::ReadOnly))
        return Error{ErrorCode::PermissionDenied, Words::tr("%1 cannot be read: check its permissions.").arg(file.fileName()),
                     file.errorString()};
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(file.read(kMaxListBytes), &problem);
    if (!document.isObject())
        return Error{ErrorCode::InvalidInput, Words::tr("%1 is damaged: remove it and add the locations again.").arg(file.fileName()),
                     problem.errorString()};
    QList<CheckpointSite> sites;
    const QJsonArray array = document.object().value(QLatin1String("places")).toArray();
    for (const QJsonValue &value : array) {
        const CheckpointSite site = siteFrom(value.toObject());
        if (isId(site.id) && !site.location.path.isEmpty())
            sites << site;
    }
    return sites;
}

Result<CheckpointSite> addSite(const Paths &paths, CheckpointSite site)
{
    if (!isId(site.id))
        site.id = QUuid::createUuid().toString(QUuid::Id128);
    const auto added = change(paths, [&site](QList<CheckpointSite> &sites) -> Result<void> {
        const bool isKnown = std::any_of(sites.begin(), sites.end(),
                                         [&site](const CheckpointSite &one) { return one.location == site.location; });
        if (isKnown)
            return Error{ErrorCode::AlreadyExists, Words::tr("This location is already in the list."), {}};
        sites << site;
        return {};
    });
    return added ? Result<CheckpointSite>(site) : Result<CheckpointSite>(added.error());
}

Result<void> removeSite(const Paths &paths, const QString &id)
{
    if (const auto removed = change(paths,
                                    [&id](QList<CheckpointSite> &sites) -> Result<void> {
                                        sites.removeIf([&id](const CheckpointSite &site) { return site.id == id; });
                                        return {};
                                    });
        !removed)
        return removed;
    if (isId(id))
        QFile::remove(lookOf(paths, id));
    return {};
}

PlaceSnapshot loadSnapshot(const Paths &paths, const CheckpointSite &site)
{
    PlaceSnapshot look{site, {}, {}, {}, {}};
    QFile file(lookOf(paths, site.id));
    if (!isId(site.id) || !file.open(QIODevice::ReadOnly))
        return look;
    const QJsonObject object = QJsonDocument::fromJson(file.read(kMaxListBytes)).object();
    look.folder = object.value(QLatin1String("folder")).toString();
    look.looked = QDateTime::fromString(object.value(QLatin1String("looked")).toString(), Qt::ISODate);
    const QJsonArray array = object.value(QLatin1String("checkpoints")).toArray();
    for (const QJsonValue &value : array)
        look.checkpoints << checkpointFrom(value.toObject());
    return look;
}

Result<void> saveSnapshot(const Paths &paths, const PlaceSnapshot &look)
{
    if (!isId(look.site.id))
        return Error{ErrorCode::InvalidInput, Words::tr("This location is not in the list."), {}};
    QJsonArray array;
    qsizetype filesLeft = kMaxFilesOfSite;
    for (const Checkpoint &checkpoint : look.checkpoints.first(std::min(kMaxCheckpoints, look.checkpoints.size())))
        array << toJson(checkpoint, filesLeft);
    return writeWhole(lookOf(paths, look.site.id), {{QStringLiteral("folder"), look.folder},
                                                    {QStringLiteral("looked"), look.looked.toString(Qt::ISODate)},
                                                    {QStringLiteral("checkpoints"), array}});
}

}  // namespace trainyard

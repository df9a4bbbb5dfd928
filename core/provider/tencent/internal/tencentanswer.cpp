// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/tencent/internal/tencentanswer.h"

#include "core/provider/cloudapi/jsontext.h"
#include "core/provider/tencent/internal/tencentrequest.h"
#include "core/provider/tencent/internal/tencenttext.h"

#include <QMap>

#include <algorithm>

namespace trainyard {

namespace {

const QString kSpot = QStringLiteral("SPOTPAID");

// "2026-01-02T03:04:05Z". A time without a zone is not taken: it is not said where it is.
QDateTime timeOf(const QJsonObject &object, const char *name)
{
    const QDateTime time = QDateTime::fromString(cloudText(object, name), Qt::ISODate);
    return time.isValid() && time.timeSpec() == Qt::UTC ? time : QDateTime();
}

double gibibytesOf(const QJsonObject &object, const char *name)
{
    const double size = object.value(QLatin1String(name)).toDouble(-1);
    return size >= 0 && size < 1e9 ? size : -1;
}

std::optional<Money> priceOf(const QJsonObject &price, Currency currency)
{
    if (cloudText(price, "ChargeUnit") != QLatin1String("HOUR"))
        return std::nullopt;
    const double amount = price.value("UnitPriceDiscount").toDouble(price.value("UnitPrice").toDouble(-1));
    if (!(amount > 0) || amount > 1e6)
        return std::nullopt;
    // Their prices have two to four digits after the point; more would only be those of a binary fraction.
    const auto money = Money::parse(QByteArray::number(amount, 'f', 6), currency);
    return money ? std::optional(*money) : std::nullopt;
}

ProvidedState stateOf(const QString &state)
{
    static const QMap<QString, ProvidedState> states{
        {QStringLiteral("PENDING"), ProvidedState::Starting},     {QStringLiteral("STARTING"), ProvidedState::Starting},
        {QStringLiteral("RUNNING"), ProvidedState::Running},      {QStringLiteral("REBOOTING"), ProvidedState::Running},
        {QStringLiteral("STOPPING"), ProvidedState::Stopping},    {QStringLiteral("STOPPED"), ProvidedState::Stopped},
        {QStringLiteral("SHUTDOWN"), ProvidedState::Terminating}, {QStringLiteral("TERMINATING"), ProvidedState::Terminating},
        {QStringLiteral("LAUNCH_FAILED"), ProvidedState::Failed},
    };
    // A state that is not known here is most likely one of its repair modes: it exists, and costs money.
    return states.value(state, ProvidedState::Running);
}

bool isFullyCharged(const QJsonObject &stopped) { return cloudText(stopped, "StopChargingMode") != QLatin1String("STOP_CHARGING"); }

// What a stopped machine goes on costing, since the cloud does not refuse to stop one that it goes on charging for.
QString reasonOfStop(const QJsonObject &instance)
{
    if (isFullyCharged(instance))
        return TencentText::tr("It is stopped, but goes on costing its full price: terminate it to end that.");
    const int gib = instance.value("SystemDisk").toObject().value("DiskSize").toInt();
    return gib > 0 ? TencentText::tr("It is stopped. Its system disk of %1 GiB, and further disks and held addresses, go on costing money.")
                         .arg(gib)
                   : TencentText::tr("It is stopped. Its disks and held addresses go on costing money.");
}

void setTags(CloudResource &resource, const QJsonValue &tags)
{
    resource.owner = tencentTag(tags, kTencentOwnerTag);
    resource.clientToken = tencentTag(tags, kTencentTokenTag);
}

// Of Cloud Block Storage, whose field names begin with `prefix`, but for the size.
CloudResource stored(const QJsonObject &entry, const QString &region, CloudResource::Kind kind, const char *prefix)
{
    const auto name = [prefix](const char *rest) { return QByteArray(prefix) + rest; };
    CloudResource resource;
    resource.kind = kind;
    resource.providerId = cloudText(entry, name("Id").constData());
    resource.region = region;
    resource.name = cloudLine(entry, name("Name").constData());
    resource.state = cloudLine(entry, name("State").constData());
    resource.created = timeOf(entry, "CreateTime");
    resource.gibibytes = gibibytesOf(entry, "DiskSize");
    setTags(resource, entry.value("Tags"));
    return resource;
}

}  // namespace

QString tencentTag(const QJsonValue &tags, const QString &key)
{
    for (const QJsonValue &tag : tags.toArray()) {
        if (tag.toObject().value("Key").toString() == key)
            return cloudText(tag.toObject(), "Value");
    }
    return {};
}

InstanceReport tencentReport(const QJsonObject &instance)
{
    InstanceReport report;
    report.providerId = cloudText(instance, "InstanceId");
    report.owner = tencentTag(instance.value("Tags"), kTencentOwnerTag);
    report.clientToken = tencentTag(instance.value("Tags"), kTencentTokenTag);
    const QString state = cloudText(instance, "InstanceState");
    report.state = stateOf(state);
    if (report.state == ProvidedState::Stopped) {
        report.reason = reasonOfStop(instance);
        report.isFullyCharged = isFullyCharged(instance);
    } else if (report.state == ProvidedState::Failed) {
        report.reason = cloudLine(instance, "LatestOperationErrorMsg");
    } else if (state.contains(QLatin1String("RESCUE"))) {
        report.reason = cloudLine(instance, "InstanceState");
    }
    return report;
}

Result<SshTarget> tencentTarget(const QJsonObject &instance)
{
    SshTarget target;
    target.host = instance.value("PublicIpAddresses").toArray().first().toString();
    if (target.host.isEmpty()) {
        return Error{ErrorCode::Unreachable,
                     TencentText::tr("Tencent Cloud has not given the machine a public address yet: try again in a minute."),
                     cloudText(instance, "InstanceState")};
    }
    target.user = cloudText(instance, "DefaultLoginUser");
    if (target.user.isEmpty())
        target.user = cloudText(instance, "OsName").startsWith(QLatin1String("Ubuntu")) ? QStringLiteral("ubuntu") : QStringLiteral("root");
    target.port = instance.value("DefaultLoginPort").toInt(22);
    target.hostKeyAlias = cloudText(instance, "InstanceId");
    if (!isHostName(target.host) || !isUserName(target.user) || target.port < 1 || target.port > 65535) {
        return Error{ErrorCode::Corrupt,
                     TencentText::tr("The answer of Tencent Cloud has no valid address of the machine: try again later."),
                     cloudLine(instance, "DefaultLoginUser")};
    }
    return target;
}

std::optional<ProviderOffer> tencentOffer(const QJsonObject &item, const QString &region, Currency currency)
{
    const double gpus = item.value("GpuCount").toDouble(item.value("Gpu").toDouble());
    const QString charge = cloudText(item, "InstanceChargeType");
    if (!(gpus > 0) || (charge != kSpot && charge != tencentChargeType(false)))
        return std::nullopt;
    ProviderOffer offer;
    offer.region = region;
    offer.zone = cloudText(item, "Zone");
    offer.type = cloudText(item, "InstanceType");
    offer.isSpot = charge == kSpot;
    offer.perHour = priceOf(item.value("Price").toObject(), currency);
    if (const QString status = cloudText(item, "Status"); !status.isEmpty())
        offer.isInStock = status == QLatin1String("SELL");
    return offer.type.isEmpty() ? std::nullopt : std::optional(offer);
}

Result<QStringList> tencentZones(const QJsonArray &items, const QString &type)
{
    static const QStringList stocks{QStringLiteral("EnoughStock"), QStringLiteral("NormalStock"), QStringLiteral("UnderStock")};
    QList<QPair<qsizetype, QString>> zones;
    for (const QJsonValue &value : items) {
        const QJsonObject item = value.toObject();
        if (cloudText(item, "Status") != QLatin1String("SELL"))
            continue;
        const qsizetype rank = stocks.indexOf(cloudText(item, "StatusCategory"));
        zones << qMakePair(rank < 0 ? stocks.size() : rank, cloudText(item, "Zone"));
    }
    if (items.isEmpty()) {
        return Error{ErrorCode::NotFound,
                     TencentText::tr("Tencent Cloud has no type %1 in this region that is paid in this way: choose another "
                                     "region or type.")
                         .arg(type),
                     {}};
    }
    if (zones.isEmpty()) {
        return Error{
            ErrorCode::NoCapacity,
            TencentText::tr("Tencent Cloud has sold out the type %1 in all zones of this region: choose another region or type.").arg(type),
            {}};
    }
    std::stable_sort(zones.begin(), zones.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    QStringList names;
    for (const auto &[rank, zone] : std::as_const(zones)) {
        if (!names.contains(zone))
            names << zone;
    }
    return names;
}

QList<ProviderQuota> tencentQuota(const QJsonObject &overview, const QString &region)
{
    const QJsonObject quotas = overview.value("AccountQuota").toObject();
    QList<ProviderQuota> found;
    const auto add = [&](const char *list, const QString &words) {
        for (const QJsonValue &value : quotas.value(QLatin1String(list)).toArray()) {
            const QJsonObject one = value.toObject();
            found << ProviderQuota{words.arg(cloudLine(one, "Zone")), region, one.value("TotalQuota").toDouble(),
                                   one.value("UsedQuota").toDouble()};
        }
    };
    add("PostPaidQuotaSet", TencentText::tr("Machines paid by the hour in %1"));
    add("SpotPaidQuotaSet", TencentText::tr("Virtual CPUs of spot machines in %1"));
    return found;
}

std::optional<ProviderImage> tencentImage(const QJsonObject &image)
{
    const QString system = cloudText(image, "OsName");
    if (cloudText(image, "Platform").contains(QLatin1String("Windows")) || system.startsWith(QLatin1String("Windows"))
        || !image.value("IsSupportCloudinit").toBool())
        return std::nullopt;
    ProviderImage found;
    found.id = cloudText(image, "ImageId");
    found.name = cloudLine(image, "ImageName");
    found.user = system.startsWith(QLatin1String("Ubuntu")) ? QStringLiteral("ubuntu") : QStringLiteral("root");
    // There is no field for it; images with a driver say so in their name or description.
    const QString words = found.name + u' ' + cloudText(image, "ImageDescription");
    found.hasDriver = words.contains(QLatin1String("CUDA"), Qt::CaseInsensitive)
                      || words.contains(QLatin1String("GPU"), Qt::CaseInsensitive)
                      || words.contains(QLatin1String("NVIDIA"), Qt::CaseInsensitive);
    return found.id.isEmpty() ? std::nullopt : std::optional(found);
}

CloudResource tencentInstance(const QJsonObject &instance, const QString &region)
{
    CloudResource resource;
    resource.kind = CloudResource::Kind::Instance;
    resource.providerId = cloudText(instance, "InstanceId");
    resource.region = region;
    resource.name = cloudLine(instance, "InstanceName");
    resource.state = cloudLine(instance, "InstanceState");
    resource.created = timeOf(instance, "CreatedTime");
    setTags(resource, instance.value("Tags"));
    return resource;
}

CloudResource tencentDisk(const QJsonObject &disk, const QString &region)
{
    CloudResource resource = stored(disk, region, CloudResource::Kind::Disk, "Disk");
    resource.isInUse = disk.value("Attached").toBool();
    return resource;
}

CloudResource tencentAddress(const QJsonObject &address, const QString &region)
{
    CloudResource resource;
    resource.kind = CloudResource::Kind::Address;
    resource.providerId = cloudText(address, "AddressId");
    resource.region = region;
    resource.name = cloudLine(address, "AddressName");
    if (resource.name.isEmpty())
        resource.name = cloudLine(address, "AddressIp");
    resource.state = cloudLine(address, "AddressStatus");
    resource.isInUse = !cloudText(address, "InstanceId").isEmpty() || !cloudText(address, "NetworkInterfaceId").isEmpty();
    resource.created = timeOf(address, "CreatedTime");
    setTags(resource, address.value("TagSet"));
    return resource;
}

CloudResource tencentSnapshot(const QJsonObject &snapshot, const QString &region)
{
    return stored(snapshot, region, CloudResource::Kind::Snapshot, "Snapshot");
}

}  // namespace trainyard

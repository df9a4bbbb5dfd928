// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/alibaba/internal/alibabareaders.h"

#include "core/provider/alibaba/internal/alibabatext.h"

#include <QJsonArray>

#include <cmath>

namespace trainyard {

namespace {

QString text(const QJsonObject &object, const char *name) { return object.value(QLatin1String(name)).toString(); }

QJsonArray listIn(const QJsonObject &object, const char *outer, const char *inner)
{
    return object.value(QLatin1String(outer)).toObject().value(QLatin1String(inner)).toArray();
}

// "2026-11-27T08:00Z" and "2026-11-27T08:00:05Z".
QDateTime timeOf(const QString &written)
{
    const QDateTime time = QDateTime::fromString(written, Qt::ISODate);
    return time.isValid() ? time.toUTC() : QDateTime();
}

ProvidedState stateOf(const QString &status)
{
    if (status == QLatin1String("Running"))
        return ProvidedState::Running;
    if (status == QLatin1String("Stopping"))
        return ProvidedState::Stopping;
    if (status == QLatin1String("Stopped"))
        return ProvidedState::Stopped;
    // Pending, Starting, and whatever is added to them: it exists.
    return status == QLatin1String("Deleted") ? ProvidedState::Gone : ProvidedState::Starting;
}

// Why the cloud has locked it, such as "financial" or "Recycling", which is a spot machine that it takes back.
QString lockOn(const QJsonObject &instance)
{
    QStringList reasons;
    for (const QJsonValue &lock : listIn(instance, "OperationLocks", "LockReason")) {
        const QString reason = text(lock.toObject(), "LockReason");
        if (!reason.isEmpty())
            reasons << reason;
    }
    return reasons.join(QLatin1String(", "));
}

// A number of an answer as an amount: its decimals are those that were written, up to nine.
std::optional<Money> amountOf(const QJsonValue &value, const QString &currency)
{
    const auto known = currencyFromCode(currency.toLatin1());
    const double number = value.isString() ? value.toString().toDouble() : value.toDouble(-1);
    if (!known || !(number >= 0) || number > 1e6)
        return std::nullopt;
    return Money(std::llround(number * double(Money::kNanosPerUnit)), *known);
}

double numberOf(const QJsonValue &value) { return value.isString() ? value.toString().toDouble() : value.toDouble(); }

}  // namespace

QStringList readAlibabaRegions(const QJsonObject &answer)
{
    QStringList regions;
    for (const QJsonValue &region : listIn(answer, "Regions", "Region"))
        regions << text(region.toObject(), "RegionId");
    regions.removeAll(QString());
    return regions;
}

QString alibabaTag(const QJsonObject &object, const char *key)
{
    for (const QJsonValue &value : listIn(object, "Tags", "Tag")) {
        const QJsonObject tag = value.toObject();
        const bool isOfVpc = tag.contains(QLatin1String("Key"));
        if (text(tag, isOfVpc ? "Key" : "TagKey") == QLatin1String(key))
            return text(tag, isOfVpc ? "Value" : "TagValue");
    }
    return {};
}

InstanceReport readAlibabaInstance(const QJsonObject &instance)
{
    InstanceReport report;
    report.providerId = text(instance, "InstanceId");
    report.clientToken = alibabaTag(instance, kAlibabaTokenTag);
    report.owner = alibabaTag(instance, kAlibabaOwnerTag);
    report.state = stateOf(text(instance, "Status"));
    report.zone = text(instance, "ZoneId");
    QStringList reasons;
    if (const QString lock = lockOn(instance); !lock.isEmpty())
        reasons << AlibabaText::tr("Alibaba Cloud has locked it: %1.").arg(lock);
    if (report.state == ProvidedState::Stopped) {
        const QString mode = text(instance, "StoppedMode");
        report.isFullyCharged = mode != QLatin1String("StopCharging");
        // Asked for in every stop, and not granted to machines with local disks, for example; the cloud does not refuse it then.
        reasons << (mode == QLatin1String("StopCharging")
                        ? AlibabaText::tr("Stopped (%1): the machine costs nothing, its disks go on costing.").arg(mode)
                        : AlibabaText::tr("Stopped (%1), but Alibaba Cloud goes on charging for all of it: terminate it to end that.")
                              .arg(mode.isEmpty() ? QStringLiteral("KeepCharging") : mode));
        if (!text(instance.value(QLatin1String("EipAddress")).toObject(), "AllocationId").isEmpty())
            reasons << AlibabaText::tr("Its elastic address goes on costing too.");
    }
    report.reason = reasons.join(u' ');
    return report;
}

QString readAlibabaAddress(const QJsonObject &instance)
{
    const QString elastic = text(instance.value(QLatin1String("EipAddress")).toObject(), "IpAddress");
    return elastic.isEmpty() ? listIn(instance, "PublicIpAddress", "IpAddress").first().toString() : elastic;
}

CloudResource readAlibabaResource(CloudResource::Kind kind, const QJsonObject &object, const QString &region)
{
    using Kind = CloudResource::Kind;
    CloudResource resource;
    resource.kind = kind;
    resource.region = region;
    resource.owner = alibabaTag(object, kAlibabaOwnerTag);
    resource.clientToken = alibabaTag(object, kAlibabaTokenTag);
    resource.state = text(object, "Status");
    switch (kind) {
    case Kind::Instance:
        resource.providerId = text(object, "InstanceId");
        resource.name = text(object, "InstanceName");
        resource.created = timeOf(text(object, "CreationTime"));
        break;
    case Kind::Disk:
        resource.providerId = text(object, "DiskId");
        resource.name = text(object, "DiskName");
        resource.created = timeOf(text(object, "CreationTime"));
        resource.gibibytes = object.contains(QLatin1String("Size")) ? numberOf(object.value(QLatin1String("Size"))) : -1;
        resource.isInUse = !text(object, "InstanceId").isEmpty() || resource.state == QLatin1String("In_use");
        break;
    case Kind::Address:
        resource.providerId = text(object, "AllocationId");
        resource.name = text(object, "Name").isEmpty() ? text(object, "IpAddress") : text(object, "Name");
        resource.created = timeOf(text(object, "AllocationTime"));
        resource.isInUse = !text(object, "InstanceId").isEmpty();
        break;
    case Kind::Snapshot:
        resource.providerId = text(object, "SnapshotId");
        resource.name = text(object, "SnapshotName");
        resource.created = timeOf(text(object, "CreationTime"));
        if (const double size = numberOf(object.value(QLatin1String("SourceDiskSize"))); size > 0)
            resource.gibibytes = size;
        break;
    default: break;
    }
    return resource;
}

ProviderImage readAlibabaImage(const QJsonObject &image)
{
    ProviderImage read;
    read.id = text(image, "ImageId");
    read.name = text(image, "OSNameEn").isEmpty() ? text(image, "ImageName") : text(image, "OSNameEn");
    read.user = QStringLiteral("root");
    const QString names = text(image, "ImageName") + u' ' + text(image, "ImageFamily") + u' ' + text(image, "Description");
    for (const char *sign : {"gpu", "nvidia", "cuda"})
        read.hasDriver = read.hasDriver || names.contains(QLatin1String(sign), Qt::CaseInsensitive);
    return read;
}

QList<ProviderQuota> readAlibabaQuotas(const QJsonObject &answer, const QString &region)
{
    QMap<QString, double> values;
    for (const QJsonValue &item : listIn(answer, "AccountAttributeItems", "AccountAttributeItem")) {
        const QJsonArray told = listIn(item.toObject(), "AttributeValues", "ValueItem");
        bool isNumber = false;
        const double value = told.size() == 1 ? text(told.first().toObject(), "Value").toDouble(&isNumber) : 0;
        if (isNumber)
            values.insert(text(item.toObject(), "AttributeName"), value);
    }
    QList<ProviderQuota> quotas;
    for (auto it = values.constBegin(); it != values.constEnd(); ++it) {
        if (it.key().startsWith(QLatin1String("max-")))
            quotas << ProviderQuota{it.key().mid(4), region, it.value(), values.value(QLatin1String("used-") + it.key().mid(4))};
    }
    return quotas;
}

QList<AlibabaStock> readAlibabaStock(const QJsonObject &answer)
{
    QList<AlibabaStock> stocks;
    for (const QJsonValue &zoneValue : listIn(answer, "AvailableZones", "AvailableZone")) {
        const QJsonObject zone = zoneValue.toObject();
        for (const QJsonValue &resource : listIn(zone, "AvailableResources", "AvailableResource")) {
            for (const QJsonValue &value : listIn(resource.toObject(), "SupportedResources", "SupportedResource")) {
                const QJsonObject supported = value.toObject();
                // "WithStock" is plenty, "ClosedWithStock" is little; the others have none.
                const QString category = text(supported, "StatusCategory");
                const bool isInStock = text(supported, "Status") == QLatin1String("Available")
                                       && (category.isEmpty() || category == QLatin1String("WithStock")
                                           || category == QLatin1String("ClosedWithStock"));
                stocks << AlibabaStock{text(zone, "ZoneId"), text(supported, "Value"), isInStock};
            }
        }
    }
    return stocks;
}

std::optional<Money> readAlibabaPrice(const QJsonObject &answer)
{
    const QJsonObject price = answer.value(QLatin1String("PriceInfo")).toObject().value(QLatin1String("Price")).toObject();
    for (const QJsonValue &value : listIn(price, "DetailInfos", "DetailInfo")) {
        if (text(value.toObject(), "Resource") == QLatin1String("instanceType"))
            return amountOf(value.toObject().value(QLatin1String("TradePrice")), text(price, "Currency"));
    }
    return std::nullopt;
}

QList<SpotPrice> readAlibabaSpotPrices(const QJsonObject &answer)
{
    QList<SpotPrice> prices;
    for (const QJsonValue &value : listIn(answer, "SpotPrices", "SpotPriceType")) {
        const QJsonObject one = value.toObject();
        const auto price = amountOf(one.value(QLatin1String("SpotPrice")), text(answer, "Currency"));
        const QDateTime since = timeOf(text(one, "Timestamp"));
        if (price && price->nanos() > 0 && since.isValid())
            prices << SpotPrice{text(one, "InstanceType"), text(one, "ZoneId"), since, *price};
    }
    return prices;
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/azure/internal/azureanswer.h"

#include "core/provider/azure/internal/azurerequest.h"
#include "core/provider/azure/internal/azuretext.h"

#include <QRegularExpression>

#include <algorithm>

namespace trainyard {

namespace {

constexpr qsizetype kMostText = 500;
constexpr qint64 kMakingSeconds = 5 * 60;  // from the group to the machine

QString textIn(const QJsonObject &object, const char *name) { return object.value(QLatin1String(name)).toString().left(kMostText); }

QString lineIn(const QJsonObject &object, const char *name)
{
    QString text = textIn(object, name);
    for (QChar &c : text) {
        if (!c.isPrint())
            c = u' ';
    }
    return text.simplified();
}

QJsonObject propertiesOf(const QJsonObject &thing) { return thing.value("properties").toObject(); }

// "PowerState/running" among the statuses of the instance view; an empty object: there is none of that kind.
QJsonObject statusOf(const QJsonObject &machine, const char *kind)
{
    const QJsonArray statuses = propertiesOf(machine).value("instanceView").toObject().value("statuses").toArray();
    const auto found = std::find_if(statuses.begin(), statuses.end(), [kind](const QJsonValue &one) {
        return one.toObject().value("code").toString().startsWith(QLatin1String(kind));
    });
    return found == statuses.end() ? QJsonObject() : found->toObject();
}

std::optional<ProvidedState> powerOf(const QString &power)
{
    // Shut down from inside, it keeps its place and its price.
    if (power == QLatin1String("running") || power == QLatin1String("stopped"))
        return ProvidedState::Running;
    if (power == QLatin1String("starting"))
        return ProvidedState::Starting;
    if (power == QLatin1String("stopping") || power == QLatin1String("deallocating"))
        return ProvidedState::Stopping;
    if (power == QLatin1String("deallocated"))
        return ProvidedState::Stopped;
    return std::nullopt;
}

// What goes on costing money.
QString reasonOfStop(const QJsonObject &machine)
{
    const int gib = propertiesOf(machine).value("storageProfile").toObject().value("osDisk").toObject().value("diskSizeGB").toInt();
    return gib > 0 ? AzureText::tr("It is deallocated. Its disk of %1 GiB and its public address go on costing money.").arg(gib)
                   : AzureText::tr("It is deallocated. Its disk and its public address go on costing money.");
}

QString capabilityOf(const QJsonObject &sku, const char *name)
{
    const QJsonArray all = sku.value("capabilities").toArray();
    for (const QJsonValue &one : all) {
        if (one.toObject().value("name").toString() == QLatin1String(name))
            return one.toObject().value("value").toString();
    }
    return {};
}

bool isRestricted(const QJsonObject &sku)
{
    // A restriction of some zones leaves the others.
    const QJsonArray all = sku.value("restrictions").toArray();
    return std::any_of(all.begin(), all.end(),
                       [](const QJsonValue &one) { return one.toObject().value("type").toString() == QLatin1String("Location"); });
}

}  // namespace

QString azureTag(const QJsonObject &thing, const QString &tag)
{
    return thing.value("tags").toObject().value(tag).toString().left(kMostText);
}

bool isAzureGroupGoing(const QJsonObject &group) { return textIn(propertiesOf(group), "provisioningState") == QLatin1String("Deleting"); }

InstanceReport azureReport(const QJsonObject &machine, const QString &name)
{
    InstanceReport report;
    report.providerId = name;
    report.owner = azureTag(machine, kAzureOwnerTag);
    report.clientToken = azureTag(machine, kAzureTokenTag);
    const QString power = textIn(statusOf(machine, "PowerState/"), "code").section(u'/', 1);
    const QString provisioning = textIn(propertiesOf(machine), "provisioningState");
    const auto powered = powerOf(power);
    if (provisioning == QLatin1String("Deleting")) {
        report.state = ProvidedState::Terminating;
    } else if (powered && *powered != ProvidedState::Running) {
        report.state = *powered;
    } else if (provisioning == QLatin1String("Failed") && !powered) {
        const QJsonObject failed = statusOf(machine, "ProvisioningState/failed");
        report.state = ProvidedState::Failed;
        report.reason = lineIn(failed, "message").isEmpty() ? lineIn(failed, "displayStatus") : lineIn(failed, "message");
    } else if (provisioning == QLatin1String("Creating") || !powered) {
        report.state = ProvidedState::Starting;
    } else {
        report.state = ProvidedState::Running;
    }
    if (report.state == ProvidedState::Stopped)
        report.reason = reasonOfStop(machine);
    else if (report.state == ProvidedState::Running && power == QLatin1String("stopped"))
        report.reason = AzureText::tr(
            "It is shut down but not deallocated, and goes on costing its full price: stop it here, or terminate it.");
    return report;
}

InstanceReport azureGroupReport(const QJsonObject &group, const QDateTime &now)
{
    InstanceReport report;
    report.providerId = textIn(group, "name").toLower();
    report.owner = azureTag(group, kAzureOwnerTag);
    report.clientToken = azureTag(group, kAzureTokenTag);
    const QDateTime made = QDateTime::fromString(azureTag(group, kAzureMadeTag), Qt::ISODate);
    const bool isBeingMade = made.isValid() && made.secsTo(now) < kMakingSeconds;
    report.state = isAzureGroupGoing(group) ? ProvidedState::Terminating : isBeingMade ? ProvidedState::Starting : ProvidedState::Failed;
    if (report.state == ProvidedState::Failed)
        report.reason = AzureText::tr("Azure took the machine back, or it was never finished; its network is left: terminate it.");
    return report;
}

Result<SshTarget> azureTarget(const QJsonArray &addresses, const QString &name)
{
    SshTarget target;
    for (const QJsonValue &one : addresses) {
        if (target.host.isEmpty())
            target.host = textIn(propertiesOf(one.toObject()), "ipAddress");
    }
    if (target.host.isEmpty()) {
        return Error{
            ErrorCode::Unreachable, AzureText::tr("Azure has not given the machine a public address yet: try again in a minute."), {}};
    }
    target.user = kAzureUser;
    target.hostKeyAlias = name;
    if (!isHostName(target.host)) {
        return Error{ErrorCode::Corrupt, AzureText::tr("The answer of Azure has no valid address of the machine: try again later."), {}};
    }
    return target;
}

QList<ProviderOffer> azureOffers(const QJsonArray &skus, const QString &region, const QHash<QString, AzurePrice> &prices)
{
    QList<ProviderOffer> offers;
    for (const QJsonValue &value : skus) {
        const QJsonObject sku = value.toObject();
        const QStringList places = sku.value("locations").toVariant().toStringList();
        if (textIn(sku, "resourceType") != QLatin1String("virtualMachines") || capabilityOf(sku, "GPUs").toDouble() <= 0
            || !places.contains(region, Qt::CaseInsensitive))
            continue;
        ProviderOffer offer;
        offer.region = region;
        offer.type = textIn(sku, "name");
        offer.isInStock = !isRestricted(sku);
        const AzurePrice price = prices.value(offer.type);
        offer.perHour = price.perHour;
        offers << offer;
        if (capabilityOf(sku, "LowPriorityCapable") == QLatin1String("True")) {
            offer.isSpot = true;
            offer.perHour = price.spotPerHour;
            offers << offer;
        }
    }
    return offers;
}

QList<ProviderQuota> azureQuota(const QJsonArray &usages, const QString &region)
{
    QList<ProviderQuota> quotas;
    for (const QJsonValue &value : usages) {
        const QJsonObject usage = value.toObject(), name = usage.value("name").toObject();
        const QString id = textIn(name, "value");
        // The families with GPUs, and what limits them together.
        if (!id.startsWith(QLatin1String("standardN"), Qt::CaseInsensitive) && id != QLatin1String("cores")
            && id != QLatin1String("lowPriorityCores"))
            continue;
        quotas << ProviderQuota{lineIn(name, "localizedValue"), region, usage.value("limit").toDouble(),
                                usage.value("currentValue").toDouble()};
    }
    return quotas;
}

QList<ProviderImage> azureImages(const QJsonArray &skus, const QString &publisher, const QString &offer, bool hasDriver)
{
    static const QRegularExpression form(QStringLiteral("\\A[A-Za-z0-9._-]{1,80}\\z"));
    QList<ProviderImage> images;
    for (const QJsonValue &value : skus) {
        const QString sku = textIn(value.toObject(), "name");
        // Other processors, and firmware that newer types do not have.
        if (!form.match(sku).hasMatch() || sku.contains(QLatin1String("arm64")) || sku.contains(QLatin1String("gen1"))
            || sku.contains(QLatin1String("preview")))
            continue;
        ProviderImage image;
        image.id = QStringList{publisher, offer, sku, QStringLiteral("latest")}.join(u':');
        image.name = offer + u' ' + sku;
        image.user = kAzureUser;
        image.hasDriver = hasDriver;
        images << image;
    }
    return images;
}

QString azureGroupOf(const QString &id)
{
    const QStringList parts = id.toLower().split(u'/');
    return parts.size() > 4 && parts[3] == QLatin1String("resourcegroups") ? parts[4] : QString();
}

CloudResource azureResource(CloudResource::Kind kind, const QJsonObject &thing)
{
    const QJsonObject properties = propertiesOf(thing);
    CloudResource resource;
    resource.kind = kind;
    resource.providerId = textIn(thing, "id");
    resource.region = textIn(thing, "location").toLower();
    resource.name = lineIn(thing, "name");
    resource.owner = azureTag(thing, kAzureOwnerTag);
    resource.clientToken = azureTag(thing, kAzureTokenTag);
    resource.state = lineIn(properties, kind == CloudResource::Kind::Disk ? "diskState" : "provisioningState");
    resource.isInUse = kind == CloudResource::Kind::Disk ? !textIn(thing, "managedBy").isEmpty() : properties.contains("ipConfiguration");
    resource.created = QDateTime::fromString(textIn(properties, "timeCreated"), Qt::ISODateWithMs).toUTC();
    const double gib = properties.value("diskSizeGB").toDouble(-1);
    resource.gibibytes = gib >= 0 && gib < 1e9 ? gib : -1;
    return resource;
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/google/internal/googleanswer.h"

#include "core/provider/cloudapi/jsontext.h"
#include "core/provider/google/internal/googlerequest.h"
#include "core/provider/google/internal/googletext.h"

#include <QMap>
#include <QRegularExpression>

#include <algorithm>

namespace trainyard {

namespace {

constexpr qsizetype kMostText = 500;
constexpr int kSpotNotice = 30;  // seconds; https://cloud.google.com/compute/docs/instances/preemptible

QDateTime timeOf(const QJsonObject &object, const char *name)
{
    const QDateTime time = QDateTime::fromString(cloudText(object, name), Qt::ISODateWithMs);
    return time.isValid() && time.timeSpec() != Qt::LocalTime ? time.toUTC() : QDateTime();
}

QString labelOf(const QJsonObject &entry, const QString &name)
{
    return entry.value("labels").toObject().value(name).toString().left(kMostText);
}

ProvidedState stateOf(const QString &status)
{
    static const QMap<QString, ProvidedState> states{
        {QStringLiteral("PROVISIONING"), ProvidedState::Starting},
        {QStringLiteral("STAGING"), ProvidedState::Starting},
        {QStringLiteral("PENDING"), ProvidedState::Starting},
        {QStringLiteral("RUNNING"), ProvidedState::Running},
        {QStringLiteral("REPAIRING"), ProvidedState::Running},
        {QStringLiteral("PENDING_STOP"), ProvidedState::Stopping},
        {QStringLiteral("STOPPING"), ProvidedState::Stopping},
        {QStringLiteral("SUSPENDING"), ProvidedState::Stopping},
        // Their word for stopped: such a machine can be started again.
        {QStringLiteral("TERMINATED"), ProvidedState::Stopped},
        {QStringLiteral("SUSPENDED"), ProvidedState::Stopped},
        {QStringLiteral("DEPROVISIONING"), ProvidedState::Terminating},
    };
    // One that is not known here exists, and may cost money.
    return states.value(status, ProvidedState::Running);
}

double gibibytesOf(const QJsonObject &entry)
{
    bool isNumber = false;
    const double gib = entry.value("sizeGb").toString().toDouble(&isNumber);
    if (isNumber && gib >= 0 && gib < 1e9)
        return gib;
    const double bytes = entry.value("storageBytes").toString().toDouble(&isNumber);
    return isNumber && bytes >= 0 && bytes < 1e18 ? bytes / (1024.0 * 1024 * 1024) : -1;
}

}  // namespace

QString googlePath(const QString &link)
{
    static const QRegularExpression form(
        QStringLiteral("(?:\\A|/)((?:(?:zones|regions)/[a-z][a-z0-9-]{0,62}|global)/[a-zA-Z]{1,40}/[a-z][a-z0-9-]{0,62})\\z"));
    const auto found = form.match(link.left(kMostText));
    return found.hasMatch() ? found.captured(1) : QString();
}

QString googleLastName(const QString &link) { return link.section(u'/', -1).left(kMostText); }

QString googleRegionOf(const QString &place)
{
    static const QRegularExpression zone(QStringLiteral("\\A(.+)-[a-z]\\z"));
    const auto found = zone.match(place);
    return found.hasMatch() ? found.captured(1) : place;
}

InstanceReport googleReport(const QJsonObject &instance)
{
    InstanceReport report;
    report.providerId = googlePath(cloudText(instance, "selfLink"));
    report.owner = labelOf(instance, kGoogleOwnerLabel);
    report.clientToken = labelOf(instance, kGoogleTokenLabel);
    report.state = stateOf(cloudText(instance, "status"));
    report.reason = cloudLine(instance, "statusMessage");
    if (report.state == ProvidedState::Stopped) {
        double gib = 0;
        for (const QJsonValue &disk : instance.value("disks").toArray())
            gib += disk.toObject().value("diskSizeGb").toString().toDouble();
        const bool isSuspended = cloudText(instance, "status") == QLatin1String("SUSPENDED");
        report.reason = isSuspended ? GoogleText::tr("It is suspended. Its memory and its disks, %1 GiB, go on costing money.").arg(gib)
                                    : GoogleText::tr("It is stopped. Its disks, %1 GiB, and held addresses go on costing money.").arg(gib);
    }
    return report;
}

Result<SshTarget> googleTarget(const QJsonObject &instance)
{
    SshTarget target;
    const QJsonObject interface = instance.value("networkInterfaces").toArray().first().toObject();
    target.host = interface.value("accessConfigs").toArray().first().toObject().value("natIP").toString();
    if (target.host.isEmpty()) {
        return Error{ErrorCode::Unreachable,
                     GoogleText::tr("Google Cloud has not given the machine a public address yet: try again in a minute."),
                     cloudLine(instance, "status")};
    }
    target.user = kGoogleUser;
    target.hostKeyAlias = googlePath(cloudText(instance, "selfLink")).section(u'/', -1);
    if (!isHostName(target.host) || target.hostKeyAlias.isEmpty()) {
        return Error{ErrorCode::Corrupt, GoogleText::tr("The answer of Google Cloud has no valid address of the machine: try again later."),
                     cloudLine(interface, "name")};
    }
    return target;
}

QList<ProviderOffer> googleOffers(const QJsonArray &machineTypes, const QString &region)
{
    QList<ProviderOffer> offers;
    for (const QJsonValue &value : machineTypes) {
        const QJsonObject type = value.toObject();
        ProviderOffer offer;
        offer.zone = googleLastName(cloudLine(type, "zone"));
        offer.region = googleRegionOf(offer.zone);
        offer.type = cloudLine(type, "name");
        if (type.value("accelerators").toArray().isEmpty() || offer.type.isEmpty() || (!region.isEmpty() && offer.region != region)
            || type.value("deprecated").toObject().contains("state"))
            continue;
        offers << offer;
        offer.isSpot = true;
        offers << offer;
    }
    return offers;
}

QList<ProviderQuota> googleQuota(const QJsonArray &quotas, const QString &region)
{
    QList<ProviderQuota> found;
    for (const QJsonValue &value : quotas) {
        const QJsonObject quota = value.toObject();
        const QString metric = cloudLine(quota, "metric");
        if (metric.contains(QLatin1String("GPUS")))
            found << ProviderQuota{metric, region, quota.value("limit").toDouble(), quota.value("usage").toDouble()};
    }
    return found;
}

QList<ProviderImage> googleImages(const QJsonArray &images)
{
    QMap<QString, QJsonObject> newest;  // by family
    for (const QJsonValue &value : images) {
        const QJsonObject image = value.toObject();
        const QString family = cloudText(image, "family");
        const bool isUsable = cloudText(image, "status") == QLatin1String("READY")
                              && !image.value("deprecated").toObject().contains("state")
                              && cloudText(image, "architecture") != QLatin1String("ARM64");
        if (family.isEmpty() || !isUsable)
            continue;
        const auto present = newest.constFind(family);
        if (present == newest.constEnd() || timeOf(*present, "creationTimestamp") < timeOf(image, "creationTimestamp"))
            newest.insert(family, image);
    }
    static const QRegularExpression driver(QStringLiteral("nvidia|-cu[0-9]{2,3}|gpu"));
    QList<ProviderImage> found;
    for (const QJsonObject &image : std::as_const(newest)) {
        const QString link = cloudText(image, "selfLink");
        const qsizetype at = link.indexOf(QLatin1String("projects/"));
        if (at < 0 || googlePath(link).isEmpty())
            continue;
        ProviderImage one;
        one.id = link.mid(at);
        one.name = cloudLine(image, "name");
        one.user = kGoogleUser;
        // Ubuntu's have it; those of deep learning install it at the first start, which they are asked to.
        one.hasDriver = driver.match(one.name).hasMatch();
        found << one;
    }
    return found;
}

CloudResource googleResource(CloudResource::Kind kind, const QJsonObject &entry)
{
    CloudResource resource;
    resource.kind = kind;
    resource.providerId = googlePath(cloudText(entry, "selfLink"));
    const QStringList parts = resource.providerId.split(u'/');
    resource.region = parts.size() == 4 ? googleRegionOf(parts[1]) : parts.value(0);
    resource.name = cloudLine(entry, "name");
    resource.state = cloudLine(entry, "status");
    resource.created = timeOf(entry, "creationTimestamp");
    resource.owner = labelOf(entry, kGoogleOwnerLabel);
    resource.clientToken = labelOf(entry, kGoogleTokenLabel);
    resource.isInUse = !entry.value("users").toArray().isEmpty();
    resource.gibibytes = gibibytesOf(entry);
    return resource;
}

QByteArray googleHostKeys(const QJsonObject &guestAttributes)
{
    static const QRegularExpression type(QStringLiteral("\\A[a-z0-9-]{1,40}\\z")),
        key(QStringLiteral("\\A[A-Za-z0-9+/]{20,4096}={0,2}\\z"));
    QByteArray lines;
    for (const QJsonValue &value : guestAttributes.value("queryValue").toObject().value("items").toArray()) {
        const QJsonObject item = value.toObject();
        const QString name = item.value("key").toString(), text = item.value("value").toString().trimmed();
        if (item.value("namespace").toString() == QLatin1String("hostkeys") && type.match(name).hasMatch() && key.match(text).hasMatch())
            lines += name.toLatin1() + ' ' + text.toLatin1() + '\n';
    }
    return lines.isEmpty() ? lines : "-----BEGIN SSH HOST KEY KEYS-----\n" + lines + "-----END SSH HOST KEY KEYS-----\n";
}

std::optional<QDateTime> googlePreemption(const QJsonArray &operations, const QString &path)
{
    std::optional<QDateTime> last;
    for (const QJsonValue &value : operations) {
        const QJsonObject operation = value.toObject();
        const QDateTime since = timeOf(operation, "insertTime");
        if (cloudText(operation, "operationType") == QLatin1String("compute.instances.preempted") && since.isValid()
            && googlePath(cloudText(operation, "targetLink")) == path && (!last || *last < since.addSecs(kSpotNotice)))
            last = since.addSecs(kSpotNotice);
    }
    return last;
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// What an account may do, what it could have, and what lies in it.
#include "core/base/fanout.h"
#include "core/provider/aws/awsprovider.h"
#include "core/provider/aws/internal/ec2client.h"
#include "core/provider/cloudapi/listing.h"

#include <QJsonArray>
#include <QSet>

#include <algorithm>
#include <array>
#include <vector>

namespace trainyard {

namespace {

using ResourceKind = CloudResource::Kind;
// "Deep Learning Base", whose driver is NVIDIA's open one; Amazon makes a new one every few weeks.
constexpr char kImageOwner[] = "898082745236", kImageName[] = "Deep Learning Base OSS Nvidia Driver GPU AMI (Ubuntu 22.04) *";
const QByteArrayList kGpuFamilies{"p*", "g*"};

constexpr int kHistoryDays = 90;

// Calls whose dry run needs no object that exists.
constexpr std::array kTried{
    "DescribeInstances", "DescribeInstanceTypes", "DescribeImages",   "DescribeSecurityGroups",       "DescribeVolumes",
    "DescribeAddresses", "DescribeSnapshots",     "DescribeKeyPairs", "DescribeSpotInstanceRequests", "CreateSecurityGroup"};

struct KnownQuota {
    const char *code, *families;
    bool isSpot;
};
// Counted in vCPUs: https://docs.aws.amazon.com/ec2/latest/instancetypes/ec2-instance-quotas.html
constexpr KnownQuota kQuotas[] = {
    {"L-417A185B", "p", false}, {"L-DB2E81BA", "gv", false}, {"L-7212CCBC", "p", true}, {"L-3819A6DF", "gv", true}};

CloudResource resourceOf(ResourceKind kind, const XmlNode &node, QLatin1String id, const Ec2Client &ec2)
{
    CloudResource one;
    one.kind = kind;
    one.providerId = node.value(id);
    one.region = ec2.region();
    one.owner = node.tag(QLatin1String(kOwnerTag));
    one.clientToken = node.tag(QLatin1String(kTokenTag));
    one.name = node.tag(QLatin1String("Name"));
    one.state = node.value(QLatin1String("status"));
    return one;
}

struct ResourceSet {
    const char *action, *set;
    Ec2Parameters parameters;
    std::function<std::optional<CloudResource>(const XmlNode &, const Ec2Client &)> read;
};

QList<ResourceSet> listings()
{
    const Ec2Parameters paged{{"MaxResults", "500"}};
    Ec2Parameters ours = paged, own = paged;
    addFilter(ours, "tag-key", {kOwnerTag});
    own << NamedBytes("Owner.1", "self");
    return {
        {"DescribeVolumes", "volumeSet", paged,
         [](const XmlNode &node, const Ec2Client &ec2) -> std::optional<CloudResource> {
             CloudResource one = resourceOf(ResourceKind::Disk, node, QLatin1String("volumeId"), ec2);
             one.created = ec2Time(node.value(QLatin1String("createTime")));
             one.gibibytes = node.value(QLatin1String("size")).toDouble();
             one.isInUse = !node.at(QLatin1String("attachmentSet")).children.isEmpty();
             return one;
         }},
        {"DescribeAddresses",
         "addressesSet",
         {},
         [](const XmlNode &node, const Ec2Client &ec2) -> std::optional<CloudResource> {
             CloudResource one = resourceOf(ResourceKind::Address, node, QLatin1String("allocationId"), ec2);
             if (one.name.isEmpty())
                 one.name = node.value(QLatin1String("publicIp"));
             one.isInUse = !node.value(QLatin1String("associationId")).isEmpty();
             one.state = one.isInUse ? QStringLiteral("associated") : QStringLiteral("available");
             return one;
         }},
        {"DescribeSnapshots", "snapshotSet", own,
         [](const XmlNode &node, const Ec2Client &ec2) -> std::optional<CloudResource> {
             CloudResource one = resourceOf(ResourceKind::Snapshot, node, QLatin1String("snapshotId"), ec2);
             one.created = ec2Time(node.value(QLatin1String("startTime")));
             one.gibibytes = node.value(QLatin1String("volumeSize")).toDouble();
             return one;
         }},
        // Open ones make machines by themselves.
        {"DescribeSpotInstanceRequests", "spotInstanceRequestSet", paged,
         [](const XmlNode &node, const Ec2Client &ec2) -> std::optional<CloudResource> {
             CloudResource one = resourceOf(ResourceKind::SpotRequest, node, QLatin1String("spotInstanceRequestId"), ec2);
             one.state = node.value(QLatin1String("state"));
             one.created = ec2Time(node.value(QLatin1String("createTime")));
             one.isInUse = !node.value(QLatin1String("instanceId")).isEmpty();
             const bool isOver = one.state == QLatin1String("closed") || one.state == QLatin1String("cancelled")
                                 || one.state == QLatin1String("failed");
             return isOver ? std::nullopt : std::optional(one);
         }},
        // These cost nothing: those of other programs are left out.
        {"DescribeKeyPairs", "keySet", Ec2Parameters(ours).mid(1),
         [](const XmlNode &node, const Ec2Client &ec2) -> std::optional<CloudResource> {
             CloudResource one = resourceOf(ResourceKind::KeyPair, node, QLatin1String("keyPairId"), ec2);
             one.name = node.value(QLatin1String("keyName"));
             return one;
         }},
        {"DescribeSecurityGroups", "securityGroupInfo", ours,
         [](const XmlNode &node, const Ec2Client &ec2) -> std::optional<CloudResource> {
             CloudResource one = resourceOf(ResourceKind::SecurityGroup, node, QLatin1String("groupId"), ec2);
             one.name = node.value(QLatin1String("groupName"));
             return one;
         }},
    };
}

Result<QList<CloudResource>> resourcesIn(const Ec2Client &ec2)
{
    QList<CloudResource> found;
    TRY(const auto reservations, ec2.readAll("DescribeInstances", QLatin1String("reservationSet"), {{"MaxResults", "1000"}}));
    for (const XmlNode &reservation : reservations) {
        for (const XmlNode &node : reservation.at(QLatin1String("instancesSet")).children) {
            CloudResource one = resourceOf(ResourceKind::Instance, node, QLatin1String("instanceId"), ec2);
            one.state = node.value(QLatin1String("instanceState/name"));
            one.created = ec2Time(node.value(QLatin1String("launchTime")));
            if (one.state != QLatin1String("terminated"))
                found << one;
        }
    }
    for (const ResourceSet &listing : listings()) {
        TRY(const auto nodes, ec2.readAll(listing.action, QLatin1String(listing.set), listing.parameters));
        for (const XmlNode &node : nodes) {
            if (const auto one = listing.read(node, ec2))
                found << *one;
        }
    }
    return found;
}

// Where a price is that of the beginning, EC2 gives it with the earlier moment since which it holds.
Result<QList<SpotPrice>> spotPricesIn(const Ec2Client &ec2, const QByteArrayList &types, const QByteArrayList &zones,
                                      const QDateTime &since)
{
    // The answer names none; AWS in China charges in yuan.
    const Currency currency = ec2.region().startsWith(QLatin1String("cn-")) ? Currency::CNY : Currency::USD;
    Ec2Parameters parameters{
        {"ProductDescription.1", "Linux/UNIX"}, {"StartTime", since.toUTC().toString(Qt::ISODate).toLatin1()}, {"MaxResults", "1000"}};
    addFilter(parameters, "instance-type", types);
    if (!zones.isEmpty())
        addFilter(parameters, "availability-zone", zones);
    TRY(const auto nodes, ec2.readAll("DescribeSpotPriceHistory", QLatin1String("spotPriceHistorySet"), parameters));
    QList<SpotPrice> prices;
    for (const XmlNode &one : nodes) {
        const auto price = Money::parse(one.value(QLatin1String("spotPrice")).toLatin1(), currency);
        const QDateTime when = ec2Time(one.value(QLatin1String("timestamp")));
        if (price && price->nanos() > 0 && when.isValid())
            prices << SpotPrice{one.value(QLatin1String("instanceType")), one.value(QLatin1String("availabilityZone")), when, *price};
    }
    std::stable_sort(prices.begin(), prices.end(), [](const SpotPrice &a, const SpotPrice &b) { return a.since < b.since; });
    return prices;
}

}  // namespace

Result<AccountReport> AwsProvider::check(const QString &account, std::stop_token stop) const
{
    TRY(const auto ec2, client(account, {}, stop));
    TRY(const auto identity, ec2.callerIdentity());
    AccountReport report;
    report.identity = identity.value(QLatin1String("GetCallerIdentityResult/Arn")).simplified().left(300);
    report.scope = identity.value(QLatin1String("GetCallerIdentityResult/Account")).simplified().left(100);
    // All at once, as the second round trip. Only a plain "no right" counts: other refusals come after the right was looked at.
    std::vector<std::optional<Error>> errors(kTried.size());
    std::optional<Result<XmlNode>> regions;
    fanOut(kTried.size() + 1, kTried.size() + 1, [&](std::size_t index) {
        if (index == kTried.size()) {
            regions = ec2.read("DescribeRegions");
            return;
        }
        Ec2Parameters parameters{{"DryRun", "true"}};
        if (QByteArrayView(kTried[index]).startsWith("Create"))
            parameters << NamedBytes("GroupName", "trainyard-check") << NamedBytes("GroupDescription", "Dry run");
        const auto tried = ec2.read(kTried[index], parameters);
        if (!tried)
            errors[index] = tried.error();
    });
    for (std::size_t i = 0; i < kTried.size(); ++i) {
        if (errors[i] && errors[i]->code == ErrorCode::PermissionDenied)
            report.missing << QStringLiteral("ec2:") + QLatin1String(kTried[i]);
        else if (errors[i] && (isUnknownOutcome(errors[i]->code) || errors[i]->code == ErrorCode::AuthenticationFailed))
            return *errors[i];
    }
    if (!*regions && regions->error().code == ErrorCode::PermissionDenied)
        report.missing << QStringLiteral("ec2:DescribeRegions");
    else if (!*regions)
        return regions->error();
    else {
        for (const XmlNode &one : (*regions)->at(QLatin1String("regionInfo")).children)
            report.regions << one.value(QLatin1String("regionName"));
    }
    report.regions.sort();
    return report;
}

Result<QList<ProviderImage>> AwsProvider::images(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const auto ec2, client(filter.account, filter.region, stop));
    // Another world of accounts.
    Ec2Parameters parameters{{"Owner.1", ec2.region().startsWith(QLatin1String("cn-")) ? "amazon" : kImageOwner}};
    addFilter(parameters, "name", {kImageName});
    addFilter(parameters, "state", {"available"});
    TRY(const auto answer, ec2.read("DescribeImages", parameters));
    QList<XmlNode> found = answer.at(QLatin1String("imagesSet")).children;
    // ISO 8601, all in UTC: by text is by time.
    std::stable_sort(found.begin(), found.end(), [](const XmlNode &a, const XmlNode &b) {
        return a.value(QLatin1String("creationDate")) > b.value(QLatin1String("creationDate"));
    });
    QList<ProviderImage> known;
    for (const XmlNode &one : std::as_const(found)) {
        if (const QString id = one.value(QLatin1String("imageId")); isEc2Id(id))
            known << ProviderImage{id, one.value(QLatin1String("name")).simplified().left(200), QStringLiteral("ubuntu"), true};
    }
    return known;
}

Result<QList<ProviderOffer>> AwsProvider::offers(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const auto ec2, client(filter.account, filter.region, stop));
    Ec2Parameters types{{"MaxResults", "100"}};
    addFilter(types, "instance-type", kGpuFamilies);
    TRY(const auto described, ec2.readAll("DescribeInstanceTypes", QLatin1String("instanceTypeSet"), types));
    QSet<QString> withGpus;
    for (const XmlNode &one : described) {
        if (!one.at(QLatin1String("gpuInfo/gpus")).children.isEmpty())
            withGpus << one.value(QLatin1String("instanceType"));
    }
    Ec2Parameters places{{"LocationType", "availability-zone"}, {"MaxResults", "1000"}};
    addFilter(places, "instance-type", kGpuFamilies);
    TRY(const auto offered, ec2.readAll("DescribeInstanceTypeOfferings", QLatin1String("instanceTypeOfferingSet"), places));
    QList<ProviderOffer> all;
    for (const XmlNode &one : offered) {
        const QString type = one.value(QLatin1String("instanceType"));
        if (withGpus.contains(type))
            all << ProviderOffer{{}, ec2.region(), one.value(QLatin1String("location")), type, std::nullopt, false, std::nullopt};
    }
    // From now on means: what holds now.
    TRY(const auto paid, spotPricesIn(ec2, kGpuFamilies, {}, QDateTime::currentDateTimeUtc()));
    for (const SpotPrice &one : paid) {
        if (withGpus.contains(one.type))
            all << ProviderOffer{{}, ec2.region(), one.zone, one.type, one.perHour, true, std::nullopt};
    }
    return all;
}

Result<QList<SpotPrice>> AwsProvider::spotPrices(const SpotPriceFilter &filter, std::stop_token stop) const
{
    TRY(const auto ec2, client(filter.account, filter.region, stop));
    const auto names = [](const QStringList &texts) {
        QByteArrayList all;
        for (const QString &text : texts)
            all << text.toUtf8();
        return all;
    };
    // The history goes back 90 days, and EC2 refuses an earlier beginning.
    const QDateTime earliest = QDateTime::currentDateTimeUtc().addDays(-kHistoryDays);
    return spotPricesIn(ec2, names(filter.types), names(filter.zones), std::max(filter.since, earliest));
}

Result<QList<ProviderQuota>> AwsProvider::quota(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const auto ec2, client(filter.account, filter.region, stop));
    Ec2Parameters running{{"MaxResults", "1000"}};
    addFilter(running, "instance-state-name", {"pending", "running"});
    TRY(const auto reservations, ec2.readAll("DescribeInstances", QLatin1String("reservationSet"), running));
    const auto usedOf = [&reservations](const KnownQuota &quota) {
        double used = 0;
        for (const XmlNode &reservation : reservations) {
            for (const XmlNode &one : reservation.at(QLatin1String("instancesSet")).children) {
                const QString type = one.value(QLatin1String("instanceType"));
                const bool isSpot = one.value(QLatin1String("instanceLifecycle")) == QLatin1String("spot");
                if (!type.isEmpty() && QLatin1String(quota.families).contains(type[0]) && isSpot == quota.isSpot) {
                    used += one.value(QLatin1String("cpuOptions/coreCount")).toDouble()
                            * one.value(QLatin1String("cpuOptions/threadsPerCore")).toDouble();
                }
            }
        }
        return used;
    };
    QList<ProviderQuota> found;
    QString page;
    const Listing listing;
    while (true) {
        TRY(const auto answer, ec2.quotas(page));
        for (const QJsonValue &one : answer.value(QLatin1String("Quotas")).toArray()) {
            const auto known = std::find_if(std::begin(kQuotas), std::end(kQuotas), [&one](const KnownQuota &quota) {
                return one[QLatin1String("QuotaCode")].toString() == QLatin1String(quota.code);
            });
            if (known != std::end(kQuotas)) {
                found << ProviderQuota{one[QLatin1String("QuotaName")].toString().simplified().left(200), ec2.region(),
                                       one[QLatin1String("Value")].toDouble(), usedOf(*known)};
                found.last().typesBeginWith = QString::fromLatin1(known->families).split(QString(), Qt::SkipEmptyParts);
                found.last().isSpot = known->isSpot;
                found.last().countsVcpus = true;
            }
        }
        page = answer.value(QLatin1String("NextToken")).toString();
        if (page.isEmpty())
            break;
    }
    return found;
}

Result<QList<CloudResource>> AwsProvider::resources(const InstanceFilter &filter, std::stop_token stop) const
{
    QList<QList<CloudResource>> parts;
    TRY_DO(inRegions(
        filter, stop,
        [&parts](const Ec2Client &ec2, qsizetype index) -> Result<void> {
            TRY(parts[index], resourcesIn(ec2));
            return {};
        },
        [&parts](qsizetype count) { parts.resize(count); }));
    QList<CloudResource> all;
    for (const auto &part : std::as_const(parts)) {
        std::copy_if(part.begin(), part.end(), std::back_inserter(all), [&filter](const CloudResource &one) {
            return (filter.owner.isEmpty() || one.owner == filter.owner)
                   && (filter.clientToken.isEmpty() || one.clientToken == filter.clientToken);
        });
    }
    return all;
}

Result<void> AwsProvider::release(const QString &account, const CloudResource &resource, std::stop_token stop) const
{
    struct Way {
        QByteArray action, parameter;
    };
    const auto way = [&resource]() -> Way {
        switch (resource.kind) {
        case ResourceKind::Instance: return {"TerminateInstances", "InstanceId.1"};
        case ResourceKind::Disk: return {"DeleteVolume", "VolumeId"};
        case ResourceKind::Address: return {"ReleaseAddress", "AllocationId"};
        case ResourceKind::Snapshot: return {"DeleteSnapshot", "SnapshotId"};
        case ResourceKind::SpotRequest: return {"CancelSpotInstanceRequests", "SpotInstanceRequestId.1"};
        case ResourceKind::KeyPair: return {"DeleteKeyPair", "KeyPairId"};
        case ResourceKind::SecurityGroup: return {"DeleteSecurityGroup", "GroupId"};
        }
        return {};
    }();
    TRY(const auto ec2, client(account, resource.region, stop));
    const auto released = ec2.call(way.action, {{way.parameter, resource.providerId.toUtf8()}}, CloudCall::Effect::Once);
    if (!released && released.error().code != ErrorCode::NotFound)
        return released.error();
    return {};
}

}  // namespace trainyard

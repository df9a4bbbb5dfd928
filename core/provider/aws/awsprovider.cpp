// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/aws/awsprovider.h"

#include "core/base/fanout.h"
#include "core/provider/aws/internal/awspolicy.h"
#include "core/provider/aws/internal/ec2client.h"

#include <QCoreApplication>

#include <algorithm>
#include <mutex>

namespace trainyard {

namespace {

struct AwsWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::AwsProvider)
};

constexpr int kRegionsAtOnce = 8;  // EC2 throttles each region by itself
// A new spot price is charged from the next hour of the machine on.
constexpr std::chrono::hours kInstanceHour{1};
// EC2 announces it two minutes ahead.
constexpr qint64 kSpotNotice = 120;

Error noSuchInstance() { return {ErrorCode::NotFound, AwsWords::tr("AWS has no such machine in this region: look at the list."), {}}; }

}  // namespace

AwsProvider::AwsProvider(CredentialLookup credentials, const CloudLimits &limits) : m_credentials(std::move(credentials)), m_api(limits) {}

AwsProvider::~AwsProvider() = default;

ProviderCapabilities AwsProvider::capabilities() const
{
    ProviderCapabilities can;
    can.canCreate = can.canTerminate = can.canStop = can.hasConsole = true;
    can.hasOffers = can.hasQuota = can.hasImages = can.hasPolicy = can.hasSpotNotice = true;
    can.hasBill = can.canLetIn = true;
    can.billRequestPrice = Money(Money::kNanosPerUnit / 100, Currency::USD);
    can.zones = ZoneUse::TakesOne;
    can.spotPricing = SpotPricing::Told;
    can.spotPriceHolds = kInstanceHour;
    can.appearsWithin = std::chrono::minutes(5);
    return can;
}

Result<QString> AwsProvider::policy() const { return awsPolicy(); }

Result<Ec2Client> AwsProvider::client(const QString &account, const QString &region, std::stop_token stop) const
{
    TRY(const auto credentials, m_credentials(kKind, account));
    return Ec2Client::make(m_api, credentials, region, std::move(stop));
}

Result<void> AwsProvider::inRegions(const InstanceFilter &filter, std::stop_token stop,
                                    const std::function<Result<void>(const Ec2Client &client, qsizetype index)> &work,
                                    const std::function<void(qsizetype count)> &begin) const
{
    TRY(const auto own, client(filter.account, filter.region, stop));
    if (!filter.region.isEmpty()) {
        begin(1);
        return work(own, 0);
    }
    TRY(const auto answer, own.read("DescribeRegions"));
    const QList<XmlNode> regions = answer.at(QLatin1String("regionInfo")).children;
    begin(regions.size());
    std::mutex guard;
    std::optional<Error> first;
    fanOut(static_cast<std::size_t>(regions.size()), kRegionsAtOnce, [&](std::size_t index) {
        {
            const std::lock_guard lock(guard);
            if (first)
                return;
        }
        const QString region = regions[static_cast<qsizetype>(index)].value(QLatin1String("regionName"));
        const auto worked = work(own.inRegion(region), static_cast<qsizetype>(index));
        const std::lock_guard lock(guard);
        if (!worked && !first)
            first = worked.error();
    });
    return first ? Result<void>(*first) : Result<void>();
}

Result<XmlNode> AwsProvider::instanceOf(const Instance &instance, std::stop_token stop) const
{
    if (!isEc2Id(instance.providerId))
        return noSuchInstance();
    TRY(const auto ec2, client(instance.request.account, instance.request.region, stop));
    TRY(const auto answer, ec2.read("DescribeInstances", {{"InstanceId.1", instance.providerId.toLatin1()}}));
    const QList<XmlNode> found = instancesIn(answer);
    const auto own = std::find_if(found.begin(), found.end(), [&instance](const XmlNode &one) {
        return one.value(QLatin1String("instanceId")) == instance.providerId;
    });
    return own == found.end() ? Result<XmlNode>(noSuchInstance()) : Result<XmlNode>(*own);
}

Result<InstanceReport> AwsProvider::describe(const Instance &instance, std::stop_token stop) const
{
    TRY(const auto found, instanceOf(instance, stop));
    return instanceReport(found);
}

Result<QList<InstanceReport>> AwsProvider::list(const InstanceFilter &filter, std::stop_token stop) const
{
    Ec2Parameters parameters{{"MaxResults", "1000"}};
    if (!filter.owner.isEmpty())
        addFilter(parameters, QByteArray("tag:") + kOwnerTag, {filter.owner.toUtf8()});
    if (!filter.clientToken.isEmpty())
        addFilter(parameters, QByteArray("tag:") + kTokenTag, {filter.clientToken.toUtf8()});
    QList<QList<InstanceReport>> parts;
    TRY_DO(inRegions(
        filter, stop,
        [&](const Ec2Client &ec2, qsizetype index) -> Result<void> {
            TRY(const auto reservations, ec2.readAll("DescribeInstances", QLatin1String("reservationSet"), parameters));
            for (const XmlNode &reservation : reservations) {
                for (const XmlNode &one : reservation.at(QLatin1String("instancesSet")).children)
                    parts[index] << instanceReport(one);
            }
            return {};
        },
        [&parts](qsizetype count) { parts.resize(count); }));
    QList<InstanceReport> all;
    for (const auto &part : std::as_const(parts))
        all << part;
    return all;
}

Result<void> AwsProvider::stop(const Instance &instance, std::stop_token stop) const
{
    if (!isEc2Id(instance.providerId))
        return noSuchInstance();
    TRY(const auto ec2, client(instance.request.account, instance.request.region, stop));
    TRY_DO(ec2.call("StopInstances", {{"InstanceId.1", instance.providerId.toLatin1()}}, CloudCall::Effect::Once));
    return {};
}

Result<void> AwsProvider::start(const Instance &instance, const StepReport &report, std::stop_token stop) const
{
    if (!isEc2Id(instance.providerId))
        return noSuchInstance();
    TRY(const auto ec2, client(instance.request.account, instance.request.region, stop));
    if (report)
        report(AwsWords::tr("Starting the machine"));
    TRY_DO(ec2.call("StartInstances", {{"InstanceId.1", instance.providerId.toLatin1()}}, CloudCall::Effect::Once));
    return {};
}

Result<void> AwsProvider::terminate(const Instance &instance, std::stop_token stop) const
{
    if (!isEc2Id(instance.providerId))
        return noSuchInstance();
    TRY(const auto ec2, client(instance.request.account, instance.request.region, stop));
    const auto ended = ec2.call("TerminateInstances", {{"InstanceId.1", instance.providerId.toLatin1()}}, CloudCall::Effect::Once);
    if (!ended && ended.error().code != ErrorCode::NotFound)
        return ended.error();
    return {};
}

Result<SshTarget> AwsProvider::sshTarget(const Instance &instance, std::stop_token stop) const
{
    TRY(const auto found, instanceOf(instance, stop));
    SshTarget target;
    target.host = found.value(QLatin1String("ipAddress"));
    if (target.host.isEmpty())
        target.host = found.value(QLatin1String("ipv6Address"));
    target.user = instance.request.settings.value(QStringLiteral("user"), QStringLiteral("ubuntu"));
    target.hostKeyAlias = instance.providerId;
    if (target.host.isEmpty())
        return Error{ErrorCode::Unreachable, AwsWords::tr("The machine has no public address yet: try again in a minute."), {}};
    if (!isHostName(target.host) || !isUserName(target.user))
        return Error{
            ErrorCode::Corrupt, AwsWords::tr("The address or the user of the machine is not valid: look at it in AWS's console."), {}};
    return target;
}

Result<QByteArray> AwsProvider::consoleOutput(const Instance &instance, qint64 limit, std::stop_token stop) const
{
    if (!isEc2Id(instance.providerId))
        return noSuchInstance();
    TRY(const auto ec2, client(instance.request.account, instance.request.region, stop));
    const Ec2Parameters parameters{{"InstanceId", instance.providerId.toLatin1()}};
    auto answer = ec2.read("GetConsoleOutput", parameters + Ec2Parameters{{"Latest", "true"}});
    // Only newer types can tell the latest; the others tell what was there some time after the start.
    if (!answer && answer.error().code == ErrorCode::Unsupported)
        answer = ec2.read("GetConsoleOutput", parameters);
    TRY(const auto told, std::move(answer));
    return QByteArray::fromBase64(told.value(QLatin1String("output")).toLatin1()).right(std::max<qint64>(0, limit));
}

Result<std::optional<QDateTime>> AwsProvider::spotNotice(const Instance &instance, std::stop_token stop) const
{
    if (!isEc2Id(instance.providerId))
        return noSuchInstance();
    TRY(const auto ec2, client(instance.request.account, instance.request.region, stop));
    Ec2Parameters parameters;
    addFilter(parameters, "instance-id", {instance.providerId.toLatin1()});
    TRY(const auto requests, ec2.readAll("DescribeSpotInstanceRequests", QLatin1String("spotInstanceRequestSet"), parameters));
    for (const XmlNode &one : requests) {
        const QDateTime since = ec2Time(one.value(QLatin1String("status/updateTime")));
        if (one.value(QLatin1String("status/code")) == QLatin1String("marked-for-termination") && since.isValid())
            return std::optional(since.addSecs(kSpotNotice));
    }
    return std::optional<QDateTime>();
}

}  // namespace trainyard

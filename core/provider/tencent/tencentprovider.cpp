// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/tencent/tencentprovider.h"

#include "core/base/fanout.h"
#include "core/provider/tencent/internal/tencentanswer.h"
#include "core/provider/tencent/internal/tencentapi.h"
#include "core/provider/tencent/internal/tencentcreation.h"
#include "core/provider/tencent/internal/tencentpolicy.h"
#include "core/provider/tencent/internal/tencentrequest.h"
#include "core/provider/tencent/internal/tencenttext.h"

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace trainyard {

namespace {

using A = TencentActions;

// Regions that are asked at the same time: few enough that no limit on calls per second is met.
constexpr std::size_t kRegionsAtOnce = 4;
const QString kAnyRegion = QStringLiteral("ap-guangzhou");  // for calls that do not depend on it

// What `work` finds in each region, in their order. A region that does not answer is an error.
template <typename Found>
Result<QList<Found>> inRegions(const QStringList &regions, const std::function<Result<QList<Found>>(const QString &)> &work)
{
    std::vector<std::optional<Result<QList<Found>>>> parts(static_cast<std::size_t>(regions.size()));
    fanOut(parts.size(), kRegionsAtOnce, [&](std::size_t i) { parts[i].emplace(work(regions.at(static_cast<qsizetype>(i)))); });
    QList<Found> all;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (!*parts[i]) {
            Error error = parts[i]->error();
            error.detail.prepend(regions.at(static_cast<qsizetype>(i)) + QStringLiteral(": "));
            return error;
        }
        all += std::as_const(*parts[i]).value();
    }
    return all;
}

Error noSuchInstance()
{
    return {
        ErrorCode::NotFound, TencentText::tr("Tencent Cloud has no such machine: it was terminated, or its region is another one."), {}};
}

Result<QJsonObject> found(const TencentApi &api, const Instance &instance, const std::stop_token &stop)
{
    TRY(const QString region, api.oneRegion(instance.request.region));
    QJsonObject parameters;
    if (!instance.providerId.isEmpty())
        parameters.insert("InstanceIds", QJsonArray{instance.providerId});
    else if (!instance.request.clientToken.isEmpty())
        parameters.insert("Filters", QJsonArray{tencentFilter(QStringLiteral("tag:") + kTencentTokenTag, instance.request.clientToken)});
    else
        return noSuchInstance();
    TRY(const QJsonObject answer, api.call(A::kDescribeInstances, region, parameters, stop));
    // The filter is not trusted: a wrong match here would later terminate another user's machine.
    for (const QJsonValue &value : answer.value("InstanceSet").toArray()) {
        const QJsonObject one = value.toObject();
        const InstanceReport report = tencentReport(one);
        if (instance.providerId.isEmpty() ? report.clientToken == instance.request.clientToken : report.providerId == instance.providerId)
            return one;
    }
    return noSuchInstance();
}

QJsonArray tagFilters(const InstanceFilter &filter)
{
    QJsonArray filters;
    if (!filter.owner.isEmpty())
        filters << tencentFilter(QStringLiteral("tag:") + kTencentOwnerTag, filter.owner);
    if (!filter.clientToken.isEmpty())
        filters << tencentFilter(QStringLiteral("tag:") + kTencentTokenTag, filter.clientToken);
    return filters;
}

QJsonObject withFilters(const QJsonArray &filters) { return filters.isEmpty() ? QJsonObject() : QJsonObject{{"Filters", filters}}; }

// One kind of thing of a region.
struct ResourceKind {
    TencentAction action;
    const char *list;
    CloudResource (*read)(const QJsonObject &, const QString &);
};
constexpr ResourceKind kResourceKinds[] = {
    {A::kDescribeInstances, "InstanceSet", tencentInstance},
    {A::kDescribeDisks, "DiskSet", tencentDisk},
    {A::kDescribeAddresses, "AddressSet", tencentAddress},
    {A::kDescribeSnapshots, "SnapshotSet", tencentSnapshot},
};

// What `given` is when nothing was left to do: it is not there any more.
Result<void> goneIsFine(const Result<QJsonObject> &given)
{
    return given || given.error().code == ErrorCode::NotFound ? Result<void>() : Result<void>(given.error());
}

}  // namespace

QString TencentProvider::name() const { return TencentText::tr("Tencent Cloud"); }

ProviderCapabilities TencentProvider::capabilities() const
{
    ProviderCapabilities can;
    can.spotPricing = SpotPricing::Untold;
    can.canCreate = can.canStop = can.canTerminate = true;
    can.hasOffers = can.hasQuota = can.hasImages = can.hasPolicy = true;
    can.hasBill = can.canLetIn = true;
    can.sshRule = SshRuleScope::Region;
    // Lists may lag behind; a machine that was paid for and forgotten is worse than one that is looked for a little longer.
    can.zones = ZoneUse::TriesAll;
    can.appearsWithin = std::chrono::minutes(5);
    return can;
}

Result<AccountReport> TencentProvider::check(const QString &account, std::stop_token stop) const
{
    TRY(const TencentApi api, TencentApi::signedIn(m_api, m_lookup, account));
    const QString region = api.oneRegion({}).value_or(kAnyRegion);
    AccountReport report;
    const auto noteMissing = [&report](const Error &error, const TencentAction &action) {
        if (error.code == ErrorCode::PermissionDenied)
            report.missing << action.right();
    };
    const auto identity = api.call(A::kGetCallerIdentity, region, {}, stop);
    if (!identity && identity.error().code != ErrorCode::PermissionDenied)
        return identity.error();
    if (identity) {
        report.identity = identity->value("Arn").toString().left(200);
        report.scope = identity->value("AccountId").toString().left(100);
    } else {
        noteMissing(identity.error(), A::kGetCallerIdentity);
    }
    // Rights are checked before the values are; nothing is made in any case.
    std::optional<Result<QJsonObject>> tried;
    const QJsonObject trial{{"DryRun", true},
                            {"ImageId", "img-00000000"},
                            {"InstanceType", "S5.SMALL1"},
                            {"Placement", QJsonObject{{"Zone", region + QStringLiteral("-1")}}}};
    const auto regions = sideBySide([&] { return api.regions({}, stop); },
                                    [&] { tried = api.call(A::kRunInstances, region, trial, stop); });
    if (regions)
        report.regions = *regions;
    else if (regions.error().code == ErrorCode::PermissionDenied)
        noteMissing(regions.error(), A::kDescribeRegions);
    else
        return regions.error();
    if (!*tried) {
        const Error error = tried->error();
        noteMissing(error, A::kRunInstances);
        // Any other refusal is about the values, and the rights were enough to come so far.
        if (error.isCancelled() || isUnknownOutcome(error.code) || error.code == ErrorCode::AuthenticationFailed)
            return error;
    }
    return report;
}

Result<QList<ProviderOffer>> TencentProvider::offers(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const TencentApi api, TencentApi::signedIn(m_api, m_lookup, filter.account));
    TRY(const QStringList regions, api.regions(filter.region, stop));
    return inRegions<ProviderOffer>(regions, [&](const QString &region) -> Result<QList<ProviderOffer>> {
        const QJsonObject charge{{"Name", "instance-charge-type"},
                                 {"Values", QJsonArray{tencentChargeType(false), tencentChargeType(true)}}};
        TRY(const QJsonObject answer, api.call(A::kDescribeZoneInstanceConfigInfos, region, withFilters({charge}), stop));
        QList<ProviderOffer> offers;
        for (const QJsonValue &item : answer.value("InstanceTypeQuotaSet").toArray()) {
            if (const auto offer = tencentOffer(item.toObject(), region, api.currency()))
                offers << *offer;
        }
        return offers;
    });
}

Result<QList<ProviderQuota>> TencentProvider::quota(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const TencentApi api, TencentApi::signedIn(m_api, m_lookup, filter.account));
    TRY(const QStringList regions, api.regions(filter.region, stop));
    return inRegions<ProviderQuota>(regions, [&](const QString &region) -> Result<QList<ProviderQuota>> {
        TRY(const QJsonObject answer, api.call(A::kDescribeAccountQuota, region, {}, stop));
        return tencentQuota(answer.value("AccountQuotaOverview").toObject(), region);
    });
}

Result<QList<ProviderImage>> TencentProvider::images(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const TencentApi api, TencentApi::signedIn(m_api, m_lookup, filter.account));
    TRY(const QString region, api.oneRegion(filter.region));
    TRY(const QJsonArray listed, api.all(A::kDescribeImages, region, {}, "ImageSet", stop));
    QList<ProviderImage> images;
    for (const QJsonValue &image : listed) {
        if (const auto known = tencentImage(image.toObject()))
            images << *known;
    }
    return images;
}

Result<QString> TencentProvider::policy() const { return tencentPolicy(); }

Result<InstanceReport> TencentProvider::create(const InstanceRequest &request, const StepReport &report, std::stop_token stop) const
{
    TRY_DO(checkTencentRequest(request, QDateTime::currentDateTimeUtc()));
    TRY(const TencentApi api, TencentApi::signedIn(m_api, m_lookup, request.account));
    TRY(const QString region, api.oneRegion(request.region));
    if (!request.clientToken.isEmpty()) {
        // The token makes the cloud answer with the same machine for some time only, and for the same values only.
        Instance sought;
        sought.request = request;
        const auto present = found(api, sought, stop);
        if (present)
            return tencentReport(*present);
        if (present.error().code != ErrorCode::NotFound)
            return present.error();
    }
    InstanceReport made;
    TRY(made.providerId, TencentCreation(api, request, region, report, stop).make());
    made.clientToken = request.clientToken;
    made.owner = request.owner;
    return made;
}

Result<InstanceReport> TencentProvider::describe(const Instance &instance, std::stop_token stop) const
{
    TRY(const TencentApi api, TencentApi::signedIn(m_api, m_lookup, instance.request.account));
    TRY(const QJsonObject present, found(api, instance, stop));
    return tencentReport(present);
}

Result<QList<InstanceReport>> TencentProvider::list(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const TencentApi api, TencentApi::signedIn(m_api, m_lookup, filter.account));
    TRY(const QStringList regions, api.regions(filter.region, stop));
    const QJsonObject parameters = withFilters(tagFilters(filter));
    return inRegions<InstanceReport>(regions, [&](const QString &region) -> Result<QList<InstanceReport>> {
        TRY(const QJsonArray instances, api.all(A::kDescribeInstances, region, parameters, "InstanceSet", stop));
        QList<InstanceReport> reports;
        for (const QJsonValue &instance : instances)
            reports << tencentReport(instance.toObject());
        return reports;
    });
}

Result<void> TencentProvider::stop(const Instance &instance, std::stop_token stop) const
{
    TRY(const TencentApi api, TencentApi::signedIn(m_api, m_lookup, instance.request.account));
    TRY(const QString region, api.oneRegion(instance.request.region));
    const auto stopped = api.call(
        A::kStopInstances, region,
        {{"InstanceIds", QJsonArray{instance.providerId}}, {"StopType", "SOFT_FIRST"}, {"StoppedMode", "STOP_CHARGING"}}, stop);
    if (stopped || stopped.error().code != ErrorCode::Unsupported)
        return stopped ? Result<void>() : Result<void>(stopped.error());
    TRY(const QJsonObject present, found(api, instance, stop));
    const ProvidedState state = tencentReport(present).state;
    if (state == ProvidedState::Stopping || state == ProvidedState::Stopped)
        return {};
    Error error = stopped.error();
    if (state == ProvidedState::Running)
        error.what = TencentText::tr("Tencent Cloud cannot stop this machine without going on to charge for it, as with spot machines and "
                                     "local disks: terminate it when it is not needed.");
    return error;
}

Result<void> TencentProvider::start(const Instance &instance, const StepReport &report, std::stop_token stop) const
{
    TRY(const TencentApi api, TencentApi::signedIn(m_api, m_lookup, instance.request.account));
    TRY(const QString region, api.oneRegion(instance.request.region));
    // The person may be elsewhere by now.
    if (!instance.request.settings.value(kOwnAddressSetting).isEmpty()) {
        TRY_DO(TencentCreation(api, instance.request, region, report, stop).group());
    }
    const auto started = api.call(A::kStartInstances, region, {{"InstanceIds", QJsonArray{instance.providerId}}}, stop);
    if (started || started.error().code != ErrorCode::Unsupported)
        return started ? Result<void>() : Result<void>(started.error());
    TRY(const QJsonObject present, found(api, instance, stop));
    const ProvidedState state = tencentReport(present).state;
    return state == ProvidedState::Starting || state == ProvidedState::Running ? Result<void>() : Result<void>(started.error());
}

Result<void> TencentProvider::terminate(const Instance &instance, std::stop_token stop) const
{
    TRY(const TencentApi api, TencentApi::signedIn(m_api, m_lookup, instance.request.account));
    TRY(const QString region, api.oneRegion(instance.request.region));
    return goneIsFine(
        api.call(A::kTerminateInstances, region, {{"InstanceIds", QJsonArray{instance.providerId}}, {"ReleaseAddress", true}}, stop));
}

Result<SshTarget> TencentProvider::sshTarget(const Instance &instance, std::stop_token stop) const
{
    TRY(const TencentApi api, TencentApi::signedIn(m_api, m_lookup, instance.request.account));
    TRY(const QJsonObject present, found(api, instance, stop));
    return tencentTarget(present);
}

Result<void> TencentProvider::letIn(const Instance &instance, const QString &address, const StepReport &report, std::stop_token stop) const
{
    InstanceRequest request = instance.request;
    request.settings.insert(kOwnAddressSetting, address);
    TRY_DO(tencentGroupRules(address));
    TRY(const TencentApi api, TencentApi::signedIn(m_api, m_lookup, request.account));
    TRY(const QString region, api.oneRegion(request.region));
    TRY_DO(TencentCreation(api, request, region, report, stop).group());
    return {};
}

Result<QList<CloudResource>> TencentProvider::resources(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const TencentApi api, TencentApi::signedIn(m_api, m_lookup, filter.account));
    TRY(const QStringList regions, api.regions(filter.region, stop));
    return inRegions<CloudResource>(regions, [&](const QString &region) -> Result<QList<CloudResource>> {
        QList<CloudResource> all;
        for (const ResourceKind &kind : kResourceKinds) {
            TRY(const QJsonArray entries, api.all(kind.action, region, {}, kind.list, stop));
            for (const QJsonValue &entry : entries) {
                const CloudResource one = kind.read(entry.toObject(), region);
                // Not all of these calls can look for tags.
                if ((filter.owner.isEmpty() || one.owner == filter.owner)
                    && (filter.clientToken.isEmpty() || one.clientToken == filter.clientToken))
                    all << one;
            }
        }
        return all;
    });
}

Result<void> TencentProvider::release(const QString &account, const CloudResource &resource, std::stop_token stop) const
{
    TRY(const TencentApi api, TencentApi::signedIn(m_api, m_lookup, account));
    TRY(const QString region, api.oneRegion(resource.region));
    const QJsonArray ids{resource.providerId};
    switch (resource.kind) {
    case CloudResource::Kind::Instance:
        return goneIsFine(api.call(A::kTerminateInstances, region, {{"InstanceIds", ids}, {"ReleaseAddress", true}}, stop));
    case CloudResource::Kind::Disk: return goneIsFine(api.call(A::kTerminateDisks, region, {{"DiskIds", ids}}, stop));
    case CloudResource::Kind::Address: return goneIsFine(api.call(A::kReleaseAddresses, region, {{"AddressIds", ids}}, stop));
    case CloudResource::Kind::Snapshot: return goneIsFine(api.call(A::kDeleteSnapshots, region, {{"SnapshotIds", ids}}, stop));
    case CloudResource::Kind::SpotRequest:
    case CloudResource::Kind::KeyPair:
    case CloudResource::Kind::SecurityGroup: break;
    }
    return Error{ErrorCode::Unsupported,
                 TencentText::tr("This costs nothing at Tencent Cloud: remove it in the console of the cloud if you want to."),
                 {}};
}

}  // namespace trainyard

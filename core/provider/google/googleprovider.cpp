// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/google/googleprovider.h"

#include "core/base/fanout.h"
#include "core/provider/google/internal/googleanswer.h"
#include "core/provider/google/internal/googleapi.h"
#include "core/provider/google/internal/googlecreation.h"
#include "core/provider/google/internal/googlelines.h"
#include "core/provider/google/internal/googlepolicy.h"
#include "core/provider/google/internal/googlerequest.h"
#include "core/provider/google/internal/googletext.h"

#include <array>
#include <optional>

namespace trainyard {

namespace {

using R = GoogleRights;

constexpr std::chrono::seconds kStartPatience{90};
constexpr qint64 kNoticeCounts = 300;  // seconds; an older notice is of an earlier start of the machine

// Projects whose images everybody may use: with a driver in them or at the first start, and plain ones.
constexpr std::array kImageProjects{"ubuntu-os-accelerator-images", "deeplearning-platform-release", "ubuntu-os-cloud"};

struct ListedKind {
    CloudResource::Kind kind;
    const char *right, *entries;
    bool isPlaced;  // in zones and regions
};
constexpr ListedKind kListedKinds[] = {{CloudResource::Kind::Instance, R::kInstances, "instances", true},
                                       {CloudResource::Kind::Disk, R::kDisks, "disks", true},
                                       {CloudResource::Kind::Address, R::kAddresses, "addresses", true},
                                       {CloudResource::Kind::Snapshot, R::kSnapshots, "snapshots", false}};

GoogleCall reading(const char *right, const QString &path)
{
    GoogleCall call;
    call.right = right;
    call.path = path;
    return call;
}

// Doing it twice is as good as once.
GoogleCall changing(const char *right, const QByteArray &method, const QString &path)
{
    GoogleCall call = reading(right, path);
    call.method = method;
    call.effect = CloudCall::Effect::Once;
    return call;
}

Error noSuchInstance()
{
    return {ErrorCode::NotFound, GoogleText::tr("Google Cloud has no such machine: it was terminated, or its project is another one."), {}};
}

GoogleCall listing(const char *right, const char *entries, const InstanceFilter &filter)
{
    GoogleCall call = reading(right, QStringLiteral("aggregated/") + QLatin1String(entries));
    QByteArrayList parts;
    // Labels have no quotes in them; anything else would match nothing, and is compared again below.
    if (isGoogleName(QStringLiteral("a") + filter.owner) && !filter.owner.isEmpty())
        parts << "labels." + kGoogleOwnerLabel.toLatin1() + " = \"" + filter.owner.toLatin1() + '"';
    if (isGoogleName(QStringLiteral("a") + filter.clientToken) && !filter.clientToken.isEmpty())
        parts << "labels." + kGoogleTokenLabel.toLatin1() + " = \"" + filter.clientToken.toLatin1() + '"';
    if (!parts.isEmpty())
        call.query << NamedBytes("filter", parts.size() == 1 ? parts.first() : '(' + parts.join(") AND (") + ')');
    return call;
}

bool fits(const InstanceFilter &filter, const QString &owner, const QString &token, const QString &region)
{
    return (filter.owner.isEmpty() || owner == filter.owner) && (filter.clientToken.isEmpty() || token == filter.clientToken)
           && (filter.region.isEmpty() || region == googleRegionOf(filter.region));
}

QString regionOfPath(const QString &path) { return googleRegionOf(path.section(u'/', 1, 1)); }

Result<QList<InstanceReport>> listed(const GoogleApi &api, const InstanceFilter &filter, const std::stop_token &stop)
{
    TRY(const QJsonArray instances, api.allPlaces(listing(R::kInstances, "instances", filter), "instances", stop));
    QList<InstanceReport> reports;
    for (const QJsonValue &instance : instances) {
        const InstanceReport report = googleReport(instance.toObject());
        // The filter is not trusted: a wrong match here would later terminate another user's machine.
        if (!report.providerId.isEmpty() && fits(filter, report.owner, report.clientToken, regionOfPath(report.providerId)))
            reports << report;
    }
    return reports;
}

// The path of the instance, which is looked for by its token if its id is not known.
Result<QString> pathOf(const GoogleApi &api, const Instance &instance, const std::stop_token &stop)
{
    if (!instance.providerId.isEmpty()) {
        const bool isPath = instance.providerId.contains(QLatin1String("/instances/"))
                            && googlePath(instance.providerId) == instance.providerId;
        return isPath ? Result<QString>(instance.providerId) : Result<QString>(noSuchInstance());
    }
    if (instance.request.clientToken.isEmpty())
        return noSuchInstance();
    InstanceFilter filter;
    filter.owner = instance.request.owner;
    filter.clientToken = instance.request.clientToken;
    TRY(const auto found, listed(api, filter, stop));
    return found.isEmpty() ? Result<QString>(noSuchInstance()) : Result<QString>(found.first().providerId);
}

Result<QJsonObject> found(const GoogleApi &api, const Instance &instance, const std::stop_token &stop)
{
    TRY(const QString path, pathOf(api, instance, stop));
    auto present = api.call(reading(R::kInstance, path), stop);
    if (!present && present.error().code == ErrorCode::NotFound)
        return noSuchInstance();
    if (present && googleReport(*present).providerId != path) {
        return Error{ErrorCode::Corrupt, GoogleText::tr("Google Cloud answered for another machine: try again later."), path};
    }
    return present;
}

Result<void> removed(const GoogleApi &api, const char *right, const QString &path, const std::stop_token &stop)
{
    const auto accepted = api.call(changing(right, "DELETE", path), stop);
    const auto done = accepted ? api.finished(*accepted, right, {}, stop) : Result<bool>(accepted.error());
    return done || done.error().code == ErrorCode::NotFound ? Result<void>() : Result<void>(done.error());
}

Result<QList<ProviderImage>> imagesIn(const GoogleApi &api, const char *project, const std::stop_token &stop)
{
    GoogleCall call = reading(R::kImages, QLatin1String(project) + QStringLiteral(":global/images"));
    call.query << NamedBytes("filter", "status = \"READY\"");
    TRY(const QJsonArray images, api.all(call, stop));
    return googleImages(images);
}

}  // namespace

GoogleProvider::GoogleProvider(CredentialLookup lookup, const CloudLimits &limits)
    : m_lookup(std::move(lookup)), m_connections(std::make_unique<const GoogleConnections>(limits))
{
}

GoogleProvider::~GoogleProvider() = default;

QString GoogleProvider::name() const { return kGoogleName; }

ProviderCapabilities GoogleProvider::capabilities() const
{
    ProviderCapabilities can;
    can.spotPricing = SpotPricing::Untold;
    can.canCreate = can.canTerminate = can.canStop = can.hasConsole = true;
    can.hasOffers = can.hasQuota = can.hasImages = can.hasPolicy = can.hasSpotNotice = true;
    can.canLetIn = true;
    can.sshRule = SshRuleScope::Account;
    can.zones = ZoneUse::TriesAll;
    can.appearsWithin = std::chrono::minutes(5);
    return can;
}

Result<GoogleApi> GoogleProvider::signedIn(const QString &account) const { return GoogleApi::signedIn(*m_connections, m_lookup, account); }

Result<AccountReport> GoogleProvider::check(const QString &account, std::stop_token stop) const
{
    TRY(const GoogleApi api, signedIn(account));
    AccountReport report;
    report.scope = api.project();
    report.identity = api.isServiceAccount() ? api.who() : GoogleText::tr("the login of gcloud, project %1").arg(api.project());
    std::optional<Result<QStringList>> missing;
    // Both wait for the same token, which is fetched once.
    const auto regions = sideBySide([&] { return api.first(reading(R::kRegions, QStringLiteral("regions")), report.hasMoreRegions, stop); },
                                    [&] { missing = api.missing(googleRights(), stop); });
    if (!*missing)
        return missing->error();
    report.missing = **missing;
    // The right to list regions is among those that were asked about.
    if (!regions && regions.error().code != ErrorCode::PermissionDenied)
        return regions.error();
    if (!regions && report.missing.isEmpty())
        return regions.error();
    for (const QJsonValue &region : regions ? *regions : QJsonArray()) {
        const QString name = region.toObject().value("name").toString();
        if (isGoogleName(name) && region.toObject().value("status").toString() == QLatin1String("UP"))
            report.regions << name;
    }
    return report;
}

Result<QList<ProviderOffer>> GoogleProvider::offers(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const GoogleApi api, signedIn(filter.account));
    GoogleCall call = reading(R::kMachineTypes, QStringLiteral("aggregated/machineTypes"));
    // Types that have GPUs of their own are called a2-…, g2-… and so on; without a filter there would be ten thousands.
    call.query << NamedBytes("filter", "name eq \"[ag][0-9].*\"");
    TRY(const QJsonArray types, api.allPlaces(call, "machineTypes", stop));
    return googleOffers(types, filter.region.isEmpty() ? QString() : googleRegionOf(filter.region));
}

Result<QList<ProviderQuota>> GoogleProvider::quota(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const GoogleApi api, signedIn(filter.account));
    TRY(const QJsonObject project, api.call(reading(R::kProject, {}), stop));
    QList<ProviderQuota> found = googleQuota(project.value("quotas").toArray(), {});
    TRY(const QJsonArray regions, api.all(reading(R::kRegions, QStringLiteral("regions")), stop));
    for (const QJsonValue &value : regions) {
        const QJsonObject region = value.toObject();
        const QString name = region.value("name").toString();
        if (filter.region.isEmpty() || name == googleRegionOf(filter.region))
            found += googleQuota(region.value("quotas").toArray(), name.left(100));
    }
    return found;
}

Result<QList<ProviderImage>> GoogleProvider::images(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const GoogleApi api, signedIn(filter.account));
    QList<ProviderImage> found;
    for (const char *project : kImageProjects) {
        TRY(const auto images, imagesIn(api, project, stop));
        found += images;
    }
    return found;
}

Result<QString> GoogleProvider::policy() const { return googlePolicy(); }

Result<InstanceReport> GoogleProvider::create(const InstanceRequest &request, const StepReport &report, std::stop_token stop) const
{
    TRY_DO(checkGoogleRequest(request, QDateTime::currentDateTimeUtc()));
    TRY(const GoogleApi api, signedIn(request.account));
    InstanceReport made;
    made.owner = request.owner;
    made.clientToken = request.clientToken;
    if (!request.clientToken.isEmpty()) {
        Instance sought;
        sought.request = request;
        const auto present = pathOf(api, sought, stop);
        if (!present && present.error().code != ErrorCode::NotFound)
            return present.error();
        if (present) {
            made.providerId = *present;
            return made;
        }
    }
    InstanceRequest whole = request;
    if (whole.image.isEmpty()) {
        TRY(const auto images, imagesIn(api, kImageProjects[0], stop));
        if (images.isEmpty())
            return Error{ErrorCode::NotFound, GoogleText::tr("Google Cloud lists no image with a driver: name one."), {}};
        whole.image = images.last().id;
    }
    TRY(made.providerId, GoogleCreation(api, whole, report, stop).make());
    return made;
}

Result<InstanceReport> GoogleProvider::describe(const Instance &instance, std::stop_token stop) const
{
    TRY(const GoogleApi api, signedIn(instance.request.account));
    TRY(const QJsonObject present, found(api, instance, stop));
    return googleReport(present);
}

Result<QList<InstanceReport>> GoogleProvider::list(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const GoogleApi api, signedIn(filter.account));
    return listed(api, filter, stop);
}

Result<void> GoogleProvider::stop(const Instance &instance, std::stop_token stop) const
{
    TRY(const GoogleApi api, signedIn(instance.request.account));
    TRY(const QString path, pathOf(api, instance, stop));
    TRY(const QJsonObject accepted, api.call(changing(R::kStop, "POST", path + QStringLiteral("/stop")), stop));
    TRY_DO(api.finished(accepted, R::kStop, {}, stop));
    return {};
}

Result<void> GoogleProvider::start(const Instance &instance, const StepReport &report, std::stop_token stop) const
{
    TRY(const GoogleApi api, signedIn(instance.request.account));
    TRY(const QString path, pathOf(api, instance, stop));
    // The person may be elsewhere by now.
    if (!instance.request.settings.value(kOwnAddressSetting).isEmpty()) {
        TRY_DO(GoogleCreation(api, instance.request, report, stop).firewall());
    }
    TRY(const QJsonObject accepted, api.call(changing(R::kStart, "POST", path + QStringLiteral("/start")), stop));
    TRY_DO(api.finished(accepted, R::kStart, kStartPatience, stop));
    return {};
}

Result<void> GoogleProvider::letIn(const Instance &instance, const QString &address, const StepReport &report, std::stop_token stop) const
{
    InstanceRequest request = instance.request;
    request.settings.insert(kOwnAddressSetting, address);
    TRY_DO(checkGoogleAddress(address));
    TRY(const GoogleApi api, signedIn(request.account));
    if (report)
        report(GoogleText::tr("Letting SSH in from %1").arg(address));
    return GoogleCreation(api, request, report, stop).firewall();
}

Result<void> GoogleProvider::terminate(const Instance &instance, std::stop_token stop) const
{
    TRY(const GoogleApi api, signedIn(instance.request.account));
    const auto path = pathOf(api, instance, stop);
    if (!path)
        return path.error().code == ErrorCode::NotFound ? Result<void>() : Result<void>(path.error());
    return removed(api, R::kDelete, *path, stop);
}

Result<SshTarget> GoogleProvider::sshTarget(const Instance &instance, std::stop_token stop) const
{
    TRY(const GoogleApi api, signedIn(instance.request.account));
    TRY(const QJsonObject present, found(api, instance, stop));
    return googleTarget(present);
}

Result<QByteArray> GoogleProvider::consoleOutput(const Instance &instance, qint64 limit, std::stop_token stop) const
{
    TRY(const GoogleApi api, signedIn(instance.request.account));
    TRY(const QString path, pathOf(api, instance, stop));
    GoogleCall serial = reading(R::kConsole, path + QStringLiteral("/serialPort"));
    serial.query << NamedBytes("port", "1");
    TRY(const QJsonObject output, api.call(serial, stop));
    GoogleCall attributes = reading(R::kGuestAttributes, path + QStringLiteral("/getGuestAttributes"));
    attributes.query << NamedBytes("queryPath", "hostkeys/");
    const auto keys = api.call(attributes, stop);
    // Until the machine has written them there are none.
    if (!keys && keys.error().code != ErrorCode::NotFound)
        return keys.error();
    QByteArray text = output.value("contents").toString().toUtf8();
    if (const QByteArray lines = keys ? googleHostKeys(*keys) : QByteArray(); !lines.isEmpty())
        text += (text.isEmpty() || text.endsWith('\n') ? QByteArray() : QByteArray("\n")) + lines;
    return text.right(limit);
}

Result<std::optional<QDateTime>> GoogleProvider::spotNotice(const Instance &instance, std::stop_token stop) const
{
    TRY(const GoogleApi api, signedIn(instance.request.account));
    TRY(const QString path, pathOf(api, instance, stop));
    GoogleCall call = reading(R::kZoneOperations, path.section(u'/', 0, 1) + QStringLiteral("/operations"));
    call.query << NamedBytes("filter", "operationType = \"compute.instances.preempted\"");
    TRY(const QJsonArray operations, api.all(call, stop));
    const auto end = googlePreemption(operations, path);
    const bool isOld = end && end->secsTo(QDateTime::currentDateTimeUtc()) > kNoticeCounts;
    return isOld ? std::optional<QDateTime>() : end;
}

Result<QList<CloudResource>> GoogleProvider::resources(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const GoogleApi api, signedIn(filter.account));
    QList<CloudResource> all;
    for (const ListedKind &kind : kListedKinds) {
        QJsonArray entries;
        if (kind.isPlaced) {
            TRY(entries, api.allPlaces(listing(kind.right, kind.entries, filter), kind.entries, stop));
        } else {
            TRY(entries, api.all(reading(kind.right, QStringLiteral("global/") + QLatin1String(kind.entries)), stop));
        }
        for (const QJsonValue &entry : std::as_const(entries)) {
            CloudResource one = googleResource(kind.kind, entry.toObject());
            // What is global is in every region.
            const QString region = one.region == QLatin1String("global") ? QString() : one.region;
            if (!one.providerId.isEmpty()
                && fits(filter, one.owner, one.clientToken, region.isEmpty() ? googleRegionOf(filter.region) : region))
                all << one;
        }
    }
    return all;
}

Result<void> GoogleProvider::release(const QString &account, const CloudResource &resource, std::stop_token stop) const
{
    const QString path = googlePath(resource.providerId);
    const QStringList parts = path.split(u'/');
    const QString type = parts.value(parts.size() - 2);
    const bool isGlobal = parts.first() == QLatin1String("global");
    const char *right = nullptr;
    if (resource.kind == CloudResource::Kind::Instance && type == QLatin1String("instances"))
        right = R::kDelete;
    else if (resource.kind == CloudResource::Kind::Disk && type == QLatin1String("disks"))
        right = R::kDeleteDisk;
    else if (resource.kind == CloudResource::Kind::Address && type == QLatin1String("addresses"))
        right = isGlobal ? R::kDeleteGlobalAddress : R::kDeleteAddress;
    else if (resource.kind == CloudResource::Kind::Snapshot && type == QLatin1String("snapshots"))
        right = R::kDeleteSnapshot;
    if (!right || path != resource.providerId) {
        return Error{ErrorCode::Unsupported,
                     GoogleText::tr("This costs nothing at Google Cloud: remove it in the console of the cloud if you want to."),
                     {}};
    }
    TRY(const GoogleApi api, signedIn(account));
    return removed(api, right, path, stop);
}

QString GoogleProvider::createLine(const InstanceRequest &request) const { return googleCreateLine(request); }

QString GoogleProvider::actionLine(ProviderAction action, const Instance &instance) const { return googleActionLine(action, instance); }

}  // namespace trainyard

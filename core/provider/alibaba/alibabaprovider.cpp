// SPDX-License-Identifier: GPL-3.0-or-later
// Accounts and the life of a machine.
#include "core/provider/alibaba/alibabaprovider.h"

#include "core/base/fanout.h"
#include "core/base/retry.h"
#include "core/provider/alibaba/internal/alibabaapi.h"
#include "core/provider/alibaba/internal/alibabaerrors.h"
#include "core/provider/alibaba/internal/alibabanetwork.h"
#include "core/provider/alibaba/internal/alibabareaders.h"
#include "core/provider/alibaba/internal/alibabaregions.h"
#include "core/provider/alibaba/internal/alibabarequest.h"
#include "core/provider/alibaba/internal/alibabatext.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

#include <algorithm>
#include <type_traits>

namespace trainyard {

namespace {

// describe() and list() may miss a new machine for this long (SkyPilot and dstack saw seconds; the rest is caution, which costs nothing).
constexpr std::chrono::minutes kAppears{5};
constexpr int kMostZonesTried = 5;
constexpr int kMostTerminations = 6;  // a machine that is just being made cannot be terminated for some seconds
const QString kMismatch = QStringLiteral("IdempotentParameterMismatch");

QByteArray idList(const QString &id) { return QJsonDocument(QJsonArray{id}).toJson(QJsonDocument::Compact); }

Error noInstance(const QString &id)
{
    return {ErrorCode::NotFound, AlibabaText::tr("Alibaba Cloud has no such machine: look at the list of machines."), id};
}

// A refusal because the machine is not in the state that the call needs.
Error inOtherState(const Error &error)
{
    if (error.code != ErrorCode::AlreadyExists)
        return error;
    return {error.code, AlibabaText::tr("The machine is changing its state at Alibaba Cloud: wait a minute, then try again."),
            error.detail};
}

bool isState(const QJsonObject &instance, std::initializer_list<ProvidedState> states)
{
    return std::find(states.begin(), states.end(), readAlibabaInstance(instance).state) != states.end();
}

AlibabaParameters tagsOf(const InstanceFilter &filter)
{
    AlibabaParameters parameters;
    if (!filter.owner.isEmpty())
        addAlibabaTag(parameters, kAlibabaOwnerTag, filter.owner);
    if (!filter.clientToken.isEmpty())
        addAlibabaTag(parameters, kAlibabaTokenTag, filter.clientToken);
    return parameters;
}

Result<QList<InstanceReport>> listIn(const AlibabaApi &api, const InstanceFilter &filter, const std::stop_token &stop)
{
    TRY(const auto instances, api.all(alibaba::kDescribeInstances, tagsOf(filter), "Instances/Instance", stop));
    QList<InstanceReport> reports;
    for (const QJsonObject &instance : instances) {
        const InstanceReport report = readAlibabaInstance(instance);
        if ((filter.owner.isEmpty() || report.owner == filter.owner)
            && (filter.clientToken.isEmpty() || report.clientToken == filter.clientToken))
            reports << report;
    }
    return reports;
}

// The machine that a request with this token made; an empty id: none is listed.
Result<InstanceReport> madeBy(const AlibabaApi &api, const InstanceRequest &request, const std::stop_token &stop)
{
    InstanceFilter filter;
    filter.clientToken = request.clientToken;
    TRY(const auto listed, listIn(api, filter, stop));
    for (const InstanceReport &report : listed) {
        if (report.state != ProvidedState::Gone)
            return report;
    }
    return InstanceReport();
}

Result<QStringList> zonesFor(const AlibabaApi &api, const InstanceRequest &request, const std::stop_token &stop)
{
    const QString chosen = request.settings.value(QLatin1String(kAlibabaZoneSetting));
    if (!chosen.isEmpty())
        return QStringList{chosen};
    AlibabaParameters parameters{{"DestinationResource", "InstanceType"},
                                 {"IoOptimized", "optimized"},
                                 {"InstanceChargeType", "PostPaid"},
                                 {"InstanceType", request.type.toUtf8()}};
    if (request.isSpot)
        parameters.insert("SpotStrategy", "SpotAsPriceGo");
    TRY(const auto answer, api.call(alibaba::kDescribeAvailableResource, parameters, stop));
    QStringList zones;
    for (const AlibabaStock &stock : readAlibabaStock(answer)) {
        if (stock.type == request.type && stock.isInStock && !zones.contains(stock.zone))
            zones << stock.zone;
    }
    zones.sort();  // the same ones first when the call is repeated
    return zones;
}

bool isPlainKey(const QString &key)
{
    static const QRegularExpression kKey(QStringLiteral("\\A[a-z0-9@.-]+ [A-Za-z0-9+/]{20,}={0,2}( [^\\x00-\\x1f\\x7f]*)?\\z"));
    return kKey.match(key).hasMatch();
}

Result<void> importKey(const AlibabaApi &api, const InstanceRequest &request, AlibabaParameters &run, const std::stop_token &stop)
{
    const QString key = request.settings.value(QLatin1String(kSshKeySetting)).trimmed();
    if (key.isEmpty())
        return {};
    const QString name = alibabaKeyName(request.owner, key);
    AlibabaParameters parameters{{"KeyPairName", name.toUtf8()}, {"PublicKeyBody", key.toUtf8()}};
    addAlibabaTag(parameters, kAlibabaOwnerTag, request.owner);
    const auto imported = api.call(alibaba::kImportKeyPair, parameters, stop);
    // Its documents name RSA and ECDSA keys only. Another one that is refused is put in by cloud-init.
    if (!imported && imported.error().code == ErrorCode::InvalidInput && !run.contains("UserData") && isPlainKey(key)) {
        run.insert(
            "UserData",
            ("#cloud-config\ndisable_root: false\nssh_authorized_keys:\n  - \"" + key.section(u' ', 0, 1).toLatin1() + "\"\n").toBase64());
        return {};
    }
    // The name belongs to this key alone.
    if (!imported && imported.error().code != ErrorCode::AlreadyExists)
        return imported.error();
    run.insert("KeyPairName", name.toUtf8());
    return {};
}

// One after the other; Cancelled while another one works.
template <typename Work>
std::invoke_result_t<const Work &> inTurn(std::timed_mutex &turn, const std::stop_token &stop, const Work &work)
{
    std::unique_lock lock(turn, std::defer_lock);
    while (!lock.try_lock_for(std::chrono::milliseconds(100))) {
        if (stop.stop_requested())
            return cancelledError();
    }
    return work();
}

Error noStock(const QString &type)
{
    return {ErrorCode::NoCapacity,
            AlibabaText::tr("Alibaba Cloud has no %1 in stock in this region: choose another region or type, or try later.").arg(type),
            {}};
}

}  // namespace

AlibabaProvider::AlibabaProvider(CredentialLookup credentials, const CloudLimits &limits)
    : m_credentials(std::move(credentials)), m_limits(limits), m_transport(limits)
{
}

AlibabaProvider::~AlibabaProvider() = default;

QString AlibabaProvider::name() const { return AlibabaText::tr("Alibaba Cloud"); }

ProviderCapabilities AlibabaProvider::capabilities() const
{
    ProviderCapabilities can;
    can.canCreate = can.canTerminate = can.canStop = can.hasConsole = true;
    can.hasOffers = can.hasQuota = can.hasImages = can.hasPolicy = true;
    can.hasBill = can.canLetIn = true;
    can.spotPricing = SpotPricing::Told;
    can.sshRule = SshRuleScope::Region;
    can.zones = ZoneUse::TriesAll;
    can.appearsWithin = kAppears;
    return can;
}

Result<AlibabaApi> AlibabaProvider::apiFor(const QString &account, const QString &region) const
{
    TRY(const auto credentials, m_credentials(kKind, account));
    return AlibabaApi::of(m_transport, credentials, region);
}

Result<QList<AlibabaApi>> AlibabaProvider::apisFor(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const auto first, apiFor(filter.account, filter.region));
    if (!filter.region.isEmpty())
        return QList<AlibabaApi>{first};
    TRY(const auto answer, first.call(alibaba::kDescribeRegions, {}, stop));
    QList<AlibabaApi> apis;
    for (const QString &region : readAlibabaRegions(answer)) {
        TRY(const auto api, first.in(region));
        apis << api;
    }
    // What was not looked at is not empty.
    return apis.isEmpty() ? Result<QList<AlibabaApi>>(alibabaStrangeAnswer(QStringLiteral("no regions"))) : apis;
}

Result<AccountReport> AlibabaProvider::check(const QString &account, std::stop_token stop) const
{
    TRY(const auto api, apiFor(account, {}));
    // Needs no right, so that it fails only for wrong keys.
    TRY(const auto caller, api.call(alibaba::kGetCallerIdentity, {}, stop));
    AccountReport report;
    report.identity = caller.value(QLatin1String("Arn")).toString();
    report.scope = caller.value(QLatin1String("AccountId")).toString().left(100);
    // A trial without effect: an answer about the values of the request means that the right is there.
    const AlibabaParameters trial{{"DryRun", "true"}, {"InstanceType", "ecs.gn7i-c8g1.2xlarge"}, {"ImageId", "trial"}, {"Amount", "1"}};
    QString trialCode, regionsCode;
    Result<QJsonObject> regions;
    const auto ran = sideBySide([&] { return api.call(alibaba::kRunInstances, trial, stop, &trialCode); },
                                [&] { regions = api.call(alibaba::kDescribeRegions, {}, stop, &regionsCode); });
    // An account that is not activated is denied, too, and lacks no right.
    const auto isRightMissing = [](const QString &code) { return alibabaRefusalKind(code, 0) == CloudRefusal::Kind::Right; };
    if (regions)
        report.regions = readAlibabaRegions(*regions);
    else if (isRightMissing(regionsCode))
        report.missing << alibaba::kDescribeRegions.right();
    else
        return regions.error();
    if (ran)
        return report;
    if (isRightMissing(trialCode))
        report.missing << alibaba::kRunInstances.right();
    else if (const ErrorCode code = ran.error().code; isUnknownOutcome(code) || code == ErrorCode::AuthenticationFailed
                                                      || code == ErrorCode::PermissionDenied || code == ErrorCode::OverQuota)
        return ran.error();
    return report;
}

Result<InstanceReport> AlibabaProvider::create(const InstanceRequest &request, const StepReport &report, std::stop_token stop) const
{
    TRY(const auto api, apiFor(request.account, request.region));
    // The cloud forgets client tokens after a while; the tag stays.
    if (!request.clientToken.isEmpty()) {
        TRY(const auto existing, madeBy(api, request, stop));
        if (!existing.providerId.isEmpty())
            return existing;
    }
    return run(api, request, report, stop);
}

// One token for all zones: should an earlier call have made a machine that is not listed yet, the cloud refuses to make a second one.
Result<InstanceReport> AlibabaProvider::run(const AlibabaApi &api, const InstanceRequest &request, const StepReport &report,
                                            std::stop_token stop) const
{
    const auto tell = [&report](const QString &step) {
        if (report)
            report(step);
    };
    TRY(auto parameters, alibabaRunParameters(request, QDateTime::currentDateTimeUtc()));
    tell(AlibabaText::tr("Looking for a zone of %1 that has %2 in stock").arg(api.region(), request.type));
    TRY(auto zones, zonesFor(api, request, stop));
    tell(AlibabaText::tr("Preparing network and key in %1").arg(api.region()));
    AlibabaNetwork network(api, request.owner, m_limits.firstPause);
    TRY_DO(
        inTurn(m_networks, stop, [&] { return network.prepare(request.settings.value(QLatin1String(kOwnAddressSetting)), report, stop); }));
    TRY_DO(importKey(api, request, parameters, stop));
    parameters.insert("SecurityGroupId", network.group().toUtf8());
    if (zones.size() > kMostZonesTried)
        zones.resize(kMostZonesTried);

    Error last = noStock(request.type);
    bool wasRefused = false;  // by this call, for lack of stock: then this call has used the token
    for (const QString &zone : std::as_const(zones)) {
        TRY(const auto vSwitch, inTurn(m_networks, stop, [&] { return network.vSwitchIn(zone, stop); }));
        parameters.insert("VSwitchId", vSwitch.toUtf8());
        parameters.insert("ZoneId", zone.toUtf8());
        tell(AlibabaText::tr("Asking for %1 in %2").arg(request.type, zone));
        QString code;
        const auto made = api.call(alibaba::kRunInstances, parameters, stop, &code);
        if (made) {
            InstanceReport started;
            started.providerId =
                made->value(QLatin1String("InstanceIdSets")).toObject().value(QLatin1String("InstanceIdSet")).toArray().first().toString();
            started.clientToken = request.clientToken;
            started.owner = request.owner;
            if (started.providerId.isEmpty())
                return Error{
                    ErrorCode::Corrupt, AlibabaText::tr("Alibaba Cloud did not name the machine it made: refresh in a minute."), {}};
            return started;
        }
        last = made.error();
        if (code == kMismatch) {
            TRY(const auto existing, madeBy(api, request, stop));
            if (!existing.providerId.isEmpty())
                return existing;
            if (wasRefused)
                break;  // some failed requests use up a token
            return Error{
                ErrorCode::TimedOut,
                AlibabaText::tr("An earlier request made this machine, and Alibaba Cloud does not list it yet: refresh in a minute."),
                last.detail};
        }
        if (last.code != ErrorCode::NoCapacity)
            return last;
        wasRefused = true;
    }
    return wasRefused ? Error{ErrorCode::NoCapacity, noStock(request.type).what, last.detail} : last;
}

// The machine as it is listed, by its id or, while that is unknown, by its token.
Result<QJsonObject> AlibabaProvider::found(const AlibabaApi &api, const Instance &instance, std::stop_token stop) const
{
    AlibabaParameters parameters;
    if (instance.providerId.isEmpty() && instance.request.clientToken.isEmpty())
        return noInstance({});
    if (instance.providerId.isEmpty())
        addAlibabaTag(parameters, kAlibabaTokenTag, instance.request.clientToken);
    else
        parameters.insert("InstanceIds", idList(instance.providerId));
    TRY(const auto listed, api.all(alibaba::kDescribeInstances, parameters, "Instances/Instance", stop));
    for (const QJsonObject &one : listed) {
        const InstanceReport report = readAlibabaInstance(one);
        if (instance.providerId.isEmpty() ? report.clientToken == instance.request.clientToken && !report.clientToken.isEmpty()
                                          : report.providerId == instance.providerId)
            return one;
    }
    return noInstance(instance.providerId);
}

Result<InstanceReport> AlibabaProvider::describe(const Instance &instance, std::stop_token stop) const
{
    TRY(const auto api, apiFor(instance.request.account, instance.request.region));
    TRY(const auto listed, found(api, instance, stop));
    InstanceReport report = readAlibabaInstance(listed);
    if (report.state != ProvidedState::Stopped)
        return report;
    // What goes on costing is in the reason; how much of it there is only the list of disks says.
    const auto disks = api.all(alibaba::kDescribeDisks, {{"InstanceId", report.providerId.toUtf8()}}, "Disks/Disk", stop);
    double gibibytes = 0;
    for (const QJsonObject &disk : disks.value_or({}))
        gibibytes += std::max(0.0, readAlibabaResource(CloudResource::Kind::Disk, disk, api.region()).gibibytes);
    if (gibibytes > 0)
        report.reason += u' ' + AlibabaText::tr("Its disks: %1 GiB.").arg(gibibytes);
    return report;
}

Result<QList<InstanceReport>> AlibabaProvider::list(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const auto apis, apisFor(filter, stop));
    return alibabaJoined<InstanceReport>(apis, [&](const AlibabaApi &api) { return listIn(api, filter, stop); });
}

Result<void> AlibabaProvider::stop(const Instance &instance, std::stop_token stop) const
{
    TRY(const auto api, apiFor(instance.request.account, instance.request.region));
    // The default would be to go on charging. describe() reads back what became of it.
    const auto stopped = api.call(alibaba::kStopInstance, {{"InstanceId", instance.providerId.toUtf8()}, {"StoppedMode", "StopCharging"}},
                                  stop);
    if (stopped)
        return {};
    if (stopped.error().code == ErrorCode::AlreadyExists) {
        TRY(const auto listed, found(api, instance, stop));
        if (isState(listed, {ProvidedState::Stopping, ProvidedState::Stopped}))
            return {};
    }
    return inOtherState(stopped.error());
}

Result<void> AlibabaProvider::start(const Instance &instance, const StepReport &report, std::stop_token stop) const
{
    TRY(const auto api, apiFor(instance.request.account, instance.request.region));
    if (const QString address = instance.request.settings.value(QLatin1String(kOwnAddressSetting)); !address.isEmpty()) {
        if (report)
            report(AlibabaText::tr("Letting SSH in from %1").arg(address));
        AlibabaNetwork network(api, instance.request.owner, m_limits.firstPause);
        TRY_DO(inTurn(m_networks, stop, [&] { return network.letIn(address, stop); }));
    }
    const auto started = api.call(alibaba::kStartInstance, {{"InstanceId", instance.providerId.toUtf8()}}, stop);
    if (started)
        return {};
    if (started.error().code == ErrorCode::AlreadyExists) {
        TRY(const auto listed, found(api, instance, stop));
        if (isState(listed, {ProvidedState::Starting, ProvidedState::Running}))
            return {};
    }
    return inOtherState(started.error());
}

Result<void> AlibabaProvider::letIn(const Instance &instance, const QString &address, const StepReport &report, std::stop_token stop) const
{
    TRY(const auto api, apiFor(instance.request.account, instance.request.region));
    if (report)
        report(AlibabaText::tr("Letting SSH in from %1").arg(address));
    AlibabaNetwork network(api, instance.request.owner, m_limits.firstPause);
    TRY_DO(inTurn(m_networks, stop, [&] { return network.letIn(address, stop); }));
    if (!network.group().isEmpty())
        return {};
    return Error{
        ErrorCode::NotFound,
        AlibabaText::tr(
            "Alibaba Cloud has no security group of Trainyard in this region: allow SSH in the group of the machine, in its console."),
        {}};
}

Result<void> AlibabaProvider::terminate(const Instance &instance, std::stop_token stop) const
{
    TRY(const auto api, apiFor(instance.request.account, instance.request.region));
    return end(api, instance.providerId, stop);
}

Result<void> AlibabaProvider::end(const AlibabaApi &api, const QString &instanceId, std::stop_token stop) const
{
    Backoff pauses({m_limits.firstPause, m_limits.longestPause});
    for (int tries = 1;; ++tries) {
        const auto ended = api.call(alibaba::kDeleteInstance, {{"InstanceId", instanceId.toUtf8()}, {"Force", "true"}}, stop);
        if (ended || ended.error().code == ErrorCode::NotFound)
            return {};
        if (ended.error().code != ErrorCode::AlreadyExists || tries == kMostTerminations)
            return inOtherState(ended.error());
        if (!pauseFor(pauses.next(), stop))
            return cancelledError();
    }
}

Result<SshTarget> AlibabaProvider::sshTarget(const Instance &instance, std::stop_token stop) const
{
    TRY(const auto api, apiFor(instance.request.account, instance.request.region));
    TRY(const auto listed, found(api, instance, stop));
    SshTarget target;
    target.host = readAlibabaAddress(listed);
    target.user = QStringLiteral("root");
    // The address may belong to another machine tomorrow.
    target.hostKeyAlias = listed.value(QLatin1String("InstanceId")).toString();
    if (!isHostName(target.host) || !isHostName(target.hostKeyAlias)) {
        return Error{
            ErrorCode::Unreachable, AlibabaText::tr("Alibaba Cloud has not given the machine a public address yet: wait a minute."), {}};
    }
    return target;
}

Result<QByteArray> AlibabaProvider::consoleOutput(const Instance &instance, qint64 limit, std::stop_token stop) const
{
    TRY(const auto api, apiFor(instance.request.account, instance.request.region));
    TRY(const auto answer, api.call(alibaba::kGetInstanceConsoleOutput, {{"InstanceId", instance.providerId.toUtf8()}}, stop));
    const QByteArray output = QByteArray::fromBase64(answer.value(QLatin1String("ConsoleOutput")).toString().toLatin1());
    return output.right(static_cast<qsizetype>(std::max<qint64>(0, limit)));
}

}  // namespace trainyard

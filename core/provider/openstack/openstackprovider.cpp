// SPDX-License-Identifier: GPL-3.0-or-later
// The life of a machine.
#include "core/provider/openstack/openstackprovider.h"

#include "core/base/retry.h"
#include "core/provider/openstack/internal/openstackapi.h"
#include "core/provider/openstack/internal/openstackcreation.h"
#include "core/provider/openstack/internal/openstackreaders.h"
#include "core/provider/openstack/internal/openstackrefusal.h"
#include "core/provider/openstack/internal/openstacktext.h"

#include <QDeadlineTimer>

#include <algorithm>

namespace trainyard {

namespace {

using namespace std::chrono_literals;

// The scheduler answers within seconds; a machine that is still without a host after this time is reported as starting.
constexpr auto kPlacedWithin = 30s;
constexpr qint64 kBytesPerLine = 40;  // of a console: few enough that the lines asked for fill the limit

// A refusal because the machine is not in the state that the call needs is none if it is in the wanted one.
Result<void> unlessIn(std::initializer_list<ProvidedState> wanted, const OpenStackApi &api, const Instance &instance, const Error &refusal)
{
    if (refusal.code != ErrorCode::AlreadyExists)
        return refusal;
    TRY(const QJsonObject server, findOpenStackServer(api, instance));
    const InstanceReport now = readOpenStackServer(server);
    if (now.state == ProvidedState::Running && !now.reason.isEmpty())  // paused, say
        return Error{refusal.code, now.reason, refusal.detail};
    if (std::find(wanted.begin(), wanted.end(), now.state) != wanted.end())
        return {};
    return Error{refusal.code, OpenStackText::tr("The machine is changing its state at OpenStack: wait a minute, then try again."),
                 refusal.detail};
}

// Where only the token is known, as after an answer was lost: a call without an id would be another call.
Result<QString> idOf(const OpenStackApi &api, const Instance &instance)
{
    if (!instance.providerId.isEmpty())
        return instance.providerId;
    TRY(const QJsonObject server, findOpenStackServer(api, instance));
    const QString id = server.value("id").toString();
    return id.isEmpty() ? Result<QString>(openStackStrangeAnswer(QStringLiteral("no server id"))) : Result<QString>(id);
}

}  // namespace

QString OpenStackProvider::name() const { return kOpenStackName; }

ProviderCapabilities OpenStackProvider::capabilities() const
{
    ProviderCapabilities can;
    can.canCreate = can.canStop = can.canTerminate = can.hasConsole = true;
    can.hasOffers = can.hasQuota = can.hasImages = can.hasPolicy = true;
    can.canLetIn = true;
    can.sshRule = SshRuleScope::Region;
    // A request is in nova's database before it is answered; the rest is for one that is still on its way when its connection breaks,
    // and has to be much longer than an answer may take.
    can.zones = ZoneUse::TakesOne;
    can.appearsWithin = 5min;
    return can;
}

Result<OpenStackApi> OpenStackProvider::apiFor(const QString &account, const QString &region, const std::stop_token &stop) const
{
    TRY(const auto credentials, m_credentials(kKind, account));
    return OpenStackApi::in(m_transport, m_tokens, credentials, region, stop);
}

Result<InstanceReport> OpenStackProvider::create(const InstanceRequest &request, const StepReport &report, std::stop_token stop) const
{
    TRY(const auto api, apiFor(request.account, request.region, stop));
    const OpenStackCreation creation(api, request, report);
    TRY_DO(creation.check());
    Instance sought;
    sought.request = request;
    if (!request.clientToken.isEmpty()) {
        const auto present = findOpenStackServer(api, sought);
        if (present)
            return readOpenStackServer(*present);
        if (present.error().code != ErrorCode::NotFound)
            return present.error();
    }
    TRY(const QJsonObject body, creation.server());
    const auto made = api.call(openstack::kCreateServer, {}, body);
    InstanceReport begun;
    if (made) {
        begun.providerId = made->value("server").toObject().value("id").toString();
        begun.clientToken = request.clientToken;
        begun.owner = request.owner;
    } else {
        if (!isUnknownOutcome(made.error().code) || request.clientToken.isEmpty() || stop.stop_requested())
            return made.error();
        const auto present = findOpenStackServer(api, sought);
        // Whether the request arrived remains unknown.
        if (!present)
            return made.error();
        begun = readOpenStackServer(*present);
    }
    if (begun.providerId.isEmpty())
        return openStackStrangeAnswer(QStringLiteral("no server id"));
    return placed(api, begun, stop);
}

Result<InstanceReport> OpenStackProvider::placed(const OpenStackApi &api, const InstanceReport &made, const std::stop_token &stop) const
{
    Instance instance;
    instance.providerId = made.providerId;
    const QDeadlineTimer deadline(kPlacedWithin);
    Backoff pauses({m_limits.firstPause, m_limits.longestPause});
    while (!deadline.hasExpired() && !stop.stop_requested()) {
        const auto server = findOpenStackServer(api, instance);
        if (!server)
            break;
        const InstanceReport now = readOpenStackServer(*server);
        if (now.state == ProvidedState::Failed && isOpenStackFull(now.reason)) {
            // What stays is an entry without a machine, which counts against the quota.
            const auto gone = api.call(openstack::kDeleteServer, {made.providerId});
            if (!gone && gone.error().code != ErrorCode::NotFound)
                return now;
            return cloudError(kOpenStackName, {CloudRefusal::Kind::Capacity, {}, now.reason, {}, {}});
        }
        if (isOpenStackPlaced(*server))
            return now;
        (void)pauseFor(pauses.next(), stop);
    }
    return made;
}

Result<InstanceReport> OpenStackProvider::describe(const Instance &instance, std::stop_token stop) const
{
    TRY(const auto api, apiFor(instance.request.account, instance.request.region, stop));
    TRY(const QJsonObject server, findOpenStackServer(api, instance));
    return readOpenStackServer(server);
}

Result<void> OpenStackProvider::stop(const Instance &instance, std::stop_token stop) const
{
    TRY(const auto api, apiFor(instance.request.account, instance.request.region, stop));
    TRY(const QString id, idOf(api, instance));
    const auto stopped = api.call(openstack::kServerAction, {id}, {{"os-stop", QJsonValue::Null}});
    return stopped ? Result<void>() : unlessIn({ProvidedState::Stopping, ProvidedState::Stopped}, api, instance, stopped.error());
}

Result<void> OpenStackProvider::start(const Instance &instance, const StepReport &report, std::stop_token stop) const
{
    TRY(const auto api, apiFor(instance.request.account, instance.request.region, stop));
    // The person may be elsewhere by now.
    if (!instance.request.settings.value(QLatin1String(kOwnAddressSetting)).isEmpty())
        TRY_DO(OpenStackCreation(api, instance.request, report).group());
    TRY(const QString id, idOf(api, instance));
    const auto started = api.call(openstack::kServerAction, {id}, {{"os-start", QJsonValue::Null}});
    return started ? Result<void>() : unlessIn({ProvidedState::Starting, ProvidedState::Running}, api, instance, started.error());
}

Result<void> OpenStackProvider::letIn(const Instance &instance, const QString &address, const StepReport &report,
                                      std::stop_token stop) const
{
    InstanceRequest request = instance.request;
    request.settings.insert(QLatin1String(kOwnAddressSetting), address);
    TRY_DO(checkOpenStackAddress(address));
    TRY(const auto api, apiFor(request.account, request.region, stop));
    TRY_DO(OpenStackCreation(api, request, report).group());
    return {};
}

Result<void> OpenStackProvider::terminate(const Instance &instance, std::stop_token stop) const
{
    TRY(const auto api, apiFor(instance.request.account, instance.request.region, stop));
    const auto id = idOf(api, instance);
    const auto gone = id ? api.call(openstack::kDeleteServer, {*id}) : Result<QJsonObject>(id.error());
    if (!gone && gone.error().code != ErrorCode::NotFound)
        return unlessIn({ProvidedState::Terminating, ProvidedState::Gone}, api, instance, gone.error());
    return releaseOpenStackFloating(api, instance.request);
}

Result<SshTarget> OpenStackProvider::sshTarget(const Instance &instance, std::stop_token stop) const
{
    TRY(const auto api, apiFor(instance.request.account, instance.request.region, stop));
    TRY(const QJsonObject server, findOpenStackServer(api, instance));
    TRY(const QString floating, openStackFloatingFor(api, server));
    SshTarget target;
    target.host = floating.isEmpty() ? readOpenStackAddress(server) : floating;
    target.user = openStackMetadata(server, kOpenStackUser);
    // The address may belong to another machine tomorrow.
    target.hostKeyAlias = server.value("id").toString();
    if (!isHostName(target.host) || !isHostName(target.hostKeyAlias) || !isUserName(target.user))
        return Error{ErrorCode::Unreachable, OpenStackText::tr("OpenStack has not given the machine an address yet: wait a minute."), {}};
    return target;
}

Result<QByteArray> OpenStackProvider::consoleOutput(const Instance &instance, qint64 limit, std::stop_token stop) const
{
    TRY(const auto api, apiFor(instance.request.account, instance.request.region, stop));
    const qint64 lines = std::max<qint64>(1, limit / kBytesPerLine);
    TRY(const QString id, idOf(api, instance));
    TRY(const QJsonObject answer, api.call(openstack::kServerAction, {id}, {{"os-getConsoleOutput", QJsonObject{{"length", lines}}}}));
    return answer.value("output").toString().toUtf8().right(static_cast<qsizetype>(std::max<qint64>(0, limit)));
}

}  // namespace trainyard

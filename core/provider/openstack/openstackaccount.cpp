// SPDX-License-Identifier: GPL-3.0-or-later
// What an account has, may do and could rent.
#include "core/model/accountprice.h"
#include "core/provider/openstack/internal/openstackapi.h"
#include "core/provider/openstack/internal/openstackcreation.h"
#include "core/provider/openstack/internal/openstackreaders.h"
#include "core/provider/openstack/internal/openstacktext.h"
#include "core/provider/openstack/openstackprovider.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <type_traits>

namespace trainyard {

namespace {

// What `work` finds in each region. One that does not answer is an error.
template <typename Work>
auto inEach(const QList<OpenStackApi> &apis, Work work) -> std::invoke_result_t<Work, const OpenStackApi &>
{
    typename std::invoke_result_t<Work, const OpenStackApi &>::value_type all;
    for (const OpenStackApi &api : apis) {
        auto found = work(api);
        if (!found) {
            Error error = found.error();
            error.detail.prepend(api.region() + QStringLiteral(": "));
            return error;
        }
        all += *found;
    }
    return all;
}

bool isWanted(const InstanceFilter &filter, const QString &owner, const QString &token)
{
    return (filter.owner.isEmpty() || filter.owner == owner) && (filter.clientToken.isEmpty() || filter.clientToken == token);
}

// Access rules name the path that a service sees.
QJsonObject accessRule(const OpenStackAction &action)
{
    static constexpr const char *kTypes[] = {"compute", "network", "image", "volumev3"};
    static constexpr const char *kVersions[] = {"/v2.1", "/v2.0", "/v2", "/v3/*"};
    const auto service = static_cast<std::size_t>(action.service);
    return {{"service", QLatin1String(kTypes[service])},
            {"method", QLatin1String(action.method)},
            {"path", QLatin1String(kVersions[service]) + QLatin1String(action.path)}};
}

}  // namespace

Result<QList<OpenStackApi>> OpenStackProvider::apisFor(const InstanceFilter &filter, const std::stop_token &stop) const
{
    TRY(const auto credentials, m_credentials(kKind, filter.account));
    return OpenStackApi::inAll(m_transport, m_tokens, credentials, filter.region, stop);
}

Result<AccountReport> OpenStackProvider::check(const QString &account, std::stop_token stop) const
{
    TRY(const auto credentials, m_credentials(kKind, account));
    TRY(const auto apis, OpenStackApi::inAll(m_transport, m_tokens, credentials, {}, stop));
    AccountReport report;
    // A token that was kept may have been revoked meanwhile.
    const auto tried = apis.first().call(openstack::kLimits);
    if (!tried && tried.error().code != ErrorCode::PermissionDenied)
        return tried.error();
    const OpenStackSession &session = apis.first().session();
    // The project comes first: its members see the same machines.
    report.identity = OpenStackText::tr("%1 (%2), user %3", "a project, its id, a user")
                          .arg(openStackLine(session.project, 100), openStackLine(session.projectId, 64), openStackLine(session.user, 100));
    report.scope = openStackLine(session.projectId, 64);
    report.regions = session.regions();
    // The names of roles are each cloud's own; only this one always means that nothing may be changed.
    const bool isReader = std::all_of(session.roles.begin(), session.roles.end(),
                                      [](const QString &role) { return role == QLatin1String("reader"); });
    if (isReader)
        report.missing << QStringLiteral("member");
    if (!tried)
        report.missing << QStringLiteral("GET /limits");
    return report;
}

Result<QList<ProviderOffer>> OpenStackProvider::offers(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const auto apis, apisFor(filter, stop));
    return inEach(apis, [](const OpenStackApi &api) -> Result<QList<ProviderOffer>> {
        TRY(const auto flavors, api.all(openstack::kFlavors));
        QList<ProviderOffer> offers;
        for (const QJsonObject &flavor : flavors) {
            offers << readOpenStackFlavor(flavor, api.region());
            offers.last().perHour = accountPrice(api.settings(), offers.last().type);
        }
        return offers;
    });
}

Result<QList<ProviderQuota>> OpenStackProvider::quota(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const auto apis, apisFor(filter, stop));
    return inEach(apis, [](const OpenStackApi &api) -> Result<QList<ProviderQuota>> {
        TRY(const QJsonObject limits, api.call(openstack::kLimits));
        QList<ProviderQuota> all = readOpenStackLimits(limits, api.region());
        if (api.has(OpenStackAction::Service::Volume)) {
            TRY(const QJsonObject more, api.call(openstack::kVolumeLimits));
            all << readOpenStackLimits(more, api.region());
        }
        return all;
    });
}

Result<QList<ProviderImage>> OpenStackProvider::images(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const auto api, apiFor(filter.account, filter.region, stop));
    return openStackImages(api);
}

Result<QString> OpenStackProvider::policy() const
{
    QJsonArray rules;
    for (const OpenStackAction &action : kOpenStackActions)
        rules << accessRule(action);
    return QString::fromUtf8(QJsonDocument(rules).toJson()).trimmed();
}

Result<QList<InstanceReport>> OpenStackProvider::list(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const auto apis, apisFor(filter, stop));
    return inEach(apis, [&filter](const OpenStackApi &api) -> Result<QList<InstanceReport>> {
        TRY(const auto servers, api.all(openstack::kServers));
        QList<InstanceReport> reports;
        for (const QJsonObject &server : servers) {
            const InstanceReport one = readOpenStackServer(server);
            if (isWanted(filter, one.owner, one.clientToken))
                reports << one;
        }
        return reports;
    });
}

Result<QList<CloudResource>> OpenStackProvider::resources(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const auto apis, apisFor(filter, stop));
    const auto found = inEach(apis, [](const OpenStackApi &api) -> Result<QList<CloudResource>> {
        const QString region = api.region();
        TRY(const auto servers, api.all(openstack::kServers));
        QList<CloudResource> all;
        QMap<QString, CloudResource> byId;
        for (const QJsonObject &one : servers) {
            all << readOpenStackInstance(one, region);
            byId[all.last().providerId] = all.last();
        }
        const auto addresses = api.has(OpenStackAction::Service::Network) ? api.all(openstack::kAddresses) : QList<QJsonObject>();
        // A cloud without routers has none.
        if (!addresses && addresses.error().code != ErrorCode::NotFound)
            return addresses.error();
        for (const QJsonObject &one : addresses.value_or({}))
            all << readOpenStackFloating(one, region);
        if (!api.has(OpenStackAction::Service::Volume))
            return all;
        TRY(const auto volumes, api.all(openstack::kVolumes));
        for (const QJsonObject &one : volumes)
            all << readOpenStackVolume(one, region, byId);
        TRY(const auto snapshots, api.all(openstack::kSnapshots));
        for (const QJsonObject &one : snapshots)
            all << readOpenStackSnapshot(one, region);
        return all;
    });
    TRY(const auto all, found);
    QList<CloudResource> wanted;
    std::copy_if(all.begin(), all.end(), std::back_inserter(wanted),
                 [&filter](const CloudResource &one) { return isWanted(filter, one.owner, one.clientToken); });
    return wanted;
}

Result<void> OpenStackProvider::release(const QString &account, const CloudResource &resource, std::stop_token stop) const
{
    TRY(const auto api, apiFor(account, resource.region, stop));
    const OpenStackAction *action = nullptr;
    switch (resource.kind) {
    case CloudResource::Kind::Instance: action = &openstack::kDeleteServer; break;
    case CloudResource::Kind::Disk: action = &openstack::kDeleteVolume; break;
    case CloudResource::Kind::Address: action = &openstack::kDeleteAddress; break;
    case CloudResource::Kind::Snapshot: action = &openstack::kDeleteSnapshot; break;
    case CloudResource::Kind::SpotRequest:
    case CloudResource::Kind::KeyPair:
    case CloudResource::Kind::SecurityGroup:
        return Error{
            ErrorCode::Unsupported, OpenStackText::tr("This costs nothing at OpenStack: remove it in its dashboard if you want to."), {}};
    }
    const auto gone = api.call(*action, {resource.providerId});
    return gone || gone.error().code == ErrorCode::NotFound ? Result<void>() : Result<void>(gone.error());
}

}  // namespace trainyard

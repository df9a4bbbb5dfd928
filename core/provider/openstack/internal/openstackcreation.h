// SPDX-License-Identifier: GPL-3.0-or-later
// What has to be there before a machine, and the machine. Each step may be repeated: what is there is found by its name or its mark.
// Blocking; any thread.
#pragma once

#include "core/provider/interface/machineprovider.h"
#include "core/provider/openstack/internal/openstackapi.h"

namespace trainyard {

// A server by its id or, while that is unknown, by its token. NotFound.
Result<QJsonObject> findOpenStackServer(const OpenStackApi &api, const Instance &instance);

// InvalidInput: neither empty nor an address from which SSH can be allowed.
Result<void> checkOpenStackAddress(const QString &address);

QString openStackKeyName(const QString &publicKey);
QString openStackGroupName(const QString &owner, const QString &ownAddress);
// A setting of the request, else of the account.
QString openStackSetting(const OpenStackApi &api, const InstanceRequest &request, const char *name);

class OpenStackCreation {
public:
    OpenStackCreation(const OpenStackApi &api, const InstanceRequest &request, const StepReport &report)
        : m_api(api), m_request(request), m_report(report)
    {
    }

    // InvalidInput for what can be seen without asking.
    Result<void> check() const;
    // The body of the call that makes the server.
    Result<QJsonObject> server() const;
    // The id of the group that lets SSH in from the request's address only.
    Result<QString> group() const;

private:
    struct Network {
        QString id;       // empty: the cloud sets one up
        QString outside;  // the network of a floating address for it; empty: none is needed
    };
    Result<Network> network() const;
    Result<QJsonObject> flavor() const;
    Result<ProviderImage> image() const;
    Result<QString> key() const;
    Result<void> onlyRule(const QJsonObject &group) const;
    void step(const QString &text) const;
    QString setting(const char *name) const { return openStackSetting(m_api, m_request, name); }

    const OpenStackApi &m_api;
    const InstanceRequest &m_request;
    const StepReport &m_report;
};

// The floating address that was made for this server; makes it if the server needs one and has none. Empty: it needs none. Unreachable: the
// server is not on its network yet.
Result<QString> openStackFloatingFor(const OpenStackApi &api, const QJsonObject &server);
Result<void> releaseOpenStackFloating(const OpenStackApi &api, const InstanceRequest &request);

// The images of a region that can be booted: those with drivers first, then the newest ones.
Result<QList<ProviderImage>> openStackImages(const OpenStackApi &api);

}  // namespace trainyard

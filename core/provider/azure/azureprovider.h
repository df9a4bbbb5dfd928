// SPDX-License-Identifier: GPL-3.0-or-later
// Machines of Microsoft Azure, as a service principal (an app registration with a client secret). docs/clouds.md says what a person has to
// set up, and what the cloud cannot do. CloudCredentials::keyId is the client id, `secret` the client secret. Settings of an account:
// "tenant" and "subscription"; "region", used where none is given; "endpoint", for Azure's national clouds. Settings of a request, besides
// those that every cloud understands: "zone", "disk-type".
//
// Each machine is in a resource group of its own, whose name follows from the client token and is the machine's id here: everything that
// belongs to the machine goes when the group is deleted. A machine is stopped by deallocating it, since one that is only powered off goes on
// costing its full price.
#pragma once

#include "core/provider/cloudapi/tokencache.h"
#include "core/provider/interface/machineprovider.h"

namespace trainyard {

class AzureApi;
struct AzureMeans;

class AzureProvider final : public MachineProvider {
public:
    static inline const QString kKind = QStringLiteral("azure");

    // `allocation`: how long create() and start() wait for Azure to find a place, since it accepts a machine first and looks for it then.
    explicit AzureProvider(CredentialLookup lookup, const CloudLimits &limits = {},
                           std::chrono::milliseconds allocation = std::chrono::seconds(90))
        : m_lookup(std::move(lookup)), m_api(limits), m_pollPause(limits.firstPause), m_allocation(allocation)
    {
    }

    QString kind() const override { return kKind; }
    QString name() const override;
    ProviderCapabilities capabilities() const override;

    Result<AccountReport> check(const QString &account, std::stop_token stop) const override;
    Result<QList<ProviderOffer>> offers(const InstanceFilter &filter, std::stop_token stop) const override;
    Result<QList<ProviderQuota>> quota(const InstanceFilter &filter, std::stop_token stop) const override;
    Result<QList<ProviderImage>> images(const InstanceFilter &filter, std::stop_token stop) const override;
    Result<QString> policy() const override;

    Result<InstanceReport> create(const InstanceRequest &request, const StepReport &report, std::stop_token stop) const override;
    // The reason of a stopped instance says what goes on costing money.
    Result<InstanceReport> describe(const Instance &instance, std::stop_token stop) const override;
    Result<QList<InstanceReport>> list(const InstanceFilter &filter, std::stop_token stop) const override;
    Result<void> stop(const Instance &instance, std::stop_token stop) const override;
    Result<void> start(const Instance &instance, const StepReport &report, std::stop_token stop) const override;
    Result<void> terminate(const Instance &instance, std::stop_token stop) const override;
    Result<SshTarget> sshTarget(const Instance &instance, std::stop_token stop) const override;
    Result<void> letIn(const Instance &instance, const QString &address, const StepReport &report, std::stop_token stop) const override;
    Result<QByteArray> consoleOutput(const Instance &instance, qint64 limit, std::stop_token stop) const override;

    Result<QList<CloudResource>> resources(const InstanceFilter &filter, std::stop_token stop) const override;
    Result<void> release(const QString &account, const CloudResource &resource, std::stop_token stop) const override;

    Result<CloudBill> bill(const QString &account, QDate month, std::stop_token stop) const override;

    QString createLine(const InstanceRequest &request) const override;
    QString actionLine(ProviderAction action, const Instance &instance) const override;

private:
    Result<AzureApi> signedIn(const QString &account, const std::stop_token &stop) const;

    const CredentialLookup m_lookup;
    const CloudApi m_api;
    const TokenCache m_tokens;
    const std::chrono::milliseconds m_pollPause, m_allocation;
};

}  // namespace trainyard

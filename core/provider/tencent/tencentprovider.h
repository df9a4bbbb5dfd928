// SPDX-License-Identifier: GPL-3.0-or-later
// Machines of Tencent Cloud (CVM). docs/clouds.md says what a person has to set up, and what the cloud cannot do. Settings of an account:
// "region", used where none is given, and "endpoint", the address of the service cvm (the other services' addresses follow from it).
// Settings of a request, besides those that every cloud understands: "zone", "vpc" and "subnet", "disk-type", "bandwidth-mbps".
//
// There is no console output, so the key of a machine's SSH server has to be put into the user data.
#pragma once

#include "core/provider/cloudapi/cloudapi.h"
#include "core/provider/interface/machineprovider.h"

namespace trainyard {

class TencentProvider final : public MachineProvider {
public:
    static inline const QString kKind = QStringLiteral("tencent");

    explicit TencentProvider(CredentialLookup lookup, const CloudLimits &limits = {}) : m_lookup(std::move(lookup)), m_api(limits) {}

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
    // Unsupported: it can only be stopped in such a way that it goes on costing its full price, which is not done.
    Result<void> stop(const Instance &instance, std::stop_token stop) const override;
    Result<void> start(const Instance &instance, const StepReport &report, std::stop_token stop) const override;
    Result<void> terminate(const Instance &instance, std::stop_token stop) const override;
    Result<SshTarget> sshTarget(const Instance &instance, std::stop_token stop) const override;
    Result<void> letIn(const Instance &instance, const QString &address, const StepReport &report, std::stop_token stop) const override;

    Result<QList<CloudResource>> resources(const InstanceFilter &filter, std::stop_token stop) const override;
    Result<void> release(const QString &account, const CloudResource &resource, std::stop_token stop) const override;
    // By machine, hour and component.
    Result<CloudBill> bill(const QString &account, QDate month, std::stop_token stop) const override;
    // With ZONE, SECURITY_GROUP_ID and KEY_ID for what is only known by asking, and without user data.
    QString createLine(const InstanceRequest &request) const override;
    QString actionLine(ProviderAction action, const Instance &instance) const override;

private:
    const CredentialLookup m_lookup;
    const CloudApi m_api;
};

}  // namespace trainyard

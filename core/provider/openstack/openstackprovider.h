// SPDX-License-Identifier: GPL-3.0-or-later
// Machines of an OpenStack: a university's, a company's or a public one (release Rocky of 2018 or newer). docs/clouds.md says what a person
// has to set up, which settings there are, and what each call needs. There are no spot machines and no prices; the account may set these:
// "price.FLAVOUR" or "price", such as "1.20 EUR" an hour.
//
// Nova has no client tokens. A machine carries its token in its metadata, and is looked for before it is asked for, and again when the
// answer was lost.
#pragma once

#include "core/provider/cloudapi/tokencache.h"
#include "core/provider/interface/machineprovider.h"

namespace trainyard {

class OpenStackApi;

class OpenStackProvider final : public MachineProvider {
public:
    inline static const QString kKind = QStringLiteral("openstack");

    explicit OpenStackProvider(CredentialLookup credentials, const CloudLimits &limits = {})
        : m_credentials(std::move(credentials)), m_limits(limits), m_transport(limits)
    {
    }

    QString kind() const override { return kKind; }
    QString name() const override;
    ProviderCapabilities capabilities() const override;

    // Two round trips, or one while there is a token.
    Result<AccountReport> check(const QString &account, std::stop_token stop) const override;
    Result<QList<ProviderOffer>> offers(const InstanceFilter &filter, std::stop_token stop) const override;
    Result<QList<ProviderQuota>> quota(const InstanceFilter &filter, std::stop_token stop) const override;
    Result<QList<ProviderImage>> images(const InstanceFilter &filter, std::stop_token stop) const override;
    // Access rules for an application credential.
    Result<QString> policy() const override;

    // Waits until the scheduler has placed the machine, a few seconds: only then a lack of capacity shows.
    Result<InstanceReport> create(const InstanceRequest &request, const StepReport &report, std::stop_token stop) const override;
    Result<InstanceReport> describe(const Instance &instance, std::stop_token stop) const override;
    Result<QList<InstanceReport>> list(const InstanceFilter &filter, std::stop_token stop) const override;
    Result<void> stop(const Instance &instance, std::stop_token stop) const override;
    Result<void> start(const Instance &instance, const StepReport &report, std::stop_token stop) const override;
    // With the floating address that was made for it.
    Result<void> terminate(const Instance &instance, std::stop_token stop) const override;
    // Makes the floating address that the machine needs.
    Result<SshTarget> sshTarget(const Instance &instance, std::stop_token stop) const override;
    Result<void> letIn(const Instance &instance, const QString &address, const StepReport &report, std::stop_token stop) const override;
    Result<QByteArray> consoleOutput(const Instance &instance, qint64 limit, std::stop_token stop) const override;

    Result<QList<CloudResource>> resources(const InstanceFilter &filter, std::stop_token stop) const override;
    Result<void> release(const QString &account, const CloudResource &resource, std::stop_token stop) const override;

    QString createLine(const InstanceRequest &request) const override;
    QString actionLine(ProviderAction action, const Instance &instance) const override;

private:
    Result<OpenStackApi> apiFor(const QString &account, const QString &region, const std::stop_token &stop) const;
    Result<QList<OpenStackApi>> apisFor(const InstanceFilter &filter, const std::stop_token &stop) const;
    Result<InstanceReport> placed(const OpenStackApi &api, const InstanceReport &made, const std::stop_token &stop) const;

    const CredentialLookup m_credentials;
    const CloudLimits m_limits;
    const CloudApi m_transport;
    const TokenCache m_tokens;
};

}  // namespace trainyard

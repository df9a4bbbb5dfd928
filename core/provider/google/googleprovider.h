// SPDX-License-Identifier: GPL-3.0-or-later
// Machines of Google Cloud (Compute Engine). docs/clouds.md says what a person has to set up, and what the cloud cannot do. The secret of
// an account is a key file's content (core/provider/credentials/googlekey.h). Settings of an account: "project", "region" where none is
// given, and "endpoint", an address in place of those of all services. Settings of a request, besides those that every cloud understands:
// "zone", "network", "subnetwork", "disk-type", and "accelerator" for types to which GPUs are attached ("nvidia-tesla-t4:1").
//
// Ids are paths below the project: "zones/us-central1-a/instances/trainyard-…".
#pragma once

#include "core/provider/cloudapi/cloudapi.h"
#include "core/provider/interface/machineprovider.h"

#include <memory>

namespace trainyard {

class GoogleApi;
struct GoogleConnections;

inline const QString kGoogleProject = QStringLiteral("project");

class GoogleProvider final : public MachineProvider {
public:
    static inline const QString kKind = QStringLiteral("gcp");  // as in the catalogue of offers

    explicit GoogleProvider(CredentialLookup lookup, const CloudLimits &limits = {});
    ~GoogleProvider() override;

    QString kind() const override { return kKind; }
    QString name() const override;
    ProviderCapabilities capabilities() const override;

    Result<AccountReport> check(const QString &account, std::stop_token stop) const override;
    // Without prices: they are in another service, for parts of machines.
    Result<QList<ProviderOffer>> offers(const InstanceFilter &filter, std::stop_token stop) const override;
    Result<QList<ProviderQuota>> quota(const InstanceFilter &filter, std::stop_token stop) const override;
    Result<QList<ProviderImage>> images(const InstanceFilter &filter, std::stop_token stop) const override;
    Result<QString> policy() const override;

    // Without an image, the newest of Ubuntu with a driver.
    Result<InstanceReport> create(const InstanceRequest &request, const StepReport &report, std::stop_token stop) const override;
    Result<InstanceReport> describe(const Instance &instance, std::stop_token stop) const override;
    Result<QList<InstanceReport>> list(const InstanceFilter &filter, std::stop_token stop) const override;
    Result<void> stop(const Instance &instance, std::stop_token stop) const override;
    Result<void> start(const Instance &instance, const StepReport &report, std::stop_token stop) const override;
    Result<void> terminate(const Instance &instance, std::stop_token stop) const override;
    Result<SshTarget> sshTarget(const Instance &instance, std::stop_token stop) const override;
    Result<void> letIn(const Instance &instance, const QString &address, const StepReport &report, std::stop_token stop) const override;
    // Ends with the host keys from the machine's guest attributes, once they are there, as cloud-init writes them.
    Result<QByteArray> consoleOutput(const Instance &instance, qint64 limit, std::stop_token stop) const override;
    Result<std::optional<QDateTime>> spotNotice(const Instance &instance, std::stop_token stop) const override;

    Result<QList<CloudResource>> resources(const InstanceFilter &filter, std::stop_token stop) const override;
    Result<void> release(const QString &account, const CloudResource &resource, std::stop_token stop) const override;

    QString createLine(const InstanceRequest &request) const override;
    QString actionLine(ProviderAction action, const Instance &instance) const override;

private:
    Result<GoogleApi> signedIn(const QString &account) const;

    const CredentialLookup m_lookup;
    const std::unique_ptr<const GoogleConnections> m_connections;
};

}  // namespace trainyard

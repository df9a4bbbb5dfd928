// SPDX-License-Identifier: GPL-3.0-or-later
// Pods of RunPod: containers with GPUs. docs/clouds.md says what a person has to set up, and what the cloud cannot do. Its REST API makes
// and ends pods; prices, stock and spot pods with a highest price are in its GraphQL API only.
// A type is a GPU by RunPod's id, with a number in front: "2x NVIDIA L40S". A region is "secure", "community", or a data centre of the
// secure cloud, such as "EU-RO-1". Settings of a request, besides those that every cloud understands: "volume-gib", "network-volume".
//
// There is no console: the key of a pod's SSH server is given to it in its environment.
#pragma once

#include "core/provider/gpucloud/gpucloudprovider.h"

namespace trainyard {

class RunPodProvider final : public GpuCloudProvider {
public:
    static inline const QString kKind = QStringLiteral("runpod");

    explicit RunPodProvider(CredentialLookup lookup, const CloudLimits &limits = {});

    ProviderCapabilities capabilities() const override;
    Result<AccountReport> check(const QString &account, std::stop_token stop) const override;
    Result<QList<ProviderOffer>> offers(const InstanceFilter &filter, std::stop_token stop) const override;
    Result<QList<ProviderImage>> images(const InstanceFilter &filter, std::stop_token stop) const override;
    // Unsupported, with the permissions to choose for a key.
    Result<QString> policy() const override;
    // Unsupported for a pod without a volume, since nothing of it would be left.
    Result<void> stop(const Instance &instance, std::stop_token stop) const override;
    Result<void> start(const Instance &instance, const StepReport &report, std::stop_token stop) const override;
    Result<QList<CloudResource>> resources(const InstanceFilter &filter, std::stop_token stop) const override;
    Result<void> release(const QString &account, const CloudResource &resource, std::stop_token stop) const override;
    QString createLine(const InstanceRequest &request) const override;
    QString actionLine(ProviderAction action, const Instance &instance) const override;

protected:
    Result<void> accepts(const InstanceRequest &request) const override;
    Result<QJsonArray> machines(const Cloud &cloud, const std::stop_token &stop) const override;
    Result<QJsonObject> machine(const Cloud &cloud, const QString &id, const std::stop_token &stop) const override;
    Result<QString> make(const Cloud &cloud, const InstanceRequest &request, const QString &label, const StepReport &report,
                         const std::stop_token &stop) const override;
    Result<void> end(const Cloud &cloud, const QString &id, const std::stop_token &stop) const override;
    InstanceReport read(const QJsonObject &machine) const override;
    Result<SshTarget> address(const QJsonObject &machine) const override;
};

}  // namespace trainyard

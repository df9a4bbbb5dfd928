// SPDX-License-Identifier: GPL-3.0-or-later
// Machines of Lambda. docs/clouds.md says what a person has to set up, and what the cloud cannot do: it has neither stopped nor spot
// machines. Settings of a request, besides those that every cloud understands: "file-system", the name of one in the region.
//
// There is no console output, so the key of a machine's SSH server has to be put into the user data.
#pragma once

#include "core/provider/gpucloud/gpucloudprovider.h"

namespace trainyard {

class LambdaProvider final : public GpuCloudProvider {
public:
    static inline const QString kKind = QStringLiteral("lambda");

    explicit LambdaProvider(CredentialLookup lookup, const CloudLimits &limits = {});

    ProviderCapabilities capabilities() const override;
    // The cloud does not say whose key it is: the report has no identity.
    Result<AccountReport> check(const QString &account, std::stop_token stop) const override;
    Result<QList<ProviderOffer>> offers(const InstanceFilter &filter, std::stop_token stop) const override;
    Result<QList<ProviderImage>> images(const InstanceFilter &filter, std::stop_token stop) const override;
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

private:
    Result<QString> sshKey(const Cloud &cloud, const QString &key, const std::stop_token &stop) const;  // its name there
};

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// Machines of Vast.ai: containers on computers of many hosts, each offered at its own price. docs/clouds.md says what a person has to set
// up, and what the cloud cannot do. A type is a GPU by Vast.ai's name, with a number in front: "2x RTX 4090". A region is a country, such
// as "US", or "any". Settings of a request, besides those that every cloud understands: "ask", one offer by its number (the zone of a
// ProviderOffer), and "least-reliability", from 0 to 1.
//
// The console is the container's log, to which the machine prints the keys of its SSH server at its start.
#pragma once

#include "core/provider/gpucloud/gpucloudprovider.h"

namespace trainyard {

class VastProvider final : public GpuCloudProvider {
public:
    static inline const QString kKind = QStringLiteral("vast");

    explicit VastProvider(CredentialLookup lookup, const CloudLimits &limits = {});

    ProviderCapabilities capabilities() const override;
    Result<AccountReport> check(const QString &account, std::stop_token stop) const override;
    Result<QList<ProviderOffer>> offers(const InstanceFilter &filter, std::stop_token stop) const override;
    Result<QList<ProviderImage>> images(const InstanceFilter &filter, std::stop_token stop) const override;
    Result<QString> policy() const override;
    Result<void> stop(const Instance &instance, std::stop_token stop) const override;
    Result<void> start(const Instance &instance, const StepReport &report, std::stop_token stop) const override;
    Result<QByteArray> consoleOutput(const Instance &instance, qint64 limit, std::stop_token stop) const override;
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
    Result<QString> take(const Cloud &cloud, const QString &ask, const QJsonObject &body, const std::stop_token &stop) const;
    Result<void> setState(const Instance &instance, bool runs, const std::stop_token &stop) const;
};

}  // namespace trainyard

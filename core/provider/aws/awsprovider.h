// SPDX-License-Identifier: GPL-3.0-or-later
// Amazon EC2 as a provider of machines. docs/clouds.md lists the calls, the rights they need, and what bills while a machine is stopped.
//
// Settings of an account: "region", where nothing else is said; "endpoint", an address in place of those of EC2, STS and Service Quotas
// (https, or http on this computer); "subnet", and "user" for SSH logins ("ubuntu" if empty), of its machines. Settings of a request besides
// those that every cloud understands: "zone", "subnet" and "user".
#pragma once

#include "core/provider/cloudapi/cloudapi.h"
#include "core/provider/interface/machineprovider.h"

#include <functional>
#include <memory>

namespace trainyard {

class Ec2Client;
struct XmlNode;

class AwsProvider final : public MachineProvider {
public:
    static inline const QString kKind = QStringLiteral("aws");

    explicit AwsProvider(CredentialLookup credentials, const CloudLimits &limits = {});
    ~AwsProvider() override;

    QString kind() const override { return kKind; }
    QString name() const override { return QStringLiteral("AWS"); }
    ProviderCapabilities capabilities() const override;
    Result<AccountReport> check(const QString &account, std::stop_token stop) const override;
    // Prices are of spot machines alone: EC2 does not tell the others.
    Result<QList<ProviderOffer>> offers(const InstanceFilter &filter, std::stop_token stop) const override;
    Result<QList<ProviderQuota>> quota(const InstanceFilter &filter, std::stop_token stop) const override;
    Result<QList<ProviderImage>> images(const InstanceFilter &filter, std::stop_token stop) const override;
    Result<QString> policy() const override;
    // Without an image, the newest one of images(). Without an own address, nothing can connect to the machine.
    Result<InstanceReport> create(const InstanceRequest &request, const StepReport &report, std::stop_token stop) const override;
    Result<InstanceReport> describe(const Instance &instance, std::stop_token stop) const override;
    Result<QList<InstanceReport>> list(const InstanceFilter &filter, std::stop_token stop) const override;
    Result<void> stop(const Instance &instance, std::stop_token stop) const override;
    Result<void> start(const Instance &instance, const StepReport &report, std::stop_token stop) const override;
    Result<void> terminate(const Instance &instance, std::stop_token stop) const override;
    Result<SshTarget> sshTarget(const Instance &instance, std::stop_token stop) const override;
    Result<void> letIn(const Instance &instance, const QString &address, const StepReport &report, std::stop_token stop) const override;
    Result<QByteArray> consoleOutput(const Instance &instance, qint64 limit, std::stop_token stop) const override;
    Result<std::optional<QDateTime>> spotNotice(const Instance &instance, std::stop_token stop) const override;
    // In one request, for all types and zones.
    Result<QList<SpotPrice>> spotPrices(const SpotPriceFilter &filter, std::stop_token stop) const override;
    Result<QList<CloudResource>> resources(const InstanceFilter &filter, std::stop_token stop) const override;
    Result<void> release(const QString &account, const CloudResource &resource, std::stop_token stop) const override;
    // By day, usage type and the tag trainyard:token, which the account has to activate for cost allocation.
    Result<CloudBill> bill(const QString &account, QDate month, std::stop_token stop) const override;
    // For the default network. A key or a group that create() has not made yet is missing there, and user data is left out.
    QString createLine(const InstanceRequest &request) const override;
    QString actionLine(ProviderAction action, const Instance &instance) const override;

private:
    Result<Ec2Client> client(const QString &account, const QString &region, std::stop_token stop) const;
    Result<XmlNode> instanceOf(const Instance &instance, std::stop_token stop) const;
    // In the filter's region, or one after the other in all that the account can use, at most eight at a time.
    Result<void> inRegions(const InstanceFilter &filter, std::stop_token stop,
                           const std::function<Result<void>(const Ec2Client &client, qsizetype index)> &work,
                           const std::function<void(qsizetype count)> &begin) const;

    const CredentialLookup m_credentials;
    const CloudApi m_api;
};

}  // namespace trainyard

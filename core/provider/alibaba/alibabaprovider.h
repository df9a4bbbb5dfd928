// SPDX-License-Identifier: GPL-3.0-or-later
// Machines of Alibaba Cloud (ECS), paid by the second. Each has the tags trainyard:run, trainyard:owner and trainyard:token, which its
// disks get too, and lies in a network of its owner that is made once per region. docs/clouds.md says what is created and what each call
// needs.
//
// An account's settings: "region" where none is named, else cn-hangzhou; "endpoint" in place of the addresses of all services.
#pragma once

#include "core/provider/cloudapi/cloudapi.h"
#include "core/provider/interface/machineprovider.h"

#include <QJsonObject>

#include <mutex>

namespace trainyard {

class AlibabaApi;

class AlibabaProvider final : public MachineProvider {
public:
    inline static const QString kKind = QStringLiteral("alibaba");

    explicit AlibabaProvider(CredentialLookup credentials, const CloudLimits &limits = {});
    ~AlibabaProvider() override;

    QString kind() const override { return kKind; }
    QString name() const override;
    ProviderCapabilities capabilities() const override;

    // Two round trips. Of the rights that change something, that of RunInstances is tried, without creating anything.
    Result<AccountReport> check(const QString &account, std::stop_token stop) const override;
    // Of one region; an empty one is the account's. Types with GPUs, in each zone, as usual and as spot machines.
    Result<QList<ProviderOffer>> offers(const InstanceFilter &filter, std::stop_token stop) const override;
    Result<QList<ProviderQuota>> quota(const InstanceFilter &filter, std::stop_token stop) const override;
    Result<QList<ProviderImage>> images(const InstanceFilter &filter, std::stop_token stop) const override;
    Result<QString> policy() const override;

    Result<InstanceReport> create(const InstanceRequest &request, const StepReport &report, std::stop_token stop) const override;
    Result<InstanceReport> describe(const Instance &instance, std::stop_token stop) const override;
    Result<QList<InstanceReport>> list(const InstanceFilter &filter, std::stop_token stop) const override;
    Result<void> stop(const Instance &instance, std::stop_token stop) const override;
    Result<void> start(const Instance &instance, const StepReport &report, std::stop_token stop) const override;
    Result<void> terminate(const Instance &instance, std::stop_token stop) const override;
    Result<SshTarget> sshTarget(const Instance &instance, std::stop_token stop) const override;
    Result<void> letIn(const Instance &instance, const QString &address, const StepReport &report, std::stop_token stop) const override;
    Result<QByteArray> consoleOutput(const Instance &instance, qint64 limit, std::stop_token stop) const override;

    // A request for each type, and for each of its pages. At most the last 30 days.
    Result<QList<SpotPrice>> spotPrices(const SpotPriceFilter &filter, std::stop_token stop) const override;
    Result<QList<CloudResource>> resources(const InstanceFilter &filter, std::stop_token stop) const override;
    Result<void> release(const QString &account, const CloudResource &resource, std::stop_token stop) const override;
    // By machine and item, for the month as a whole.
    Result<CloudBill> bill(const QString &account, QDate month, std::stop_token stop) const override;
    // With VSWITCH_ID and SECURITY_GROUP_ID for what is only known by asking, and without user data; empty without an image.
    QString createLine(const InstanceRequest &request) const override;
    QString actionLine(ProviderAction action, const Instance &instance) const override;

private:
    Result<AlibabaApi> apiFor(const QString &account, const QString &region) const;
    Result<QList<AlibabaApi>> apisFor(const InstanceFilter &filter, std::stop_token stop) const;
    Result<QJsonObject> found(const AlibabaApi &api, const Instance &instance, std::stop_token stop) const;
    Result<InstanceReport> run(const AlibabaApi &api, const InstanceRequest &request, const StepReport &report, std::stop_token stop) const;
    Result<void> end(const AlibabaApi &api, const QString &instanceId, std::stop_token stop) const;

    const CredentialLookup m_credentials;
    const CloudLimits m_limits;
    const CloudApi m_transport;
    mutable std::timed_mutex m_networks;  // machines that are created at the same time share a network that the first one makes
};

}  // namespace trainyard

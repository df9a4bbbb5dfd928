// SPDX-License-Identifier: GPL-3.0-or-later
// What lies in an account, giving it back, and the rights for all of it.
#include "core/provider/alibaba/alibabaprovider.h"

#include "core/provider/alibaba/internal/alibabareaders.h"
#include "core/provider/alibaba/internal/alibabaregions.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace trainyard {

namespace {

using ResourceKind = CloudResource::Kind;

struct BillingList {
    ResourceKind kind;
    const AlibabaAction &action;
    const char *list;
};
constexpr BillingList kBilling[] = {
    {ResourceKind::Instance, alibaba::kDescribeInstances, "Instances/Instance"},
    {ResourceKind::Disk, alibaba::kDescribeDisks, "Disks/Disk"},
    {ResourceKind::Address, alibaba::kDescribeEipAddresses, "EipAddresses/EipAddress"},
    {ResourceKind::Snapshot, alibaba::kDescribeSnapshots, "Snapshots/Snapshot"},
};

Result<QList<CloudResource>> resourcesIn(const AlibabaApi &api, const InstanceFilter &filter, const std::stop_token &stop)
{
    QList<CloudResource> resources;
    for (const BillingList &billing : kBilling) {
        TRY(const auto found, api.all(billing.action, {}, billing.list, stop));
        for (const QJsonObject &object : found) {
            const CloudResource resource = readAlibabaResource(billing.kind, object, api.region());
            if ((filter.owner.isEmpty() || resource.owner == filter.owner)
                && (filter.clientToken.isEmpty() || resource.clientToken == filter.clientToken))
                resources << resource;
        }
    }
    return resources;
}

QJsonObject statement(const QJsonArray &actions)
{
    return {{QStringLiteral("Effect"), QStringLiteral("Allow")},
            {QStringLiteral("Action"), actions},
            {QStringLiteral("Resource"), QStringLiteral("*")}};
}

}  // namespace

Result<QList<CloudResource>> AlibabaProvider::resources(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const auto apis, apisFor(filter, stop));
    return alibabaJoined<CloudResource>(apis, [&](const AlibabaApi &api) { return resourcesIn(api, filter, stop); });
}

Result<void> AlibabaProvider::release(const QString &account, const CloudResource &resource, std::stop_token stop) const
{
    TRY(const auto api, apiFor(account, resource.region));
    const QByteArray id = resource.providerId.toUtf8();
    Result<QJsonObject> released;
    switch (resource.kind) {
    case ResourceKind::Instance: return end(api, resource.providerId, stop);
    case ResourceKind::Disk: released = api.call(alibaba::kDeleteDisk, {{"DiskId", id}}, stop); break;
    case ResourceKind::Address: released = api.call(alibaba::kReleaseEipAddress, {{"AllocationId", id}}, stop); break;
    case ResourceKind::Snapshot: released = api.call(alibaba::kDeleteSnapshot, {{"SnapshotId", id}}, stop); break;
    case ResourceKind::SecurityGroup: released = api.call(alibaba::kDeleteSecurityGroup, {{"SecurityGroupId", id}}, stop); break;
    case ResourceKind::KeyPair: {
        const QByteArray names = QJsonDocument(QJsonArray{resource.providerId}).toJson(QJsonDocument::Compact);
        released = api.call(alibaba::kDeleteKeyPairs, {{"KeyPairNames", names}}, stop);
        break;
    }
    case ResourceKind::SpotRequest: return MachineProvider::release(account, resource, stop);
    }
    return released || released.error().code == ErrorCode::NotFound ? Result<void>() : Result<void>(released.error());
}

Result<QString> AlibabaProvider::policy() const
{
    QJsonArray anything, own;
    for (const AlibabaAction &action : alibabaActions())
        (action.access == AlibabaAction::Access::ChangesOwn ? own : anything).append(action.right());
    // What was not made here cannot be changed with these keys.
    QJsonObject ownOnly = statement(own);
    ownOnly.insert(QStringLiteral("Condition"),
                   QJsonObject{{QStringLiteral("StringLike"),
                                QJsonObject{{QStringLiteral("acs:ResourceTag/") + QLatin1String(kAlibabaOwnerTag), QStringLiteral("*")}}}});
    const QJsonObject policy{{QStringLiteral("Version"), QStringLiteral("1")},
                             {QStringLiteral("Statement"), QJsonArray{statement(anything), ownOnly}}};
    return QString::fromUtf8(QJsonDocument(policy).toJson());
}

}  // namespace trainyard

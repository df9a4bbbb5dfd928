// SPDX-License-Identifier: GPL-3.0-or-later
// What lies in an account, and giving it back.
#include "core/base/fanout.h"
#include "core/provider/azure/azureprovider.h"
#include "core/provider/azure/internal/azureanswer.h"
#include "core/provider/azure/internal/azuremachine.h"
#include "core/provider/azure/internal/azurerequest.h"
#include "core/provider/azure/internal/azuretext.h"

#include <QHash>
#include <QRegularExpression>
#include <QSet>

#include <array>
#include <iterator>

namespace trainyard {

namespace {

using ResourceKind = CloudResource::Kind;

// One list for all regions.
struct AzureKind {
    ResourceKind kind;
    AzureAction read, remove;
    const char *type;
};
constexpr AzureKind kAzureKinds[] = {
    {ResourceKind::Instance, AzureActions::kReadMachines, AzureActions::kDeleteMachine, "Microsoft.Compute/virtualMachines"},
    {ResourceKind::Disk, AzureActions::kReadDisks, AzureActions::kDeleteDisk, "Microsoft.Compute/disks"},
    {ResourceKind::Address, AzureActions::kReadAddresses, AzureActions::kDeleteAddress, "Microsoft.Network/publicIPAddresses"},
    {ResourceKind::Snapshot, AzureActions::kReadSnapshots, AzureActions::kDeleteSnapshot, "Microsoft.Compute/snapshots"},
};

struct GroupTags {
    QString owner, clientToken;
};

// "/resourceGroups/…/providers/TYPE/…" of an id below the subscription; empty: it is none of this type.
QString pathOf(const QString &id, const QString &subscription, const char *type)
{
    const QString start = QStringLiteral("/subscriptions/") + subscription;
    static const QRegularExpression form(
        QStringLiteral("\\A/resourceGroups/[\\w().-]{1,90}/providers/([A-Za-z.]+/[A-Za-z]+)/[\\w.-]{1,128}\\z"),
        QRegularExpression::CaseInsensitiveOption);
    if (!id.startsWith(start, Qt::CaseInsensitive))
        return {};
    const QString path = id.mid(start.size());
    const auto match = form.match(path);
    return match.hasMatch() && match.captured(1).compare(QLatin1String(type), Qt::CaseInsensitive) == 0 ? path : QString();
}

}  // namespace

Result<QList<CloudResource>> AzureProvider::resources(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const AzureApi api, signedIn(filter.account, stop));
    std::array<Result<QJsonArray>, std::size(kAzureKinds) + 1> lists;
    fanOut(lists.size(), lists.size(), [&](std::size_t i) {
        if (i == std::size(kAzureKinds))
            lists[i] = azureGroups(api, {}, {});
        else
            lists[i] = api.all(kAzureKinds[i].read, QStringLiteral("/providers/") + QLatin1String(kAzureKinds[i].type));
    });
    TRY(const QJsonArray groups, lists.back());
    QHash<QString, GroupTags> made;
    for (const QJsonValue &value : groups) {
        const QJsonObject group = value.toObject();
        made.insert(group.value("name").toString().toLower(), {azureTag(group, kAzureOwnerTag), azureTag(group, kAzureTokenTag)});
    }
    QList<CloudResource> all;
    QSet<QString> withMachine;
    for (std::size_t i = 0; i < std::size(kAzureKinds); ++i) {
        TRY(const QJsonArray listed, lists[i]);
        for (const QJsonValue &value : listed) {
            CloudResource one = azureResource(kAzureKinds[i].kind, value.toObject());
            const QString group = azureGroupOf(one.providerId);
            // What Azure made for the machine may not have its tags.
            if (const auto tags = made.constFind(group); tags != made.constEnd()) {
                one.owner = tags->owner;
                one.clientToken = tags->clientToken;
                if (one.kind == ResourceKind::Instance && one.name.compare(group, Qt::CaseInsensitive) == 0) {
                    one.providerId = group;
                    withMachine << group;
                }
            }
            all << one;
        }
    }
    // A group without a machine costs nothing, but is not gone either.
    for (const QJsonValue &value : groups) {
        const QJsonObject group = value.toObject();
        CloudResource one = azureResource(ResourceKind::Instance, group);
        one.providerId = one.name.toLower();
        if (!withMachine.contains(one.providerId))
            all << one;
    }
    all.removeIf([&filter](const CloudResource &one) {
        return (!filter.region.isEmpty() && one.region != filter.region) || (!filter.owner.isEmpty() && one.owner != filter.owner)
               || (!filter.clientToken.isEmpty() && one.clientToken != filter.clientToken);
    });
    return all;
}

Result<void> AzureProvider::release(const QString &account, const CloudResource &resource, std::stop_token stop) const
{
    TRY(const AzureApi api, signedIn(account, stop));
    if (resource.kind == ResourceKind::Instance && isAzureName(resource.providerId))
        return deleteAzureGroup(api, resource.providerId, resource.owner);
    for (const AzureKind &kind : kAzureKinds) {
        if (kind.kind != resource.kind)
            continue;
        const QString path = pathOf(resource.providerId, api.subscription(), kind.type);
        if (path.isEmpty())
            return invalidInput(
                AzureText::tr("“%1” is not an id in this subscription: look at the list.").arg(resource.providerId.left(200)));
        const auto deleted = api.call(kind.remove, path);
        return deleted || deleted.error().code == ErrorCode::NotFound ? Result<void>() : Result<void>(deleted.error());
    }
    return Error{ErrorCode::Unsupported, AzureText::tr("This costs nothing at Azure: remove it in Azure's portal if you want to."), {}};
}

}  // namespace trainyard

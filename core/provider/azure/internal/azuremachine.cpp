// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/azure/internal/azuremachine.h"

#include "core/provider/azure/internal/azureanswer.h"
#include "core/provider/azure/internal/azurerequest.h"
#include "core/provider/azure/internal/azuretext.h"

namespace trainyard {

namespace {

// In a filter of Azure, in which a quote is written twice.
QByteArray quotedForFilter(QString text) { return '\'' + text.replace(u'\'', QLatin1String("''")).toUtf8() + '\''; }

}  // namespace

Error noSuchAzureMachine()
{
    return {ErrorCode::NotFound, AzureText::tr("Azure has no such machine: it was terminated, or belongs to another subscription."), {}};
}

Result<QString> azureNameOf(const Instance &instance)
{
    if (isAzureName(instance.providerId))
        return instance.providerId;
    if (!instance.providerId.isEmpty() || instance.request.clientToken.isEmpty())
        return noSuchAzureMachine();
    return azureName(instance.request.owner, instance.request.clientToken);
}

QString azureGroupPath(const QString &name) { return QStringLiteral("/resourceGroups/") + name; }

QString azureMachinePath(const QString &name)
{
    return azureGroupPath(name) + QStringLiteral("/providers/Microsoft.Compute/virtualMachines/") + name;
}

Result<InstanceReport> azureReportOf(const AzureApi &api, const QString &name)
{
    const auto machine = api.call(AzureActions::kReadMachines, azureMachinePath(name), {}, {{"$expand", "instanceView"}});
    if (machine)
        return azureReport(machine->body, name);
    if (machine.error().code != ErrorCode::NotFound)
        return machine.error();
    // The machine goes first; what is left of it may cost money until its group has gone.
    const auto group = api.call(AzureActions::kReadGroups, azureGroupPath(name));
    if (!group && group.error().code == ErrorCode::NotFound)
        return noSuchAzureMachine();
    TRY(const AzureReply found, group);
    return azureGroupReport(found.body, QDateTime::currentDateTimeUtc());
}

Result<QJsonArray> azureGroups(const AzureApi &api, const QString &owner, const QString &clientToken)
{
    QByteArray filter = "tagName eq '" + kAzureOwnerTag.toLatin1() + '\'';
    if (!owner.isEmpty())
        filter += " and tagValue eq " + quotedForFilter(owner);
    TRY(const QJsonArray listed, api.all(AzureActions::kReadGroups, QStringLiteral("/resourcegroups"), {{"$filter", filter}}));
    QJsonArray groups;
    for (const QJsonValue &value : listed) {
        // The filter is not trusted: what is found may be deleted later.
        const QJsonObject group = value.toObject();
        const QString tag = azureTag(group, kAzureOwnerTag);
        if (isAzureName(group.value("name").toString().toLower()) && !tag.isEmpty() && (owner.isEmpty() || tag == owner)
            && (clientToken.isEmpty() || azureTag(group, kAzureTokenTag) == clientToken))
            groups << group;
    }
    return groups;
}

Result<void> deleteAzureGroup(const AzureApi &api, const QString &name, const QString &owner)
{
    const auto found = api.call(AzureActions::kReadGroups, azureGroupPath(name));
    if (!found && found.error().code == ErrorCode::NotFound)
        return {};
    TRY(const AzureReply group, found);
    if (isAzureGroupGoing(group.body))
        return {};
    if (azureTag(group.body, kAzureOwnerTag) != owner || owner.isEmpty()) {
        return Error{
            ErrorCode::PermissionDenied,
            AzureText::tr("The resource group %1 was not made by this installation: delete it in Azure's portal if it is yours.").arg(name),
            {}};
    }
    // A machine that does not shut down by itself does not delay it.
    const auto deleted = api.call(AzureActions::kDeleteGroup, azureGroupPath(name), {},
                                  {{"forceDeletionTypes", "Microsoft.Compute/virtualMachines"}});
    if (!deleted && deleted.error().code != ErrorCode::NotFound)
        return deleted.error();
    return {};
}

}  // namespace trainyard

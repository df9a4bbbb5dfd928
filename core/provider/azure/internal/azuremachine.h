// SPDX-License-Identifier: GPL-3.0-or-later
// Finding machines and their resource groups. Any thread; blocking.
#pragma once

#include "core/provider/azure/internal/azureapi.h"
#include "core/provider/interface/machineprovider.h"

namespace trainyard {

// Of the machine and of its resource group; NotFound: the instance has neither an id of this provider nor a client token.
Result<QString> azureNameOf(const Instance &instance);

QString azureGroupPath(const QString &name);    // below the subscription
QString azureMachinePath(const QString &name);  // the same
Error noSuchAzureMachine();

// With what is known of it at this moment; of its resource group alone if that is all there is.
Result<InstanceReport> azureReportOf(const AzureApi &api, const QString &name);
// The resource groups that this program made, with their tags; empty texts match all.
Result<QJsonArray> azureGroups(const AzureApi &api, const QString &owner, const QString &clientToken);
// Deletes the group with all that is in it; succeeds if it is gone. PermissionDenied: it does not have this owner's tag.
Result<void> deleteAzureGroup(const AzureApi &api, const QString &name, const QString &owner);

}  // namespace trainyard

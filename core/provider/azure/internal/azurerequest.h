// SPDX-License-Identifier: GPL-3.0-or-later
// The names and the content of what is made for a machine. Pure.
#pragma once

#include "core/base/result.h"
#include "core/model/instance.h"

#include <QDateTime>
#include <QJsonObject>

namespace trainyard {

inline const QString kAzureOwnerTag = QStringLiteral("trainyard:owner"), kAzureTokenTag = QStringLiteral("trainyard:token");
inline const QString kAzureMadeTag = QStringLiteral("trainyard:made");  // of a resource group: when a machine was last asked for, UTC
inline const QString kAzureSshRule = QStringLiteral("ssh");
inline const QString kAzureUser = QStringLiteral("azureuser");
inline const QString kAzureImage = QStringLiteral("microsoft-dsvm:ubuntu-hpc:2204:latest");  // if none is chosen; has the driver

// Options of InstanceRequest::settings that only this provider has.
inline const QString kAzureZone = QStringLiteral("zone");           // "1"; none: as Azure decides
inline const QString kAzureDiskType = QStringLiteral("disk-type");  // "Premium_LRS"; none: StandardSSD_LRS

// Of the machine and of its resource group, the same for the same owner and token.
QString azureName(const QString &owner, const QString &clientToken);
bool isAzureName(const QString &name);

// What is wrong with the request, without asking the cloud.
Result<void> checkAzureRequest(const InstanceRequest &request);

// InvalidInput: neither empty nor an address from which SSH can be allowed.
Result<void> checkAzureAddress(const QString &address);

// Of a request that was found right. `prefix`: the path of the resource group.
QJsonObject azureGroup(const InstanceRequest &request, const QString &region, const QDateTime &now);
QJsonObject azureSecurity(const InstanceRequest &request, const QString &region);  // SSH from the own address only
QJsonObject azureSshRule(const QString &ownAddress);                               // the only rule of that
QJsonObject azureNetwork(const InstanceRequest &request, const QString &region);
QJsonObject azureMachine(const InstanceRequest &request, const QString &region, const QString &name, const QString &prefix);

}  // namespace trainyard

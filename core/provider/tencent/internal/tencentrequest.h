// SPDX-License-Identifier: GPL-3.0-or-later
// The parameters of the calls that create something. Pure.
#pragma once

#include "core/base/result.h"
#include "core/model/instance.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonObject>

namespace trainyard {

// On all that is created; an instance passes its tags on to its disks.
inline const QString kTencentOwnerTag = QStringLiteral("trainyard:owner"), kTencentTokenTag = QStringLiteral("trainyard:token");

// Options of InstanceRequest::settings that only this provider has.
inline const QString kTencentZone = QStringLiteral("zone");  // "ap-guangzhou-6"; none: one that has the type in stock
inline const QString kTencentVpc = QStringLiteral("vpc");    // with kTencentSubnet; none: the default network
inline const QString kTencentSubnet = QStringLiteral("subnet");
inline const QString kTencentDiskType = QStringLiteral("disk-type");        // "CLOUD_HSSD"; none: the cloud's default
inline const QString kTencentBandwidth = QStringLiteral("bandwidth-mbps");  // to the internet

inline const QString kTencentSshRule = QStringLiteral("SSH");  // the description of the rule for the own address

QString tencentChargeType(bool isSpot);
QJsonObject tencentFilter(const QString &name, const QString &value);

// What is wrong with the request, without asking the cloud. `now` is UTC.
Result<void> checkTencentRequest(const InstanceRequest &request, const QDateTime &now);
// Of a request that was found right. `keyId`: of an imported key pair; may be empty.
Result<QJsonObject> tencentRunInstances(const InstanceRequest &request, const QString &zone, const QString &groupId, const QString &keyId);
// SSH from this address only, and from nowhere if it is empty; InvalidInput.
Result<QJsonObject> tencentGroupRules(const QString &ownAddress);
// Machines without SSH access have their own security group, so that creating one does not close access to the others.
QString tencentGroupName(const QString &owner, bool isClosed);
QString tencentKeyName(const QString &sshKey);  // the same for the same key
QJsonArray tencentTags(const QString &owner, const QString &clientToken = {});

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// What Alibaba Cloud answers about machines and what goes with them. Anything that is missing stays empty. Pure, any thread.
#pragma once

#include "core/provider/interface/machineprovider.h"

#include <QJsonObject>

namespace trainyard {

// Set on everything that is created here.
inline constexpr char kAlibabaRunTag[] = "trainyard:run";      // the machine's name, for people
inline constexpr char kAlibabaOwnerTag[] = "trainyard:owner";  // InstanceRequest::owner
inline constexpr char kAlibabaTokenTag[] = "trainyard:token";  // InstanceRequest::clientToken

// Of DescribeRegions: their ids.
QStringList readAlibabaRegions(const QJsonObject &answer);

QString alibabaTag(const QJsonObject &object, const char *key);  // of ECS or of VPC

// Of DescribeInstances. The reason says what locks it, and what a stopped one still costs.
InstanceReport readAlibabaInstance(const QJsonObject &instance);
// Its public address; empty: none.
QString readAlibabaAddress(const QJsonObject &instance);

// Kind says which list it comes from: Instance, Disk, Address or Snapshot.
CloudResource readAlibabaResource(CloudResource::Kind kind, const QJsonObject &object, const QString &region);

ProviderImage readAlibabaImage(const QJsonObject &image);
// Each "max-…" of DescribeAccountAttributes with its "used-…".
QList<ProviderQuota> readAlibabaQuotas(const QJsonObject &answer, const QString &region);

// Of DescribeAvailableResource: which types each zone knows, and whether they are in stock.
struct AlibabaStock {
    QString zone, type;
    bool isInStock = false;
};
QList<AlibabaStock> readAlibabaStock(const QJsonObject &answer);

// Of DescribePrice: of the machine alone, without its disk, for an hour. nullopt: not in the answer.
std::optional<Money> readAlibabaPrice(const QJsonObject &answer);
// Of DescribeSpotPriceHistory, in its order; those that cannot be read are left out.
QList<SpotPrice> readAlibabaSpotPrices(const QJsonObject &answer);

}  // namespace trainyard

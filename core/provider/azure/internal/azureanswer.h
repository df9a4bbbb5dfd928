// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what Azure answers. Hostile: what cannot be is dropped. Pure.
#pragma once

#include "core/provider/azure/internal/azureprices.h"
#include "core/provider/interface/machineprovider.h"

#include <QJsonArray>
#include <QJsonObject>

namespace trainyard {

// Of a machine with its instance view. `name`: by which it is found.
InstanceReport azureReport(const QJsonObject &machine, const QString &name);
// Of a resource group without a machine, which another program may be making at this moment.
InstanceReport azureGroupReport(const QJsonObject &group, const QDateTime &now);
bool isAzureGroupGoing(const QJsonObject &group);
QString azureTag(const QJsonObject &thing, const QString &tag);  // empty: it has none

// Unreachable: there is none yet.
Result<SshTarget> azureTarget(const QJsonArray &addresses, const QString &name);

// Types with GPUs, twice if they can be spot machines.
QList<ProviderOffer> azureOffers(const QJsonArray &skus, const QString &region, const QHash<QString, AzurePrice> &prices);
QList<ProviderQuota> azureQuota(const QJsonArray &usages, const QString &region);
// Of the entries of one offer of a publisher.
QList<ProviderImage> azureImages(const QJsonArray &skus, const QString &publisher, const QString &offer, bool hasDriver);

// "/subscriptions/…/resourceGroups/NAME/…": NAME in lower case; empty: none.
QString azureGroupOf(const QString &id);
// Without owner and token, which those of its resource group count for as well.
CloudResource azureResource(CloudResource::Kind kind, const QJsonObject &thing);

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what Tencent Cloud answers. Hostile: names that are no names are dropped, numbers are checked. Pure.
#pragma once

#include "core/provider/interface/machineprovider.h"

#include <QJsonArray>
#include <QJsonObject>

#include <optional>

namespace trainyard {

InstanceReport tencentReport(const QJsonObject &instance);
// Unreachable: it has no public address yet.
Result<SshTarget> tencentTarget(const QJsonObject &instance);

// One type in one zone; nullopt: it has no GPU, or cannot be paid by time.
std::optional<ProviderOffer> tencentOffer(const QJsonObject &item, const QString &region, Currency currency);
// The zones with this type in stock, the best stocked ones first. NoCapacity: it is sold out. NotFound: this region does not have it.
Result<QStringList> tencentZones(const QJsonArray &items, const QString &type);

QList<ProviderQuota> tencentQuota(const QJsonObject &overview, const QString &region);
// nullopt: it is for Windows, or not told anything on its first start (cloud-init).
std::optional<ProviderImage> tencentImage(const QJsonObject &image);

CloudResource tencentInstance(const QJsonObject &instance, const QString &region);
CloudResource tencentDisk(const QJsonObject &disk, const QString &region);
CloudResource tencentAddress(const QJsonObject &address, const QString &region);
CloudResource tencentSnapshot(const QJsonObject &snapshot, const QString &region);

// The value of a tag; empty: it has none.
QString tencentTag(const QJsonValue &tags, const QString &key);

}  // namespace trainyard

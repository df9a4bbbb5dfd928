// SPDX-License-Identifier: GPL-3.0-or-later
// From a request for a machine to the parameters of RunInstances. Pure, any thread.
#pragma once

#include "core/model/instance.h"
#include "core/provider/alibaba/internal/alibabaapi.h"

#include <QDateTime>

namespace trainyard {

// Names in InstanceRequest::settings that only this provider understands.
inline constexpr char kAlibabaZoneSetting[] = "zone";                   // "cn-hangzhou-i"; empty: one that has the type in stock
inline constexpr char kAlibabaDiskCategorySetting[] = "disk-category";  // of the system disk; empty: cloud_essd
inline constexpr char kAlibabaBandwidthSetting[] = "bandwidth-mbps";    // out to the internet, 1 to 100, paid by traffic; empty: 100

// What the cloud allows as a name: 2 to 128 letters, digits and ":_.-", beginning with a letter.
QString alibabaName(const QString &name);
// At most 64 ASCII characters, the same for the same token; for an empty one always another.
QByteArray alibabaClientToken(const QString &token);
// The key's name in a region: the same for the same key of the same owner.
QString alibabaKeyName(const QString &owner, const QString &publicKey);

// Of DescribeSpotPriceHistory, for machines as they are made here. Several zones: all of the region. Without `since`: the last hours.
AlibabaParameters alibabaSpotPriceQuestion(const QString &type, const QStringList &zones, const QDateTime &since, const QDateTime &now);

// Everything but the zone's network. InvalidInput, with the field's name.
Result<AlibabaParameters> alibabaRunParameters(const InstanceRequest &request, const QDateTime &now);

}  // namespace trainyard

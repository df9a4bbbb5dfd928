// SPDX-License-Identifier: GPL-3.0-or-later
// What the answers of Vast.ai mean. Pure.
#pragma once

#include "core/provider/cloudapi/cloudapi.h"
#include "core/provider/interface/machineprovider.h"

#include <QJsonObject>
#include <QJsonValue>

#include <optional>

namespace trainyard {

// Also of an answer that is 200 and says {"success": false}.
std::optional<CloudRefusal> vastRefusal(const CloudAnswer &answer, const QJsonValue &content, bool creates);
InstanceReport vastReport(const QJsonObject &machine);
Result<SshTarget> vastAddress(const QJsonObject &machine);
// Its zone is the number of the offer; nullopt: it cannot be rented, or has no valid price.
std::optional<ProviderOffer> vastOffer(const QJsonObject &offer, bool isSpot);
std::optional<ProviderImage> vastImage(const QJsonObject &templateOfImages);
CloudResource vastInstance(const QJsonObject &machine);
CloudResource vastVolume(const QJsonObject &volume);

}  // namespace trainyard

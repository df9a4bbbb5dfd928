// SPDX-License-Identifier: GPL-3.0-or-later
// What RunPod's answers mean. Pure.
#pragma once

#include "core/provider/cloudapi/cloudapi.h"
#include "core/provider/interface/machineprovider.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QJsonValue>

#include <optional>

namespace trainyard {

// REST refuses with a text or {"error"}, GraphQL with {"errors"} and any status; neither has codes for most of what can be wrong.
std::optional<CloudRefusal> runPodRefusal(const CloudAnswer &answer, const QJsonValue &content, bool creates);
InstanceReport runPodReport(const QJsonObject &pod);
Result<SshTarget> runPodAddress(const QJsonObject &pod);
QList<ProviderOffer> runPodOffers(const QJsonArray &gpuTypes);
std::optional<ProviderImage> runPodImage(const QJsonObject &templateOfPods);
CloudResource runPodPod(const QJsonObject &pod);
CloudResource runPodNetworkVolume(const QJsonObject &volume);

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// The bodies of the calls. Pure.
#pragma once

#include "core/base/result.h"
#include "core/model/instance.h"

#include <QByteArrayList>
#include <QJsonObject>

namespace trainyard {

inline const QString kRunPodVolume = QStringLiteral("volume-gib");  // kept at /workspace while the pod is stopped; none: no volume
inline const QString kRunPodNetworkVolume = QStringLiteral("network-volume");                                    // its id
inline const QString kRunPodImage = QStringLiteral("runpod/pytorch:2.4.0-py3.11-cuda12.4.1-devel-ubuntu22.04");  // where none is named
inline const QString kRunPodSecure = QStringLiteral("secure"), kRunPodCommunity = QStringLiteral("community");

struct RunPodBody {
    QJsonObject body;
    QByteArrayList secrets;  // in it
};

// InvalidInput: a value is wrong.
Result<RunPodBody> runPodCreation(const InstanceRequest &request, const QString &label);      // POST /pods
Result<RunPodBody> runPodSpotCreation(const InstanceRequest &request, const QString &label);  // podRentInterruptable
// Who signs in; and all GPUs with the lowest price of both clouds for 1, 2, 4 and 8 of them.
QJsonObject runPodIdentityQuery();
QJsonObject runPodOfferQuery();
inline constexpr int kRunPodCounts[] = {1, 2, 4, 8};

}  // namespace trainyard

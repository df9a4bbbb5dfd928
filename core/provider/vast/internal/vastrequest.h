// SPDX-License-Identifier: GPL-3.0-or-later
// The bodies of the calls, and which offers fit a request. Pure.
#pragma once

#include "core/base/result.h"
#include "core/model/instance.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QStringList>

namespace trainyard {

inline const QString kVastAsk = QStringLiteral("ask"), kVastReliability = QStringLiteral("least-reliability");
inline const QString kVastAnywhere = QStringLiteral("any");
inline const QString kVastImage = QStringLiteral("vastai/base-image:@vastai-automatic-tag");  // the API's own default

// What is wrong with the request.
Result<void> checkVastRequest(const InstanceRequest &request);
// For POST /bundles/: everything that can be rented; the offers that fit a request that was found right.
QJsonObject vastSearch(bool isSpot);
QJsonObject vastSearch(const InstanceRequest &request);
// The numbers of those that do fit, the cheapest first, whatever the cloud makes of the search.
QStringList vastFitting(const QJsonArray &offers, const InstanceRequest &request);
QJsonObject vastCreation(const InstanceRequest &request, const QString &label);
// The same search in the words of the command line: "gpu_name=RTX_4090 num_gpus=2 …".
QString vastSearchWords(const InstanceRequest &request);

}  // namespace trainyard

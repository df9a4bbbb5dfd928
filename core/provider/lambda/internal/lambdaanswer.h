// SPDX-License-Identifier: GPL-3.0-or-later
// What Lambda's answers mean, and the body of a launch. Pure.
#pragma once

#include "core/provider/cloudapi/cloudapi.h"
#include "core/provider/interface/machineprovider.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QJsonValue>

#include <optional>

namespace trainyard {

inline const QString kLambdaFileSystem = QStringLiteral("file-system");

std::optional<CloudRefusal> lambdaRefusal(const CloudAnswer &answer, const QJsonValue &content, bool creates);
InstanceReport lambdaReport(const QJsonObject &machine);
Result<SshTarget> lambdaAddress(const QJsonObject &machine);
QList<ProviderOffer> lambdaOffers(const QJsonObject &types);
QStringList lambdaRegions(const QJsonObject &types);  // that have something to rent now
std::optional<ProviderImage> lambdaImage(const QJsonObject &image);
CloudResource lambdaInstance(const QJsonObject &machine);
CloudResource lambdaFileSystem(const QJsonObject &fileSystem);

Result<void> checkLambdaRequest(const InstanceRequest &request);
QJsonObject lambdaLaunch(const InstanceRequest &request, const QString &label, const QString &keyName);

}  // namespace trainyard

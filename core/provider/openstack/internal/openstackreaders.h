// SPDX-License-Identifier: GPL-3.0-or-later
// Answers of OpenStack as values of this program. Pure, any thread. The answers come from a cloud: hostile.
#pragma once

#include "core/model/sshtarget.h"
#include "core/provider/interface/cloudresource.h"
#include "core/provider/interface/machineprovider.h"

#include <QJsonObject>
#include <QMap>

namespace trainyard {

// Metadata of everything that Trainyard makes; of addresses, which have none, the description holds owner and token.
inline const QString kOpenStackOwner = QStringLiteral("trainyard:owner"), kOpenStackToken = QStringLiteral("trainyard:token"),
                     kOpenStackRun = QStringLiteral("trainyard:run"), kOpenStackUser = QStringLiteral("trainyard:user"),
                     kOpenStackOutside = QStringLiteral("trainyard:floating-network");
QString openStackMark(const QString &owner, const QString &token);  // the description

InstanceReport readOpenStackServer(const QJsonObject &server);
bool isOpenStackPlaced(const QJsonObject &server);  // the scheduler has found a host, or given up
// In one line, as all texts of the API are shown.
QString openStackLine(const QString &text, qsizetype most = 500);
QString openStackFault(const QJsonObject &server);  // why it failed; may be empty
QString openStackMetadata(const QJsonObject &server, const QString &name);
QString readOpenStackAddress(const QJsonObject &server);  // the best one for SSH; empty: none yet

// With GPUs where the flavour tells: by its extra specs, else by its name.
ProviderOffer readOpenStackFlavor(const QJsonObject &flavor, const QString &region);
std::optional<ProviderImage> readOpenStackImage(const QJsonObject &image);  // nullopt: it cannot be booted
QList<ProviderQuota> readOpenStackLimits(const QJsonObject &answer, const QString &region);

// `servers`: those of the project, by id: the system disk of one has its owner and token.
CloudResource readOpenStackInstance(const QJsonObject &server, const QString &region);
CloudResource readOpenStackVolume(const QJsonObject &volume, const QString &region, const QMap<QString, CloudResource> &servers);
CloudResource readOpenStackFloating(const QJsonObject &address, const QString &region);
CloudResource readOpenStackSnapshot(const QJsonObject &snapshot, const QString &region);

}  // namespace trainyard

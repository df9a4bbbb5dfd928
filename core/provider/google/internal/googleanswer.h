// SPDX-License-Identifier: GPL-3.0-or-later
// What the cloud's answers mean. They may be hostile: texts are cut, and made fit for one line. Pure.
#pragma once

#include "core/provider/interface/machineprovider.h"

#include <QJsonArray>
#include <QJsonObject>

namespace trainyard {

// "zones/us-central1-a/instances/a" of an address that ends in that; empty: it does not, or has anything else in it.
QString googlePath(const QString &link);
QString googleLastName(const QString &link);   // "us-central1-a"
QString googleRegionOf(const QString &place);  // "us-central1" of a zone or a region, "global"

InstanceReport googleReport(const QJsonObject &instance);
// Unreachable: it has no public address.
Result<SshTarget> googleTarget(const QJsonObject &instance);
QList<ProviderOffer> googleOffers(const QJsonArray &machineTypes, const QString &region);
QList<ProviderQuota> googleQuota(const QJsonArray &quotas, const QString &region);
// The newest one of each family that is not on its way out.
QList<ProviderImage> googleImages(const QJsonArray &images);
CloudResource googleResource(CloudResource::Kind kind, const QJsonObject &entry);
// Lines with host keys as cloud-init writes them on the console; empty: there are none.
QByteArray googleHostKeys(const QJsonObject &guestAttributes);
// When the machine of this path is taken back, by the operations of its zone.
std::optional<QDateTime> googlePreemption(const QJsonArray &operations, const QString &path);

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// The bodies of the calls that create something. Pure.
#pragma once

#include "core/base/result.h"
#include "core/model/instance.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonObject>
#include <QStringList>

namespace trainyard {

// Labels of everything that is created; the cloud takes no colons in them.
inline const QString kGoogleOwnerLabel = QStringLiteral("trainyard-owner"), kGoogleTokenLabel = QStringLiteral("trainyard-token");

// Options of InstanceRequest::settings that only this provider has.
inline const QString kGoogleZone = QStringLiteral("zone");  // none: the zones of the region that have the type
inline const QString kGoogleNetwork = QStringLiteral("network"), kGoogleSubnetwork = QStringLiteral("subnetwork");
inline const QString kGoogleDiskType = QStringLiteral("disk-type");       // none: "pd-balanced"
inline const QString kGoogleAccelerator = QStringLiteral("accelerator");  // "nvidia-tesla-t4:1"

inline const QString kGoogleUser = QStringLiteral("ubuntu");  // who may log in; the image's guest agent makes the user if it is missing

// What is wrong with the request, without asking the cloud. `now` is UTC.
Result<void> checkGoogleRequest(const InstanceRequest &request, const QDateTime &now);

// InvalidInput: neither empty nor an address from which SSH can be allowed.
Result<void> checkGoogleAddress(const QString &address);

// The same for the same token; for an empty one, always another.
QString googleInstanceName(const InstanceRequest &request);
// A UUID for the token in this zone, by which the cloud does the work once; empty without a token.
QByteArray googleRequestId(const InstanceRequest &request, const QString &zone);
// "projects/P/global/images/NAME"; a name alone is an image of the account's own project.
QString googleImagePath(const QString &image);
// "global/networks/default", or that of the request.
QString googleNetworkPath(const InstanceRequest &request);

// Network tags of the machine: one to which SSH is closed, and if there is an own address, one to which it is open from there.
QString googleClosedTag(const InstanceRequest &request);
QString googleOpenTag(const InstanceRequest &request);
// Their firewall rules have the same names. The closed one is needed because the default network lets everybody in.
QJsonObject googleClosedRule(const InstanceRequest &request);
QJsonObject googleOpenRule(const InstanceRequest &request);

QJsonObject googleInstance(const InstanceRequest &request, const QString &zone, const QString &name);
// As texts of the cloud: keys of metadata with their values, without what is secret if `isForShow`.
QList<QPair<QString, QString>> googleMetadata(const InstanceRequest &request, bool isForShow);
QJsonObject googleLabels(const InstanceRequest &request);
QString googleReleaseTime(const InstanceRequest &request);  // "2026-01-02T03:04:05Z"; empty: none

}  // namespace trainyard

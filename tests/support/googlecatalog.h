// SPDX-License-Identifier: GPL-3.0-or-later
// What the stand-in for Google Cloud has to offer, and what it takes. Pure.
#pragma once

#include "tests/support/googledoor.h"

#include <QDateTime>
#include <QJsonObject>
#include <QList>
#include <QStringList>

#include <optional>

namespace trainyard {

inline const QStringList kGoogleZones{"europe-west4-a", "us-central1-a", "us-central1-b"};
inline const QStringList kGoogleRegions{"europe-west4", "us-central1"};

GoogleRefused googleBad(const QString &message);
GoogleRefused googleMissing(const QString &what);

// Whether an entry has what a filter of the kinds that this stand-in knows asks for; nullopt: it knows no such filter.
std::optional<bool> fitsGoogleFilter(const QJsonObject &entry, const QString &filter);
QJsonObject googleMachineType(const QString &zone, const QString &name, int gpus);
QList<QJsonObject> googleImagesOf(const QString &project);
// What is wrong with an instance that is to be made.
std::optional<GoogleRefused> googleProblemOf(const QJsonObject &asked, const QString &zone, const QDateTime &now);

}  // namespace trainyard

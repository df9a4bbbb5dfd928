// SPDX-License-Identifier: GPL-3.0-or-later
// The user's own hardware as described, and its place among the offers. Pure.
#pragma once

#include "ui/offers/offerbook.h"

#include <QMap>
#include <QString>
#include <QStringList>

namespace trainyard {

// The contents of the fields ownPrice, ownCurrency, ownGpu, ownGpus, ownWatts, ownKwh, ownYears, ownPue and ownUtilisation, and as ownDay
// the day they were entered, in the format of AsOf. Empty fields are omitted.
using OwnTexts = QMap<QString, QString>;

struct OwnMachine {
    OwnHardware hardware;
    QString gpu;
    qint32 gpus = 0;  // in ten-thousandths
    AsOf asOf;
};

struct OwnReading {
    std::optional<OwnMachine> machine;  // nullopt if a field is invalid
    QStringList wrong;                  // fields that are required but empty, or invalid
};
// Years, PUE and utilisation default to 3, 1 and 100.
OwnReading readOwnHardware(const OwnTexts &texts);

// The book with the machine as its last offer, at its cost per hour.
OfferBookPtr withOwn(const OfferBook &book, const OwnMachine &own);

}  // namespace trainyard

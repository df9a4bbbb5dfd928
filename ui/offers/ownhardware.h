// SPDX-License-Identifier: GPL-3.0-or-later
// Hardware of one's own as a person describes it, and its place among the offers. Pure.
#pragma once

#include "ui/offers/offerbook.h"

#include <QMap>
#include <QString>
#include <QStringList>

namespace trainyard {

// What stands in the fields ownPrice, ownCurrency, ownGpu, ownGpus, ownWatts, ownKwh, ownYears, ownPue and ownUtilisation, and
// as ownDay the day on which it was said, as AsOf writes it; those that are empty are not there.
using OwnTexts = QMap<QString, QString>;

struct OwnMachine {
    OwnHardware hardware;
    QString gpu;
    qint32 gpus = 0;  // in ten-thousandths
    AsOf asOf;
};

struct OwnReading {
    std::optional<OwnMachine> machine;  // none when a field is wrong
    QStringList wrong;                  // fields that are needed and empty, or make no sense
};
// Years, PUE and utilisation are 3, 1 and 100 where nothing is said.
OwnReading readOwnHardware(const OwnTexts &texts);

// The book with the machine as its last offer, at what an hour of it costs.
OfferBookPtr withOwn(const OfferBook &book, const OwnMachine &own);

}  // namespace trainyard

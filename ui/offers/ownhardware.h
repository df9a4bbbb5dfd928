// Hardware of one's own as a person describes it. Pure.
#pragma once

#include "core/cost/estimate.h"

#include <QMap>
#include <QString>
#include <QStringList>

namespace trainyard {

// What stands in the fields ownPrice, ownCurrency, ownWatts, ownKwh, ownYears, ownPue and ownUtilisation; those that are empty
// are not there.
using OwnTexts = QMap<QString, QString>;

struct OwnReading {
    std::optional<OwnHardware> hardware;   // none when a field is wrong
    QStringList wrong;                     // fields that are needed and empty, or make no sense
};
// Years, PUE and utilisation are 3, 1 and 100 where nothing is said.
OwnReading readOwnHardware(const OwnTexts &texts);

}  // namespace trainyard

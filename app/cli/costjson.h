// SPDX-License-Identifier: GPL-3.0-or-later
// The costs of machines and runs, as `yard --json` prints them (docs/yard-json.md). Money is a number with at most nine decimal places,
// with its currency beside it.
#pragma once

#include "core/model/ids.h"
#include "core/service/runs/meternow.h"

#include <QJsonObject>

#include <optional>

namespace trainyard {

QJsonValue amountJson(const Money &money);
QJsonValue amountJson(const std::optional<Money> &money);  // null when unknown
QJsonObject toJson(const Rental &rental);
QJsonObject toJson(const MeterNow &meter);

// A machine as in json.h with its `rental`, which is null while it is not rented.
QJsonObject withRental(QJsonObject machine, const MeterNow &meter, MachineId machineId);
// A run as in json.h with its `costs`, one for each currency; null when no price is known.
QJsonObject withCosts(QJsonObject run, const MeterNow &meter, const RunId &runId);

}  // namespace trainyard

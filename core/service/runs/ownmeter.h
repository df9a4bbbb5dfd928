// SPDX-License-Identifier: GPL-3.0-or-later
// What runs on the user's own machines cost by the user's own figures (electricity and wear). It is not billed: it is never added to billed
// money, and counts in no budget. A part of MeterNow (meternow.h).
//
// A machine costs while a run is active there; what it wears meanwhile is spread over that time by its utilisation. Runs that share it pay
// equal parts. The power of its GPUs is the mean of what was measured during the run, else of all runs on the machine, else unknown and
// left out. Rented machines, and runs whose task names a price, cost that price instead.
#pragma once

#include "core/knowledge/cost/meter.h"
#include "core/storage/database/statedatabase.h"

namespace trainyard {

struct OwnMachineCost {
    MachineId id;
    QString name;
    OwnHardware figures;          // without the power of its GPUs
    std::optional<int> gpuWatts;  // all of them together, as measured; nullopt: not yet
    Money perHour;                // under that load
};

struct OwnMeter {
    QList<OwnMachineCost> machines;  // those with figures, by name
    QMap<Currency, MeterReading> readings;
    QList<MeteredRental> metered;  // what the readings are made of

    const OwnMachineCost *machine(MachineId id) const;  // null when it has no figures
};

Result<OwnMeter> ownMeter(const StateDatabase &store, const QList<Run> &runs, const QList<Rental> &rentals, const MeterTimes &times);

}  // namespace trainyard

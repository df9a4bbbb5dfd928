// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of a machine while it is rented, as a plain value. See statedatabase.h for reading and writing them.
#pragma once

#include "core/knowledge/cost/budget.h"
#include "core/model/ids.h"

#include <QDateTime>
#include <QList>

#include <optional>

namespace trainyard {

// The price is fixed at the beginning; a new price is a new rental.
struct Rental {
    RentalId id;             // not set: not stored yet
    MachineId machineId;     // not set once the machine has been removed
    InstanceId instanceId;   // the machine's instance when the rental began; not set: entered by a person
    QString machineName;     // kept when the machine is removed
    Money perHour;           // above 0
    BillingRule billing;     // only step and minimum are kept
    QString source;          // the source of the price, in the person's words or as an offer's id; one line
    QDateTime began, ended;  // UTC, whole seconds; ended is invalid while it continues
};

// The source of a rental that is what a stopped machine goes on costing: its disks and held addresses, not the machine.
inline constexpr char kStoppedSource[] = "stopped machine";
inline bool isOfStopped(const Rental &rental) { return rental.source == QLatin1String(kStoppedSource); }

// Whether its cost can be computed at all: false for values that only another program could have written into the database.
bool isCountable(const Rental &rental);
// InvalidInput with a sentence: a price that is zero or above a million an hour, a beginning in the future or more than ten years ago, a
// billing step longer than a month, more money than Money holds.
Result<void> checkRental(const Rental &rental, const QDateTime &now);

// The current rental of the machine; nullopt if there is none.
std::optional<Rental> goingRental(const QList<Rental> &rentals, MachineId machineId);

}  // namespace trainyard

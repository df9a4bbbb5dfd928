// SPDX-License-Identifier: GPL-3.0-or-later
// What a machine costs while it is rented, as a plain value. See statedatabase.h for reading and writing them.
#pragma once

#include "core/knowledge/cost/budget.h"
#include "core/model/ids.h"

#include <QDateTime>
#include <QList>

#include <optional>

namespace trainyard {

// The price is the one of its beginning; a new price is a new rental.
struct Rental {
    RentalId id;             // not set: not stored yet
    MachineId machineId;     // not set once the machine was removed
    InstanceId instanceId;   // that of the machine when it began; not set: a person said so
    QString machineName;     // kept when the machine is removed
    Money perHour;           // above 0
    BillingRule billing;     // only step and minimum are kept
    QString source;          // where the price is from, in the person's words or as an offer's id; one line
    QDateTime began, ended;  // UTC, whole seconds; ended is invalid while it goes on
};

// Whether its cost can be computed at all: false for values that only another program could have written into the database.
bool isCountable(const Rental &rental);
// InvalidInput with a sentence: a price that is nothing or above a million an hour, a beginning in the future or more than
// ten years ago, a billing step beyond a month, more money than Money holds.
Result<void> checkRental(const Rental &rental, const QDateTime &now);

// Of the machine, the one that goes on; nothing when there is none.
std::optional<Rental> goingRental(const QList<Rental> &rentals, MachineId machineId);

}  // namespace trainyard

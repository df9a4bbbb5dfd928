// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of a machine while it is rented, as a plain value. See statedatabase.h for reading and writing them.
#pragma once

#include "core/knowledge/cost/budget.h"
#include "core/model/ids.h"

#include <QDateTime>
#include <QList>

#include <optional>

namespace trainyard {

struct RentalPrice {
    QDateTime since;  // UTC, whole seconds
    Money perHour;    // above 0

    bool operator==(const RentalPrice &) const = default;
};

// The price is fixed at the beginning, except that of a spot machine that moves: `prices` has what the provider said, as far as `priceSeen`.
struct Rental {
    RentalId id;             // not set: not stored yet
    MachineId machineId;     // not set once the machine has been removed
    InstanceId instanceId;   // the machine's instance when the rental began; not set: entered by a person
    QString machineName;     // kept when the machine is removed
    Money perHour;           // when it was rented; above 0
    BillingRule billing;     // only step, minimum and priceHolds are kept
    QString source;          // the source of the price, in the person's words or as an offer's id; one line
    QDateTime began, ended;  // UTC, whole seconds; ended is invalid while it continues

    QList<RentalPrice> prices = {};       // later ones, oldest first; one at the beginning is in place of perHour. All in its currency
    QDateTime priceSeen = {};             // UTC; invalid: its price is not followed, or the provider has not answered yet
    std::optional<Money> toldPrice = {};  // the highest one that the person was told of after it was rented
};

// As the meter counts it, without runs.
MeteredRental meteredRental(const Rental &rental);
// What an hour costs at `when`, by what is known.
Money priceAt(const Rental &rental, const QDateTime &when);

// The source of a rental that is what a stopped machine goes on costing: its disks and held addresses, not the machine.
inline constexpr char kStoppedSource[] = "stopped machine";
inline bool isOfStopped(const Rental &rental) { return rental.source == QLatin1String(kStoppedSource); }

// Whether its cost can be computed at all: false for values that only another program could have written into the database.
bool isCountable(const Rental &rental);
// InvalidInput with a sentence: a price that is zero or above a million an hour, a beginning in the future or more than ten years ago, a
// billing step longer than a month, more money than Money holds.
Result<void> checkRental(const Rental &rental, const QDateTime &now);

// Its prices after the provider has told these, oldest first. InvalidInput as RentalTable::setPrices().
Result<QList<RentalPrice>> mergedPrices(const Rental &rental, const QList<RentalPrice> &told);

// The current rental of the machine; nullopt if there is none.
std::optional<Rental> goingRental(const QList<Rental> &rentals, MachineId machineId);

}  // namespace trainyard

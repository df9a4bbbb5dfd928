// SPDX-License-Identifier: GPL-3.0-or-later
// What the machines and runs of the store cost by now, and how far the budgets are used. Simulated machines cost nothing.
// Reads the database; any thread.
#pragma once

#include "core/knowledge/cost/budget.h"
#include "core/model/ids.h"
#include "core/storage/database/statedatabase.h"

#include <QDateTime>
#include <QMetaType>

namespace trainyard {

struct BudgetState {
    Budget budget;
    BudgetUse use;
    QString period;         // "2026-11", the person's own month; empty for a run
    QList<RunId> runs;      // those that run and cost under it; not those that are told to stop
    QList<RunId> stopping;  // those: whether their machine has heard it, it alone knows
};

// A machine that is rented at this moment.
struct RentedMachine {
    Rental rental;
    Money cost;           // since it was rented
    QDateTime idleSince;  // UTC; invalid while a run goes on there
    Money idleCost;       // since then
};

struct MeterNow {
    QDateTime when;  // UTC
    QMap<Currency, MeterReading> readings;
    QList<RentedMachine> machines;  // in the order of their names
    QList<BudgetState> budgets;     // the kept ones, then those of runs that go on
    QList<MeteredRental> metered;   // what the readings are made of

    // In each currency that it cost something in; none where no price is known.
    QList<Money> costOf(const RunId &runId) const;
    // What an hour of it costs now: the price of each of its machines in equal parts for the runs that go on there. Nothing where it has
    // ended, no price is known, or its machines are paid in several currencies.
    std::optional<Money> rateOf(const RunId &runId) const;
    const RentedMachine *machine(MachineId id) const;  // null when it is not rented
};

// A run on a machine without a rental costs what its task says (limits.price).
Result<MeterNow> meterNow(const StateDatabase &store, const QDateTime &now);

// InvalidInput with a sentence when a budget is used up that a run of this project and currency would be under.
Result<void> checkBudgetsLeft(const StateDatabase &store, const QString &project, Currency currency, const QDateTime &now);

}  // namespace trainyard

Q_DECLARE_METATYPE(trainyard::BudgetState)

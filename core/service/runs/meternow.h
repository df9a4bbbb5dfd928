// SPDX-License-Identifier: GPL-3.0-or-later
// The costs so far of the machines and runs in the database, and how much of the budgets is used. Simulated machines cost nothing. Reads
// the database; any thread.
#pragma once

#include "core/knowledge/cost/budget.h"
#include "core/model/ids.h"
#include "core/service/runs/ownmeter.h"
#include "core/storage/database/statedatabase.h"

#include <QDateTime>
#include <QMetaType>

namespace trainyard {

struct BudgetState {
    Budget budget;
    BudgetUse use;
    QString period;         // "2026-11", the person's own month; empty for a run
    QList<RunId> runs;      // active runs that cost under it, except those being stopped
    QList<RunId> stopping;  // those being stopped: only their machine knows whether it has received the request
};

// A machine that is rented at present.
struct RentedMachine {
    Rental rental;
    Money perHour;        // at this moment
    Money cost;           // since it was rented
    QDateTime idleSince;  // UTC; invalid while a run is active there, or the machine is stopped
    Money idleCost;       // since then
};

struct MeterNow {
    QDateTime when;  // UTC
    QMap<Currency, MeterReading> readings;
    QList<RentedMachine> machines;  // in the order of their names
    QList<BudgetState> budgets;     // the stored ones, then those of active runs
    QList<MeteredRental> metered;   // what the readings are made of
    OwnMeter own;                   // the person's own machines by their own figures; in none of the above

    // In each currency in which it had costs; empty when no price is known.
    QList<Money> costOf(const RunId &runId) const;
    // The same by the person's own figures for their own machines: always to be shown as such.
    QList<Money> ownCostOf(const RunId &runId) const;
    // Its current cost per hour: the price of each of its machines divided equally among the runs that are active there. nullopt when it
    // has ended, no price is known, or its machines are paid in several currencies.
    std::optional<Money> rateOf(const RunId &runId) const;
    const RentedMachine *machine(MachineId id) const;  // null when it is not rented
};

// A run on a machine without a rental costs what its task says (limits.price).
Result<MeterNow> meterNow(const StateDatabase &store, const QDateTime &now);

// InvalidInput with a message when a budget that would cover a run of this project and currency is used up.
Result<void> checkBudgetsLeft(const StateDatabase &store, const QString &project, Currency currency, const QDateTime &now);

}  // namespace trainyard

Q_DECLARE_METATYPE(trainyard::BudgetState)

// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of rentals, budgets and the steps that were reached. All that take a Database & are for inside
// Database::write(). Internal to core/storage/database.
#pragma once

#include "core/storage/database/internal/database.h"
#include "core/storage/database/rentalrecord.h"

#include <QList>

namespace trainyard {

Result<void> insertRental(Database &database, Rental &rental);  // sets the id; AlreadyExists while another goes on
Result<Rental> closeRental(Database &database, qint64 machineId, const QDateTime &when);  // NotFound
Result<QList<Rental>> selectRentals(const Database &database);                            // newest first

Result<void> putBudget(Database &database, const Budget &budget);
Result<bool> deleteBudget(Database &database, BudgetScope scope, const QString &name);
Result<QList<Budget>> selectBudgets(const Database &database);
// True when the step is higher than the one that was noted for this budget and period.
Result<bool> raiseStep(Database &database, const Budget &budget, const QString &period, BudgetStep step);

}  // namespace trainyard

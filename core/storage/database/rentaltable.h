// SPDX-License-Identifier: GPL-3.0-or-later
// Rentals of machines, and budgets. A part of StateDatabase (statedatabase.h), which documents threads and errors.
#pragma once

#include "core/base/result.h"
#include "core/model/ids.h"
#include "core/storage/database/rentalrecord.h"

#include <QList>

namespace trainyard {

class Database;

class RentalTable {
public:
    explicit RentalTable(Database &database) : m_database(database) {}

    // Begins a rental; a machine has one at a time. It gets the id of the machine's instance and begins now unless it specifies a time.
    // AlreadyExists while another is running, InvalidInput as checkRental() and for the sandbox. It ends at the latest when the machine
    // is removed.
    Result<Rental> begin(Rental rental);
    // At `when`, but not before it began; invalid: now. NotFound if it is not rented.
    Result<Rental> end(MachineId machineId, const QDateTime &when = {});
    Result<QList<Rental>> all() const;  // newest first
    // What the provider said about its price at `seen`: how it moved, oldest first, perhaps from before its beginning. What was known from
    // the first of them on is replaced; nothing else is. InvalidInput for other currencies, amounts not above zero and another order;
    // NotFound.
    Result<Rental> setPrices(RentalId id, const QList<RentalPrice> &prices, const QDateTime &seen);
    // True once for each higher price, for the program that asks first; that program then has to tell the person.
    Result<bool> tellPrice(RentalId id, const Money &price);

private:
    Database &m_database;
};

class BudgetTable {
public:
    explicit BudgetTable(Database &database) : m_database(database) {}

    Result<void> set(const Budget &budget);                       // replaces the budget of this scope and name
    Result<void> remove(BudgetScope scope, const QString &name);  // NotFound
    Result<QList<Budget>> all() const;
    // True once for each step of a budget in a period, for the program that asks first; that program then has to act.
    Result<bool> reachStep(const Budget &budget, const QString &period, BudgetStep step);

private:
    Database &m_database;
};

}  // namespace trainyard

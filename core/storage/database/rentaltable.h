// SPDX-License-Identifier: GPL-3.0-or-later
// What machines cost, and the budgets of that. A part of StateDatabase (statedatabase.h), which says
// about threads and errors.
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

    // One rental at a time for a machine; it carries the id of the machine's instance. Began now unless it says otherwise; AlreadyExists while another
    // goes on, InvalidInput as checkRental() and for the sandbox. Ends with the machine's removal at the latest.
    Result<Rental> begin(Rental rental);
    Result<Rental> end(MachineId machineId);  // now; NotFound when it is not rented
    Result<QList<Rental>> all() const;        // newest first

private:
    Database &m_database;
};

class BudgetTable {
public:
    explicit BudgetTable(Database &database) : m_database(database) {}

    Result<void> set(const Budget &budget);                       // takes the place of the one of this scope and name
    Result<void> remove(BudgetScope scope, const QString &name);  // NotFound
    Result<QList<Budget>> all() const;
    // True once for each step of a budget in a period, whichever program asks first; then it is that program's to act.
    Result<bool> reachStep(const Budget &budget, const QString &period, BudgetStep step);

private:
    Database &m_database;
};

}  // namespace trainyard

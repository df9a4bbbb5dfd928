// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/database/rentaltable.h"

#include "core/storage/database/internal/machinerows.h"
#include "core/storage/database/internal/rowvalues.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::StateDatabase)
};

constexpr auto kRentalColumns = "id, machine_id, machine_name, nanos, currency, step, minimum, source, began, ended, instance_id, "
                                "price_holds, price_seen, price_told";

std::optional<Rental> rentalOf(const QSqlQuery &row)
{
    const auto perHour = toMoney(row.value(3), row.value(4));
    Rental rental;
    rental.id = RentalId(row.value(0).toLongLong());
    rental.machineId = MachineId(row.value(1).toLongLong());
    rental.machineName = row.value(2).toString();
    rental.perHour = perHour.value_or(Money());
    rental.billing.step = std::chrono::seconds(row.value(5).toLongLong());
    rental.billing.minimum = std::chrono::seconds(row.value(6).toLongLong());
    rental.source = row.value(7).toString();
    rental.began = toTime(row.value(8));
    rental.ended = toTime(row.value(9));
    rental.instanceId = InstanceId(row.value(10).toLongLong());
    rental.billing.priceHolds = std::chrono::seconds(row.value(11).toLongLong());
    rental.priceSeen = toTime(row.value(12));
    rental.toldPrice = toMoney(row.value(13), row.value(4));
    return isCountable(rental) ? std::optional(rental) : std::nullopt;
}

std::optional<Budget> budgetOf(const QSqlQuery &row)
{
    const auto scope = budgetScopeFromName(row.value(0).toString());
    const auto amount = toMoney(row.value(2), row.value(3));
    if (!scope || !amount)
        return std::nullopt;
    const Budget budget{*scope, row.value(1).toString(), *amount};
    return checkBudget(budget) ? std::optional(budget) : std::nullopt;
}

// A price that only another program could have written is left out.
Result<QList<Rental>> selectRentals(const Database &database, const char *rest, const QVariantList &values = {})
{
    TRY(auto rentals, readableRows(database, kRentalColumns, rest, values, rentalOf));
    if (std::none_of(rentals.begin(), rentals.end(), [](const Rental &one) { return one.priceSeen.isValid(); }))
        return rentals;
    TRY(auto query, database.select(QStringLiteral("SELECT rental_id, since, nanos FROM rental_prices ORDER BY rental_id, since"), {}));
    QHash<RentalId, QList<QPair<QDateTime, QVariant>>> later;
    while (query.next())
        later[RentalId(query.value(0).toLongLong())] << qMakePair(toTime(query.value(1)), query.value(2));
    for (Rental &rental : rentals) {
        for (const auto &[since, nanos] : later.value(rental.id)) {
            const auto perHour = toMoney(nanos, currencyCode(rental.perHour.currency()));
            if (since.isValid() && perHour && perHour->nanos() > 0)
                rental.prices << RentalPrice{since, *perHour};
        }
    }
    return rentals;
}

Result<void> insertRental(Database &database, Rental &rental)
{
    const auto ends = rows(database, "ended", "rentals WHERE machine_id = ?", {fromId(rental.machineId)},
                           [](const QSqlQuery &row) { return toTime(row.value(0)); });
    if (!ends)
        return ends.error();
    // No period is paid twice.
    for (const QDateTime &end : *ends) {
        if (end.isValid() && end > rental.began) {
            return Error{ErrorCode::InvalidInput,
                         Words::tr("%1 was rented until %2: enter a start at or after that time.")
                             .arg(rental.machineName, end.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"))),
                         {}};
        }
        if (end.isValid())
            continue;
        return Error{ErrorCode::AlreadyExists,
                     Words::tr("%1 is already rented: return it first, then rent it at the new price.").arg(rental.machineName),
                     {}};
    }
    TRY(auto inserted,
        database.select(
            QStringLiteral(
                "INSERT INTO rentals(machine_id, machine_name, nanos, currency, step, minimum, source, began, ended, instance_id, "
                "price_holds) VALUES(%1)")
                .arg(placeholders(11)),
            {fromId(rental.machineId), fromText(rental.machineName), rental.perHour.nanos(), currencyCode(rental.perHour.currency()),
             qint64(rental.billing.step.count()), qint64(rental.billing.minimum.count()), fromText(rental.source), fromTime(rental.began),
             fromTime(rental.ended), fromId(rental.instanceId), qint64(rental.billing.priceHolds.count())}));
    rental.id = RentalId(inserted.lastInsertId().toLongLong());
    return {};
}

Result<Rental> closeRental(Database &database, MachineId machineId, const QDateTime &when)
{
    TRY(const auto going, selectRentals(database, "rentals WHERE machine_id = ? AND ended IS NULL", {fromId(machineId)}));
    if (going.isEmpty())
        return Error{ErrorCode::NotFound, Words::tr("This machine is not rented: there is nothing to return."), {}};
    Rental rental = going.first();
    rental.ended = std::max(when, rental.began);
    const auto closed = database.execute(QStringLiteral("UPDATE rentals SET ended = ? WHERE id = ?"),
                                         {fromTime(rental.ended), fromId(rental.id)});
    return closed ? Result<Rental>(rental) : Result<Rental>(closed.error());
}

Result<void> putBudget(Database &database, const Budget &budget)
{
    TRY(const auto put,
        database.execute(
            QStringLiteral("INSERT INTO budgets(scope, name, nanos, currency) VALUES(?, ?, ?, ?) "
                           "ON CONFLICT(scope, name) DO UPDATE SET nanos = excluded.nanos, currency = excluded.currency "
                           "WHERE nanos <> excluded.nanos OR currency <> excluded.currency"),
            {budgetScopeName(budget.scope), fromText(budget.name), budget.amount.nanos(), currencyCode(budget.amount.currency())}));
    if (put == 0)
        return {};
    // A new amount starts with its own steps.
    const auto forgotten = database.execute(QStringLiteral("DELETE FROM budget_steps WHERE scope = ? AND name = ?"),
                                            {budgetScopeName(budget.scope), fromText(budget.name)});
    return forgotten ? Result<void>() : Result<void>(forgotten.error());
}

Result<bool> deleteBudget(Database &database, BudgetScope scope, const QString &name)
{
    const auto deleted = database.execute(QStringLiteral("DELETE FROM budgets WHERE scope = ? AND name = ?"),
                                          {budgetScopeName(scope), fromText(name)});
    return deleted ? Result<bool>(*deleted > 0) : Result<bool>(deleted.error());
}

Result<QList<Budget>> selectBudgets(const Database &database)
{
    return readableRows(database, "scope, name, nanos, currency", "budgets ORDER BY scope, name", {}, budgetOf);
}

Result<bool> raiseStep(Database &database, const Budget &budget, const QString &period, BudgetStep step)
{
    const auto raised = database.execute(
        QStringLiteral("INSERT INTO budget_steps(scope, name, period, step) VALUES(?, ?, ?, ?) "
                       "ON CONFLICT(scope, name, period) DO UPDATE SET step = excluded.step WHERE step < excluded.step"),
        {budgetScopeName(budget.scope), fromText(budget.name), fromText(period), int(step)});
    return raised ? Result<bool>(*raised > 0) : Result<bool>(raised.error());
}

}  // namespace

Result<Rental> RentalTable::begin(Rental rental)
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    TRY(const auto machine, findMachine(m_database, rental.machineId));
    if (machine.isSimulated) {
        return Error{ErrorCode::InvalidInput, Words::tr("The sandbox is this computer and costs nothing: rent a real machine."), {}};
    }
    rental.machineName = machine.name;
    rental.instanceId = machine.instanceId;
    rental.began = wholeSeconds(rental.began.isValid() ? rental.began : now);
    rental.ended = {};
    TRY_DO(checkRental(rental, now));
    const auto written = m_database.write([&](Database &database) -> Result<void> {
        TRY_DO(findMachine(database, rental.machineId));
        return insertRental(database, rental);
    });
    if (!written)
        return written.error();
    return rental;
}

Result<Rental> RentalTable::end(MachineId machineId, const QDateTime &when)
{
    Rental ended;
    const auto written = m_database.write([&](Database &database) -> Result<void> {
        TRY(const auto closed, closeRental(database, machineId, wholeSeconds(when.isValid() ? when : QDateTime::currentDateTimeUtc())));
        ended = closed;
        return {};
    });
    if (!written)
        return written.error();
    return ended;
}

Result<QList<Rental>> RentalTable::all() const { return selectRentals(m_database, "rentals ORDER BY began DESC, id DESC"); }

Result<Rental> RentalTable::setPrices(RentalId id, const QList<RentalPrice> &prices, const QDateTime &seen)
{
    Rental changed;
    const auto written = m_database.write([&](Database &database) -> Result<void> {
        TRY(changed, onlyOne(selectRentals(database, "rentals WHERE id = ?", {fromId(id)}), Words::tr("There is no such rental.")));
        TRY(changed.prices, mergedPrices(changed, prices));
        changed.priceSeen = wholeSeconds(seen);
        TRY_DO(accrued(meteredRental(changed), seen.addYears(1).toSecsSinceEpoch()));
        TRY_DO(
            database.execute(QStringLiteral("UPDATE rentals SET price_seen = ? WHERE id = ?"), {fromTime(changed.priceSeen), fromId(id)}));
        TRY_DO(database.execute(QStringLiteral("DELETE FROM rental_prices WHERE rental_id = ?"), {fromId(id)}));
        for (const RentalPrice &price : std::as_const(changed.prices)) {
            TRY_DO(database.execute(QStringLiteral("INSERT INTO rental_prices(rental_id, since, nanos) VALUES(?, ?, ?)"),
                                    {fromId(id), fromTime(price.since), price.perHour.nanos()}));
        }
        return {};
    });
    if (!written)
        return written.error();
    return changed;
}

Result<bool> RentalTable::tellPrice(RentalId id, const Money &price)
{
    bool isNew = false;
    const auto written = m_database.write([&](Database &database) -> Result<void> {
        TRY(const auto told,
            database.execute(QStringLiteral("UPDATE rentals SET price_told = ? WHERE id = ? AND (price_told IS NULL OR price_told < ?)"),
                             {price.nanos(), fromId(id), price.nanos()}));
        isNew = told > 0;
        return {};
    });
    if (!written)
        return written.error();
    return isNew;
}

Result<void> BudgetTable::set(const Budget &budget)
{
    TRY_DO(checkBudget(budget));
    return m_database.write([&](Database &database) { return putBudget(database, budget); });
}

Result<void> BudgetTable::remove(BudgetScope scope, const QString &name)
{
    return m_database.write([&](Database &database) -> Result<void> {
        TRY(const auto removed, deleteBudget(database, scope, name));
        if (removed)
            return {};
        return Error{ErrorCode::NotFound, Words::tr("There is no such budget: check the list of budgets."), name};
    });
}

Result<QList<Budget>> BudgetTable::all() const { return selectBudgets(m_database); }

Result<bool> BudgetTable::reachStep(const Budget &budget, const QString &period, BudgetStep step)
{
    bool isNew = false;
    const auto written = m_database.write([&](Database &database) -> Result<void> {
        TRY(const auto raised, raiseStep(database, budget, period, step));
        isNew = raised;
        return {};
    });
    if (!written)
        return written.error();
    return isNew;
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/costjson.h"

#include "app/cli/jsonvalues.h"
#include "app/cli/machinecost.h"
#include "core/base/decimal.h"

#include <QJsonArray>

namespace trainyard {

namespace {

QJsonObject toJson(const QMap<QString, Money> &amounts)
{
    QJsonObject object;
    for (auto i = amounts.begin(); i != amounts.end(); ++i)
        object.insert(i.key(), amountJson(i.value()));
    return object;
}

QJsonObject toJson(const MeterShare &share)
{
    QJsonObject runs;
    for (auto i = share.runs.begin(); i != share.runs.end(); ++i)
        runs.insert(i.key().text(), amountJson(i.value()));
    return {{QStringLiteral("total"), amountJson(share.total)},
            {QStringLiteral("idle"), amountJson(share.idle)},
            {QStringLiteral("projects"), toJson(share.projects)},
            {QStringLiteral("runs"), runs}};
}

QJsonArray toJson(const QMap<Currency, MeterReading> &readings)
{
    QJsonArray array;
    for (auto i = readings.begin(); i != readings.end(); ++i) {
        array << QJsonObject{{QStringLiteral("currency"), currencyCode(i.key())},
                             {QStringLiteral("per_hour"), amountJson(i->perHour)},
                             {QStringLiteral("today"), toJson(i->today)},
                             {QStringLiteral("month"), toJson(i->month)},
                             {QStringLiteral("all"), toJson(i->all)}};
    }
    return array;
}

QJsonValue toJson(const QList<Money> &costs)
{
    QJsonArray array;
    for (const Money &cost : costs)
        array << QJsonObject{{QStringLiteral("amount"), amountJson(cost)}, {QStringLiteral("currency"), currencyCode(cost.currency())}};
    return costs.isEmpty() ? QJsonValue() : QJsonValue(array);
}

QJsonObject toJson(const RentedMachine &machine)
{
    QJsonObject object = trainyard::toJson(machine.rental);
    object[QStringLiteral("per_hour")] = amountJson(machine.perHour);
    object[QStringLiteral("cost")] = amountJson(machine.cost);
    object[QStringLiteral("idle_since")] = timeOrNull(machine.idleSince);
    object[QStringLiteral("idle_cost")] = amountJson(machine.idleCost);
    return object;
}

QJsonArray pricesJson(const Rental &rental)
{
    QJsonArray array;
    for (const RentalPrice &price : rental.prices)
        array << QJsonObject{{QStringLiteral("since"), timeOrNull(price.since)}, {QStringLiteral("per_hour"), amountJson(price.perHour)}};
    return array;
}

QJsonObject toJson(const BudgetState &state)
{
    QJsonArray runs;
    for (const RunId &id : state.runs)
        runs << id.text();
    return {{QStringLiteral("scope"), budgetScopeName(state.budget.scope)},
            {QStringLiteral("name"), state.budget.name},
            {QStringLiteral("budget"), amountJson(state.budget.amount)},
            {QStringLiteral("spent"), amountJson(state.use.spent)},
            {QStringLiteral("currency"), currencyCode(state.budget.amount.currency())},
            {QStringLiteral("percent"), double(state.use.permille) / 10},
            {QStringLiteral("step"), budgetStepName(state.use.step)},
            {QStringLiteral("runs"), runs}};
}

}  // namespace

QJsonValue amountJson(const Money &money) { return decimalNumber(money.nanos(), Money::kDecimals); }

QJsonValue amountJson(const std::optional<Money> &money) { return money ? amountJson(*money) : QJsonValue(); }

QJsonObject toJson(const Rental &rental)
{
    return {{QStringLiteral("machine"), rental.machineName},
            {QStringLiteral("per_hour"), amountJson(rental.perHour)},
            {QStringLiteral("currency"), currencyCode(rental.perHour.currency())},
            {QStringLiteral("billing_step_seconds"), qint64(rental.billing.step.count())},
            {QStringLiteral("source"), rental.source},
            {QStringLiteral("rented_at"), amountJson(rental.perHour)},
            {QStringLiteral("prices"), pricesJson(rental)},
            {QStringLiteral("price_seen"), timeOrNull(rental.priceSeen)},
            {QStringLiteral("began"), timeOrNull(rental.began)},
            {QStringLiteral("ended"), timeOrNull(rental.ended)}};
}

QJsonObject toJson(const MeterNow &meter)
{
    QJsonArray machines, budgets, own;
    for (const OwnMachineCost &machine : meter.own.machines)
        own << toJson(machine);
    for (const RentedMachine &machine : meter.machines)
        machines << toJson(machine);
    for (const BudgetState &state : meter.budgets)
        budgets << toJson(state);
    return {{QStringLiteral("time"), timeOrNull(meter.when)},
            {QStringLiteral("currencies"), toJson(meter.readings)},
            {QStringLiteral("machines"), machines},
            {QStringLiteral("budgets"), budgets},
            {QStringLiteral("own_figures"),
             QJsonObject{{QStringLiteral("currencies"), toJson(meter.own.readings)}, {QStringLiteral("machines"), own}}}};
}

QJsonObject withRental(QJsonObject machine, const MeterNow &meter, MachineId machineId)
{
    const RentedMachine *rented = meter.machine(machineId);
    machine[QStringLiteral("rental")] = rented ? QJsonValue(toJson(*rented)) : QJsonValue();
    const OwnMachineCost *own = meter.own.machine(machineId);
    machine[QStringLiteral("own_figures")] = own ? QJsonValue(toJson(*own)) : QJsonValue();
    return machine;
}

QJsonObject withCosts(QJsonObject run, const MeterNow &meter, const RunId &runId)
{
    run[QStringLiteral("costs")] = toJson(meter.costOf(runId));
    run[QStringLiteral("own_costs")] = toJson(meter.ownCostOf(runId));
    return run;
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/meternow.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Budgets)
};

MeterSpan spanOf(const QDateTime &from, const QDateTime &to)
{
    return {from.toSecsSinceEpoch(), to.isValid() ? std::optional(to.toSecsSinceEpoch()) : std::nullopt};
}

// Costs start when its machine was asked to start it.
bool hasCost(const Run &run) { return !run.isSimulated && run.started.isValid(); }

bool goesOn(const Run &run) { return hasCost(run) && !hasEnded(run.state); }

MeterSpan spanOf(const Run &run)
{
    const bool isOver = hasEnded(run.state) && !run.ended.isValid();
    return spanOf(run.started, isOver ? run.started : run.ended);
}

// A removed machine is known by the name that its rentals and runs kept.
using MachineKey = std::pair<MachineId, QString>;
template <typename Record>
MachineKey machineOf(const Record &record)
{
    return {record.machineId, record.machineId.isSet() ? QString() : record.machineName};
}

struct Machines {
    QHash<MachineKey, QList<Rental>> rentals;
    QHash<MachineKey, QList<Run>> runs;  // that have a cost
};

// What the run costs beside the rentals of the machine that leads it: its own price, which is that machine's, until the first rental that
// it overlaps begins.
std::optional<MeteredRental> ownRental(const Run &run, const QList<Rental> &rentals)
{
    if (!run.price || run.price->nanos() <= 0)
        return std::nullopt;
    MeterSpan span = spanOf(run);
    for (const Rental &rental : rentals) {
        const MeterSpan other = spanOf(rental.began, rental.ended);
        if ((!other.to || *other.to > span.from) && (!span.to || other.from < *span.to))
            span.to = std::max(span.from, other.from);
    }
    if (span.to && *span.to <= span.from)
        return std::nullopt;
    return MeteredRental{span, *run.price, {}, {{run.id, run.project, span}}};
}

// The currency in which the run spends now.
std::optional<Currency> currencyOf(const Run &run, const Machines &machines)
{
    for (const RunNode &node : run.nodes) {
        for (const Rental &rental : machines.rentals.value(machineOf(node))) {
            if (!rental.ended.isValid())
                return rental.perHour.currency();
        }
    }
    return run.price && run.price->nanos() > 0 ? std::optional(run.price->currency()) : std::nullopt;
}

bool isUnder(const Budget &budget, const Run &run)
{
    switch (budget.scope) {
    case BudgetScope::Run: return run.id.text() == budget.name;
    case BudgetScope::Project: return run.project == budget.name;
    case BudgetScope::Month: return true;
    }
    return false;
}

Result<RentedMachine> rentedMachine(const Rental &rental, const MeteredRental &metered, const QList<Run> &runs, const QDateTime &now)
{
    TRY(const auto cost, accrued(metered, now.toSecsSinceEpoch()));
    RentedMachine machine{rental, priceAt(metered, now.toSecsSinceEpoch()), cost, rental.began, Money(0, rental.perHour.currency())};
    // One that was stopped is not idle.
    if (isOfStopped(rental)) {
        machine.idleSince = {};
        return machine;
    }
    for (const Run &run : runs) {
        if (!hasEnded(run.state)) {
            machine.idleSince = {};
            return machine;
        }
        if (run.ended.isValid() && run.ended > machine.idleSince)
            machine.idleSince = std::min(run.ended, now);
    }
    TRY(const auto idle, shareBetween(metered, machine.idleSince.toSecsSinceEpoch(), std::max(machine.idleSince, now).toSecsSinceEpoch()));
    machine.idleCost = idle.total;
    return machine;
}

QList<Money> costsIn(const QMap<Currency, MeterReading> &readings, const RunId &runId)
{
    QList<Money> costs;
    for (const MeterReading &reading : readings) {
        if (const auto cost = reading.all.runs.constFind(runId); cost != reading.all.runs.constEnd())
            costs << *cost;
    }
    return costs;
}

}  // namespace

QList<Money> MeterNow::costOf(const RunId &runId) const { return costsIn(readings, runId); }

QList<Money> MeterNow::ownCostOf(const RunId &runId) const { return costsIn(own.readings, runId); }

std::optional<Money> MeterNow::rateOf(const RunId &runId) const
{
    const qint64 now = when.toSecsSinceEpoch();
    const auto goesOnAt = [now](const MeterSpan &span) { return span.from <= now && (!span.to || *span.to > now); };
    std::optional<Money> rate;
    for (const MeteredRental &rental : metered) {
        const auto isMeant = [&](const MeteredRun &run) { return run.id == runId && goesOnAt(run.span); };
        if (!goesOnAt(rental.span) || std::none_of(rental.runs.begin(), rental.runs.end(), isMeant))
            continue;
        const auto sharers = std::count_if(rental.runs.begin(), rental.runs.end(),
                                           [&](const MeteredRun &run) { return goesOnAt(run.span); });
        const auto share = priceAt(rental, now).times(1, qint64(sharers));
        const auto sum = share && rate ? share->plus(*rate) : share;
        if (!sum)
            return std::nullopt;  // machines in two currencies have no common rate
        rate = *sum;
    }
    return rate;
}

const RentedMachine *MeterNow::machine(MachineId id) const
{
    const auto found = std::find_if(machines.begin(), machines.end(),
                                    [id](const RentedMachine &machine) { return machine.rental.machineId == id; });
    return found == machines.end() ? nullptr : &*found;
}

Result<MeterNow> meterNow(const StateDatabase &store, const QDateTime &now)
{
    TRY(const auto rentals, store.rentals.all());
    TRY(const auto runs, store.runs.metered());
    auto budgets = store.budgets.all();
    if (!budgets)
        return budgets.error();

    Machines machines;
    for (const Rental &rental : rentals)
        machines.rentals[machineOf(rental)] << rental;
    for (const Run &run : runs) {
        // Once per machine, however many of its nodes are there.
        for (const RunNode &node : run.nodes) {
            QList<Run> &there = machines.runs[machineOf(node)];
            if (hasCost(run) && (there.isEmpty() || there.last().id != run.id))
                there << run;
        }
    }

    MeterNow meter;
    meter.when = now;
    for (const Rental &rental : rentals) {
        const QList<Run> itsRuns = machines.runs.value(machineOf(rental));
        MeteredRental entry = meteredRental(rental);
        for (const Run &run : itsRuns)
            entry.runs << MeteredRun{run.id, run.project, spanOf(run)};
        meter.metered << entry;
        if (rental.ended.isValid() || !rental.machineId.isSet())
            continue;
        TRY(const auto machine, rentedMachine(rental, entry, itsRuns, now));
        meter.machines << machine;
    }
    std::sort(meter.machines.begin(), meter.machines.end(), [](const RentedMachine &a, const RentedMachine &b) {
        return a.rental.machineName.localeAwareCompare(b.rental.machineName) < 0;
    });
    for (const Run &run : runs) {
        if (hasCost(run)) {
            if (const auto own = ownRental(run, machines.rentals.value(machineOf(run.head()))))
                meter.metered << *own;
        }
        if (run.budget && run.budget->nanos() > 0 && !hasEnded(run.state) && !run.isSimulated)
            *budgets << Budget{BudgetScope::Run, run.id.text(), *run.budget};
    }

    const QDate today = now.toLocalTime().date();
    const MeterTimes times{now.toSecsSinceEpoch(), today.startOfDay().toSecsSinceEpoch(),
                           QDate(today.year(), today.month(), 1).startOfDay().toSecsSinceEpoch()};
    TRY(auto readings, readMeter(meter.metered, times));
    meter.readings = std::move(readings);
    TRY(auto own, ownMeter(store, runs, rentals, times));
    meter.own = std::move(own);
    for (const Budget &budget : std::as_const(*budgets)) {
        BudgetState state{budget, useOf(budget, meter.readings), {}, {}, {}};
        if (budget.scope != BudgetScope::Run)
            state.period = today.toString(QStringLiteral("yyyy-MM"));
        for (const Run &run : runs) {
            // It does not cover money in other currencies, or machines that cost nothing.
            if (goesOn(run) && isUnder(budget, run) && currencyOf(run, machines) == budget.amount.currency()) {
                if (run.state == RunState::Running)
                    state.runs << run.id;
                else if (run.state == RunState::Stopping)
                    state.stopping << run.id;
            }
        }
        meter.budgets << state;
    }
    return meter;
}

Result<void> checkBudgetsLeft(const StateDatabase &store, const QString &project, Currency currency, const QDateTime &now)
{
    TRY(const auto meter, meterNow(store, now));
    for (const BudgetState &state : meter.budgets) {
        const Budget &budget = state.budget;
        const bool isMine = budget.scope == BudgetScope::Month || (budget.scope == BudgetScope::Project && budget.name == project);
        if (!isMine || budget.amount.currency() != currency || state.use.step != BudgetStep::Stop)
            continue;
        const QString spent = state.use.spent.roundedToCents().text();
        return Error{ErrorCode::InvalidInput,
                     budget.scope == BudgetScope::Month
                         ? Words::tr("The budget of %1 for this month is used up (%2 spent): raise it, then launch again.")
                               .arg(budget.amount.text(), spent)
                         : Words::tr("The budget of %1 for %2 is used up this month (%3 spent): raise it, then launch again.")
                               .arg(budget.amount.text(), project, spent),
                     {}};
    }
    return {};
}

}  // namespace trainyard

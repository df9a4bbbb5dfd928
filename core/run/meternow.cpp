#include "core/run/meternow.h"

#include <algorithm>

namespace trainyard {

namespace {

MeterSpan spanOf(const QDateTime &from, const QDateTime &to)
{
    return {from.toSecsSinceEpoch(), to.isValid() ? std::optional(to.toSecsSinceEpoch()) : std::nullopt};
}

// A run that is prepared costs as soon as its machine is asked to start it.
bool hasCost(const Run &run) { return !run.isSimulated && run.started.isValid(); }

MeteredRun meteredRun(const Run &run) { return {run.id, run.project, spanOf(run.started, run.ended)}; }

bool covers(const Rental &rental, const Run &run)
{
    return rental.machineId == run.machineId && rental.machineId > 0 && rental.began <= run.started
           && (!rental.ended.isValid() || rental.ended > run.started);
}

bool isUnder(const Budget &budget, const Run &run)
{
    if ((run.state != RunState::Preparing && run.state != RunState::Running) || run.isSimulated)
        return false;
    switch (budget.scope) {
    case BudgetScope::Run: return run.id == budget.name;
    case BudgetScope::Project: return run.project == budget.name;
    case BudgetScope::Month: return true;
    }
    return false;
}

}  // namespace

Result<MeterNow> meterNow(const Store &store, const QDateTime &now)
{
    const auto rentals = store.rentals();
    if (!rentals)
        return rentals.error();
    const auto runs = store.runs();
    if (!runs)
        return runs.error();
    auto budgets = store.budgets();
    if (!budgets)
        return budgets.error();

    QList<MeteredRental> metered;
    for (const Rental &rental : *rentals) {
        MeteredRental entry{spanOf(rental.began, rental.ended), rental.perHour, rental.billing, {}};
        for (const Run &run : *runs) {
            if (hasCost(run) && run.machineId == rental.machineId && rental.machineId > 0)
                entry.runs << meteredRun(run);
        }
        metered << entry;
    }
    for (const Run &run : *runs) {
        const bool isCovered = std::any_of(rentals->begin(), rentals->end(), [&](const Rental &r) { return covers(r, run); });
        if (hasCost(run) && run.price && !isCovered)
            metered << MeteredRental{spanOf(run.started, run.ended), *run.price, {}, {meteredRun(run)}};
        if (run.budget && !hasEnded(run.state) && !run.isSimulated)
            *budgets << Budget{BudgetScope::Run, run.id, *run.budget};
    }

    const QDateTime local = now.toLocalTime();
    const QDate today = local.date();
    const MeterTimes times{now.toSecsSinceEpoch(), today.startOfDay().toSecsSinceEpoch(),
                           QDate(today.year(), today.month(), 1).startOfDay().toSecsSinceEpoch()};
    auto readings = readMeter(metered, times);
    if (!readings)
        return readings.error();
    MeterNow meter{now, *std::move(readings), {}};
    for (const Budget &budget : std::as_const(*budgets)) {
        BudgetState state{budget, useOf(budget, meter.readings), {}, {}};
        if (budget.scope != BudgetScope::Run)
            state.period = today.toString(QStringLiteral("yyyy-MM"));
        for (const Run &run : *runs) {
            if (isUnder(budget, run))
                state.runs << run.id;
        }
        meter.budgets << state;
    }
    return meter;
}

}  // namespace trainyard

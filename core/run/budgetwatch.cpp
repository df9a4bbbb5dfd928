#include "core/run/budgetwatch.h"

#include "core/run/workbench.h"

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kInterval = 30s;   // of a machine at 100 an hour, less than one unit

}  // namespace

BudgetWatch::BudgetWatch(Workbench &workbench, QObject *parent) : QObject(parent), m_workbench(workbench)
{
    m_timer.setInterval(kInterval);
    connect(&m_timer, &QTimer::timeout, this, &BudgetWatch::look);
    connect(&workbench, &Workbench::runsChanged, this, [this] {
        if (m_timer.isActive())
            look();
    });
}

void BudgetWatch::start()
{
    m_timer.start();
    look();
}

void BudgetWatch::look()
{
    auto meter = meterNow(m_workbench.store(), QDateTime::currentDateTimeUtc());
    if (!meter) {
        Q_EMIT failed(meter.error());
        return;
    }
    m_meter = *std::move(meter);
    Q_EMIT metered();
    const QList<BudgetState> states = m_meter.budgets;
    for (const BudgetState &state : states) {
        if (state.use.step == BudgetStep::None)
            continue;
        const auto isNew = m_workbench.store().reachStep(state.budget, state.period, state.use.step);
        if (!isNew) {
            Q_EMIT failed(isNew.error());
            return;
        }
        // What starts later under a budget that is used up is stopped as well.
        const bool isOver = state.use.step == BudgetStep::Stop && state.budget.scope != BudgetScope::Run;
        if (*isNew || (isOver && !state.runs.isEmpty()))
            act(state);
        if (*isNew)
            Q_EMIT reached(state);
    }
}

void BudgetWatch::act(const BudgetState &state)
{
    for (const QString &run : state.runs) {
        if (state.use.step == BudgetStep::Stop)
            m_workbench.stopForBudget(run);
        else if (state.use.step == BudgetStep::Save)
            m_workbench.askToSave(run);
    }
}

}  // namespace trainyard

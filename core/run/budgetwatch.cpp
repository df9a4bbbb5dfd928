#include "core/run/budgetwatch.h"

#include "core/base/whendone.h"
#include "core/run/workbench.h"

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kInterval = 30s;   // of a machine at 100 an hour, less than one unit
constexpr auto kSoon = 200ms;     // changes come in swarms

// Another amount or month has its own steps.
QString keyOf(const BudgetState &state)
{
    return QStringList{budgetScopeName(state.budget.scope), state.period, state.budget.amount.text(), state.budget.name}.join(u'\n');
}

}  // namespace

BudgetWatch::BudgetWatch(Workbench &workbench, QObject *parent) : QObject(parent), m_workbench(workbench)
{
    m_timer.setInterval(kInterval);
    m_soon.setInterval(kSoon);
    m_soon.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &BudgetWatch::look);
    connect(&m_soon, &QTimer::timeout, this, &BudgetWatch::look);
    for (const auto change : {&Workbench::runsChanged, &Workbench::machinesChanged}) {
        connect(&workbench, change, this, [this] {
            if (m_timer.isActive() && !m_soon.isActive())
                m_soon.start();
        });
    }
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
        fail(meter.error());
        return;
    }
    m_meter = *std::move(meter);
    Q_EMIT metered();
    QHash<QString, BudgetStep> taken;
    const QList<BudgetState> states = m_meter.budgets;
    for (const BudgetState &state : states) {
        if (state.use.step == BudgetStep::None)
            continue;
        const QString key = keyOf(state);
        bool isNew = false;
        if (m_taken.value(key, BudgetStep::None) < state.use.step) {
            const auto raised = m_workbench.store().reachStep(state.budget, state.period, state.use.step);
            if (!raised) {
                fail(raised.error());
                return;
            }
            isNew = *raised;
        }
        taken[key] = std::max(state.use.step, m_taken.value(key, BudgetStep::None));
        // What starts later under a budget that is used up is stopped as well.
        if (isNew || state.use.step == BudgetStep::Stop)
            act(state);
        if (isNew)
            Q_EMIT reached(state);
    }
    m_taken = taken;
    m_problem.clear();
}

void BudgetWatch::act(const BudgetState &state)
{
    if (state.use.step == BudgetStep::Save) {
        if (state.budget.scope == BudgetScope::Run)
            return;   // its guard asks it, and once is enough
        for (const QString &run : state.runs)
            m_workbench.askToSave(run);   // a courtesy: who cannot be asked now is stopped with time to save later
    } else if (state.use.step == BudgetStep::Stop) {
        for (const QString &run : state.runs + state.stopping)
            stop(run);
    }
}

void BudgetWatch::stop(const QString &runId)
{
    if (m_stopping.contains(runId))
        return;
    m_stopping.insert(runId);
    whenDone(m_workbench.stopForBudget(runId), this, [this, runId](const Result<Run> &stopped) {
        m_stopping.remove(runId);
        if (stopped || stopped.error().isCancelled() || m_told.contains(runId))
            return;
        m_told.insert(runId);
        Q_EMIT stopFailed(runId, stopped.error());
    });
}

void BudgetWatch::fail(const Error &error)
{
    if (error.what == m_problem)
        return;
    m_problem = error.what;
    Q_EMIT failed(error);
}

}  // namespace trainyard

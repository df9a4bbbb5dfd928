// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/agent/budgetwatch.h"

#include "core/base/format.h"
#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kBudgetInterval = 30s;  // costs less than one unit for a machine at 100 an hour
constexpr auto kBudgetDelay = 200ms;   // changes come in bursts

// A different amount or month has its own steps.
QString keyOf(const BudgetState &state)
{
    return QStringList{budgetScopeName(state.budget.scope), state.period, state.budget.amount.text(), state.budget.name}.join(u'\n');
}

}  // namespace

BudgetWatch::BudgetWatch(Services &services, QObject *parent, Clock clock)
    : QObject(parent), m_services(services), m_clock(std::move(clock))
{
    m_timer.setInterval(kBudgetInterval);
    m_soon.setInterval(kBudgetDelay);
    m_soon.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &BudgetWatch::look);
    connect(&m_soon, &QTimer::timeout, this, &BudgetWatch::look);
    const auto lookSoon = [this] {
        if (m_timer.isActive() && !m_soon.isActive())
            m_soon.start();
    };
    connect(&services.runs, &RunService::changed, this, lookSoon);
    connect(&services.machines, &MachineService::changed, this, lookSoon);
}

void BudgetWatch::start()
{
    m_timer.start();
    look();
}

void BudgetWatch::setActing(bool isActing)
{
    if (std::exchange(m_isActing, isActing) == isActing)
        return;
    m_taken.clear();
    m_unasked.clear();
    m_reportedFailures.clear();
    if (m_timer.isActive())
        look();
}

void BudgetWatch::look()
{
    const ClockJumpDetector::Reading now = m_clock();
    auto meter = meterNow(m_services.database(), QDateTime::fromMSecsSinceEpoch(now.wall.count(), Qt::UTC));
    if (!meter) {
        fail(meter.error());
        return;
    }
    m_meter = *std::move(meter);
    Q_EMIT metered();
    if (const auto ahead = std::chrono::round<std::chrono::minutes>(m_guard.ahead(now)); ahead.count() > 0) {
        fail({ErrorCode::InvalidInput,
              tr("The clock of this computer was set ahead by %n minute(s). Budgets stop nothing for the next %1 minutes: check date "
                 "and time.",
                 nullptr, static_cast<int>(ahead.count()))
                  .arg(ClockJumpDetector::kHold.count()),
              {}});
        return;
    }
    if (!m_isActing)
        return;
    QHash<QString, BudgetStep> taken;
    const QList<BudgetState> states = m_meter.budgets;
    for (const BudgetState &state : states) {
        if (state.use.step == BudgetStep::None)
            continue;
        const QString key = keyOf(state);
        bool isNew = false;
        if (m_taken.value(key, BudgetStep::None) < state.use.step) {
            const auto raised = m_services.database().budgets.reachStep(state.budget, state.period, state.use.step);
            if (!raised) {
                fail(raised.error());
                return;
            }
            isNew = *raised;
        }
        taken[key] = std::max(state.use.step, m_taken.value(key, BudgetStep::None));
        act(state, isNew);
        if (isNew)
            Q_EMIT reached(state);
    }
    m_taken = taken;
    m_problem.clear();
}

void BudgetWatch::act(const BudgetState &state, bool isNew)
{
    if (state.use.step == BudgetStep::Save) {
        if (state.budget.scope == BudgetScope::Run)
            return;  // its guard asks it, and once is enough
        for (const RunId &run : state.runs) {
            if (isNew || m_unasked.contains(run))
                askToSave(run);
        }
    } else if (state.use.step == BudgetStep::Stop) {
        // Also runs that start later under an exhausted budget.
        for (const RunId &run : state.runs + state.stopping)
            stop(run);
    }
}

void BudgetWatch::askToSave(const RunId &runId)
{
    m_unasked.remove(runId);
    m_services.runs.askToSave(runId).then(this, [this, runId](const Result<bool> &asked) {
        if (!asked && !asked.error().isCancelled())
            m_unasked.insert(runId);
    });
}

void BudgetWatch::stop(const RunId &runId)
{
    if (m_stopping.contains(runId))
        return;
    m_stopping.insert(runId);
    whenDone(m_services.runs.stopForBudget(runId), this, [this, runId](const Result<Run> &stopped) {
        m_stopping.remove(runId);
        if (stopped || stopped.error().isCancelled() || m_reportedFailures.contains(runId))
            return;
        m_reportedFailures.insert(runId);
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

QString budgetOwner(const Budget &budget, const StateDatabase &database)
{
    switch (budget.scope) {
    case BudgetScope::Month: return BudgetWatch::tr("this month");
    case BudgetScope::Project: return budget.name;
    case BudgetScope::Run: break;
    }
    const auto run = database.runs.find(RunId(budget.name));
    return run ? run->name.simplified() : budget.name;
}

QString budgetFact(const BudgetState &state, const StateDatabase &database)
{
    //: whose budget, percent, spent, budget
    return BudgetWatch::tr("%2 of the budget for %1 is used: %3 of %4.")
        .arg(budgetOwner(state.budget, database), formatPercent(double(state.use.permille / 10)), formatMoney(state.use.spent),
             formatMoney(state.budget.amount));
}

}  // namespace trainyard

#include "moc_budgetwatch.cpp"

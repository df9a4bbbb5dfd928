// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/home/metercontroller.h"

#include "core/base/format.h"
#include "core/service/runs/services.h"
#include "ui/common/messagebar.h"

#include <QApplication>

namespace trainyard {

namespace {

const QString kBudgetNeed = QStringLiteral("budget:");
const QString kIdleNeed = QStringLiteral("idle:");
// Evaluating results between two runs is not waste; half an hour of idling is worth attention.
constexpr qint64 kIdleSeconds = 1800;

QString needOf(const BudgetState &state)
{
    const Budget &budget = state.budget;
    return kBudgetNeed
           + QStringList{budgetScopeName(budget.scope), state.period, budgetStepName(state.use.step), budget.amount.text(), budget.name}
                 .join(u':');
}

QString needOf(const RentedMachine &machine)
{
    return kIdleNeed + QStringLiteral("%1:%2").arg(machine.rental.machineId.number()).arg(machine.idleSince.toSecsSinceEpoch());
}

}  // namespace

MeterController::MeterController(Services &services, BudgetWatch &watch, QWidget *window)
    : QObject(window), m_services(services), m_window(window), m_watch(watch)
{
    connect(&m_watch, &BudgetWatch::metered, this, [this] {
        if (m_budgets)
            m_budgets->setStates(meter().budgets);
        Q_EMIT metered();
    });
    connect(&m_watch, &BudgetWatch::reached, this, &MeterController::tell);
    connect(&m_watch, &BudgetWatch::failed, this, [this](const Error &error) { Q_EMIT failed(QStringLiteral("budgets"), error); });
    connect(&m_watch, &BudgetWatch::stopFailed, this, [this](const RunId &runId, const Error &error) {
        const auto run = m_services.database().runs.find(runId);
        Q_EMIT messageRaised({QStringLiteral("budget-stop:") + runId.text(),
                              Tone::Bad,
                              tr("%1 is over its budget and could not be stopped.").arg(run ? run->name.simplified() : runId.text()),
                              tr("Retrying until it works: %1").arg(error.what),
                              error.detail,
                              {}});
    });
}

void MeterController::tell(const BudgetState &state)
{
    const bool isOver = state.use.step == BudgetStep::Stop;
    QString follows;
    switch (state.use.step) {
    case BudgetStep::None: return;
    case BudgetStep::Notified: follows = tr("At 80 % its runs are asked to save, at 100 % they are stopped."); break;
    case BudgetStep::Save: follows = tr("Its runs were asked to save; at 100 % they are stopped."); break;
    case BudgetStep::Stop: follows = tr("Its runs are stopped with time to save, and no new ones are launched."); break;
    }
    Q_EMIT messageRaised({QStringLiteral("budget:") + budgetScopeName(state.budget.scope) + u':' + state.budget.name,
                          isOver ? Tone::Bad : Tone::Warning,
                          budgetFact(state, m_services.database()),
                          follows,
                          {},
                          tr("Budgets…")});
    QApplication::alert(m_window);  // marks the window in the desktop's task list
}

QList<Need> MeterController::needs() const
{
    QList<Need> needs;
    for (const BudgetState &state : meter().budgets) {
        const QString id = needOf(state);
        if (state.use.step == BudgetStep::None || m_dismissed.contains(id))
            continue;
        needs.append({id, state.use.step == BudgetStep::Stop ? Tone::Bad : Tone::Warning, QStringLiteral("tag"),
                      //: whose budget, percent
                      tr("Budget for %1: %2 used")
                          .arg(budgetOwner(state.budget, m_services.database()), formatPercent(double(state.use.permille / 10))),
                      tr("%1 of %2").arg(formatMoney(state.use.spent), formatMoney(state.budget.amount)), tr("Show"), true});
    }
    for (const RentedMachine &machine : meter().machines) {
        const QString id = needOf(machine);
        const qint64 seconds = machine.idleSince.isValid() ? machine.idleSince.secsTo(meter().when) : 0;
        if (seconds < kIdleSeconds || m_dismissed.contains(id))
            continue;
        needs.append({id, Tone::Warning, QStringLiteral("triangle"), tr("%1 is idle").arg(machine.rental.machineName),
                      //: a time, then money
                      tr("%1, %2 spent while idle").arg(formatDuration(seconds * 1000), formatMoney(machine.idleCost)), tr("Return…"),
                      true});
    }
    return needs;
}

bool MeterController::handleNeed(const QString &id)
{
    if (id.startsWith(kBudgetNeed))
        showBudgets();
    else if (id.startsWith(kIdleNeed))
        Q_EMIT rentRequested(MachineId(id.section(u':', 1, 1).toLongLong()));
    else
        return false;
    return true;
}

void MeterController::dismissNeed(const QString &id) { m_dismissed.insert(id); }

void MeterController::showBudgets()
{
    m_watch.look();
    m_budgets = new BudgetsDialog(m_window);
    m_budgets->setAttribute(Qt::WA_DeleteOnClose);
    m_budgets->setNames([this](const Budget &budget) { return budgetOwner(budget, m_services.database()); });
    m_budgets->setStates(meter().budgets);
    connect(m_budgets, &BudgetsDialog::setRequested, this,
            [this](const Budget &budget) { changeBudgets(m_services.database().budgets.set(budget)); });
    connect(m_budgets, &BudgetsDialog::removeRequested, this,
            [this](BudgetScope scope, const QString &name) { changeBudgets(m_services.database().budgets.remove(scope, name)); });
    m_budgets->open();
}

void MeterController::changeBudgets(const Result<void> &changed)
{
    if (m_budgets)
        m_budgets->showResult(changed);
    m_watch.look();
}

}  // namespace trainyard

#include "moc_metercontroller.cpp"

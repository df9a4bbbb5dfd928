// SPDX-License-Identifier: GPL-3.0-or-later
// Budgets and their thresholds: at 50 % the person is notified, at 80 % the runs are asked to save, at 100 % they are saved and stopped.
// Pure, any thread.
#pragma once

#include "core/knowledge/cost/meter.h"

namespace trainyard {

enum class BudgetScope : quint8 { Run, Project, Month };
QString budgetScopeName(BudgetScope scope);  // "run", "project", "month"; stable
std::optional<BudgetScope> budgetScopeFromName(const QString &name);

struct Budget {
    BudgetScope scope = BudgetScope::Month;
    QString name;  // of the project, or the id of the run; empty for the month
    Money amount;  // above 0

    bool operator==(const Budget &) const = default;
};

// InvalidInput with a sentence: an amount of zero, a project without a name, a month with one.
Result<void> checkBudget(const Budget &budget);

enum class BudgetStep : quint8 { None, Notified, Save, Stop };  // below 50, from 50, 80, 100 %
QString budgetStepName(BudgetStep step);                        // "none", "told", "save", "stop"; stable

struct BudgetUse {
    Money spent;          // this month for month and project, since its start for a run
    qint64 permille = 0;  // of the budget, rounded down; at most one million
    BudgetStep step = BudgetStep::None;
};

// Only money spent in the budget's own currency counts; other currencies are not converted here.
BudgetUse useOf(const Budget &budget, const QMap<Currency, MeterReading> &readings);

}  // namespace trainyard

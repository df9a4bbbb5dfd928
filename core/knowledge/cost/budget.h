// SPDX-License-Identifier: GPL-3.0-or-later
// Budgets and the steps towards their end: at 50 % a person is told, at 80 % the runs are asked to save, at 100 % they
// are saved and stopped. Pure, any thread.
#pragma once

#include "core/knowledge/cost/meter.h"

namespace trainyard {

enum class BudgetScope : quint8 { Run, Project, Month };
QString budgetScopeName(BudgetScope scope);  // "run", "project", "month"; stable
std::optional<BudgetScope> budgetScopeFromName(const QString &name);

struct Budget {
    BudgetScope scope = BudgetScope::Month;
    QString name;  // of the project, the id of the run; empty for the month
    Money amount;  // above 0

    bool operator==(const Budget &) const = default;
};

// InvalidInput with a sentence: an amount that is nothing, a project without a name, a month with one.
Result<void> checkBudget(const Budget &budget);

enum class BudgetStep : quint8 { None, Told, Save, Stop };  // below 50, from 50, 80, 100 %
QString budgetStepName(BudgetStep step);                    // "none", "told", "save", "stop"; stable

struct BudgetUse {
    Money spent;          // this month for month and project, from its start for a run
    qint64 permille = 0;  // of the budget, rounded down; bounded at one million
    BudgetStep step = BudgetStep::None;
};

// Only what was spent in the budget's own currency counts; money in others is not converted here.
BudgetUse useOf(const Budget &budget, const QMap<Currency, MeterReading> &readings);

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/cost/budget.h"

#include "core/base/wide.h"
#include "core/model/projectname.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace trainyard {

namespace {

constexpr std::array kScopes{std::pair(BudgetScope::Run, "run"), std::pair(BudgetScope::Project, "project"),
                             std::pair(BudgetScope::Month, "month")};
struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Cost)
};

constexpr qint64 kMaxPermille = 1'000'000;

}  // namespace

QString budgetScopeName(BudgetScope scope) { return QLatin1String(kScopes[static_cast<std::size_t>(scope)].second); }

std::optional<BudgetScope> budgetScopeFromName(const QString &name)
{
    for (const auto &[scope, word] : kScopes) {
        if (name == QLatin1String(word))
            return scope;
    }
    return std::nullopt;
}

Result<void> checkBudget(const Budget &budget)
{
    if (budget.amount.nanos() <= 0)
        return Error{ErrorCode::InvalidInput, Words::tr("A budget must be above zero. Check the amount."), {}};
    if (budget.scope == BudgetScope::Project)
        return checkProjectName(budget.name);
    if ((budget.scope == BudgetScope::Month) != budget.name.isEmpty()) {
        return Error{ErrorCode::InvalidInput, Words::tr("The budget of the month has no name, and that of a run needs its id."), {}};
    }
    return {};
}

QString budgetStepName(BudgetStep step)
{
    switch (step) {
    case BudgetStep::None: return QStringLiteral("none");
    case BudgetStep::Notified: return QStringLiteral("told");
    case BudgetStep::Save: return QStringLiteral("save");
    case BudgetStep::Stop: return QStringLiteral("stop");
    }
    return {};
}

BudgetUse useOf(const Budget &budget, const QMap<Currency, MeterReading> &readings)
{
    BudgetUse use;
    use.spent = Money(0, budget.amount.currency());
    const auto reading = readings.constFind(budget.amount.currency());
    if (reading != readings.constEnd()) {
        switch (budget.scope) {
        case BudgetScope::Run: use.spent = reading->all.runs.value(RunId(budget.name), use.spent); break;
        case BudgetScope::Project: use.spent = reading->month.projects.value(budget.name, use.spent); break;
        case BudgetScope::Month: use.spent = reading->month.total; break;
        }
    }
    // A thousand times a number of billionths needs more than 64 bits.
    const Wide permille = static_cast<Wide>(use.spent.nanos()) * 1000 / budget.amount.nanos();
    use.permille = static_cast<qint64>(std::clamp<Wide>(permille, 0, kMaxPermille));
    use.step = use.permille >= 1000  ? BudgetStep::Stop
               : use.permille >= 800 ? BudgetStep::Save
               : use.permille >= 500 ? BudgetStep::Notified
                                     : BudgetStep::None;
    return use;
}

}  // namespace trainyard

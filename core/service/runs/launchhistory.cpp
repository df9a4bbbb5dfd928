// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/launchhistory.h"

#include "core/service/runs/internal/codefiles.h"
#include "core/service/runs/internal/taskfiles.h"
#include "core/service/runs/launchedtask.h"
#include "core/service/runs/resumeplan.h"

namespace trainyard {

Result<LaunchHistory> launchHistory(const Paths &paths, const StateDatabase &store, const Task &task, const QString &taskDirectory,
                                    const QDateTime &now, std::stop_token stop)
{
    LaunchHistory history;
    TRY(const auto runs, store.runs.all());
    for (const Run &run : runs) {
        if (task.name.isEmpty() || run.name != task.name)
            continue;
        if (!history.last)
            history.last = run;
        if (!history.took && run.state == RunState::Finished && run.started.isValid() && run.ended > run.started)
            history.took = std::chrono::seconds(run.started.secsTo(run.ended));
        history.wasResumed = history.wasResumed || !run.resumedFrom.isEmpty();
    }
    if (history.last) {
        if (const auto before = taskOfRun(paths, history.last->id))
            history.lastTask = *before;
        const auto facts = launchFactsOfRun(history.last->id, paths);
        if (facts && facts->code && !task.workdir.isEmpty()) {
            const auto code = readCode(localTaskPath(task.workdir, taskDirectory), stop);
            if (code && facts->code->isWhole && code->isWhole)
                history.code = compareCode(*facts->code, *code);
        }
    }
    TRY(const auto meter, meterNow(store, now));
    for (const BudgetState &state : meter.budgets) {
        if (state.budget.scope == BudgetScope::Month || (state.budget.scope == BudgetScope::Project && state.budget.name == task.project))
            history.budgets << state;
    }
    return history;
}

}  // namespace trainyard

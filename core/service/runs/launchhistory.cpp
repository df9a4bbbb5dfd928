// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/launchhistory.h"

#include "core/model/taskvariables.h"
#include "core/service/runs/internal/codefiles.h"
#include "core/service/runs/internal/taskfiles.h"
#include "core/service/runs/launchedtask.h"
#include "core/service/runs/resumeplan.h"

namespace trainyard {

namespace {

// The recorded task is the resolved one. What this task would resolve to as well is put back as it is written here, so that only what
// differs is said to differ.
Task asWritten(Task before, const Task &task, const QString &taskDirectory)
{
    const Task filled = withVariables(task).value_or(task);
    if (!task.workdir.isEmpty() && localTaskPath(filled.workdir, taskDirectory) == before.workdir)
        before.workdir = task.workdir;
    for (auto mount = task.fileMounts.begin(); mount != task.fileMounts.end(); ++mount) {
        Task one = task;
        one.fileMounts = {{mount.key(), *mount}};
        one = withVariables(one).value_or(one);
        const QString target = one.fileMounts.firstKey();
        if (before.fileMounts.contains(target) && localTaskPath(one.fileMounts.first(), taskDirectory) == before.fileMounts.value(target)) {
            before.fileMounts.remove(target);
            before.fileMounts.insert(mount.key(), *mount);
        }
    }
    for (auto volume = task.volumes.begin(); volume != task.volumes.end(); ++volume) {
        if (before.volumes.contains(volume.key()))
            before.volumes[volume.key()].source = volume->source;
    }
    for (const QString &name : task.envsToTake) {
        if (before.envs.remove(name) + before.secrets.remove(name) > 0)
            before.envsToTake << name;
    }
    const QList<Accelerators> choices = task.accelerators ? QList<Accelerators>{*task.accelerators} + task.otherAccelerators
                                                          : QList<Accelerators>();
    if (before.accelerators && choices.contains(*before.accelerators)) {
        before.accelerators = task.accelerators;
        before.otherAccelerators = task.otherAccelerators;
    }
    return before;
}

}  // namespace

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
            history.lastTask = asWritten(*before, task, taskDirectory);
        const auto facts = launchFactsOfRun(history.last->id, paths);
        if (facts && facts->code && !task.workdir.isEmpty()) {
            const auto code = readCode(localTaskPath(withVariables(task).value_or(task).workdir, taskDirectory), stop);
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

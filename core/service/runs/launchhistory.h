// SPDX-License-Identifier: GPL-3.0-or-later
// What earlier runs and the budgets tell before a launch. Reads the database, local copies of runs and the files of the workdir; blocking,
// worker threads.
#pragma once

#include "core/base/paths.h"
#include "core/checkpoint/resume/codemanifest.h"
#include "core/model/run.h"
#include "core/service/runs/meternow.h"

#include <chrono>
#include <optional>
#include <stop_token>

namespace trainyard {

struct LaunchHistory {
    std::optional<Run> last;                   // the newest run with the name of the task, wherever it was
    std::optional<Task> lastTask;              // as it was launched; nullopt: not recorded here
    std::optional<CodeDifference> code;        // of the workdir, against that run; nullopt: one of the two is not known
    std::optional<std::chrono::seconds> took;  // the newest one that finished
    bool wasResumed = false;                   // one of them went on from a checkpoint
    QList<BudgetState> budgets;                // of the month and of the task's project
};

// `taskDirectory`: where a relative workdir starts.
Result<LaunchHistory> launchHistory(const Paths &paths, const StateDatabase &store, const Task &task, const QString &taskDirectory,
                                    const QDateTime &now, std::stop_token stop);

}  // namespace trainyard

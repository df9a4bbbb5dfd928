// SPDX-License-Identifier: GPL-3.0-or-later
// The files that a task sends: its workdir and its file_mounts. Blocking; worker threads.
#pragma once

#include "core/base/paths.h"
#include "core/model/stepreport.h"
#include "core/model/task.h"
#include "core/transport/ssh/sshconnection.h"

#include <stop_token>

namespace trainyard {

// A path of the task on this computer, absolute: "~/" is the home; otherwise it is relative to the folder of the task file.
// The address of a repository or in an object store stays as it is.
QString localTaskPath(const QString &path, const QString &taskDirectory);

// Refuses what is not there, and stores that were not set up, before anything is copied.
Result<void> checkTaskFiles(const Task &task, const QString &taskDirectory, const Paths &paths);

// What of it an earlier attempt has left there: only what changed is sent, or nothing of the workdir.
enum class TaskFilesThere { None, Some, Workdir };

// Copies workdir to `directory`/workdir (except what .skyignore or .gitignore exclude), and file_mounts to where the run sees them. A lost
// connection is an error here: the launch starts over. What lies in an object store, the machine fetches by itself.
Result<void> sendTaskFiles(const Task &task, EngineKind engine, const QString &taskDirectory, const QString &directory,
                           const SshTarget &target, SshConnection &connection, const Paths &paths, const StepReport &report,
                           std::stop_token stop, TaskFilesThere there = TaskFilesThere::None);

}  // namespace trainyard

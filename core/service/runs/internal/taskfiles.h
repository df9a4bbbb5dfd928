// SPDX-License-Identifier: GPL-3.0-or-later
// The files that a task sends: its workdir and its file_mounts. Blocking; worker threads.
#pragma once

#include "core/model/task.h"
#include "core/transport/ssh/sshconnection.h"

#include <stop_token>

namespace trainyard {

// A path of the task on this computer, absolute: "~/" is the home; otherwise it is relative to the folder of the task file.
// The address of a repository stays as it is.
QString localTaskPath(const QString &path, const QString &taskDirectory);

// Refuses what is not there, before anything is copied.
Result<void> checkTaskFiles(const Task &task, const QString &taskDirectory);

// Copies workdir to `directory`/workdir (except what .skyignore or .gitignore exclude), and file_mounts to where the run sees them. A lost
// connection is an error here: the launch starts over.
Result<void> sendTaskFiles(const Task &task, EngineKind engine, const QString &taskDirectory, const QString &directory,
                           const SshTarget &target, SshConnection &connection, std::stop_token stop);

}  // namespace trainyard

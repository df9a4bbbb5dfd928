// SPDX-License-Identifier: GPL-3.0-or-later
// The files a task brings along: its workdir and its file_mounts. Blocking; worker threads.
#pragma once

#include "core/model/task.h"
#include "core/transport/ssh/sshconnection.h"

#include <stop_token>

namespace trainyard {

// A path of the task on this computer, absolute: "~/" is the home, else it starts where the task file lies.
QString localTaskPath(const QString &path, const QString &taskDirectory);

// Refuses what cannot be copied to where the task wants it, before anything is.
Result<void> checkTaskFiles(const Task &task, EngineKind engine, const QString &taskDirectory);

// workdir to `directory`/workdir (without what .skyignore or .gitignore leave out), file_mounts to where the run sees
// them. A lost connection is an error here: the launch begins again.
Result<void> sendTaskFiles(const Task &task, EngineKind engine, const QString &taskDirectory, const QString &directory,
                           const SshTarget &target, SshConnection &connection, std::stop_token stop);

}  // namespace trainyard

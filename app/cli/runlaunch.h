// SPDX-License-Identifier: GPL-3.0-or-later
// Shared by the verbs that start runs.
#pragma once

#include "app/cli/commands.h"

namespace trainyard {

// The task or pipeline of a file, with the values of --env and --secret; its machine is not set. May ask for secrets.
Result<LaunchRequest> readLaunchRequest(CommandContext &context, const QString &file, const Options &options);

// Launches it and shows each step on stderr. Errors as RunService::launch().
Result<Run> startRun(CommandContext &context, const LaunchRequest &request);

// Launches it, or with --dry-run prints what would run; with --follow stays. Returns the exit status.
int launchRequest(CommandContext &context, const LaunchRequest &request, const Options &options);

// The complete checkpoint chosen by name, path or step, or the latest good one (empty or "latest"); prints which newer ones are skipped.
// NotFound; Corrupt when it is not whole.
Result<FoundCheckpoint> chosenCheckpoint(CommandContext &context, const Run &run, const QString &wanted);

}  // namespace trainyard

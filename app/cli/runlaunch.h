// SPDX-License-Identifier: GPL-3.0-or-later
// What the verbs that start runs share.
#pragma once

#include "app/cli/commands.h"

namespace trainyard {

// Launches it, or with --dry-run says what would run; with --follow stays. The exit status.
int launchRequest(CommandContext &context, const LaunchRequest &request, const Options &options);

// The complete one that is meant: by name, path or step, or the latest good one (empty or "latest"); says which newer ones
// are passed over. NotFound; Corrupt where it is not whole.
Result<FoundCheckpoint> chosenCheckpoint(CommandContext &context, const Run &run, const QString &wanted);

}  // namespace trainyard

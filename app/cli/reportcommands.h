// SPDX-License-Identifier: GPL-3.0-or-later
// The verbs of `yard run` that make documents.
#pragma once

#include "app/cli/commands.h"

namespace trainyard {

void addReportCommands(Commands &commands);

// A run by id, lineage or name, brought up to date first. A machine that cannot be reached is said so, and its error put
// into `problem`; what is known is given all the same.
Result<Run> freshRun(CommandContext &context, const QString &what, std::optional<ErrorCode> *problem);

}  // namespace trainyard

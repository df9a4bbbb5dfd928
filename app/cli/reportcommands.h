// SPDX-License-Identifier: GPL-3.0-or-later
// The verbs of `yard run` that make documents.
#pragma once

#include "app/cli/commands.h"

namespace trainyard {

void addReportCommands(Commands &commands);

// A run by id, lineage or name, brought up to date first. If its machine cannot be reached, this is reported and its error put into
// `problem`; what is known is returned all the same.
Result<Run> freshRun(CommandContext &context, const QString &what, std::optional<ErrorCode> *problem);

}  // namespace trainyard

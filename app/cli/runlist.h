// SPDX-License-Identifier: GPL-3.0-or-later
// `yard run list`, and how runs are written in tables.
#pragma once

#include "app/cli/commands.h"

#include <optional>

namespace trainyard {

int listRuns(CommandContext &context, const Command &self);

// "137 (signal 9)", or "-" without an exit status.
QString runOutcomeText(const Run &run);
// "running", or "running (unreachable)" if its machine could not be asked: the present state is not claimed when it is not known.
QString runStateText(const Run &run, std::optional<ErrorCode> problem);

}  // namespace trainyard

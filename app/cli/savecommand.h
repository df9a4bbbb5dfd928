// SPDX-License-Identifier: GPL-3.0-or-later
// `yard run save`.
#pragma once

#include "app/cli/commands.h"

namespace trainyard {

int saveRun(CommandContext &context, const Command &self);

}  // namespace trainyard

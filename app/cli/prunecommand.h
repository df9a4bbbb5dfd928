// SPDX-License-Identifier: GPL-3.0-or-later
// `yard checkpoint prune` and `yard checkpoint trash`.
#pragma once

#include "app/cli/commands.h"

namespace trainyard {

void addPruneCommands(Commands &commands);

}  // namespace trainyard

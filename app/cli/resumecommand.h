// SPDX-License-Identifier: GPL-3.0-or-later
// `yard checkpoint resume`.
#pragma once

#include "app/cli/commands.h"

namespace trainyard {

void addResumeCommands(Commands &commands);

}  // namespace trainyard

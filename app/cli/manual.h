// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.h"

namespace trainyard {

// Prints the manual page yard(1): manual.roff, with usage and help of each command from the table. Fails unless the page has every command
// exactly once, so that no command can be added without a place in it.
int printManual(Console &console, const Commands &commands);

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// `yard checkpoint inspect`, `verify` and `diff`.
#pragma once

#include "app/cli/commands.h"

namespace trainyard {

constexpr int kUnknownVerdict = 6;  // an exit status, as the help of `yard` says

void addInspectCommand(Commands &commands);
void addVerifyCommand(Commands &commands);
void addDiffCommand(Commands &commands);

}  // namespace trainyard

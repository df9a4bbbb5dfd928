// SPDX-License-Identifier: GPL-3.0-or-later
// `yard machine check`: whether a machine is fit to train on.
#pragma once

#include "app/cli/commands.h"

namespace trainyard {

int checkMachineCommand(CommandContext &context, const Command &self);

}  // namespace trainyard

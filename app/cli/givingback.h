// SPDX-License-Identifier: GPL-3.0-or-later
// Giving a rented machine back on the command line.
#pragma once

#include "app/cli/commands.h"
#include "core/service/clouds/giveback.h"

namespace trainyard {

// By the machine's name; one that never became a machine, by the name or the id that it has at its provider. NotFound; InvalidInput for a
// machine that was not rented.
Result<Instance> instanceNamed(StateDatabase &database, const QString &name);

// What is only on that machine, asked of it for a few seconds; says it on stderr. Nothing is said when there is nothing.
UnsavedReport tellUnsaved(CommandContext &context, MachineId machineId);

// Waits until the provider reports it gone, and says so. Returns the exit status.
int giveBackAndTell(CommandContext &context, const Instance &instance, MachineId machineId);

void addGiveBackCommand(Commands &commands);

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// `yard rent --for`: the machine that a task file describes.
#pragma once

#include "app/cli/commands.h"
#include "core/service/clouds/machinechoice.h"

namespace trainyard {

struct RentPlan {
    MachineChoice choice;     // its notes begin with those about the file, with their lines
    QList<RentOrder> orders;  // the next one is for when there is none of those before; at least one
};
// `common`: what the options say for every order. InvalidInput for a task that says nothing about its machine, and for options that name a
// machine as well; NotFound when nothing fits.
Result<RentPlan> planRenting(CommandContext &context, const Options &options, const RentOrder &common);
// What would be rented, and nothing is. Returns the exit status.
int printPlan(Console &console, const RentPlan &plan);

}  // namespace trainyard

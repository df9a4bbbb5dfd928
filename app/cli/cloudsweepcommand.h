// SPDX-License-Identifier: GPL-3.0-or-later
// `yard cloud sweep`: what in the accounts costs money and belongs to no machine.
#pragma once

#include "app/cli/commands.h"

namespace trainyard {

QString cloudSweepUsage();  // after `yard`
int sweepClouds(CommandContext &context, const Command &self);

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// `yard rent --launch`: the task that is launched on the machine once it is ready.
#pragma once

#include "app/cli/commands.h"
#include "core/model/rentend.h"

#include <optional>

namespace trainyard {

struct RentLaunch {
    LaunchRequest request;  // without a machine
    QString file;
    bool isFollowed = false;
};
QStringList rentLaunchOptions();  // those with a value
// Before anything is rented, so that a mistake in the task costs nothing. nullopt: no --launch. InvalidInput.
Result<std::optional<RentLaunch>> readRentLaunch(CommandContext &context, const Options &options);

// Whether this command has to stay until the run has ended, because it gives the machine back and no agent does.
bool isGivenBackHere(CommandContext &context, const RentEnd &end);

// Launches it and prints the run. With --follow, or where isGivenBackHere(), stays until it has ended, and in the latter case gives the
// machine back. A task that could not be launched leaves a machine that has another end than its runs; what remains is said. Returns the
// exit status.
int launchOnRented(CommandContext &context, const RentLaunch &launch, const Machine &machine, const RentEnd &end);

}  // namespace trainyard

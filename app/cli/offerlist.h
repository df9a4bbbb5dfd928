// SPDX-License-Identifier: GPL-3.0-or-later
// `yard offer list`: the matching offers, as a table or JSON, and which ones could not be compared.
#pragma once

#include "app/cli/commands.h"

namespace trainyard {

int listOffers(CommandContext &context, const Command &self);

}  // namespace trainyard

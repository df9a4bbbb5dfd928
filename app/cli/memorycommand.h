// SPDX-License-Identifier: GPL-3.0-or-later
// `yard estimate memory`: the memory calculator.
#pragma once

#include "app/cli/commands.h"

namespace trainyard {

QString memoryUsage();  // after `yard`
int estimateMemory(BareContext &context, const Command &self);

}  // namespace trainyard

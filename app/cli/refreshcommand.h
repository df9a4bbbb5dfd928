// SPDX-License-Identifier: GPL-3.0-or-later
// `yard offer refresh`, and the result of the last refresh of each price list.
#pragma once

#include "app/cli/commands.h"

namespace trainyard {

struct PriceListState;

int refreshOffers(CommandContext &context, const Command &self);
QString refreshUsage();  // after `yard`

QJsonObject toJson(const PriceListState &state);
// The result, for a table: "updated", "failed" …
QString refreshResultText(const PriceListState &state);

}  // namespace trainyard

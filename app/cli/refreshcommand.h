// SPDX-License-Identifier: GPL-3.0-or-later
// `yard offer refresh`, and how the last one of each price list went.
#pragma once

#include "app/cli/commands.h"

namespace trainyard {

struct PriceListState;

int refreshOffers(CommandContext &context, const Command &self);
QString refreshUsage();  // after `yard`

QJsonObject toJson(const PriceListState &state);
// How it went, for a table: "updated", "failed" …
QString refreshResultText(const PriceListState &state);

}  // namespace trainyard

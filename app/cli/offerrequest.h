// SPDX-License-Identifier: GPL-3.0-or-later
// What `yard offer list` is asked for: its options as a query.
#pragma once

#include "app/cli/commands.h"
#include "core/knowledge/catalog/offerquery.h"

namespace trainyard {

struct OfferRequest {
    OfferQuery query;
    ExchangeRates rates;  // the stored ones and those given along
    std::optional<qsizetype> limit;
};

QString offerListUsage();  // after `yard`
QStringList offerListOptions();
// InvalidInput names the first option that is wrong.
Result<OfferRequest> readOfferRequest(const Options &options, const ExchangeRates &stored);

}  // namespace trainyard

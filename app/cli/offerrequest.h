// SPDX-License-Identifier: GPL-3.0-or-later
// The input of `yard offer list`: its options as a query.
#pragma once

#include "app/cli/commands.h"
#include "core/knowledge/catalog/offerquery.h"

namespace trainyard {

struct OfferRequest {
    OfferQuery query;
    ExchangeRates rates;  // the stored ones and those given as options
    std::optional<qsizetype> limit;
};

QString offerListUsage();  // after `yard`
QStringList offerListOptions();
// InvalidInput names the first wrong option.
Result<OfferRequest> readOfferRequest(const Options &options, const ExchangeRates &stored);

}  // namespace trainyard

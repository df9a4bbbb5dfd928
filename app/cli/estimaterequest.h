// SPDX-License-Identifier: GPL-3.0-or-later
// The input of `yard estimate`: its options as needs and as things to estimate.
#pragma once

#include "app/cli/offerrequest.h"
#include "core/knowledge/cost/offerprices.h"

namespace trainyard {

struct EstimateOptions {
    RunNeeds needs;
    bool hasCurrency = false;                          // otherwise amounts are in the currency of the first price
    QString offer;                                     // an offerId(); or
    std::optional<OfferRequest> filters;               // offers that fit, a number of the cheapest; or
    std::optional<Money> price;                        // for hoursOf(purchase)
    Purchase purchase = Purchase::OnDemand;            // of `price`
    QString provider, region;                          // whose rules apply to `price`
    std::optional<OwnHardware> own;                    // alone or beside the others
    QString machine;                                   // whose own figures `own` has; or empty
    std::optional<int> machineWatts;                   // of that machine under load, instead of what was measured
    std::optional<Money> monthlyPrice, reservedPrice;  // commitments to compare `price` or the offers with
    std::optional<std::chrono::seconds> usedPerMonth;
};

QString estimateUsage();  // after `yard`
QStringList estimateOptions();
// InvalidInput names the first wrong option.
Result<EstimateOptions> readEstimateOptions(const Options &options, const ExchangeRates &stored);

}  // namespace trainyard

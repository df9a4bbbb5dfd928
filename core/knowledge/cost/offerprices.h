// SPDX-License-Identifier: GPL-3.0-or-later
// From an offer of the catalogue to an estimate's request: its price, its provider's billing, disks, storage and traffic.
// Pure, any thread.
#pragma once

#include "core/knowledge/catalog/catalog.h"
#include "core/knowledge/catalog/pricingmodel.h"
#include "core/knowledge/cost/breakeven.h"

namespace trainyard {

// What a run needs beside machines; 0: nothing of it. A price that is given here stands in for the provider's.
struct RunNeeds {
    int machines = 1;
    std::chrono::seconds time{0};
    Interruptions interruptions;  // `between` is filled in from a spot offer's band when it is not there
    qint64 diskGB = 0, objectGB = 0, egressGB = 0, puts = 0, gets = 0;
    std::optional<std::chrono::seconds> diskKept, objectKept;  // none: as long as the run takes
    QString diskType, objectType;                              // beginnings; empty: the provider's first in the region
    QString egressTo;                                          // part of the route's name, "mainland China"; empty: the provider's first
    QString pricesOfRegion;                                    // of disks, storage and traffic, when not of the offer's own region
    std::optional<Money> diskPrice, objectPrice, egressPrice;  // for a GB and month, a GB and month, a GB
    std::optional<BillingRule> billing;
    int contingencyPermille = 0;
    Currency currency = Currency::USD;
    ExchangeRates rates;
    QDate today;
};

// `model`: of the provider, nullptr when none is known. What cannot be priced becomes a line without an amount.
EstimateRequest requestFor(const Catalog &catalog, size_t row, const PricingModel *model, const RunNeeds &needs);
// Of a price for an hour that a person typed. `model`: whose rules and other prices apply; nullptr: none.
EstimateRequest requestFor(const Price &perHour, Purchase purchase, const QString &region, const PricingModel *model,
                           const RunNeeds &needs);
// Of hardware of one's own: only disks, storage and traffic that have a price of their own.
EstimateRequest requestFor(const OwnHardware &hardware, const RunNeeds &needs);

// What a machine costs that is rented at an offer, as the meter counts it.
struct HourlyOffer {
    QString id;  // offerId()
    Money perHour;
    BillingRule billing;  // how its provider rounds
    AsOf asOf;            // of the price

    bool operator==(const HourlyOffer &other) const { return id == other.id && perHour == other.perHour && asOf == other.asOf; }
};
// A price for a month is spread over its hours. Nothing where no price is known.
std::optional<HourlyOffer> hourlyOffer(const Catalog &catalog, size_t row, const PricingModel *model);

// For each commitment to the same instance type in the same region whose price is known. `row` is any way to buy it;
// nothing when its price on demand is not known.
Result<QList<BreakEven>> breakEvens(const Catalog &catalog, size_t row, std::optional<std::chrono::seconds> usedPerMonth,
                                    const ExchangeRates &rates);

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// Converts an offer of the catalogue to a request for an estimate: its price, its provider's billing, disks, storage and traffic. Pure, any
// thread.
#pragma once

#include "core/knowledge/catalog/catalog.h"
#include "core/knowledge/catalog/pricingmodel.h"
#include "core/knowledge/cost/breakeven.h"

namespace trainyard {

// What a run needs besides machines; 0: none of it. A price given here replaces the provider's.
struct RunNeeds {
    int machines = 1;
    std::chrono::seconds time{0};
    Interruptions interruptions;  // a missing `between` is filled in from a spot offer's band
    qint64 diskGB = 0, objectGB = 0, egressGB = 0, puts = 0, gets = 0;
    std::optional<std::chrono::seconds> diskKept, objectKept;  // nullopt: as long as the run takes
    QString diskType, objectType;                              // the beginning of a name; empty: the provider's first in the region
    QString egressTo;                                          // part of the route's name, "mainland China"; empty: the provider's first
    QString pricesOfRegion;                                    // for disks, storage and traffic, if not from the offer's own region
    std::optional<Money> diskPrice, objectPrice, egressPrice;  // per GB and month, per GB and month, per GB
    std::optional<BillingRule> billing;
    int contingencyPermille = 0;
    Currency currency = Currency::USD;
    ExchangeRates rates;
    QDate today;
};

// `model`: of the provider, nullptr if none is known. Anything without a known price becomes a line without an amount.
EstimateRequest requestFor(const Catalog &catalog, size_t row, const PricingModel *model, const RunNeeds &needs);
// From a price per hour that the person entered. `model`: whose rules and other prices apply; nullptr: none.
EstimateRequest requestFor(const Price &perHour, Purchase purchase, const QString &region, const PricingModel *model,
                           const RunNeeds &needs);
// For the person's own hardware: only disks, storage and traffic with a price of their own.
EstimateRequest requestFor(const OwnHardware &hardware, const RunNeeds &needs);

// The cost of a machine rented at an offer, as the meter counts it.
struct HourlyOffer {
    QString id;  // offerId()
    Money perHour;
    BillingRule billing;  // how its provider rounds
    AsOf asOf;            // of the price

    bool operator==(const HourlyOffer &other) const { return id == other.id && perHour == other.perHour && asOf == other.asOf; }
};
// A monthly price is spread over its hours. nullopt if no price is known.
std::optional<HourlyOffer> hourlyOffer(const Catalog &catalog, size_t row, const PricingModel *model);

// One for each commitment to the same instance type in the same region with a known price. `row` is any way to buy it; empty if its
// on-demand price is unknown.
Result<QList<BreakEven>> breakEvens(const Catalog &catalog, size_t row, std::optional<std::chrono::seconds> usedPerMonth,
                                    const ExchangeRates &rates);

}  // namespace trainyard

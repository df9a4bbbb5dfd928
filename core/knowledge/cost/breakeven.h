// SPDX-License-Identifier: GPL-3.0-or-later
// From how many hours a month on a commitment (a month, one year, three years) is cheaper than on demand, and what buying
// is worth against renting. Pure, any thread.
#pragma once

#include "core/knowledge/cost/estimate.h"

namespace trainyard {

struct BreakEven {
    Purchase purchase = Purchase::Reserved1y;
    Price price;           // for hoursOf(purchase), in its own currency
    Money committedMonth;  // 730 hours of it, used or not
    // From so many hundredths of an hour in a month on the commitment costs no more; rounded up. Above 73000: never.
    qint64 hundredthsOfHours = 0;
    bool isEverWorthIt() const { return hundredthsOfHours <= kHoursPerMonth * 100; }
    // With hours of one's own, if they were given.
    std::optional<Money> onDemandMonth;
    std::optional<Money> saving;  // of a month; below zero: on demand is cheaper
};

// All in the currency of `onDemand`, which must have a price for an hour (assert). NotFound without an exchange rate;
// InvalidInput beyond what Money holds. `usedPerMonth` is of one machine, at most 730 hours.
Result<BreakEven> breakEven(const Money &onDemand, Purchase purchase, const Price &commitment,
                            std::optional<std::chrono::seconds> usedPerMonth, const ExchangeRates &rates);

}  // namespace trainyard

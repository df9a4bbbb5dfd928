// SPDX-License-Identifier: GPL-3.0-or-later
// The number of hours per month above which a commitment (a month, one year, three years) is cheaper than on demand, and how buying
// compares with renting. Pure, any thread.
#pragma once

#include "core/knowledge/cost/estimate.h"

namespace trainyard {

struct BreakEven {
    Purchase purchase = Purchase::Reserved1y;
    Price price;           // for hoursOf(purchase), in its own currency
    Money committedMonth;  // 730 hours of it, used or not
    // From this many hundredths of an hour per month on, the commitment costs no more; rounded up. Above 73000: never.
    qint64 hundredthsOfHours = 0;
    bool isEverWorthIt() const { return hundredthsOfHours <= kHoursPerMonth * 100; }
    // For the given hours, if any.
    std::optional<Money> onDemandMonth;
    std::optional<Money> saving;  // per month; below zero: on demand is cheaper
};

// All in the currency of `onDemand`, which must have a price per hour (assert). NotFound without an exchange rate; InvalidInput beyond the
// range of Money. `usedPerMonth` is for one machine, at most 730 hours.
Result<BreakEven> breakEven(const Money &onDemand, Purchase purchase, const Price &commitment,
                            std::optional<std::chrono::seconds> usedPerMonth, const ExchangeRates &rates);

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/cost/breakeven.h"

#include "core/base/wide.h"

#include <QCoreApplication>

#include <limits>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::BreakEven)
};

}  // namespace

Result<BreakEven> breakEven(const Money &onDemand, Purchase purchase, const Price &commitment,
                            std::optional<std::chrono::seconds> usedPerMonth, const ExchangeRates &rates)
{
    Q_ASSERT(commitment.money);
    if (onDemand.nanos() < 0 || commitment.money->nanos() < 0)
        return Error{ErrorCode::InvalidInput, Words::tr("A price cannot be negative."), {}};
    if (usedPerMonth && (usedPerMonth->count() < 0 || usedPerMonth->count() > kHoursPerMonth * kSecondsPerHour)) {
        return Error{
            ErrorCode::InvalidInput, Words::tr("A month has %1 hours: a machine cannot be used for longer.").arg(kHoursPerMonth), {}};
    }
    TRY(const auto month, commitment.money->times(kHoursPerMonth / hoursOf(purchase)));
    TRY(const auto converted, rates.convert(month, onDemand.currency()));

    BreakEven found;
    found.purchase = purchase;
    found.price = commitment;
    found.committedMonth = converted.roundedToCents();
    constexpr qint64 never = std::numeric_limits<qint64>::max();
    if (onDemand.nanos() == 0) {
        found.hundredthsOfHours = converted.nanos() == 0 ? 0 : never;
    } else {
        const Wide hundredths = (Wide(converted.nanos()) * 100 + onDemand.nanos() - 1) / onDemand.nanos();
        found.hundredthsOfHours = hundredths > never ? never : static_cast<qint64>(hundredths);
    }
    if (usedPerMonth) {
        TRY(const auto used, onDemand.times(usedPerMonth->count(), kSecondsPerHour));
        found.onDemandMonth = used.roundedToCents();
        TRY(const auto saving, found.onDemandMonth->minus(found.committedMonth));
        found.saving = saving;
    }
    return found;
}

}  // namespace trainyard

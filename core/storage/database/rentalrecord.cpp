// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/database/rentalrecord.h"

#include "core/base/seentext.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::StateDatabase)
};

constexpr qint64 kMaxAnHour = 1'000'000;
constexpr int kMaxYears = 10;
constexpr std::chrono::seconds kMaxStep{31 * 86400};

Error invalid(const QString &what) { return {ErrorCode::InvalidInput, what, {}}; }

bool isLine(const QString &text, qsizetype most) { return text.toUcs4().size() <= most && !hasUnseen(text); }

}  // namespace

MeteredRental meteredRental(const Rental &rental)
{
    MeteredRental metered{{rental.began.toSecsSinceEpoch(), {}}, rental.perHour, rental.billing, {}};
    if (rental.ended.isValid())
        metered.span.to = rental.ended.toSecsSinceEpoch();
    for (const RentalPrice &price : rental.prices)
        metered.later << MeterPrice{price.since.toSecsSinceEpoch(), price.perHour};
    return metered;
}

Money priceAt(const Rental &rental, const QDateTime &when) { return priceAt(meteredRental(rental), when.toSecsSinceEpoch()); }

bool isCountable(const Rental &rental)
{
    return rental.perHour.nanos() > 0 && rental.began.isValid() && rental.billing.step >= std::chrono::seconds(1)
           && rental.billing.step <= kMaxStep && rental.billing.priceHolds >= std::chrono::seconds(1)
           && rental.billing.priceHolds <= kMaxStep && rental.billing.minimum >= std::chrono::seconds(0)
           && rental.billing.minimum <= kMaxStep;
}

Result<void> checkRental(const Rental &rental, const QDateTime &now)
{
    if (rental.perHour.nanos() <= 0 || rental.perHour.nanos() > kMaxAnHour * Money::kNanosPerUnit)
        return invalid(Words::tr("A machine's price must be above zero and at most a million per hour: check the price."));
    if (!rental.began.isValid() || rental.began > now || rental.began.addYears(kMaxYears) < now)
        return invalid(Words::tr("The rental must start within the last ten years, not in the future: check the time."));
    if (!isCountable(rental))
        return invalid(Words::tr("The billing increment must be between a second and a month: check it."));
    if (!isLine(rental.source, 200))
        return invalid(Words::tr("The source of a price is one line of at most 200 characters: shorten it."));
    TRY_DO(accrued(meteredRental(rental), now.addYears(1).toSecsSinceEpoch()));
    return {};
}

Result<QList<RentalPrice>> mergedPrices(const Rental &rental, const QList<RentalPrice> &told)
{
    QList<RentalPrice> merged = rental.prices;
    const auto seconds = [](const QDateTime &time) { return QDateTime::fromSecsSinceEpoch(time.toSecsSinceEpoch(), Qt::UTC); };
    if (!told.isEmpty())
        merged.removeIf([&](const RentalPrice &one) { return one.since >= std::max(seconds(told.first().since), rental.began); });
    QDateTime last;
    for (const RentalPrice &one : told) {
        if (!one.since.isValid() || (last.isValid() && one.since < last) || one.perHour.nanos() <= 0
            || one.perHour.nanos() > kMaxAnHour * Money::kNanosPerUnit) {
            return invalid(Words::tr("The provider tells prices that cannot be: look at its console."));
        }
        if (one.perHour.currency() != rental.perHour.currency()) {
            return invalid(
                Words::tr("The provider charges in %1, and the price when it was rented is in %2: what it costs is not counted exactly.")
                    .arg(currencyCode(one.perHour.currency()), currencyCode(rental.perHour.currency())));
        }
        last = one.since;
        const QDateTime since = std::max(seconds(one.since), rental.began);
        if (rental.ended.isValid() && since >= rental.ended)
            break;
        // Two within a second, or before its beginning: the later one.
        if (!merged.isEmpty() && merged.last().since == since)
            merged.removeLast();
        const Money before = merged.isEmpty() ? rental.perHour : merged.last().perHour;
        if (one.perHour != before)
            merged << RentalPrice{since, one.perHour};
    }
    return merged;
}

std::optional<Rental> goingRental(const QList<Rental> &rentals, MachineId machineId)
{
    const auto found = std::find_if(rentals.begin(), rentals.end(),
                                    [machineId](const Rental &rental) { return rental.machineId == machineId && !rental.ended.isValid(); });
    return found == rentals.end() ? std::nullopt : std::optional(*found);
}

}  // namespace trainyard

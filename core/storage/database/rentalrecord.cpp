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

bool isCountable(const Rental &rental)
{
    return rental.perHour.nanos() > 0 && rental.began.isValid() && rental.billing.step >= std::chrono::seconds(1)
           && rental.billing.step <= kMaxStep && rental.billing.minimum >= std::chrono::seconds(0) && rental.billing.minimum <= kMaxStep;
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
    const qint64 began = rental.began.toSecsSinceEpoch();
    TRY_DO(accrued({{began, {}}, rental.perHour, rental.billing, {}}, now.addYears(1).toSecsSinceEpoch()));
    return {};
}

std::optional<Rental> goingRental(const QList<Rental> &rentals, MachineId machineId)
{
    const auto found = std::find_if(rentals.begin(), rentals.end(),
                                    [machineId](const Rental &rental) { return rental.machineId == machineId && !rental.ended.isValid(); });
    return found == rentals.end() ? std::nullopt : std::optional(*found);
}

}  // namespace trainyard

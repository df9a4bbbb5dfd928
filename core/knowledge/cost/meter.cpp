// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/cost/meter.h"

#include <algorithm>
#include <limits>
#include <set>

namespace trainyard {

namespace {

constexpr qint64 kHour = 3600;

qint64 endOf(const MeterSpan &span) { return span.to.value_or(std::numeric_limits<qint64>::max()); }

Result<void> addTo(Money &sum, const Money &amount)
{
    TRY(const auto added, sum.plus(amount));
    sum = added;
    return {};
}

template <typename Key>
Result<void> addTo(QMap<Key, Money> &sums, const Key &key, const Money &amount)
{
    auto found = sums.find(key);
    if (found == sums.end())
        found = sums.insert(key, Money(0, amount.currency()));
    return addTo(*found, amount);
}

template <typename Key>
Result<void> addTo(QMap<Key, Money> &sums, const QMap<Key, Money> &amounts)
{
    for (auto i = amounts.begin(); i != amounts.end(); ++i) {
        TRY_DO(addTo(sums, i.key(), i.value()));
    }
    return {};
}

Result<void> addTo(MeterShare &sum, const MeterShare &share)
{
    for (auto [into, amount] : {std::pair(&sum.total, share.total), std::pair(&sum.idle, share.idle)}) {
        TRY_DO(addTo(*into, amount));
    }
    TRY_DO(addTo(sum.projects, share.projects));
    return addTo(sum.runs, share.runs);
}

// When a price begins to be charged, in seconds after the beginning.
qint64 chargedFrom(const MeterPrice &price, const MeteredRental &rental)
{
    const qint64 after = price.from - rental.span.from;
    if (after <= 0)
        return 0;
    const qint64 piece = std::max(rental.billing.step.count(), rental.billing.priceHolds.count());
    return std::max<qint64>((after + piece - 1) / piece * piece, rental.billing.minimum.count());
}

// What the time from `begin` to `end`, in seconds after the beginning, is charged with.
Result<Money> charged(const MeteredRental &rental, qint64 begin, qint64 end)
{
    Money sum(0, rental.perHour.currency());
    Money perHour = rental.perHour;
    const auto addUntil = [&](qint64 until) -> Result<void> {
        const qint64 time = std::min(until, end) - begin;
        if (time <= 0)
            return {};
        TRY(const auto part, perHour.times(time, kHour));
        begin += time;
        return addTo(sum, part);
    };
    for (const MeterPrice &price : rental.later) {
        TRY_DO(addUntil(chargedFrom(price, rental)));
        perHour = price.perHour;
    }
    TRY_DO(addUntil(end));
    return sum;
}

MeterShare nothing(Currency currency) { return {Money(0, currency), Money(0, currency), {}, {}}; }

}  // namespace

Money priceAt(const MeteredRental &rental, qint64 moment)
{
    Money perHour = rental.perHour;
    for (const MeterPrice &price : rental.later) {
        if (chargedFrom(price, rental) > std::max<qint64>(0, moment - rental.span.from))
            break;
        perHour = price.perHour;
    }
    return perHour;
}

Result<Money> accrued(const MeteredRental &rental, qint64 now)
{
    const qint64 time = std::min(now, endOf(rental.span)) - rental.span.from;
    if (time <= 0)
        return Money(0, rental.perHour.currency());
    return charged(rental, 0, billedTime(std::chrono::seconds(time), rental.billing).count());
}

Result<MeterShare> shareBetween(const MeteredRental &rental, qint64 from, qint64 to)
{
    const Currency currency = rental.perHour.currency();
    MeterShare share = nothing(currency);
    const auto before = accrued(rental, from), after = accrued(rental, to);
    if (!before || !after)
        return before ? after.error() : before.error();
    TRY(const auto total, after->minus(*before));
    share.total = total;
    share.idle = total;

    // Between two consecutive turns the same runs share the machine.
    struct Turn {
        qint64 moment;
        qsizetype run;
        bool isBeginning;
    };
    QList<Turn> turns;
    for (qsizetype i = 0; i < rental.runs.size(); ++i) {
        const MeterSpan &span = rental.runs[i].span;
        const qint64 begin = std::max({from, rental.span.from, span.from});
        const qint64 end = std::min({to, endOf(rental.span), endOf(span)});
        if (begin < end)
            turns << Turn{begin, i, true} << Turn{end, i, false};
    }
    std::sort(turns.begin(), turns.end(), [](const Turn &a, const Turn &b) { return a.moment < b.moment; });
    std::set<qsizetype> going;
    qint64 begin = from;
    for (const Turn &turn : std::as_const(turns)) {
        if (!going.empty() && begin < turn.moment) {
            // Rounded down, so that the parts never exceed the whole; the rest belongs to the idle time.
            TRY(const auto whole, charged(rental, begin - rental.span.from, turn.moment - rental.span.from));
            const qint64 part = whole.nanos() / static_cast<qint64>(going.size());
            for (const qsizetype i : going) {
                // The whole, rounded to billionths, may slightly exceed what the rental accrued.
                const Money mine(std::min(part, share.idle.nanos()), currency);
                share.idle = Money(share.idle.nanos() - mine.nanos(), currency);
                TRY_DO(addTo(share.projects, rental.runs[i].project, mine));
                TRY_DO(addTo(share.runs, rental.runs[i].id, mine));
            }
        }
        begin = turn.moment;
        if (turn.isBeginning)
            going.insert(turn.run);
        else
            going.erase(turn.run);
    }
    return share;
}

Result<QMap<Currency, MeterReading>> readMeter(const QList<MeteredRental> &rentals, const MeterTimes &times)
{
    QMap<Currency, MeterReading> readings;
    for (const MeteredRental &rental : rentals) {
        const Currency currency = rental.perHour.currency();
        auto reading = readings.find(currency);
        if (reading == readings.end())
            reading = readings.insert(currency, {Money(0, currency), nothing(currency), nothing(currency), nothing(currency)});
        if (rental.span.from <= times.now && endOf(rental.span) > times.now) {
            TRY_DO(addTo(reading->perHour, priceAt(rental, times.now)));
        }
        for (auto [sum, from] : {std::pair(&reading->today, times.dayBegan), std::pair(&reading->month, times.monthBegan),
                                 std::pair(&reading->all, rental.span.from)}) {
            TRY(const auto share, shareBetween(rental, from, std::max(from, times.now)));
            TRY_DO(addTo(*sum, share));
        }
    }
    return readings;
}

}  // namespace trainyard

#include "core/cost/meter.h"

#include <algorithm>
#include <limits>

namespace trainyard {

namespace {

constexpr qint64 kHour = 3600;

qint64 endOf(const MeterSpan &span) { return span.to.value_or(std::numeric_limits<qint64>::max()); }

Result<void> addTo(Money &sum, const Money &amount)
{
    const auto added = sum.plus(amount);
    if (!added)
        return added.error();
    sum = *added;
    return {};
}

Result<void> addTo(QMap<QString, Money> &sums, const QString &name, const Money &amount)
{
    auto found = sums.find(name);
    if (found == sums.end())
        found = sums.insert(name, Money(0, amount.currency()));
    return addTo(*found, amount);
}

Result<void> addTo(MeterShare &sum, const MeterShare &share)
{
    for (auto [into, amount] : {std::pair(&sum.total, share.total), std::pair(&sum.idle, share.idle)}) {
        if (const auto added = addTo(*into, amount); !added)
            return added;
    }
    for (auto [into, amounts] : {std::pair(&sum.projects, &share.projects), std::pair(&sum.runs, &share.runs)}) {
        for (auto i = amounts->begin(); i != amounts->end(); ++i) {
            if (const auto added = addTo(*into, i.key(), i.value()); !added)
                return added;
        }
    }
    return {};
}

MeterShare nothing(Currency currency) { return {Money(0, currency), Money(0, currency), {}, {}}; }

}  // namespace

Result<Money> accrued(const MeteredRental &rental, qint64 now)
{
    const qint64 time = std::min(now, endOf(rental.span)) - rental.span.from;
    if (time <= 0)
        return Money(0, rental.perHour.currency());
    return rental.perHour.times(billedTime(std::chrono::seconds(time), rental.billing).count(), kHour);
}

Result<MeterShare> shareBetween(const MeteredRental &rental, qint64 from, qint64 to)
{
    const Currency currency = rental.perHour.currency();
    MeterShare share = nothing(currency);
    const auto before = accrued(rental, from), after = accrued(rental, to);
    if (!before || !after)
        return before ? after.error() : before.error();
    const auto total = after->minus(*before);
    if (!total)
        return total.error();
    share.total = *total;
    share.idle = *total;

    // Between two neighbours of these moments the same runs share the machine.
    const qint64 first = std::max(from, rental.span.from), last = std::min(to, endOf(rental.span));
    QList<qint64> moments{first, last};
    for (const MeteredRun &run : rental.runs) {
        for (const qint64 moment : {run.span.from, endOf(run.span)}) {
            if (moment > first && moment < last)
                moments << moment;
        }
    }
    std::sort(moments.begin(), moments.end());
    for (qsizetype i = 1; i < moments.size(); ++i) {
        const qint64 begin = moments[i - 1], end = moments[i];
        if (begin >= end)
            continue;
        QList<const MeteredRun *> going;
        for (const MeteredRun &run : rental.runs) {
            if (run.span.from <= begin && endOf(run.span) >= end)
                going << &run;
        }
        if (going.isEmpty())
            continue;
        // Rounded down, so that the parts never exceed the whole; the rest stays with the idle time.
        const auto whole = rental.perHour.times(end - begin, kHour);
        if (!whole)
            return whole.error();
        const Money part(whole->nanos() / going.size(), currency);
        for (const MeteredRun *run : std::as_const(going)) {
            const auto left = share.idle.minus(part);
            if (!left)
                return left.error();
            // Rounding of the whole to billionths may be a hair above what the rental accrued.
            const Money mine = left->nanos() < 0 ? share.idle : part;
            share.idle = left->nanos() < 0 ? Money(0, currency) : *left;
            if (auto added = addTo(share.projects, run->project, mine); !added)
                return added.error();
            if (auto added = addTo(share.runs, run->id, mine); !added)
                return added.error();
        }
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
            if (const auto added = addTo(reading->perHour, rental.perHour); !added)
                return added.error();
        }
        for (auto [sum, from] : {std::pair(&reading->today, times.dayBegan), std::pair(&reading->month, times.monthBegan),
                                 std::pair(&reading->all, rental.span.from)}) {
            const auto share = shareBetween(rental, from, std::max(from, times.now));
            if (!share)
                return share.error();
            if (const auto added = addTo(*sum, *share); !added)
                return added.error();
        }
    }
    return readings;
}

}  // namespace trainyard

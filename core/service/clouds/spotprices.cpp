// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/clouds/spotprices.h"

#include "core/base/format.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>

namespace trainyard {

namespace {

struct PriceWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CloudService)
};

constexpr qint64 kTellsLate = 600;       // seconds after the end of a rental: a cloud may tell a change somewhat later
constexpr qint64 kGivesUp = 14 * 86400;  // seconds after the end: the account is gone, or lacks the right
constexpr qint64 kWorthTelling = 10;     // one part of so many; smaller rises are what spot prices do every day

bool isKnownToItsEnd(const Rental &rental, const QDateTime &now)
{
    if (!rental.ended.isValid())
        return false;
    return (rental.priceSeen.isValid() && rental.priceSeen >= rental.ended.addSecs(kTellsLate)) || rental.ended.addSecs(kGivesUp) < now;
}

void addOnce(QStringList &texts, const QString &text)
{
    if (!texts.contains(text))
        texts << text;
}

std::optional<PriceRise> riseOf(const Rental &rental, const QDateTime &when)
{
    const Money before = rental.toldPrice.value_or(rental.perHour), now = priceAt(rental, when);
    if (rental.ended.isValid() || now.nanos() < before.nanos() + before.nanos() / kWorthTelling)
        return std::nullopt;
    return PriceRise{rental.machineName, before, now};
}

}  // namespace

QString PriceQuestion::key() const { return filter.account + u'\n' + filter.region; }

QList<PriceQuestion> priceQuestions(const QList<Rental> &rentals, const QList<Instance> &instances,
                                    const std::function<SpotPricing(const QString &providerKind)> &pricingOf, const QDateTime &now)
{
    QHash<InstanceId, const Instance *> known;
    for (const Instance &one : instances)
        known.insert(one.id, &one);
    QList<PriceQuestion> questions;
    for (const Rental &rental : rentals) {
        const Instance *const instance = known.value(rental.instanceId);
        if (!instance || !instance->request.isSpot || isOfStopped(rental) || isKnownToItsEnd(rental, now))
            continue;
        const QString zone = instance->request.settings.value(QLatin1String(kInZoneSetting));
        if (zone.isEmpty() || pricingOf(instance->request.providerKind) != SpotPricing::Told)
            continue;
        const InstanceRequest &request = instance->request;
        auto own = std::find_if(questions.begin(), questions.end(), [&request](const PriceQuestion &one) {
            return one.filter.account == request.account && one.filter.region == request.region;
        });
        if (own == questions.end())
            own = questions.insert(own, PriceQuestion{request.providerKind, {request.account, request.region, {}, {}, {}}, {}, {}});
        // By the cloud's own time of the last change: a clock here that was wrong meanwhile leaves no gap.
        const QDateTime since = rental.prices.isEmpty() ? rental.began : rental.prices.last().since;
        own->filter.since = own->filter.since.isValid() ? std::min(own->filter.since, since) : since;
        addOnce(own->filter.types, request.type);
        addOnce(own->filter.zones, zone);
        own->asked << PriceQuestion::Asked{rental.id, request.type, zone};
        if (rental.priceSeen.isValid() && (!own->seen.isValid() || rental.priceSeen > own->seen))
            own->seen = rental.priceSeen;
    }
    return questions;
}

QString spotPriceFact(const Rental &rental, const InstanceRequest &request, SpotPricing pricing, const QDateTime &now)
{
    if (!request.isSpot || pricing == SpotPricing::Fixed || isOfStopped(rental))
        return {};
    if (pricing == SpotPricing::Untold)
        return PriceWords::tr("Its spot price may move, which this cloud does not tell: the price when it was rented is counted.");
    if (!rental.priceSeen.isValid())
        return PriceWords::tr("Its spot price has not been asked for yet: the price when it was rented is counted.");
    //: an age, such as "3 min ago"
    return PriceWords::tr("Spot price, as its cloud said %1.").arg(formatAge(rental.priceSeen, now));
}

Result<QList<PriceRise>> followPrices(ServiceContext &context, const PriceQuestion &question, const QDateTime &when, std::stop_token stop)
{
    TRY(const auto provider, context.providers.find(question.providerKind));
    TRY(const auto told, provider->spotPrices(question.filter, stop));
    QList<PriceRise> rises;
    std::optional<Error> first;
    for (const PriceQuestion::Asked &asked : question.asked) {
        QList<RentalPrice> own;
        for (const SpotPrice &one : told) {
            if (one.type == asked.type && one.zone == asked.zone)
                own << RentalPrice{one.since, one.perHour};
        }
        if (own.isEmpty())
            continue;
        const auto changed = context.database->rentals.setPrices(asked.rental, own, when);
        if (!changed) {
            first = first.value_or(changed.error());
            continue;
        }
        const auto rise = riseOf(*changed, when);
        const auto isNew = rise ? context.database->rentals.tellPrice(asked.rental, rise->now) : Result<bool>(false);
        if (isNew && *isNew)
            rises << *rise;
    }
    // What has to be told is told now: it is not offered a second time.
    return first && rises.isEmpty() ? Result<QList<PriceRise>>(*first) : Result<QList<PriceRise>>(rises);
}

}  // namespace trainyard

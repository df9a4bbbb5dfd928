// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/clouds/capacitysearch.h"

#include "core/base/seentext.h"
#include "core/knowledge/catalog/catalogfiles.h"
#include "core/knowledge/catalog/offerquery.h"
#include "core/knowledge/cost/offerprices.h"
#include "core/storage/database/offerstore.h"
#include "core/storage/history/marketlog.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

struct CapacityWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CapacityWatch)
};

constexpr qsizetype kMaxOffers = 20'000;  // of one answer; what is beyond is not looked at

QString shown(const QString &hostile) { return seenText(hostile.left(60), u"", u'?'); }

// What the watch does not take, and why: the reason that comes closest is said.
struct Misses {
    bool isOffered = false;
    bool isUnstated = false, isPriceless = false, isIncomparable = false;
    std::optional<CapacityFind> tooDear;  // the cheapest of them
};

QString whyNone(const CapacityWatch &watch, const Misses &misses)
{
    if (misses.tooDear)
        return CapacityWords::tr("Above your limit: %1.").arg(misses.tooDear->text());
    if (misses.isIncomparable)
        return CapacityWords::tr("Its price is in another currency: set an exchange rate.");
    if (misses.isUnstated)
        return CapacityWords::tr("It is offered, but this cloud does not say whether it is in stock: only renting finds out.");
    if (misses.isPriceless)
        return CapacityWords::tr("It is offered, but neither the cloud nor the catalogue has a price for it.");
    return misses.isOffered ? CapacityWords::tr("Out of stock.")
                            : CapacityWords::tr("No machine with %1 × %2 is offered there.").arg(watch.gpus).arg(watch.gpu);
}

QList<MarketSighting> sightings(const QList<ProviderOffer> &offers, const QString &provider, const QString &account)
{
    QList<MarketSighting> seen;
    for (const ProviderOffer &offer : offers.mid(0, kMaxOffers)) {
        // What says neither has nothing to remember.
        if (offer.perHour || offer.isInStock)
            seen << MarketSighting{provider,      offer.type,      offer.region, offer.zone, offer.isSpot,
                                   offer.perHour, offer.isInStock, account,      {},         {}};
    }
    return seen;
}

// The same order as when it is rented, at the highest price: what is missing is said now, and not at night.
Result<void> checkOrder(const CapacityWatch &watch, const AccountRecord &account, const QDateTime &now)
{
    RentOrder order;
    order.account = account.name;
    order.places << RentPlace{watch.gpu, watch.regions.value(0, account.region), {}, watch.most};
    order.name = watch.machineName;
    order.ownAddress = watch.ownAddress.isEmpty() ? account.settings.value(QLatin1String(kOwnAddressSetting)) : watch.ownAddress;
    order.diskGiB = watch.diskGiB;
    TRY(order.end, parseRentEnd(watch.until, now));
    return checkRentOrder(order);
}

bool isKnownAt(const QList<KnownOffer> &known, const QString &provider)
{
    return std::any_of(known.begin(), known.end(), [&provider](const KnownOffer &one) { return one.provider == provider; });
}

Result<void> checkAccountFor(const ServiceContext &context, const CapacityWatch &watch, const AccountRecord &account,
                             const QList<KnownOffer> &known, const QDateTime &now, const std::stop_token &stop)
{
    TRY(const auto provider, context.providers.find(account.providerKind));
    if (!provider->capabilities().hasOffers) {
        return Error{ErrorCode::Unsupported,
                     CapacityWords::tr("The cloud of the account “%1” cannot be asked what it has in stock.").arg(account.name),
                     {}};
    }
    if (!isKnownAt(known, account.providerKind)) {
        return Error{ErrorCode::NotFound,
                     CapacityWords::tr("The catalogue knows no machine with %1 × %2 at the cloud of the account “%3”: choose another GPU, "
                                       "number or account.")
                         .arg(QString::number(watch.gpus), watch.gpu, account.name),
                     {}};
    }
    if (watch.action == WatchAction::Rent) {
        TRY_DO(checkOrder(watch, account, now));
    }
    const auto signedIn = provider->check(account.name, stop);
    if (!signedIn && (stop.stop_requested() || !isUnknownOutcome(signedIn.error().code))) {
        const Error &why = signedIn.error();
        return why.code == ErrorCode::Unsupported
                   ? Result<void>()
                   : Result<void>(Error{
                       why.code, CapacityWords::tr("The account “%1”: %2", "a name, a sentence").arg(account.name, why.what), why.detail});
    }
    for (const QString &region : watch.regions) {
        if (signedIn && !signedIn->mayUse(region)) {
            return invalidInput(
                CapacityWords::tr("The account “%1” cannot use the region “%2”: choose another one.").arg(account.name, region.left(60)));
        }
    }
    return {};
}

}  // namespace

QString CapacityFind::text() const
{
    const QString where = shown(zone.isEmpty() ? place.region : zone);
    const QString price = isLivePrice      ? CapacityWords::tr("the cloud's price now")
                          : asOf.isKnown() ? CapacityWords::tr("the catalogue's price of %1").arg(asOf.text())
                                           : CapacityWords::tr("the catalogue's price");
    const QString stock = isInStock ? CapacityWords::tr("in stock") : CapacityWords::tr("stock not stated");
    //: a type, a place, an amount, whose price it is, whether it is in stock
    return CapacityWords::tr("%1 in %2 for %3 per hour (%4, %5)").arg(shown(place.type), where, place.perHour->text(), price, stock);
}

Result<QList<KnownOffer>> knownOffers(const Catalog &catalog, const PricingModels &models, const CapacityWatch &watch)
{
    OfferQuery query;
    query.gpus = QStringList{watch.gpu};
    query.leastGpus = query.mostGpus = watch.gpus * kWholeGpu;
    TRY(const auto selection, select(catalog, query, {}));
    const OfferTable &offers = catalog.offers();
    QMap<QStringList, KnownOffer> found;
    for (const quint32 row : selection.rows) {
        const QString type = offers.text(OfferText::Type, row), region = offers.text(OfferText::Region, row);
        const QString provider = offers.text(OfferText::Provider, row).toLower();
        if (type.isEmpty())
            continue;
        KnownOffer &one = found[{provider, type, region}];
        one.provider = provider;
        one.place.type = type;
        one.place.region = region;
        one.place.gpus = watch.gpus;
        if (offers.figures(row).purchase != (watch.isSpot ? Purchase::Spot : Purchase::OnDemand) || one.place.perHour)
            continue;
        const auto model = models.constFind(provider);
        const auto price = hourlyOffer(catalog, row, model == models.constEnd() ? nullptr : &*model);
        if (!price)
            continue;
        one.place.offerId = price->id;
        one.place.perHour = price->perHour;
        one.place.billingStep = price->billing.step;
        one.place.billingMinimum = price->billing.minimum;
        one.asOf = price->asOf;
    }
    if (found.isEmpty()) {
        return Error{
            ErrorCode::NotFound, CapacityWords::tr("The catalogue knows no machine with %1 × %2.").arg(watch.gpus).arg(watch.gpu), {}};
    }
    return found.values();
}

CapacityAnswer searchCapacity(const CapacityWatch &watch, const QString &provider, const QList<ProviderOffer> &offers,
                              const QList<KnownOffer> &known, const ExchangeRates &rates)
{
    QHash<QString, const KnownOffer *> types;  // of any region, for those that the catalogue does not know there
    QHash<QString, const KnownOffer *> places;
    for (const KnownOffer &one : known) {
        if (one.provider == provider) {
            types.insert(one.place.type, &one);
            places.insert(one.place.type + u'@' + one.place.region, &one);
        }
    }
    struct Ranked {
        CapacityFind find;
        Money inWanted;
    };
    QList<Ranked> ranked;
    Misses misses;
    std::optional<Money> leastAbove;
    for (const ProviderOffer &offer : offers.mid(0, kMaxOffers)) {
        if (offer.isSpot != watch.isSpot || !types.contains(offer.type)
            || (!watch.regions.isEmpty() && !watch.regions.contains(offer.region)))
            continue;
        misses.isOffered = true;
        if (offer.isInStock && !*offer.isInStock)
            continue;
        CapacityFind find;
        find.zone = offer.zone;
        find.isInStock = offer.isInStock;
        find.isLivePrice = offer.perHour.has_value();
        const KnownOffer *const here = places.value(offer.type + u'@' + offer.region);
        if (here) {
            find.place = here->place;
            find.asOf = here->asOf;
        } else {
            // How it is billed holds everywhere, its price does not.
            find.place = types.value(offer.type)->place;
            find.place.offerId.clear();
            find.place.perHour.reset();
        }
        find.place.region = offer.region;
        if (offer.perHour)
            find.place.perHour = offer.perHour;
        if (!find.place.perHour) {
            misses.isPriceless = true;
            continue;
        }
        if (watch.action == WatchAction::Tell && !offer.isInStock && !(offer.isSpot && offer.perHour)) {
            misses.isUnstated = true;
            continue;
        }
        const auto price = rates.convert(*find.place.perHour, watch.most.currency());
        if (!price) {
            misses.isIncomparable = true;
            continue;
        }
        if (price->nanos() > watch.most.nanos()) {
            if (!leastAbove || price->nanos() < leastAbove->nanos()) {
                leastAbove = *price;
                misses.tooDear = find;
            }
            continue;
        }
        ranked << Ranked{find, *price};
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const Ranked &a, const Ranked &b) {
        // At the same price, what the cloud says is there comes before what has to be tried.
        return std::pair(a.inWanted.nanos(), !a.find.isInStock) < std::pair(b.inWanted.nanos(), !b.find.isInStock);
    });
    CapacityAnswer answer;
    for (const Ranked &one : ranked)
        answer.finds << one.find;
    if (answer.finds.isEmpty())
        answer.why = whyNone(watch, misses);
    return answer;
}

Result<QHash<QString, CapacityAnswer>> searchAccount(ServiceContext &context, const QString &account, const QList<CapacityWatch> &watches,
                                                     const QDateTime &when, const std::stop_token &stop)
{
    TRY(const auto record, context.database->accounts.find(account));
    TRY(const auto provider, context.providers.find(record.providerKind));
    if (!provider->capabilities().hasOffers) {
        return Error{ErrorCode::Unsupported, CapacityWords::tr("%1 cannot be asked what it has in stock.").arg(provider->name()), {}};
    }
    QStringList regions;
    for (const CapacityWatch &watch : watches)
        regions << (watch.regions.isEmpty() ? QStringList{record.region} : watch.regions);
    regions.removeDuplicates();
    QList<ProviderOffer> offers;
    for (const QString &region : std::as_const(regions)) {
        InstanceFilter filter;
        filter.account = account;
        filter.region = region;
        TRY(const auto found, provider->offers(filter, stop));
        offers << found;
    }
    // Not being able to remember is no reason not to look.
    if (auto log = MarketLog::openToWrite(context.paths.market()))
        (void)log->add(sightings(offers, record.providerKind, account), when);
    const OfferStore store(context.paths);
    TRY(const auto loaded, store.load());
    TRY(const auto models, parsePricingModels(builtInPricingFile()));
    TRY(const auto rates, store.rates());
    QHash<QString, CapacityAnswer> answers;
    for (const CapacityWatch &watch : watches) {
        const auto known = knownOffers(loaded.catalog, models, watch);
        CapacityWatch here = watch;
        if (here.regions.isEmpty() && !record.region.isEmpty())
            here.regions = QStringList{record.region};
        answers.insert(watch.name,
                       known ? searchCapacity(here, record.providerKind, offers, *known, rates) : CapacityAnswer{{}, known.error().what});
    }
    return answers;
}

Result<void> checkWatchable(ServiceContext &context, const CapacityWatch &watch, const std::stop_token &stop)
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    TRY_DO(checkWatch(watch, now));
    TRY(const auto all, context.database->accounts.all());
    QList<AccountRecord> meant;
    for (const QString &name : watch.accounts) {
        TRY(const auto account, context.database->accounts.find(name));
        meant << account;
    }
    if (watch.accounts.isEmpty())
        meant = all;
    const OfferStore store(context.paths);
    TRY(const auto loaded, store.load());
    TRY(const auto models, parsePricingModels(builtInPricingFile()));
    TRY(const auto known, knownOffers(loaded.catalog, models, watch));
    std::optional<Error> first;
    for (const AccountRecord &account : std::as_const(meant)) {
        const auto fits = checkAccountFor(context, watch, account, known, now, stop);
        if (fits && watch.accounts.isEmpty())
            return {};
        // One that was not named may be of a cloud that cannot be asked.
        if (!fits && (!first || first->code == ErrorCode::Unsupported))
            first = fits.error();
    }
    if (meant.isEmpty()) {
        return Error{ErrorCode::NotFound, CapacityWords::tr("There is no account at a cloud to ask: add one."), {}};
    }
    return first ? Result<void>(*first) : Result<void>();
}

}  // namespace trainyard

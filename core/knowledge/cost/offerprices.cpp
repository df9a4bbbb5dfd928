// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/cost/offerprices.h"

#include "core/knowledge/catalog/offerid.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

using std::chrono::seconds;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::OfferPrices)
};

Provenance given(const RunNeeds &needs)
{
    return {QStringLiteral("given"), needs.today.isValid() ? AsOf(needs.today) : AsOf(), Knowledge::Verified};
}

QString regionsOf(const QList<StoragePrice> &prices)
{
    QStringList names;
    for (const StoragePrice &price : prices) {
        if (!names.contains(price.regions.text))
            names << price.regions.text;
    }
    return names.join(QStringLiteral(", "));
}

// Disks or object storage; the provider's first match unless a price was given.
StorageNeed storageNeed(qint64 gb, const std::optional<seconds> &kept, const QString &type, const std::optional<Money> &price,
                        const QString &region, const QList<StoragePrice> *prices, const RunNeeds &needs)
{
    StorageNeed need;
    need.gb = gb;
    need.kept = kept;
    need.type = type;
    if (price) {
        need.perMonth = {*price, given(needs), {}};
        return need;
    }
    if (!prices || prices->isEmpty()) {
        need.perMonth.note = Words::tr("No price known here. Enter a price.");
        return need;
    }
    const auto fits = [&](const StoragePrice &one) { return one.regions.covers(region) && one.type.startsWith(type, Qt::CaseInsensitive); };
    const auto found = std::find_if(prices->cbegin(), prices->cend(), fits);
    if (found == prices->cend()) {
        need.perMonth.note =
            Words::tr(
                "No price known for this region and type; prices are known for %1. Enter one, or name the region whose prices to use.")
                .arg(regionsOf(*prices));
        return need;
    }
    need.type = found->type;
    need.diskGB = found->diskGB;
    need.perMonth = {found->diskGB > 0 ? found->perDiskMonth : found->perGBMonth, found->from, found->note};
    return need;
}

EgressNeed egressNeed(const QString &region, const PricingModel *model, const RunNeeds &needs)
{
    EgressNeed need;
    need.gb = needs.egressGB;
    if (needs.egressPrice) {
        need.tiers = {{std::nullopt, {*needs.egressPrice, given(needs), {}}}};
        return need;
    }
    Price unknown;
    unknown.note = Words::tr("No price known for traffic here. Enter a price.");
    need.tiers = {{std::nullopt, unknown}};
    if (!model)
        return need;
    const auto found = std::find_if(model->egress.cbegin(), model->egress.cend(), [&](const EgressPrice &price) {
        return price.regions.covers(region) && price.regions.text.contains(needs.egressTo, Qt::CaseInsensitive);
    });
    if (found == model->egress.cend())
        return need;
    need.tiers.clear();
    need.freeGB = found->freeGB.value_or(0);
    for (const EgressTier &tier : found->tiers)
        need.tiers << EgressNeed::Tier{tier.upToGB, {tier.perGB, found->from, tier.perGB ? found->regions.text : unknown.note}};
    return need;
}

BillingRule billingRule(const PricingModel *model, bool isCatalogued, const RunNeeds &needs)
{
    if (needs.billing)
        return *needs.billing;
    BillingRule rule;
    if (model && model->billing.step) {
        rule.step = *model->billing.step;
        rule.minimum = model->billing.minimum.value_or(seconds(0));
        rule.from = model->billing.from;
        rule.note = rule.minimum > seconds(0)
                        ? Words::tr("Billed in steps of %1 s, at least %2 s.").arg(rule.step.count()).arg(rule.minimum.count())
                        : Words::tr("Billed in steps of %1 s.").arg(rule.step.count());
        if (rule.from.knowledge != Knowledge::Verified)
            rule.note += u' ' + Words::tr("This value is unverified: check it.");
    } else if (isCatalogued || model) {
        // Lists give hourly prices, so rounding up to hours is assumed.
        rule.step = std::chrono::hours(1);
        rule.from.knowledge = Knowledge::Unknown;
        rule.note = Words::tr("How this provider rounds is unknown: whole hours are billed.");
    }
    return rule;
}

void addNeeds(EstimateRequest &request, const QString &ownRegion, const PricingModel *model, const RunNeeds &needs)
{
    const QString region = needs.pricesOfRegion.isEmpty() ? ownRegion : needs.pricesOfRegion;
    request.machines = needs.machines;
    request.time = needs.time;
    request.interruptions = needs.interruptions;
    request.contingencyPermille = needs.contingencyPermille;
    request.currency = needs.currency;
    request.rates = needs.rates;
    request.today = needs.today;
    if (needs.diskGB > 0) {
        request.disks << storageNeed(needs.diskGB, needs.diskKept, needs.diskType, needs.diskPrice, region, model ? &model->disks : nullptr,
                                     needs);
    }
    if (needs.objectGB > 0) {
        request.objectStorage << storageNeed(needs.objectGB, needs.objectKept, needs.objectType, needs.objectPrice, region,
                                             model ? &model->objectStorage : nullptr, needs);
    }
    const auto addRequests = [&](const QString &kind, qint64 count, std::optional<Money> RequestPrices::*price) {
        if (count <= 0)
            return;
        Price perThousand;
        if (model && model->requests)
            perThousand = {*model->requests.*price, model->requests->from, {}};
        else
            perThousand.note = Words::tr("No price known for requests here.");
        request.requests << RequestNeed{kind, count, perThousand};
    };
    addRequests(QStringLiteral("PUT"), needs.puts, &RequestPrices::putPerThousand);
    addRequests(QStringLiteral("GET"), needs.gets, &RequestPrices::getPerThousand);
    if (needs.egressGB > 0)
        request.egress = egressNeed(region, model, needs);
}

}  // namespace

EstimateRequest requestFor(const Catalog &catalog, size_t row, const PricingModel *model, const RunNeeds &needs)
{
    const OfferTable &offers = catalog.offers();
    const OfferFigures figures = offers.figures(row);
    EstimateRequest request;
    request.name = offerId(offers, row);
    RentedCompute rented;
    rented.price = {figures.price(), {offers.text(OfferText::Source, row), figures.asOf, Knowledge::Verified}, {}};
    if (!figures.price() && figures.savingPercent != kUnknown)
        rented.price.note = Words::tr("The price is unknown; it is usually %1% below on demand.").arg(figures.savingPercent);
    rented.purchase = figures.purchase;
    rented.billing = billingRule(model, true, needs);
    request.compute = rented;
    addNeeds(request, offers.text(OfferText::Region, row), model, needs);
    request.interruptionsFrom.source = QStringLiteral("given");
    const auto worst = worstOfBand(offers.text(OfferText::Interruption, row));
    if (figures.purchase == Purchase::Spot && !request.interruptions.between && worst) {
        request.interruptions.between = timeBetween(*worst);
        request.interruptionsFrom = {offers.text(OfferText::SpotSource, row), {}, Knowledge::Verified};
    }
    return request;
}

EstimateRequest requestFor(const Price &perHour, Purchase purchase, const QString &region, const PricingModel *model, const RunNeeds &needs)
{
    EstimateRequest request;
    request.name = perHour.money ? perHour.money->text() : QString();
    request.compute = RentedCompute{perHour, purchase, billingRule(model, false, needs)};
    addNeeds(request, region, model, needs);
    request.interruptionsFrom.source = QStringLiteral("given");
    return request;
}

EstimateRequest requestFor(const OwnHardware &hardware, const RunNeeds &needs)
{
    EstimateRequest request;
    request.name = Words::tr("own hardware");
    request.compute = hardware;
    RunNeeds own = needs;
    // Using one's own disk and network costs nothing besides the hardware, unless a price is given.
    own.diskGB = needs.diskPrice ? needs.diskGB : 0;
    own.objectGB = needs.objectPrice ? needs.objectGB : 0;
    own.egressGB = needs.egressPrice ? needs.egressGB : 0;
    own.puts = own.gets = 0;
    addNeeds(request, {}, nullptr, own);
    return request;
}

std::optional<HourlyOffer> hourlyOffer(const Catalog &catalog, size_t row, const PricingModel *model)
{
    const OfferTable &offers = catalog.offers();
    const OfferFigures figures = offers.figures(row);
    const auto price = figures.price();
    const auto perHour = price ? price->times(1, hoursOf(figures.purchase)) : Result<Money>(Error());
    if (!price || !perHour || perHour->nanos() <= 0)
        return std::nullopt;
    HourlyOffer offer{offerId(offers, row), *perHour, {}, figures.asOf};
    // Whole terms are not rounded.
    if (hoursOf(figures.purchase) == 1)
        offer.billing = billingRule(model, true, {});
    return offer;
}

Result<QList<BreakEven>> breakEvens(const Catalog &catalog, size_t row, std::optional<seconds> usedPerMonth, const ExchangeRates &rates)
{
    const OfferTable &offers = catalog.offers();
    const QString &type = offers.text(OfferText::Type, row);
    QList<BreakEven> found;
    if (type.isEmpty())
        return found;
    const auto isSame = [&](size_t other) {
        for (const OfferText text : {OfferText::Provider, OfferText::Type, OfferText::Region, OfferText::Card}) {
            if (offers.column(text).id(other) != offers.column(text).id(row))
                return false;
        }
        return offers.priceNanos()[other] != kUnknown;
    };
    std::optional<Money> onDemand;
    QList<size_t> commitments;
    for (size_t other = 0; other < offers.size(); ++other) {
        const Purchase purchase = offers.purchases()[other];
        if (purchase == Purchase::Spot || !isSame(other))
            continue;
        if (purchase == Purchase::OnDemand)
            onDemand = offers.figures(other).price();
        else
            commitments << other;
    }
    if (!onDemand)
        return found;
    for (const size_t other : commitments) {
        const OfferFigures figures = offers.figures(other);
        const Price price{figures.price(), {offers.text(OfferText::Source, other), figures.asOf, Knowledge::Verified}, {}};
        TRY(const auto even, breakEven(*onDemand, figures.purchase, price, usedPerMonth, rates));
        found << even;
    }
    std::sort(found.begin(), found.end(), [](const BreakEven &a, const BreakEven &b) { return a.purchase < b.purchase; });
    return found;
}

}  // namespace trainyard

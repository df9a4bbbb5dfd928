// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/clouds/rentableoffer.h"

#include "core/knowledge/catalog/offerid.h"
#include "core/knowledge/clocks/addressprices.h"
#include "core/knowledge/cost/offerprices.h"
#include "core/provider/credentials/officialcredentials.h"

#include <algorithm>

namespace trainyard {

namespace {

constexpr qint64 kHoursOfMonth = 730;

std::optional<RentPlace> rentPlaceOf(const Catalog &catalog, size_t row, const PricingModel *model)
{
    const OfferTable &offers = catalog.offers();
    const auto offer = hourlyOffer(catalog, row, model);
    if (!offer)
        return std::nullopt;
    RentPlace place;
    place.type = offers.text(OfferText::Type, row);
    place.region = offers.text(OfferText::Region, row);
    place.offerId = offer->id;
    place.perHour = offer->perHour;
    place.billingStep = offer->billing.step;
    place.billingMinimum = offer->billing.minimum;
    const qint32 gpus = offers.figures(row).gpus;
    place.gpus = gpus > 0 ? gpus / kWholeGpu : 0;
    return place;
}

// The same machine of the same provider elsewhere, bought the same way, in the same currency: nothing else may be asked for in its place.
QList<RentPlace> placesElsewhere(const Catalog &catalog, const QString &provider, const QString &account, const RentPlace &place,
                                 Purchase purchase, const PricingModel *model)
{
    const OfferTable &offers = catalog.offers();
    QList<RentPlace> found;
    for (size_t row = 0; row < offers.size(); ++row) {
        if (offers.text(OfferText::Type, row) != place.type || offers.text(OfferText::Provider, row) != provider
            || accountOfCard(offers.text(OfferText::Card, row)) != account || offers.text(OfferText::Region, row) == place.region
            || offers.figures(row).purchase != purchase)
            continue;
        const auto one = rentPlaceOf(catalog, row, model);
        if (!one || one->region.isEmpty() || one->perHour->currency() != place.perHour->currency())
            continue;
        const auto same = std::find_if(found.begin(), found.end(), [&one](const RentPlace &other) { return other.region == one->region; });
        if (same == found.end())
            found << *one;
        else if (*one->perHour < *same->perHour)
            *same = *one;
    }
    std::sort(found.begin(), found.end(), [](const RentPlace &a, const RentPlace &b) {
        return a.perHour == b.perHour ? a.region < b.region : *a.perHour < *b.perHour;
    });
    return found.mid(0, kMostElsewhere);
}

}  // namespace

const RentPlace &RentableOffer::place(bool asSpot) const { return asSpot ? *spot : *onDemand; }

std::optional<RentableOffer> rentableOffer(const Catalog &catalog, size_t row, const PricingModels &pricing)
{
    const OfferTable &offers = catalog.offers();
    const OfferFigures figures = offers.figures(row);
    const bool isSpot = figures.purchase == Purchase::Spot;
    const QString provider = offers.text(OfferText::Provider, row), type = offers.text(OfferText::Type, row);
    const QString region = offers.text(OfferText::Region, row);
    if ((!isSpot && figures.purchase != Purchase::OnDemand) || type.isEmpty() || region.isEmpty())
        return std::nullopt;
    RentableOffer found;
    found.providerKind = provider.toLower();
    found.providerName = catalog.providerName(provider);
    found.account = accountOfCard(offers.text(OfferText::Card, row));
    if (const auto cloud = cloudKind(found.providerKind); cloud && found.providerName == provider)
        found.providerName = cloud->name;
    const auto model = pricing.constFind(found.providerKind);
    const PricingModel *const known = model == pricing.constEnd() ? nullptr : &*model;
    const auto chosen = rentPlaceOf(catalog, row, known);
    if (!chosen)
        return std::nullopt;
    (isSpot ? found.spot : found.onDemand) = chosen;
    found.isSpot = isSpot;
    found.gpu = offers.text(OfferText::Gpu, row);
    found.gpus = chosen->gpus;
    found.vcpus = figures.vcpus > 0 ? figures.vcpus / 100 : 0;
    found.gpuMemoryMiB = catalog.gpuMemoryMiB(row) > 0 ? catalog.gpuMemoryMiB(row) : 0;
    found.memoryMiB = figures.memoryMiB > 0 ? figures.memoryMiB : 0;
    found.priceAsOf = figures.asOf;
    const QString other = QStringList{provider, type, region, purchaseName(isSpot ? Purchase::OnDemand : Purchase::Spot)}.join(u'/');
    const QList<size_t> others = offersOfId(offers, other);
    if (others.size() == 1)
        (isSpot ? found.onDemand : found.spot) = rentPlaceOf(catalog, others.first(), known);
    const size_t spotRow = isSpot ? row : others.size() == 1 ? others.first() : row;
    found.interrupted = offers.text(OfferText::Interruption, spotRow);
    if (const AddressPrice *address = addressPrice(found.providerKind, region, isSpot ? AddressUse::Spot : AddressUse::InUse))
        found.addressFrom = addressPriceText(*address);
    for (const auto &[use, perHour] :
         {std::pair(AddressUse::InUse, &found.addressPerHour), std::pair(AddressUse::Spot, &found.spotAddressPerHour)}) {
        if (const AddressPrice *address = addressPrice(found.providerKind, region, use))
            *perHour = address->perHour;
    }
    if (found.onDemand)
        found.onDemandElsewhere = placesElsewhere(catalog, provider, found.account, *found.onDemand, Purchase::OnDemand, known);
    if (found.spot)
        found.spotElsewhere = placesElsewhere(catalog, provider, found.account, *found.spot, Purchase::Spot, known);
    if (known) {
        found.spotNotice = known->spot.notice;
        const auto disk = std::find_if(known->disks.begin(), known->disks.end(), [&](const StoragePrice &one) {
            return one.perGBMonth && one.diskGB == 0 && one.regions.covers(region);
        });
        if (disk != known->disks.end()) {
            found.diskName = disk->type;
            found.diskPerGBMonth = disk->perGBMonth;
        }
    }
    return found;
}

std::optional<Money> RentCosts::parts() const
{
    if (!disk || !address)
        return disk ? disk : address;
    return disk->plus(*address).value_or(*disk);
}

Money RentCosts::perHour() const
{
    const std::optional<Money> more = parts();
    return more ? machine.plus(*more).value_or(machine) : machine;
}

RentCosts rentCosts(const RentableOffer &offer, bool asSpot, int diskGiB)
{
    RentCosts costs{*offer.place(asSpot).perHour, {}, {}};
    const std::optional<Money> &address = asSpot ? offer.spotAddressPerHour : offer.addressPerHour;
    // What is known to be free is free in any currency.
    if (address && address->nanos() == 0)
        costs.address = Money(0, costs.machine.currency());
    else if (address && address->currency() == costs.machine.currency())
        costs.address = address;
    if (offer.diskPerGBMonth && diskGiB > 0 && offer.diskPerGBMonth->currency() == costs.machine.currency()) {
        const auto disk = offer.diskPerGBMonth->times(diskGiB, kHoursOfMonth);
        costs.disk = disk ? std::optional(*disk) : std::nullopt;
    }
    return costs;
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/clouds/rentplaces.h"

#include "core/knowledge/catalog/offerid.h"
#include "core/model/accountprice.h"
#include "core/storage/database/offerstore.h"

#include <QCoreApplication>

namespace trainyard {

Result<NamedOffer> offerNamed(const Paths &paths, const QString &id, bool mayLackPrice)
{
    TRY(const auto loaded, OfferStore(paths).load());
    const OfferTable &offers = loaded.catalog.offers();
    TRY(const auto row, offerOfId(offers, id));
    TRY(const auto models, parsePricingModels(builtInPricingFile()));
    NamedOffer named;
    named.provider = offers.text(OfferText::Provider, row).toLower();
    named.type = offers.text(OfferText::Type, row);
    named.region = offers.text(OfferText::Region, row);
    named.account = accountOfCard(offers.text(OfferText::Card, row));
    const OfferFigures figures = offers.figures(row);
    named.isSpot = figures.purchase == Purchase::Spot;
    named.gpus = figures.gpus > 0 ? figures.gpus / kWholeGpu : 0;
    const auto model = models.constFind(named.provider);
    const auto offer = hourlyOffer(loaded.catalog, row, model == models.constEnd() ? nullptr : &*model);
    if (!offer && mayLackPrice)
        return named;
    if (!offer) {
        return Error{ErrorCode::NotFound,
                     QCoreApplication::translate("trainyard::BudgetCommands", "No price is known for the offer %1. Give it with --price.")
                         .arg(id.left(100)),
                     {}};
    }
    named.price = *offer;
    return named;
}

RentPlace placeAt(const Paths &paths, const AccountRecord &account, const QString &type, const QString &region, bool isSpot,
                  const std::optional<Money> &price)
{
    RentPlace place;
    place.type = type;
    place.region = region;
    const auto own = accountPrice(account.settings, type);
    const QString id = QStringList{account.providerKind, type, region, purchaseName(isSpot ? Purchase::Spot : Purchase::OnDemand)}.join(
        u'/');
    auto known = offerNamed(paths, accountCard(account.name) + u':' + id, price.has_value());
    if (!known)
        known = offerNamed(paths, id, price.has_value() || own.has_value());
    if (known) {
        if (!known->price.id.isEmpty()) {
            place.offerId = known->price.id;
            place.perHour = known->price.perHour;
            place.billingStep = known->price.billing.step;
            place.billingMinimum = known->price.billing.minimum;
        }
        place.gpus = known->gpus;
    }
    // It may have been set anew since its offers were asked for.
    if (price || own)
        place.perHour = price ? price : own;
    return place;
}

Result<Estimate> rentEstimate(const QString &provider, const RentPlace &place, int diskGiB, std::chrono::seconds time)
{
    if (!place.perHour)
        return invalidInput(QCoreApplication::translate("trainyard::CloudService", "No price is known for it: give it with --price."));
    TRY(const auto models, parsePricingModels(builtInPricingFile()));
    const auto model = models.constFind(provider);
    RunNeeds needs;
    needs.time = time;
    needs.diskGB = diskGiB;
    needs.currency = place.perHour->currency();
    BillingRule billing;
    billing.step = place.billingStep;
    billing.minimum = place.billingMinimum;
    needs.billing = billing;
    Price price;
    price.money = place.perHour;
    // A spot machine too is paid by its time; what has to be run again is within it.
    return makeEstimate(requestFor(price, Purchase::OnDemand, place.region, model == models.constEnd() ? nullptr : &*model, needs));
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/clouds/accountoffers.h"

#include "core/knowledge/catalog/offerid.h"
#include "core/model/accountprice.h"
#include "core/storage/database/offerstore.h"

#include <QSet>

namespace trainyard {

namespace {

constexpr qsizetype kMostOffers = 5'000;  // of one account; no cloud has so many types with GPUs
constexpr int kMostGpusOfOne = 64;

}  // namespace

OfferTable ownPricedOffers(const AccountRecord &account, const QList<ProviderOffer> &offered)
{
    OfferTable offers;
    QSet<QString> seen;
    const QByteArray provider = account.providerKind.toUtf8(), card = accountCard(account.name).toUtf8();
    for (const ProviderOffer &one : offered.mid(0, kMostOffers)) {
        const auto price = accountPrice(account.settings, one.type);
        const QString place = one.type + u'\n' + one.region;
        if (!price || one.isSpot || one.gpus < 1 || one.gpus > kMostGpusOfOne || one.gpu.isEmpty() || one.region.isEmpty()
            || seen.contains(place))
            continue;
        seen.insert(place);
        OfferFigures figures;
        figures.priceNanos = price->nanos();
        figures.currency = price->currency();
        if (account.added.isValid())
            figures.asOf = AsOf(account.added.toLocalTime().date());
        figures.gpus = one.gpus * kWholeGpu;
        figures.vcpus = one.vcpus > 0 ? one.vcpus * 100 : kUnknown;
        figures.memoryMiB = one.memoryMiB > 0 ? one.memoryMiB : kUnknown;
        const QByteArray type = one.type.toUtf8(), gpu = one.gpu.toUtf8(), region = one.region.toUtf8();
        offers.append({provider, type, gpu, region, card, card, "", "", card}, figures);
    }
    return offers;
}

Result<void> keepAccountOffers(ServiceContext &context, const AccountRecord &account, std::stop_token stop)
{
    const OfferStore store(context.paths);
    if (!hasAccountPrices(account.settings))
        return store.putAccountOffers(account.name, {});
    TRY(const auto provider, context.providers.find(account.providerKind));
    if (!provider->capabilities().hasOffers)
        return {};
    InstanceFilter filter;
    filter.account = account.name;
    TRY(const auto offered, provider->offers(filter, stop));
    return store.putAccountOffers(account.name, ownPricedOffers(account, offered));
}

}  // namespace trainyard

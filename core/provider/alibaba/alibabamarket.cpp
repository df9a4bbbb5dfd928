// SPDX-License-Identifier: GPL-3.0-or-later
// What a region has to offer: types, stock, prices, quotas, images.
#include "core/provider/alibaba/alibabaprovider.h"

#include "core/provider/alibaba/internal/alibabareaders.h"
#include "core/provider/alibaba/internal/alibabaregions.h"

#include <QSet>

#include <algorithm>

namespace trainyard {

namespace {

struct TypePrices {
    QString type;
    std::optional<Money> usual;
    QMap<QString, Money> spot;  // by zone
};

Result<QSet<QString>> typesWithGpus(const AlibabaApi &api, const std::stop_token &stop)
{
    TRY(const auto types, api.all(alibaba::kDescribeInstanceTypes, {{"MinimumGPUAmount", "1"}}, "InstanceTypes/InstanceType", stop));
    QSet<QString> names;
    for (const QJsonObject &type : types) {
        if (type.value(QLatin1String("GPUAmount")).toInt() > 0)
            names.insert(type.value(QLatin1String("InstanceTypeId")).toString());
    }
    return names;
}

Result<QList<AlibabaStock>> stockIn(const AlibabaApi &api, bool isSpot, const std::stop_token &stop)
{
    AlibabaParameters parameters{{"DestinationResource", "InstanceType"}, {"IoOptimized", "optimized"}, {"InstanceChargeType", "PostPaid"}};
    if (isSpot)
        parameters.insert("SpotStrategy", "SpotAsPriceGo");
    TRY(const auto answer, api.call(alibaba::kDescribeAvailableResource, parameters, stop));
    return readAlibabaStock(answer);
}

// A type that the cloud gives no price for has none; any other failure is one.
Result<QJsonObject> priceAnswer(const Result<QJsonObject> &answer)
{
    if (answer)
        return *answer;
    const ErrorCode code = answer.error().code;
    const bool hasNoPrice = code == ErrorCode::InvalidInput || code == ErrorCode::NotFound || code == ErrorCode::NoCapacity
                            || code == ErrorCode::Unsupported;
    return hasNoPrice ? Result<QJsonObject>(QJsonObject()) : Result<QJsonObject>(answer.error());
}

Result<QList<TypePrices>> pricesOf(const AlibabaApi &api, const QString &type, const std::stop_token &stop)
{
    const QByteArray name = type.toUtf8();
    TypePrices prices{type, {}, {}};
    TRY(const auto usual, priceAnswer(api.call(alibaba::kDescribePrice,
                                               {{"ResourceType", "instance"}, {"InstanceType", name}, {"PriceUnit", "Hour"}}, stop)));
    prices.usual = readAlibabaPrice(usual);
    TRY(const auto spot, priceAnswer(api.call(alibaba::kDescribeSpotPriceHistory, {{"NetworkType", "vpc"}, {"InstanceType", name}}, stop)));
    prices.spot = readAlibabaSpotPrices(spot);
    return QList<TypePrices>{prices};
}

}  // namespace

Result<QList<ProviderOffer>> AlibabaProvider::offers(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const auto api, apiFor(filter.account, filter.region));
    TRY(const auto types, typesWithGpus(api, stop));
    QList<ProviderOffer> offers;
    QSet<QString> wanted;
    for (const bool isSpot : {false, true}) {
        TRY(const auto stocks, stockIn(api, isSpot, stop));
        for (const AlibabaStock &stock : stocks) {
            if (!types.contains(stock.type))
                continue;
            wanted.insert(stock.type);
            offers << ProviderOffer{{}, api.region(), stock.zone, stock.type, {}, isSpot, stock.isInStock};
        }
    }
    QStringList names(wanted.begin(), wanted.end());
    names.sort();
    TRY(const auto prices, alibabaJoined<TypePrices>(names, [&](const QString &type) { return pricesOf(api, type, stop); }));
    for (ProviderOffer &offer : offers) {
        const TypePrices &own = prices[std::lower_bound(names.begin(), names.end(), offer.type) - names.begin()];
        if (!offer.isSpot)
            offer.perHour = own.usual;
        else if (const auto price = own.spot.constFind(offer.zone); price != own.spot.constEnd())
            offer.perHour = *price;
    }
    return offers;
}

Result<QList<ProviderQuota>> AlibabaProvider::quota(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const auto api, apiFor(filter.account, filter.region));
    TRY(const auto answer, api.call(alibaba::kDescribeAccountAttributes, {}, stop));
    return readAlibabaQuotas(answer, api.region());
}

Result<QList<ProviderImage>> AlibabaProvider::images(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const auto api, apiFor(filter.account, filter.region));
    QList<ProviderImage> images;
    for (const char *owner : {"system", "self"}) {
        const AlibabaParameters parameters{
            {"ImageOwnerAlias", owner}, {"OSType", "linux"}, {"Architecture", "x86_64"}, {"Status", "Available"}};
        TRY(const auto found, api.all(alibaba::kDescribeImages, parameters, "Images/Image", stop));
        for (const QJsonObject &image : found)
            images << readAlibabaImage(image);
    }
    return images;
}

}  // namespace trainyard

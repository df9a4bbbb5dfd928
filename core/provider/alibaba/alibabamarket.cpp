// SPDX-License-Identifier: GPL-3.0-or-later
// What a region has to offer: types, stock, prices, quotas, images.
#include "core/provider/alibaba/alibabaprovider.h"

#include "core/provider/alibaba/internal/alibabareaders.h"
#include "core/provider/alibaba/internal/alibabaregions.h"
#include "core/provider/alibaba/internal/alibabarequest.h"
#include "core/provider/cloudapi/listing.h"

#include <QJsonArray>
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
template <typename T>
Result<T> orNoPrice(const Result<T> &answer)
{
    if (answer)
        return answer;
    const ErrorCode code = answer.error().code;
    const bool hasNoPrice = code == ErrorCode::InvalidInput || code == ErrorCode::NotFound || code == ErrorCode::NoCapacity
                            || code == ErrorCode::Unsupported;
    return hasNoPrice ? Result<T>(T()) : answer;
}

// All pages: each names the line at which the next one begins, the last one none, or none that is further.
Result<QList<SpotPrice>> spotPricesIn(const AlibabaApi &api, AlibabaParameters question, const std::stop_token &stop)
{
    QList<SpotPrice> prices;
    const Listing listing;
    for (qint64 line = 0;;) {
        TRY(const auto answer, api.call(alibaba::kDescribeSpotPriceHistory, question, stop));
        const QJsonValue listed = answer.value(QLatin1String("SpotPrices")).toObject().value(QLatin1String("SpotPriceType"));
        if (!listed.isArray())
            return alibabaStrangeAnswer(QStringLiteral("no SpotPrices/SpotPriceType"));
        prices << readAlibabaSpotPrices(answer);
        const qint64 next = answer.value(QLatin1String("NextOffset")).toInteger();
        if (listed.toArray().isEmpty() || next <= line)
            return prices;
        line = next;
        question.insert("Offset", QByteArray::number(line));
    }
}

Result<QList<TypePrices>> pricesOf(const AlibabaApi &api, const QString &type, const std::stop_token &stop)
{
    const QByteArray name = type.toUtf8();
    TypePrices prices{type, {}, {}};
    TRY(const auto usual,
        orNoPrice(api.call(alibaba::kDescribePrice, {{"ResourceType", "instance"}, {"InstanceType", name}, {"PriceUnit", "Hour"}}, stop)));
    prices.usual = readAlibabaPrice(usual);
    TRY(auto spot, orNoPrice(spotPricesIn(api, alibabaSpotPriceQuestion(type, {}, {}, {}), stop)));
    std::stable_sort(spot.begin(), spot.end(), [](const SpotPrice &a, const SpotPrice &b) { return a.since < b.since; });
    for (const SpotPrice &one : std::as_const(spot))
        prices.spot.insert(one.zone, one.perHour);
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

Result<QList<SpotPrice>> AlibabaProvider::spotPrices(const SpotPriceFilter &filter, std::stop_token stop) const
{
    TRY(const auto api, apiFor(filter.account, filter.region));
    const QDateTime now = QDateTime::currentDateTimeUtc();
    TRY(auto prices, alibabaJoined<SpotPrice>(filter.types, [&](const QString &type) {
            return spotPricesIn(api, alibabaSpotPriceQuestion(type, filter.zones, filter.since, now), stop);
        }));
    prices.removeIf([&filter](const SpotPrice &one) { return !filter.zones.contains(one.zone) || !filter.types.contains(one.type); });
    std::stable_sort(prices.begin(), prices.end(), [](const SpotPrice &a, const SpotPrice &b) { return a.since < b.since; });
    return prices;
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

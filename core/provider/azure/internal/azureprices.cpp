// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/azure/internal/azureprices.h"

#include <QJsonObject>

namespace trainyard {

namespace {

bool mentions(const QJsonObject &item, const char *field, const char *word)
{
    return item.value(QLatin1String(field)).toString().contains(QLatin1String(word), Qt::CaseInsensitive);
}

std::optional<Money> hourlyPrice(const QJsonObject &item, Currency currency)
{
    const double amount = item.value("retailPrice").toDouble(-1);
    if (!(amount > 0) || amount > 1e6 || item.value("unitOfMeasure").toString() != QLatin1String("1 Hour")
        || item.value("type").toString() != QLatin1String("Consumption") || item.value("currencyCode").toString() != currencyCode(currency))
        return std::nullopt;
    const auto money = Money::parse(QByteArray::number(amount, 'f', 6), currency);
    return money ? std::optional(*money) : std::nullopt;
}

}  // namespace

QByteArray azurePriceFilter(const QString &region)
{
    // All types with GPUs have names that begin with N.
    return "serviceName eq 'Virtual Machines' and priceType eq 'Consumption' and armRegionName eq '" + region.toLatin1()
           + "' and contains(armSkuName, 'Standard_N')";
}

QHash<QString, AzurePrice> azurePrices(const QJsonArray &items, const QString &region, Currency currency)
{
    QHash<QString, AzurePrice> prices;
    for (const QJsonValue &value : items) {
        const QJsonObject item = value.toObject();
        // With a licence for Windows, of the older service for programs, of whole hosts, and of what spot machines were called before.
        if (item.value("armRegionName").toString() != region || mentions(item, "productName", "Windows")
            || mentions(item, "productName", "Cloud Services") || mentions(item, "productName", "CloudServices")
            || mentions(item, "productName", "Dedicated") || mentions(item, "skuName", "Low Priority")
            || mentions(item, "meterName", "Low Priority"))
            continue;
        const auto price = hourlyPrice(item, currency);
        const QString type = item.value("armSkuName").toString();
        if (!price || type.isEmpty())
            continue;
        AzurePrice &one = prices[type];
        auto &kept = mentions(item, "skuName", "Spot") || mentions(item, "meterName", "Spot") ? one.spotPerHour : one.perHour;
        if (!kept || *kept < *price)
            kept = price;
    }
    return prices;
}

}  // namespace trainyard

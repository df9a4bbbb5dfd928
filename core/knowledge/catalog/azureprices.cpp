// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/azureprices.h"

#include "core/knowledge/catalog/internal/jsonlist.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonObject>

namespace trainyard {

namespace {

constexpr qint64 kHoursPerYear = 8'760;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::PriceLists)
};

}  // namespace

Result<QByteArray> AzurePrices::addPage(const QByteArray &json)
{
    TRY(const auto page, readJsonObject(json));
    const QJsonValue items = page[QLatin1String("Items")];
    if (!items.isArray())
        return priceListError(Words::tr("There is no list “%1” in it.").arg(QStringLiteral("Items")));
    const QJsonArray list = items.toArray();
    for (const QJsonValue &item : list) {
        ++m_items;
        if (!item.isObject())
            return priceListError(Words::tr("Item %1 is not an object.").arg(m_items));
        TRY_DO(addItem(item.toObject(), m_items));
    }
    m_isEndMarked = page.contains(QLatin1String("NextPageLink"));
    const auto next = listedText(page[QLatin1String("NextPageLink")]);
    if (!next)
        return priceListError(Words::tr("The address of the next page is not text."));
    return *next;
}

Result<void> AzurePrices::addItem(const QJsonObject &item, qint64 number)
{
    enum Field { Service, Kind, Product, Meter, Sku, SkuName, Region, Unit, PriceCurrency, Term };
    static constexpr std::array<const char *, 10> kFields{"serviceName",  "type",           "productName",   "meterName",
                                                          "armSkuName",   "skuName",        "armRegionName", "unitOfMeasure",
                                                          "currencyCode", "reservationTerm"};

    std::array<QByteArray, kFields.size()> texts;
    for (size_t i = 0; i < kFields.size(); ++i) {
        const auto text = listedText(item[QLatin1String(kFields[i])]);
        if (!text)
            return priceListError(Words::tr("Item %1, “%2”: it is not text.").arg(number).arg(QLatin1String(kFields[i])));
        texts[i] = *text;
    }
    const InstanceShape *shape = m_shapes.find("azure", texts[Sku]);
    const bool isReservation = texts[Kind] == "Reservation";
    const bool isOther = texts[Service] != "Virtual Machines" || (texts[Kind] != "Consumption" && !isReservation) || texts[Unit] != "1 Hour"
                         || texts[Product].contains("Windows") || texts[Product].contains("Dedicated")
                         || texts[Product].contains("Cloud Services") || texts[Product].contains("CloudServices")
                         || texts[Meter].contains("Low Priority") || texts[SkuName].contains("Low Priority");
    if (!shape || isOther || item[QLatin1String("isPrimaryMeterRegion")] == QJsonValue(false)
        || item[QLatin1String("tierMinimumUnits")].toDouble() > 0)
        return {};
    if (texts[PriceCurrency] != currencyCode(m_gatherer.rules().currency).toUtf8()) {
        return priceListError(Words::tr("Item %1, “%2”: it is not in %3.")
                                  .arg(number)
                                  .arg(QStringLiteral("currencyCode"), currencyCode(m_gatherer.rules().currency)));
    }
    const auto digits = listedDigits(item[QLatin1String("retailPrice")]);
    const auto price = digits ? listedNumber(*digits, Money::kDecimals) : std::nullopt;
    if (!price)
        return priceListError(Words::tr("Item %1, “%2”: it is not a valid price.").arg(number).arg(QStringLiteral("retailPrice")));
    if (*price == 0 || texts[Region].isEmpty())
        return {};
    if (!isReservation) {
        const bool isSpot = texts[Meter].contains("Spot") || texts[SkuName].contains("Spot");
        m_gatherer.add("azure", *shape, texts[Region], isSpot ? Purchase::Spot : Purchase::OnDemand, *price);
        return {};
    }
    const int years = texts[Term] == "1 Year" ? 1 : texts[Term] == "3 Years" ? 3 : 0;
    if (years > 0) {
        const qint64 hours = years * kHoursPerYear;
        m_gatherer.add("azure", *shape, texts[Region], years == 1 ? Purchase::Reserved1y : Purchase::Reserved3y,
                       (*price + hours / 2) / hours);
    }
    return {};
}

Result<OfferTable> AzurePrices::offers() const
{
    OfferTable offers;
    if (const auto fault = m_gatherer.gather(offers))
        return priceListError(Words::tr("%1 in %2: %3").arg(fault->type, fault->region, fault->what));
    return offers;
}

}  // namespace trainyard

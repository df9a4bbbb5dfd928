// SPDX-License-Identifier: GPL-3.0-or-later
// Which offers fit a need, and in which order. Pure, any thread.
//
// What is not known satisfies no condition, and what cannot be compared is not put in order: offers whose price or size is
// unknown, or priced in another currency without an exchange rate, come last and are counted.
#pragma once

#include "core/base/exchangerate.h"
#include "core/knowledge/catalog/catalog.h"

#include <optional>

namespace trainyard {

// Price of an hour: as it is, by GPU, TFLOP/s of the datasheet, GiB of GPU memory, TFLOP/s that the person measured.
enum class OfferOrder { Hour, GpuHour, TflopHour, GibHour, MeasuredTflopHour };

QString offerOrderName(OfferOrder order);  // "hour", "gpu-hour", "tflop-hour", "gib-hour", "measured-tflop-hour"
std::optional<OfferOrder> offerOrderFromName(const QString &name);
QStringList offerOrderNames();

struct OfferQuery {
    QStringList gpus;                           // names as GpuNames understands them; any of them
    std::optional<qint32> leastGpus, mostGpus;  // in ten-thousandths
    std::optional<qint32> leastGpuMemoryMiB;    // of each GPU
    std::optional<qint64> leastTotalGpuMemoryMiB;
    std::optional<qint32> leastVcpus;  // in hundredths
    std::optional<qint32> leastMemoryMiB;
    QStringList places;                // names as Places understands them; any of them
    QStringList regions;               // beginnings of their names
    QStringList providers;             // beginnings of their codes, or parts of their names
    QList<Purchase> purchases;         // none: all
    std::optional<Money> mostPerHour;  // in `currency`
    // Each must be part of the provider, type, GPU, region, place, way to buy, source or rate card; in upper or lower case.
    QStringList words;
    bool mayBeUnknown = false;          // those of which a condition is not known to be met are listed, last
    Currency currency = Currency::USD;  // in which prices are compared
    OfferOrder order = OfferOrder::Hour;
    Precision precision = Precision::Fp16;  // of OfferOrder::TflopHour

    bool operator==(const OfferQuery &) const = default;
};

struct OfferSelection {
    std::vector<quint32> rows;  // the cheapest first, then what could not be compared
    size_t compared = 0;        // so many of `rows` are in order; the others come in the order of the next four
    size_t withoutRate = 0;     // priced in a currency without an exchange rate
    size_t withoutSize = 0;     // how many TFLOP/s or GiB the price is for is not known or was not measured
    size_t withoutPrice = 0;
    size_t mayFit = 0;            // whether they satisfy a condition is not known; none unless the query asks for them
    size_t leftOutAsUnknown = 0;  // likewise, and not in `rows`
    QList<Currency> currenciesWithoutRate;
};

// NotFound when a GPU, region or provider of the query is none that any offer has, or no place is called so.
Result<OfferSelection> select(const Catalog &catalog, const OfferQuery &query, const ExchangeRates &rates);

// What an hour of an offer costs, in one currency.
struct HourlyPrices {
    std::optional<Money> hour, gpuHour, tflopHour, gibHour, measuredTflopHour;
};
HourlyPrices hourlyPrices(const Catalog &catalog, size_t row, Currency currency, Precision precision, const ExchangeRates &rates);

}  // namespace trainyard

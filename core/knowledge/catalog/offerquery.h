// SPDX-License-Identifier: GPL-3.0-or-later
// Selects the offers that meet a need, and sorts them. Pure, any thread.
//
// An unknown value satisfies no condition, and values that cannot be compared are not sorted: offers whose price or size is unknown, or
// priced in another currency without an exchange rate, come last and are counted.
#pragma once

#include "core/base/exchangerate.h"
#include "core/knowledge/catalog/catalog.h"

#include <optional>

namespace trainyard {

// Price per hour: as it is, per GPU, per datasheet TFLOP/s, per GiB of GPU memory, per TFLOP/s that the person measured.
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
    // Each must be part of the provider, type, GPU, region, place, way to buy, source or rate card; ignoring case.
    QStringList words;
    bool mayBeUnknown = false;          // offers for which a condition cannot be decided are listed, last
    Currency currency = Currency::USD;  // for comparing prices
    OfferOrder order = OfferOrder::Hour;
    Precision precision = Precision::Fp16;  // for OfferOrder::TflopHour

    bool operator==(const OfferQuery &) const = default;
};

struct OfferSelection {
    std::vector<quint32> rows;  // the cheapest first, then those that could not be compared
    size_t compared = 0;        // how many of `rows` are sorted; the others come in the order of the next four
    size_t withoutRate = 0;     // priced in a currency without an exchange rate
    size_t withoutSize = 0;     // the TFLOP/s or GiB for the price are unknown or were not measured
    size_t withoutPrice = 0;
    size_t mayFit = 0;            // unknown whether they meet a condition; none unless the query asks for them
    size_t leftOutAsUnknown = 0;  // the same, but not in `rows`
    QList<Currency> currenciesWithoutRate;
};

// NotFound if no offer has the query's GPU, region or provider, or if the place is unknown.
Result<OfferSelection> select(const Catalog &catalog, const OfferQuery &query, const ExchangeRates &rates);

// The hourly cost of an offer, in one currency.
struct HourlyPrices {
    std::optional<Money> hour, gpuHour, tflopHour, gibHour, measuredTflopHour;
};
HourlyPrices hourlyPrices(const Catalog &catalog, size_t row, Currency currency, Precision precision, const ExchangeRates &rates);

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// Converts the prices of a provider's list to offers: one for each instance type, region and way to buy, also if the list has several zones
// of a region. For prices on demand and reserved ones the lowest counts; for spot prices the median of the zones where spot is cheaper than
// on demand (of two in the middle, the lower one). Pure; not for two threads.
#pragma once

#include "core/base/error.h"
#include "core/knowledge/catalog/instanceshapes.h"
#include "core/knowledge/catalog/offerfields.h"

#include <QByteArray>
#include <QDate>

#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace trainyard {

struct PriceListRules {
    QByteArray source;  // a PriceSource::code
    QDate seen;         // the day the list was fetched
    Currency currency = Currency::USD;
};

class PriceGatherer {
public:
    explicit PriceGatherer(const PriceListRules &rules) : m_rules(rules) {}

    // nanos > 0.
    void add(QByteArrayView provider, const InstanceShape &shape, QByteArrayView region, Purchase purchase, qint64 nanos);

    struct Fault {
        QString type, region;
        QString what;  // one sentence
    };
    // Everything in order, or the first offer that violates the rules for offers.
    std::optional<Fault> gather(OfferTable &table) const;

    const PriceListRules &rules() const { return m_rules; }

private:
    using Place = std::tuple<QByteArray, QByteArray, QByteArray, QByteArray, qint32>;  // provider, type, region, GPU, count
    struct Found {
        InstanceShape shape;
        std::map<Purchase, std::vector<qint64>> nanos;
    };
    std::optional<Fault> append(const Place &place, const InstanceShape &shape, Purchase purchase, qint64 nanos, OfferTable &table) const;

    PriceListRules m_rules;
    std::map<Place, Found> m_found;
};

// Digits with at most one point and an exponent, as price lists and spreadsheets write them; digits beyond `decimals` are rounded, halves
// away from zero. nullopt if it is not such a number, below 0, or too large.
std::optional<qint64> listedNumber(QByteArrayView text, int decimals);

// Corrupt, with this sentence about the list.
Error priceListError(const QString &what);

}  // namespace trainyard

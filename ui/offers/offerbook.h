// SPDX-License-Identifier: GPL-3.0-or-later
// The data behind the offers page: the catalogue, the exchange rates that the user entered, how providers bill, and today's date. Immutable
// once made, so that queries may read it on another thread.
#pragma once

#include "core/base/exchangerate.h"
#include "core/knowledge/catalog/catalog.h"
#include "core/knowledge/catalog/pricingmodel.h"
#include "core/knowledge/cost/estimate.h"

#include <QDate>

#include <memory>

namespace trainyard {

struct OfferBook {
    Catalog catalog;
    ExchangeRates rates;
    QDate today;
    PricingModels pricing = {};           // how providers bill, and what else they sell
    std::optional<OwnHardware> own = {};  // if set, the last offer is this one; ownhardware.h

    const OfferTable &offers() const { return catalog.offers(); }
    bool isOwn(size_t row) const { return own && row + 1 == offers().size(); }
};
using OfferBookPtr = std::shared_ptr<const OfferBook>;

// Identifies an offer after the catalogue was read again.
QString offerKey(const OfferBook &book, size_t row);

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// The price of an offer on a day. Value type, any thread.
#pragma once

#include "core/base/money.h"
#include "core/knowledge/catalog/asof.h"
#include "core/knowledge/catalog/offertable.h"
#include "core/knowledge/catalog/purchase.h"

#include <QString>

namespace trainyard {

struct SeenPrice {
    QString provider, type, region;  // offerSeller(), offerShape()
    Purchase purchase = Purchase::OnDemand;
    Money price;  // for hoursOf(purchase)
    AsOf asOf;    // the date of the price, as far as known
    QString source;

    bool isSameOffer(const SeenPrice &other) const
    {
        return provider == other.provider && type == other.type && region == other.region && purchase == other.purchase;
    }
};

// The current price of an offer that has one.
SeenPrice seenPrice(const OfferTable &offers, size_t row);

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// What an offer cost on a day. Value type, any thread.
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
    AsOf asOf;    // since when, as far as it is known
    QString source;

    bool isSameOffer(const SeenPrice &other) const
    {
        return provider == other.provider && type == other.type && region == other.region && purchase == other.purchase;
    }
};

// Of an offer that has one, as it is now.
SeenPrice seenPrice(const OfferTable &offers, size_t row);

}  // namespace trainyard

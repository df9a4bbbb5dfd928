// SPDX-License-Identifier: GPL-3.0-or-later
// Offers of the catalogue as they are named on the command line. Reads files.
#pragma once

#include "core/base/paths.h"
#include "core/knowledge/cost/offerprices.h"
#include "core/model/accountrecord.h"
#include "core/service/clouds/rentorder.h"

#include <optional>

namespace trainyard {

struct NamedOffer {
    HourlyOffer price;
    QString provider, type, region;
    QString account = {};  // whose own price it has; empty: any of this provider
    bool isSpot = false;
    int gpus = 0;  // whole ones; 0: unknown, or a part of one
};
// The offer with that id, from its card or price list. NotFound: no such offer, or no price is known for it.
Result<NamedOffer> offerNamed(const Paths &paths, const QString &id, bool mayLackPrice = false);

// A type in a region with its current price: the account's own one (accountPrice()), else that of the catalogue; `price` replaces both.
RentPlace placeAt(const Paths &paths, const AccountRecord &account, const QString &type, const QString &region, bool isSpot,
                  const std::optional<Money> &price);

// What it costs for that time, line by line: the machine, and its disk where the catalogue has a price for it; `diskGiB` of 0 has no line.
// What an address costs is not in the catalogue. InvalidInput without a price or a time.
Result<Estimate> rentEstimate(const QString &provider, const RentPlace &place, int diskGiB, std::chrono::seconds time);

}  // namespace trainyard

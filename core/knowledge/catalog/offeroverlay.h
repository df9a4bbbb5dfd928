// SPDX-License-Identifier: GPL-3.0-or-later
// Overlays fetched price lists on the built-in catalogue. Pure, any thread.
#pragma once

#include "core/knowledge/catalog/offertable.h"

#include <vector>

namespace trainyard {

struct FetchedList {
    OfferTable offers;
    bool isWhole = false;  // everything that its providers offer: an offer missing from it is no longer available
};

// The offers of `base` and of the lists, each once: among those with the same provider, type, region and way to buy, the one whose price
// was seen last; on the same day, the one of an earlier list. Offers without a type are all kept. The interruption rate of spot stays with
// the offer when a newer price replaces the old one.
//
// Sources name the types of a market differently. So for a provider with a whole list, older prices of `base` are dropped where the list
// has prices: for the ways to buy it has, in its regions and without a region.
OfferTable overlaid(const OfferTable &base, const std::vector<FetchedList> &lists);

}  // namespace trainyard

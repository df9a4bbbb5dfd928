// SPDX-License-Identifier: GPL-3.0-or-later
// Fetched price lists over the built-in catalogue. Pure, any thread.
#pragma once

#include "core/knowledge/catalog/offertable.h"

#include <vector>

namespace trainyard {

struct FetchedList {
    OfferTable offers;
    bool isWhole = false;  // all that its providers offer, so that what it lacks is not offered any more
};

// The offers of `base` and of the lists, each once: of those of the same provider, type, region and way to buy, the one
// whose price was seen last; on the same day, one of an earlier list. Offers without a type are all kept. What is known
// about how often spot is taken away stays with the offer when a newer price takes its place.
//
// Sources name the types of a market in their own ways. So of a provider with a whole list, older prices of `base` are left
// out where the list tells prices: for the ways to buy that it has, in its regions and without a region.
OfferTable overlaid(const OfferTable &base, const std::vector<FetchedList> &lists);

}  // namespace trainyard

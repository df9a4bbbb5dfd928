// Fetched price lists over the built-in catalogue. Pure, any thread.
#pragma once

#include "core/catalog/offertable.h"

#include <vector>

namespace trainyard {

// The offers of `base` and of the lists, each once: of those of the same provider, type, region and way to buy, the one
// whose price was seen last; on the same day, one of an earlier list. Offers without a type are all kept. What is known
// about how often spot is taken away stays with the offer when a newer price takes its place.
OfferTable overlaid(const OfferTable &base, const std::vector<OfferTable> &lists);

}  // namespace trainyard

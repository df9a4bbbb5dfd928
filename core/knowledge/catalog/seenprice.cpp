// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/seenprice.h"

#include "core/knowledge/catalog/offerid.h"

namespace trainyard {

SeenPrice seenPrice(const OfferTable &offers, size_t row)
{
    const OfferFigures figures = offers.figures(row);
    return {offerSeller(offers, row),
            offerShape(offers, row),
            offers.text(OfferText::Region, row),
            figures.purchase,
            figures.price().value_or(Money()),
            figures.asOf,
            offers.text(OfferText::Source, row)};
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// What there is to say about a rate card that was read without a fault. Pure, any thread.
#pragma once

#include "core/knowledge/catalog/catalog.h"
#include "core/knowledge/catalog/seenprice.h"

#include <QStringList>

namespace trainyard {

// Sentences about what is probably wrong and may be right all the same: prices below a thousandth of the cheapest that is
// known for such a GPU, or for any where none is known. What other rate cards say does not count as known. Prices in
// different currencies are compared unit for unit, in those without cents a hundredth: within a thousandfold that is enough.
QStringList cardDoubts(const OfferTable &card, const Catalog &known);

// Of each price that changed, the old one and the new one. Offers that are named alike within a card are passed over.
QList<SeenPrice> cardChanges(const OfferTable &before, const OfferTable &now);

}  // namespace trainyard

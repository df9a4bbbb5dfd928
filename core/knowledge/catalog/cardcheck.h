// SPDX-License-Identifier: GPL-3.0-or-later
// Remarks on a rate card that was read without errors. Pure, any thread.
#pragma once

#include "core/knowledge/catalog/catalog.h"
#include "core/knowledge/catalog/seenprice.h"

#include <QStringList>

namespace trainyard {

// Sentences about values that are probably wrong but may be right: prices below a thousandth of the cheapest known price for such a GPU, or
// for any GPU if none is known. Prices in other rate cards do not count as known. Prices in different currencies are compared unit for
// unit, in those without cents as a hundredth: for a factor of a thousand that is accurate enough.
QStringList cardDoubts(const OfferTable &card, const Catalog &known);

// For each changed price, the old one and the new one. Skips offers that share a name within a card.
QList<SeenPrice> cardChanges(const OfferTable &before, const OfferTable &now);

}  // namespace trainyard

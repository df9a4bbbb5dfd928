// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a fetched price list may replace the existing one. Pure, any thread.
#pragma once

#include "core/base/result.h"
#include "core/knowledge/catalog/offertable.h"
#include "core/knowledge/catalog/seenprice.h"

#include <QList>
#include <QStringList>

#include <optional>

namespace trainyard {

struct CheckedPrices {
    OfferTable offers;                                         // what to keep
    QList<SeenPrice> changes;                                  // for each changed price: the old one, then the new one
    qint64 changed = 0;                                        // number of prices
    qint64 left = 0;                                           // number of implausible prices, left as they were
    QStringList notes;                                         // sentences: what was left as it was, and why; how many offers are gone
    std::optional<Error> refusal;                              // Corrupt: the list is implausible as a whole; then there are no offers
    bool needsConsent() const { return refusal || left > 0; }  // a person may still accept it
};

// Whether the server marked the end of the list: otherwise it may have been cut off and lack offers.
enum class ListEnd { Marked, Unmarked };

// `before`: the existing list, nullptr without one. `builtIn`: what is known about offers that it lacks. Corrupt if it is empty. Refused if
// it has less than half of the existing offers, or lacks any of them while its end was not marked. A price on demand or of a reservation
// that is more than three times the previous one, or less than a third (ten times for spot, which does fluctuate), is left as it was. With
// `acceptsAll` a person has checked it, and only an empty list is refused.
Result<CheckedPrices> checkPrices(const OfferTable &fetched, const OfferTable *before, const OfferTable &builtIn, ListEnd end,
                                  bool acceptsAll);

}  // namespace trainyard

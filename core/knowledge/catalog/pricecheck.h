// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a price list that was fetched may take the place of the one that is there. Pure, any thread.
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
    QList<SeenPrice> changes;                                  // of each price that changed: the old one, then the new one
    qint64 changed = 0;                                        // so many prices
    qint64 left = 0;                                           // so many that are not to be believed, left as they were
    QStringList notes;                                         // sentences: what was left as it was, and why; how many offers are gone
    std::optional<Error> refusal;                              // Corrupt: nothing of it is to be believed; then there are no offers
    bool needsConsent() const { return refusal || left > 0; }  // a person may accept it all the same
};

// Whether the list's end was told by its server: else it may lack offers that stood behind the place where it was cut off.
enum class ListEnd { Told, NotTold };

// `before`: the list that is there, nullptr without one. `builtIn`: what is known about offers that it lacks.
// Corrupt when it holds nothing. Refused when it holds less than half of what is there, or lacks any of it while its end was
// not told. A price on demand or of a reservation that is more
// than threefold, or less than a third of, the one before (tenfold for spot, which does move) is left as it was. With
// `acceptsAll` a person has looked at it, and only an empty list is refused.
Result<CheckedPrices> checkPrices(const OfferTable &fetched, const OfferTable *before, const OfferTable &builtIn, ListEnd end,
                                  bool acceptsAll);

}  // namespace trainyard

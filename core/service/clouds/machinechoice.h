// SPDX-License-Identifier: GPL-3.0-or-later
// Which offer is rented for a task: what its file says, held against the offers that the person's accounts can rent.
#pragma once

#include "core/base/exchangerate.h"
#include "core/base/paths.h"
#include "core/model/accountrecord.h"
#include "core/model/machineneeds.h"
#include "core/service/clouds/rentableoffer.h"

#include <QStringList>

namespace trainyard {

// So many are tried at most, one after the other; with more alternatives in order, one of each.
inline constexpr qsizetype kMostTries = 4;

struct ChosenOffer {
    RentableOffer offer;   // with its price
    QString account;       // by name: the one whose own price it has, else the first of its cloud
    qsizetype needed = 0;  // of MachineNeeds::machines
    QString image;         // empty: the provider's own
    const RentPlace &place() const { return offer.place(offer.isSpot); }
};

struct MachineChoice {
    QList<ChosenOffer> offers;  // the choice, then those that are tried when there is none of those before; at least one
    QString why;                // one sentence about the first
    QStringList notes;          // sentences: what was left out
};

// Pure. Without a list, and with `any_of`, the cheapest first. With `ordered`, and accelerators in a list, first what the first alternative
// offers, the cheapest first, then the next ones. Prices in a currency without an exchange rate come last. NotFound with one sentence that
// names what is missing: an account, the GPUs, their number, the region, a lower price.
Result<MachineChoice> chooseMachine(const MachineNeeds &needs, const Catalog &catalog, const PricingModels &pricing,
                                    const ExchangeRates &rates, const QList<AccountRecord> &accounts);
// The same from the files on this computer: the catalogue with everything over it, and the exchange rates. Reads files.
Result<MachineChoice> chooseMachine(const MachineNeeds &needs, const Paths &paths, const QList<AccountRecord> &accounts);

}  // namespace trainyard

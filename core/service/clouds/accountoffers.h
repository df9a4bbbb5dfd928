// SPDX-License-Identifier: GPL-3.0-or-later
// What an account offers at prices that the person has set for it ("price.FLAVOUR"), where its cloud has none: offers like the others, kept in
// the offer store, with the day on which the price was set.
#pragma once

#include "core/knowledge/catalog/offertable.h"
#include "core/provider/interface/machineprovider.h"
#include "core/service/machines/servicecontext.h"

namespace trainyard {

// Those of the account's types that have GPUs and such a price. Pure.
OfferTable ownPricedOffers(const AccountRecord &account, const QList<ProviderOffer> &offered);
// Asks its cloud what it offers, and keeps it; asks nothing without such prices. What was kept stays if the cloud does not answer. Blocks; any
// thread. Errors as MachineProvider::offers() and OfferStore::putCard().
Result<void> keepAccountOffers(ServiceContext &context, const AccountRecord &account, std::stop_token stop);

}  // namespace trainyard

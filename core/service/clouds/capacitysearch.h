// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a machine that is watched for is there, by what a cloud says about its offers. The price is the cloud's where it says one, and
// otherwise the catalogue's, which is named as such.
#pragma once

#include "core/base/exchangerate.h"
#include "core/knowledge/catalog/catalog.h"
#include "core/knowledge/catalog/pricingmodel.h"
#include "core/model/capacitywatch.h"
#include "core/provider/interface/machineprovider.h"
#include "core/service/clouds/rentorder.h"
#include "core/service/machines/servicecontext.h"

#include <QHash>

namespace trainyard {

// A type with the GPUs that are wanted, in one region, as the catalogue knows it.
struct KnownOffer {
    QString provider;
    RentPlace place;  // without a price if the catalogue has none for this way to buy
    AsOf asOf;        // of the price
};
// Pure. NotFound with a sentence: the catalogue knows no machine with these GPUs.
Result<QList<KnownOffer>> knownOffers(const Catalog &catalog, const PricingModels &models, const CapacityWatch &watch);

struct CapacityFind {
    RentPlace place;           // with its price
    QString zone;              // may be empty
    bool isLivePrice = false;  // of the cloud, now; else of the catalogue, as of `asOf`
    AsOf asOf;
    std::optional<bool> isInStock;  // nullopt: the cloud does not say
    QString text() const;           // "p5.48xlarge in us-east-1a for 18.20 USD per hour (the cloud's price now, stock not stated)"
};

struct CapacityAnswer {
    QList<CapacityFind> finds;  // what meets the watch, the cheapest first
    QString why;                // one sentence when there is none
};
// Pure. What a watch that only tells takes for there is stricter: the cloud has to say that it is in stock, or to have a spot price for it. One
// that rents may find out by trying.
CapacityAnswer searchCapacity(const CapacityWatch &watch, const QString &provider, const QList<ProviderOffer> &offers,
                              const QList<KnownOffer> &known, const ExchangeRates &rates);

// Blocking, a worker thread; one request for offers per region. What was said is remembered as of `when`. Errors as
// MachineProvider::offers().
Result<QHash<QString, CapacityAnswer>> searchAccount(ServiceContext &context, const QString &account, const QList<CapacityWatch> &watches,
                                                     const QDateTime &when, const std::stop_token &stop);

// What would keep this watch from ever finding or renting anything, said before it is added: as checkWatch() and checkRentOrder(); NotFound:
// no such account, or no machine like that at its cloud; Unsupported: its cloud cannot be asked; AuthenticationFailed: it is not signed in;
// InvalidInput: a region that it cannot use. A cloud that does not answer now is no reason to refuse. Without named accounts, one that will
// do is enough. Blocking, a worker thread.
Result<void> checkWatchable(ServiceContext &context, const CapacityWatch &watch, const std::stop_token &stop);

}  // namespace trainyard

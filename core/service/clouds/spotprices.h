// SPDX-License-Identifier: GPL-3.0-or-later
// The prices of rented spot machines, as their clouds move them.
#pragma once

#include "core/model/instance.h"
#include "core/provider/interface/machineprovider.h"
#include "core/service/machines/servicecontext.h"
#include "core/storage/database/rentalrecord.h"

#include <functional>

namespace trainyard {

// One call of MachineProvider::spotPrices(), and the rentals that its answer is for.
struct PriceQuestion {
    struct Asked {
        RentalId rental;
        QString type, zone;
    };
    QString providerKind;
    SpotPriceFilter filter;
    QList<Asked> asked;
    QDateTime seen;  // when the latest of them was answered; invalid: never

    QString key() const;  // the same for the same account and region
};

// Of all spot machines whose price moves and can be asked, and is not known until after their end yet: one for each account and region. A
// machine without a known zone is left out until the cloud has said where it is. Pure.
QList<PriceQuestion> priceQuestions(const QList<Rental> &rentals, const QList<Instance> &instances,
                                    const std::function<SpotPricing(const QString &providerKind)> &pricingOf, const QDateTime &now);

// Where the price of this rental comes from, and how old it is, in one sentence; empty: it is what it was when the machine was rented.
QString spotPriceFact(const Rental &rental, const InstanceRequest &request, SpotPricing pricing, const QDateTime &now);

struct PriceRise {
    QString machine;
    Money before, now;  // per hour
};

// Asks, and writes down what was said, as of `when`. Where nothing was said, the last known price and its age stay. Returns what the caller
// has to tell the person: each price that is a tenth above the highest one known to them, once. Errors as MachineProvider::spotPrices() and
// RentalTable::setPrices(); what could be written down was. Blocking; any thread.
Result<QList<PriceRise>> followPrices(ServiceContext &context, const PriceQuestion &question, const QDateTime &when, std::stop_token stop);

}  // namespace trainyard

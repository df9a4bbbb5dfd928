// SPDX-License-Identifier: GPL-3.0-or-later
// The rentals of an instance: which one goes on in which state.
#include "core/knowledge/catalog/catalogfiles.h"
#include "core/service/machines/instanceoperations.h"
#include "core/service/machines/stoppedprice.h"

#include <algorithm>

namespace trainyard {

namespace {

// A rental that cannot begin, because the clock was set, is no reason not to write down what a provider says.
Result<void> unlessItCannotBe(const Result<void> &metered)
{
    const bool isMinor = !metered
                         && (metered.error().code == ErrorCode::InvalidInput || metered.error().code == ErrorCode::AlreadyExists
                             || metered.error().code == ErrorCode::NotFound);
    return isMinor ? Result<void>() : metered;
}

struct RentalsOfOne {
    std::optional<Rental> going;
    QDateTime lastEnd;
};

Result<RentalsOfOne> rentalsOf(const StateDatabase &database, InstanceId id)
{
    TRY(const auto rentals, database.rentals.all());
    RentalsOfOne own;
    for (const Rental &one : rentals) {
        if (one.instanceId != id)
            continue;
        if (!one.ended.isValid())
            own.going = one;
        else if (!own.lastEnd.isValid() || one.ended > own.lastEnd)
            own.lastEnd = one.ended;
    }
    return own;
}

}  // namespace

// `stopped`: what it costs per hour while it is stopped, in place of its price.
Result<void> InstanceOperations::beginRental(const Instance &instance, const QDateTime &when, const std::optional<Money> &stopped) const
{
    const auto machine = machineOf(instance.id);
    if (!machine || !instance.request.perHour)
        return {};
    TRY(const auto rentals, m_database.rentals.all());
    if (goingRental(rentals, machine->id))
        return {};
    Rental rental;
    rental.machineId = machine->id;
    rental.perHour = stopped.value_or(*instance.request.perHour);
    rental.source = stopped ? QString::fromLatin1(kStoppedSource) : instance.request.offerId;
    if (!stopped) {
        rental.billing.step = instance.request.billingStep;
        rental.billing.minimum = instance.request.billingMinimum;
        if (instance.request.isSpot)
            rental.billing.priceHolds = m_providers.capabilitiesOf(instance.request.providerKind).spotPriceHolds;
    }
    rental.began = when;
    const auto begun = m_database.rentals.begin(rental);
    return begun ? Result<void>() : Result<void>(begun.error());
}

// After a stop. A rental that a person ended since it was started stays ended; where the stopped machine kept its price, it goes on.
Result<void> InstanceOperations::resumeRental(const Instance &instance) const
{
    TRY(const auto own, rentalsOf(m_database, instance.id));
    if (own.going ? !isOfStopped(*own.going) : !own.lastEnd.isValid() || own.lastEnd > instance.since)
        return {};
    TRY_DO(endRentals(instance.id, instance.since));
    return unlessItCannotBe(beginRental(instance, instance.since));
}

// Asks the cloud what was made for it, once.
std::optional<InstanceOperations::StoppedCost> InstanceOperations::stoppedCost(const Instance &before, const InstanceReport &report,
                                                                               const MachineProvider &provider,
                                                                               const std::stop_token &stop) const
{
    const InstanceRequest &request = before.request;
    const auto own = rentalsOf(m_database, before.id);
    if (!own || !request.perHour)
        return std::nullopt;
    StoppedCost cost;
    cost.isNew = before.state != InstanceState::Stopped;
    cost.isWhole = isFullyCharged(request.providerKind, report, builtInDangerClocks());
    if (cost.isWhole || (own->going && isOfStopped(*own->going)))
        return cost;
    InstanceFilter filter;
    filter.account = request.account;
    filter.region = request.region;
    filter.owner = request.owner;
    filter.clientToken = request.clientToken;
    QList<CloudResource> parts = provider.resources(filter, stop).value_or({});
    parts.removeIf([&request](const CloudResource &one) { return one.owner != request.owner || one.clientToken != request.clientToken; });
    const auto pricing = parsePricingModels(builtInPricingFile());
    cost.perHour = stoppedPrice(request, parts, builtInDangerClocks(), pricing.value_or({}));
    return cost;
}

// What goes with the state of a row that was changed, in the same transaction.
Result<void> InstanceOperations::meter(const Instance &instance, const std::optional<StoppedCost> &stopped) const
{
    if (instance.state == InstanceState::Gone)
        return endRentals(instance.id);
    return instance.state == InstanceState::Stopped && stopped ? meterStopped(instance, *stopped) : Result<void>();
}

// Each start is billed anew, with its own minimum; in between, only what the cloud goes on charging is counted.
Result<void> InstanceOperations::meterStopped(const Instance &instance, const StoppedCost &cost) const
{
    TRY(const auto own, rentalsOf(m_database, instance.id));
    const QDateTime when = cost.isNew ? instance.since : QDateTime::currentDateTimeUtc();
    if (own.going && isOfStopped(*own.going) == cost.isWhole) {
        TRY_DO(endRentals(instance.id, when));
        return cost.isWhole || cost.perHour ? unlessItCannotBe(beginRental(instance, when, cost.isWhole ? std::nullopt : cost.perHour))
                                            : Result<void>();
    }
    // What it costs was not known before. A rental that a person ended while it was stopped stays ended.
    const bool isOurs = own.lastEnd.isValid() && own.lastEnd <= instance.since;
    return !own.going && isOurs && cost.perHour ? unlessItCannotBe(beginRental(instance, instance.since, cost.perHour)) : Result<void>();
}

Result<void> InstanceOperations::endRentals(InstanceId id, const QDateTime &when) const
{
    TRY(const auto rentals, m_database.rentals.all());
    for (const Rental &rental : rentals) {
        if (rental.instanceId != id || rental.ended.isValid())
            continue;
        TRY_DO(m_database.rentals.end(rental.machineId, when));
    }
    return {};
}

}  // namespace trainyard

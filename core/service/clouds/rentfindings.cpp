// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/clouds/rentfindings.h"

#include "core/base/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

using State = RentFinding::State;

struct FindingWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RentFindings)
};

QList<RentFinding> allOf(RentAsk ask, State state, const QString &sentence)
{
    QList<RentFinding> all;
    const QList<RentQuestion> questions = answeredBy(ask);
    for (const RentQuestion question : questions)
        all << RentFinding{question, state, sentence, {}, {}, {}};
    return all;
}

// A cloud that refuses the credentials will not rent; one that does not answer may.
QList<RentFinding> failed(RentAsk ask, const Error &error)
{
    const bool isRefusal = ask == RentAsk::SignIn
                           && (error.code == ErrorCode::AuthenticationFailed || error.code == ErrorCode::NotFound
                               || error.code == ErrorCode::Unsupported);
    return allOf(ask, isRefusal ? State::Refused : State::Unknown, error.what);
}

QList<RentFinding> signIn(const AccountReport &report)
{
    RentFinding account{RentQuestion::Account, State::Fine, FindingWords::tr("The account answers"), report.identity, {}, {}};
    RentFinding rights{RentQuestion::Rights, State::Fine, FindingWords::tr("All rights that were tried are there"), {}, {}, {}};
    if (!report.missing.isEmpty()) {
        rights.state = State::Doubtful;
        rights.sentence = FindingWords::tr("These rights are missing: %1").arg(report.missing.join(QStringLiteral(", ")));
    }
    return {account, rights};
}

RentFinding quota(const QList<ProviderQuota> &all, const RentPlace &place, bool isSpot, int vcpus)
{
    RentFinding found{RentQuestion::Quota, State::Unknown, FindingWords::tr("Which quota counts for this type is not known"), {}, {}, {}};
    for (const ProviderQuota &one : all) {
        const bool isOurs = std::any_of(one.typesBeginWith.begin(), one.typesBeginWith.end(),
                                        [&place](const QString &begin) { return place.type.startsWith(begin); });
        if (!isOurs || one.isSpot != isSpot)
            continue;
        const double free = std::max(0.0, one.limit - one.used), needed = one.countsVcpus ? std::max(1, vcpus) : 1;
        found.state = free >= needed ? State::Fine : State::Refused;
        found.sentence =
            found.state == State::Fine
                ? FindingWords::tr("Your quota has room")
                : FindingWords::tr("Your quota is too small: ask the provider for more of “%1”, or choose another region.").arg(one.name);
        //: free and granted, in vCPUs or machines
        found.value = (one.countsVcpus ? FindingWords::tr("%1 of %2 vCPUs free") : FindingWords::tr("%1 of %2 free"))
                          .arg(formatNumber(free, 0), formatNumber(one.limit, 0));
        return found;
    }
    return found;
}

QList<RentFinding> offered(const QList<ProviderOffer> &all, const RentPlace &place, bool isSpot, bool hasZones)
{
    RentFinding there{RentQuestion::Offered,
                      State::Refused,
                      FindingWords::tr("%1 is not offered in %2: choose another region or type.").arg(place.type, place.region),
                      {},
                      {},
                      {}};
    RentFinding price{RentQuestion::Price, State::Unknown, FindingWords::tr("The provider does not tell this price"), {}, {}, {}};
    if (hasZones)
        there.zones = zonesWith(all, place, isSpot);
    for (const ProviderOffer &one : all) {
        if (one.type != place.type)
            continue;
        there.state = State::Fine;
        there.sentence = FindingWords::tr("This type is offered in %1").arg(place.where());
        if (!place.zone.isEmpty() && !one.zone.isEmpty() && one.zone != place.zone)
            continue;
        if (one.isSpot != isSpot || !one.perHour || !place.perHour)
            continue;
        // Zones differ in the price of spot machines: the lowest one counts.
        if (price.price && (price.price->currency() != one.perHour->currency() || *price.price <= *one.perHour))
            continue;
        price.price = one.perHour;
    }
    there.value = there.zones.join(QStringLiteral(", "));
    if (!place.zone.isEmpty() && !there.zones.isEmpty() && !there.zones.contains(place.zone)) {
        there.state = State::Refused;
        there.sentence = FindingWords::tr("%1 is not offered in %2: choose another zone, or any.").arg(place.type, place.zone);
    }
    if (price.price && place.perHour) {
        const bool isSame = price.price->roundedToCents() == place.perHour->roundedToCents();
        price.state = isSame ? State::Fine : State::Doubtful;
        price.value = formatMoney(*price.price);
        price.sentence = isSame ? FindingWords::tr("The price is the same as in Offers")
                                : FindingWords::tr("The price has changed: it was %1").arg(formatMoney(*place.perHour));
        if (isSame)
            price.price.reset();
    }
    return {there, price};
}

}  // namespace

QList<RentQuestion> answeredBy(RentAsk ask)
{
    switch (ask) {
    case RentAsk::SignIn: return {RentQuestion::Account, RentQuestion::Rights};
    case RentAsk::Quota: return {RentQuestion::Quota};
    case RentAsk::Offers: return {RentQuestion::Offered, RentQuestion::Price};
    }
    Q_UNREACHABLE();
}

QStringList zonesWith(const QList<ProviderOffer> &offers, const RentPlace &place, bool isSpot)
{
    QStringList zones, soldOut;
    for (const ProviderOffer &one : offers) {
        if (one.type != place.type || one.zone.isEmpty() || (!one.region.isEmpty() && one.region != place.region))
            continue;
        zones << one.zone;
        if (one.isSpot == isSpot && one.isInStock && !*one.isInStock)
            soldOut << one.zone;
    }
    zones.removeIf([&soldOut](const QString &zone) { return soldOut.contains(zone); });
    zones.removeDuplicates();
    zones.sort();
    return zones;
}

QList<RentFinding> askBeforeRenting(ServiceContext &context, RentAsk ask, const RentOrder &order, int vcpus, const std::stop_token &stop)
{
    const auto account = context.database->accounts.find(order.account);
    if (!account)
        return failed(ask, account.error());
    const auto provider = context.providers.find(account->providerKind);
    if (!provider)
        return failed(ask, provider.error());
    const RentPlace &place = order.places.first();
    InstanceFilter filter;
    filter.account = account->name;
    filter.region = place.region;
    const ProviderCapabilities can = (*provider)->capabilities();
    const QString silent = FindingWords::tr("The provider does not tell");
    switch (ask) {
    case RentAsk::SignIn: {
        const auto report = (*provider)->check(account->name, stop);
        if (report)
            context.accountReports.keep(*account, *report);
        return report ? signIn(*report) : failed(ask, report.error());
    }
    case RentAsk::Quota: {
        if (!can.hasQuota)
            return allOf(ask, State::Unknown, silent);
        const auto quotas = (*provider)->quota(filter, stop);
        return quotas ? QList<RentFinding>{quota(*quotas, place, order.isSpot, vcpus)} : failed(ask, quotas.error());
    }
    case RentAsk::Offers: {
        if (!can.hasOffers)
            return allOf(ask, State::Unknown, silent);
        const auto offers = (*provider)->offers(filter, stop);
        return offers ? offered(*offers, place, order.isSpot, can.zones != ZoneUse::None) : failed(ask, offers.error());
    }
    }
    Q_UNREACHABLE();
}

}  // namespace trainyard

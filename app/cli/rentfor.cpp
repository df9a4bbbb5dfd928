// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/rentfor.h"

#include "app/cli/costjson.h"
#include "app/cli/jsonvalues.h"
#include "core/base/format.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RentCommands)
};

Result<void> checkOptions(const Options &options)
{
    for (const char *other : {"--type", "--region", "--zone", "--or", "--spot", "--price"}) {
        if (options.has(QLatin1String(other)))
            return invalidInput(Words::tr("%1 does not go with --for: the task file says what is rented.").arg(QLatin1String(other)));
    }
    if (!options.rest.isEmpty())
        return invalidInput(Words::tr("Name an offer or a task file (--for), not both."));
    return {};
}

Result<QList<AccountRecord>> usableAccounts(const CommandContext &context, const QString &named)
{
    if (named.isEmpty())
        return context.services.database().accounts.all();
    TRY(const auto account, context.services.database().accounts.find(named));
    return QList<AccountRecord>{account};
}

// Those that follow each other in one account are one order.
bool isSameOrder(const RentOrder &one, const RentOrder &other)
{
    return one.account == other.account && one.isSpot == other.isSpot && one.image == other.image && one.diskGiB == other.diskGiB;
}

// "8 × H100, 192 vCPUs, 2048 GiB"
QString hardwareText(const RentableOffer &offer)
{
    QStringList parts;
    if (offer.gpus > 0)
        parts << QStringLiteral("%1 × %2").arg(offer.gpus).arg(offer.gpu);
    if (offer.vcpus > 0)
        parts << Words::tr("%1 vCPUs").arg(offer.vcpus);
    if (offer.memoryMiB > 0)
        parts << Words::tr("%1 GiB of memory").arg(offer.memoryMiB / 1024);
    return parts.join(QStringLiteral(", "));
}

QJsonObject offerJson(const ChosenOffer &chosen)
{
    const RentPlace &place = chosen.place();
    return {{QStringLiteral("offer"), place.offerId},
            {QStringLiteral("account"), chosen.account},
            {QStringLiteral("type"), place.type},
            {QStringLiteral("region"), place.region},
            {QStringLiteral("zone"), orNull(place.zone)},
            {QStringLiteral("spot"), chosen.offer.isSpot},
            {QStringLiteral("gpu"), chosen.offer.gpu},
            {QStringLiteral("gpus"), chosen.offer.gpus},
            {QStringLiteral("alternative"), int(chosen.needed + 1)},
            {QStringLiteral("per_hour"), amountJson(place.perHour)},
            {QStringLiteral("currency"), currencyCode(place.perHour->currency())}};
}

}  // namespace

Result<RentPlan> planRenting(CommandContext &context, const Options &options, const RentOrder &common)
{
    TRY_DO(checkOptions(options));
    const QString file = options.value(QStringLiteral("--for"));
    TRY(const auto text, readTaskFile(file, context.console.stop()));
    TRY(const auto needs, machineNeeds(text, file));
    const QString named = options.value(QStringLiteral("--account"));
    TRY(const auto accounts, usableAccounts(context, named));
    RentPlan plan;
    TRY(plan.choice, chooseMachine(needs, context.services.paths(), accounts));
    QStringList notes;
    for (const TaskIssue &issue : needs.notes)
        notes << QStringLiteral("%1:%2:%3: %4").arg(file).arg(issue.line).arg(issue.column).arg(issue.what);
    plan.choice.notes = notes + plan.choice.notes;
    for (const ChosenOffer &chosen : std::as_const(plan.choice.offers)) {
        RentOrder order = common;
        // With several accounts at one cloud, one of them has to be named.
        const bool isItsOwn = !chosen.offer.account.isEmpty();
        TRY(const auto account, named.isEmpty() && !isItsOwn ? context.services.clouds.onlyAccount(chosen.offer.providerKind)
                                                             : context.services.database().accounts.find(chosen.account));
        order.account = account.name;
        order.isSpot = chosen.offer.isSpot;
        order.diskGiB = order.diskGiB > 0 ? order.diskGiB : needs.machines[chosen.needed].diskGiB;
        order.image = order.image.isEmpty() ? chosen.image : order.image;
        if (!order.isSpot)
            order.maxPrice.reset();
        if (order.ownAddress.isEmpty())
            order.ownAddress = account.settings.value(QLatin1String(kOwnAddressSetting));
        order.places << chosen.place();
        TRY_DO(checkRentOrder(order));
        TRY_DO(checkZones(order, context.services.clouds.capabilitiesOf(account), chosen.offer.providerName));
        if (!plan.orders.isEmpty() && isSameOrder(plan.orders.last(), order))
            plan.orders.last().places << chosen.place();
        else
            plan.orders << order;
    }
    const bool isAnySpot = std::any_of(plan.orders.begin(), plan.orders.end(), [](const RentOrder &one) { return one.isSpot; });
    if (common.maxPrice && !isAnySpot)
        return invalidInput(
            Words::tr("A highest price goes with spot machines only, and the task asks for none: write 'use_spot: true' in it."));
    return plan;
}

int printPlan(Console &console, const RentPlan &plan)
{
    if (console.isJson) {
        QJsonArray offers;
        for (const ChosenOffer &chosen : plan.choice.offers)
            offers.append(offerJson(chosen));
        console.print(QJsonObject{{QStringLiteral("offers"), offers},
                                  {QStringLiteral("why"), plan.choice.why},
                                  {QStringLiteral("notes"), QJsonArray::fromStringList(plan.choice.notes)}},
                      true);
        return 0;
    }
    console.print(plan.choice.why);
    for (qsizetype number = 0; number < plan.choice.offers.size(); ++number) {
        const ChosenOffer &chosen = plan.choice.offers[number];
        const RentPlace &place = chosen.place();
        //: number, offer, what it has, account, price
        console.print(Words::tr("%1. %2: %3, in the account “%4”, %5 per hour")
                          .arg(QString::number(number + 1), place.zone.isEmpty() ? place.offerId : place.offerId + u' ' + place.zone,
                               hardwareText(chosen.offer), chosen.account, place.perHour->text()));
    }
    if (plan.choice.offers.size() > 1)
        console.print(Words::tr("Each line is tried only when the one before it has no capacity or its quota is used up."));
    return 0;
}

}  // namespace trainyard

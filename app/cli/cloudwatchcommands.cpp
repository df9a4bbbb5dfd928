// SPDX-License-Identifier: GPL-3.0-or-later
// `yard cloud watch …` and `yard cloud history`.
#include "app/cli/commands.h"
#include "app/cli/costjson.h"
#include "app/cli/jsonvalues.h"
#include "app/cli/optionreader.h"
#include "core/agent/agent.h"
#include "core/base/format.h"
#include "core/base/seentext.h"
#include "core/knowledge/catalog/purchase.h"
#include "core/service/clouds/rentorder.h"
#include "core/service/clouds/rentplaces.h"
#include "core/service/clouds/watchorder.h"
#include "core/storage/history/marketlog.h"

#include <QCoreApplication>
#include <QJsonArray>

namespace trainyard {

namespace {

struct WatchCommandWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CloudCommands)
};

constexpr int kMostWatchGiB = 64 * 1024;  // of a disk; no cloud has a larger one

QJsonObject toJson(const CapacityWatch &watch)
{
    return {{QStringLiteral("name"), watch.name},
            {QStringLiteral("gpu"), watch.gpu},
            {QStringLiteral("gpus"), watch.gpus},
            {QStringLiteral("most_per_hour"), amountJson(watch.most)},
            {QStringLiteral("currency"), currencyCode(watch.most.currency())},
            {QStringLiteral("purchase"), purchaseName(watch.isSpot ? Purchase::Spot : Purchase::OnDemand)},
            {QStringLiteral("accounts"), QJsonArray::fromStringList(watch.accounts)},
            {QStringLiteral("regions"), QJsonArray::fromStringList(watch.regions)},
            {QStringLiteral("rents"), watch.action == WatchAction::Rent},
            {QStringLiteral("until"), orNull(watch.until)},
            {QStringLiteral("state"), watchStateName(watch.state)},
            {QStringLiteral("since"), timeOrNull(watch.since)},
            {QStringLiteral("asked"), timeOrNull(watch.looked)},
            {QStringLiteral("outcome"), orNull(watch.outcome)}};
}

Result<CapacityWatch> watchFrom(CommandContext &context, const Options &options)
{
    OptionReader reader(options);
    CapacityWatch watch;
    watch.gpu = options.value(QStringLiteral("--gpu"));
    watch.gpus = int(reader.number("--gpus", 0, 1, 64).value_or(1));
    watch.most = reader.money("--below", Currency::USD).value_or(Money());
    watch.isSpot = options.has(QStringLiteral("--spot"));
    watch.accounts = options.valuesOf(QStringLiteral("--account"));
    watch.regions = options.valuesOf(QStringLiteral("--region"));
    watch.action = options.has(QStringLiteral("--rent")) ? WatchAction::Rent : WatchAction::Tell;
    watch.until = options.value(QStringLiteral("--until"));
    watch.machineName = options.value(QStringLiteral("--name"));
    watch.image = options.value(QStringLiteral("--image"));
    watch.keyName = options.value(QStringLiteral("--key"));
    watch.ownAddress = options.value(QStringLiteral("--from"));
    watch.diskGiB = int(reader.number("--disk", 0, 1, kMostWatchGiB).value_or(0));
    if (reader.problem())
        return *reader.problem();
    if (watch.action == WatchAction::Tell && !watch.until.isEmpty())
        return invalidInput(WatchCommandWords::tr("--until belongs to a watch that rents: add --rent, or leave it out."));
    watch.name = options.rest.value(0);
    if (watch.name.isEmpty())
        watch.name = freeWatchName(context.services.database(), watch);
    TRY_DO(context.console.wait(context.services.cloudPreview.checkWatch(watch, context.console.stop())));
    return watch;
}

int addWatch(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments,
                                     {QStringLiteral("--gpu"), QStringLiteral("--gpus"), QStringLiteral("--below"),
                                      QStringLiteral("--account"), QStringLiteral("--region"), QStringLiteral("--until"),
                                      QStringLiteral("--name"), QStringLiteral("--image"), QStringLiteral("--key"),
                                      QStringLiteral("--from"), QStringLiteral("--disk")},
                                     {QStringLiteral("--spot"), QStringLiteral("--rent"), QStringLiteral("--yes")},
                                     {0, 1, WatchCommandWords::tr("Name one watch; “%1” is one too many.")});
    if (!options)
        return usageError(context, self, options.error().what);
    Console &console = context.console;
    const auto wanted = watchFrom(context, *options);
    if (!wanted)
        return console.fail(wanted.error());
    if (wanted->action == WatchAction::Rent && !options->has(QStringLiteral("--yes"))) {
        console.say(WatchCommandWords::tr("As soon as it is there, this is rented without asking again, once: %1, until %2.")
                        .arg(wanted->wantedText(), wanted->until));
        const auto answer = console.ask(WatchCommandWords::tr("May it be rented? (yes/no) "));
        if (!answer && !console.stop().stop_requested())
            return console.fail(invalidInput(WatchCommandWords::tr("There is no terminal to ask on: add --yes to let it be rented.")));
        if (!answer || answer->trimmed() != QLatin1String("yes"))
            return console.fail(cancelledError());
    }
    const auto added = context.services.database().watches.add(*wanted);
    if (!added)
        return console.fail(added.error());
    if (console.isJson)
        console.print(toJson(*added));
    else
        console.print(WatchCommandWords::tr("Watching for %1 as “%2”.").arg(added->wantedText(), added->name));
    if (!Agent::holder(context.services.paths()))
        console.say(WatchCommandWords::tr("Nothing asks the clouds yet: start `yard agent`, or open the window, and keep it running."));
    return 0;
}

int listWatches(CommandContext &context, const Command &self)
{
    const auto words = readWords(context.arguments, 0, 0, WatchCommandWords::tr("“yard cloud watch list” takes no names."));
    if (!words)
        return usageError(context, self, words.error().what);
    const auto watches = context.services.database().watches.all();
    if (!watches)
        return context.console.fail(watches.error());
    const QStringList unread = context.services.database().watches.unreadable().value_or({});
    for (const QString &name : unread) {
        context.console.say(
            WatchCommandWords::tr("The watch “%1” cannot be read and is not carried out: remove it with `yard cloud watch remove %1`.")
                .arg(seenText(name, u"", u'?')));
    }
    if (context.console.isJson) {
        QJsonArray array;
        for (const CapacityWatch &watch : *watches)
            array << toJson(watch);
        context.console.print(array);
        return 0;
    }
    if (watches->isEmpty()) {
        context.console.print(
            WatchCommandWords::tr("Nothing is watched for. Add a watch with: yard cloud watch add --gpu H100 --gpus 8 --below 20USD"));
        return 0;
    }
    const QDateTime now = QDateTime::currentDateTimeUtc();
    QList<QStringList> rows{{QStringLiteral("NAME"), QStringLiteral("WANTED"), QStringLiteral("ACTION"), QStringLiteral("STATE"),
                             QStringLiteral("ASKED"), QStringLiteral("OUTCOME")}};
    for (const CapacityWatch &watch : *watches) {
        rows << QStringList{watch.name,
                            watch.wantedText(),
                            watch.action == WatchAction::Rent ? WatchCommandWords::tr("rent until %1").arg(watch.until)
                                                              : WatchCommandWords::tr("tell"),
                            watchStateName(watch.state),
                            watch.looked.isValid() ? formatAge(watch.looked, now) : QStringLiteral("-"),
                            watch.outcome.isEmpty() ? QStringLiteral("-") : watch.outcome};
    }
    context.console.printTable(rows);
    return 0;
}

int setPaused(CommandContext &context, const Command &self, bool isPaused)
{
    const auto words = readWords(context.arguments, 1, 1, WatchCommandWords::tr("Name one watch."));
    if (!words)
        return usageError(context, self, words.error().what);
    Console &console = context.console;
    StateDatabase &database = context.services.database();
    const auto before = database.watches.find(words->first());
    if (!before)
        return console.fail(before.error());
    // What is so already is no failure of a script that asks for it.
    const bool isSo = before->state == (isPaused ? WatchState::Paused : WatchState::Watching);
    const auto now = isSo ? before : setWatchPaused(database, before->name, isPaused);
    if (!now && now.error().code == ErrorCode::AlreadyExists) {
        return console.fail(invalidInput(
            before->state == WatchState::Renting || before->state == WatchState::Rented
                ? WatchCommandWords::tr("The watch “%1” has rented a machine, or is about to: it cannot be paused or resumed.")
                      .arg(before->name)
                : WatchCommandWords::tr("The watch “%1” has ended, and asks nothing: there is nothing to pause.").arg(before->name)));
    }
    if (!now)
        return console.fail(now.error());
    if (console.isJson)
        console.print(toJson(*now));
    else
        console.print(isPaused ? WatchCommandWords::tr("“%1” is paused: nothing is asked for it.").arg(now->name)
                               : WatchCommandWords::tr("Watching for %1 again as “%2”.").arg(now->wantedText(), now->name));
    return 0;
}

int pauseWatch(CommandContext &context, const Command &self) { return setPaused(context, self, true); }

int resumeWatch(CommandContext &context, const Command &self) { return setPaused(context, self, false); }

int removeWatch(CommandContext &context, const Command &self)
{
    const auto words = readWords(context.arguments, 1, 1, WatchCommandWords::tr("Name one watch."));
    if (!words)
        return usageError(context, self, words.error().what);
    const auto removed = context.services.database().watches.remove(words->first());
    return removed ? 0 : context.console.fail(removed.error());
}

QString stockText(const std::optional<bool> &isInStock)
{
    if (!isInStock)
        return WatchCommandWords::tr("not stated");
    return *isInStock ? WatchCommandWords::tr("in stock") : WatchCommandWords::tr("sold out");
}

int showMarket(CommandContext &context, const Command &self)
{
    const auto words = readWords(context.arguments, 1, 1, WatchCommandWords::tr("Name one offer, as `yard offer list` shows it."));
    if (!words)
        return usageError(context, self, words.error().what);
    Console &console = context.console;
    const QStringList parts = words->first().split(u'/');
    const auto purchase = purchaseFromName(parts.value(3).toLatin1());
    if (parts.size() != 4 || !purchase || (*purchase != Purchase::Spot && *purchase != Purchase::OnDemand)) {
        return console.fail(invalidInput(WatchCommandWords::tr("“%1” is not an offer whose stock can be asked for: enter "
                                                               "CLOUD/TYPE/REGION/on-demand or CLOUD/TYPE/REGION/spot.")
                                             .arg(words->first().left(100))));
    }
    QList<MarketSighting> seen;
    if (auto log = MarketLog::openToRead(context.services.paths().market())) {
        auto found = log->of(parts[0].toLower(), parts[1], parts[2], *purchase == Purchase::Spot, QDateTime::currentDateTimeUtc());
        if (!found)
            return console.fail(found.error());
        seen = *std::move(found);
    } else if (log.error().code != ErrorCode::NotFound) {
        return console.fail(log.error());
    }
    const auto catalogue = offerNamed(context.services.paths(), words->first(), true);
    const bool hasCatalogue = catalogue && !catalogue->price.id.isEmpty();
    if (console.isJson) {
        QJsonArray array;
        for (const MarketSighting &one : seen) {
            array << QJsonObject{
                {QStringLiteral("zone"), orNull(one.zone)},
                {QStringLiteral("first"), timeOrNull(one.first)},
                {QStringLiteral("last"), timeOrNull(one.last)},
                {QStringLiteral("per_hour"), amountJson(one.perHour)},
                {QStringLiteral("currency"), one.perHour ? QJsonValue(currencyCode(one.perHour->currency())) : QJsonValue()},
                {QStringLiteral("in_stock"), orNull(one.isInStock)},
                {QStringLiteral("account"), one.account}};
        }
        console.print(
            QJsonObject{{QStringLiteral("offer"), words->first()},
                        {QStringLiteral("catalogue_per_hour"), hasCatalogue ? amountJson(catalogue->price.perHour) : QJsonValue()},
                        {QStringLiteral("catalogue_currency"),
                         hasCatalogue ? QJsonValue(currencyCode(catalogue->price.perHour.currency())) : QJsonValue()},
                        {QStringLiteral("catalogue_as_of"), hasCatalogue ? orNull(catalogue->price.asOf.text()) : QJsonValue()},
                        {QStringLiteral("seen"), array}});
        return 0;
    }
    if (hasCatalogue) {
        console.print(
            WatchCommandWords::tr("The catalogue's price: %1 per hour, as of %2.")
                .arg(catalogue->price.perHour.text(), catalogue->price.asOf.isKnown() ? catalogue->price.asOf.text() : unknownWord()));
    }
    if (seen.isEmpty()) {
        console.print(WatchCommandWords::tr("No cloud was asked about it so far. A watch asks: yard cloud watch add --help"));
        return 0;
    }
    const QDateTime now = QDateTime::currentDateTimeUtc();
    QList<QStringList> rows{{QStringLiteral("SINCE"), QStringLiteral("LAST SEEN"), QStringLiteral("ZONE"), QStringLiteral("STOCK"),
                             QStringLiteral("PER HOUR"), QStringLiteral("SAID TO")}};
    for (const MarketSighting &one : std::as_const(seen)) {
        rows << QStringList{formatMoment(one.first, now),
                            formatAge(one.last, now),
                            one.zone.isEmpty() ? QStringLiteral("-") : one.zone,
                            stockText(one.isInStock),
                            one.perHour ? one.perHour->text() : WatchCommandWords::tr("not stated"),
                            one.account};
    }
    console.printTable(rows);
    return 0;
}

}  // namespace

void addCloudWatchCommands(Commands &commands)
{
    const auto add = [&commands](const QString &verb, const QString &usage, const QString &help,
                                 int (*run)(CommandContext &, const Command &)) {
        Command &command = commands[verb];
        command = {usage, help, [&command, run](CommandContext &context) { return run(context, command); }};
    };
    add(QStringLiteral("cloud watch add"),
        QStringLiteral(
            "cloud watch add --gpu GPU [--gpus N] --below PRICE [--spot] [--account ACCOUNT]… [--region REGION]… [--rent --until "
            "WHEN [--name MACHINE] [--from ADDRESS|auto] [--disk GIB] [--image IMAGE] [--key KEY] [--yes]] [NAME]"),
        WatchCommandWords::tr(
            "Watches the clouds of your accounts for a machine at or below a price per hour, and tells you once it is there, "
            "or rents it, once. The agent asks, every five minutes."),
        addWatch);
    add(QStringLiteral("cloud watch list"), QStringLiteral("cloud watch list"),
        WatchCommandWords::tr("Lists what is watched for, when the clouds were last asked, and what they said."), listWatches);
    add(QStringLiteral("cloud watch pause"), QStringLiteral("cloud watch pause NAME"),
        WatchCommandWords::tr("Stops asking the clouds for it until it is resumed."), pauseWatch);
    add(QStringLiteral("cloud watch resume"), QStringLiteral("cloud watch resume NAME"),
        WatchCommandWords::tr("Asks the clouds for it again: after a pause, and after it found something or failed."), resumeWatch);
    add(QStringLiteral("cloud watch remove"), QStringLiteral("cloud watch remove NAME"),
        WatchCommandWords::tr("Ends a watch. What it has rented stays rented."), removeWatch);
    add(QStringLiteral("cloud history"), QStringLiteral("cloud history OFFER"),
        WatchCommandWords::tr("Shows when an offer was in stock and at which price, as the clouds said when they were asked, beside the "
                              "catalogue's price."),
        showMarket);
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// `yard rent`.
#include "app/cli/commands.h"
#include "app/cli/costjson.h"
#include "app/cli/givingback.h"
#include "app/cli/json.h"
#include "app/cli/optionreader.h"
#include "app/cli/rentfor.h"
#include "app/cli/rentlaunch.h"
#include "app/cli/rentprinter.h"
#include "core/agent/agent.h"
#include "core/base/format.h"
#include "core/base/shellquote.h"
#include "core/model/sshcommand.h"
#include "core/service/clouds/commandlines.h"
#include "core/service/clouds/ownaddress.h"
#include "core/service/clouds/rentplaces.h"

#include <QCoreApplication>
#include <QFuture>
#include <QJsonArray>

#include <algorithm>
#include <functional>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RentCommands)
};

constexpr int kMostGiB = 64 * 1024;  // of a disk; no cloud has a larger one

const QString kShowCommand = QStringLiteral("--show-command"), kShow = QStringLiteral("--show"), kFor = QStringLiteral("--for");

QString localTime(const QDateTime &when) { return when.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm")); }

QStringList rentOptions()
{
    return {QStringLiteral("--type"),     QStringLiteral("--region"), QStringLiteral("--or"),        QStringLiteral("--until"),
            QStringLiteral("--account"),  QStringLiteral("--name"),   QStringLiteral("--max-price"), QStringLiteral("--price"),
            QStringLiteral("--from"),     QStringLiteral("--image"),  QStringLiteral("--disk"),      QStringLiteral("--key"),
            QStringLiteral("--continue"), QStringLiteral("--for"),    QStringLiteral("--zone")};
}

struct WantedOffer {
    QString provider, type, region;  // an empty provider: that of the account
    bool isSpot = false;
    QString account = {};  // whose own price it has; empty: any
};

Result<WantedOffer> wantedOffer(const CommandContext &context, const Options &options)
{
    const QString type = options.value(QStringLiteral("--type")), region = options.value(QStringLiteral("--region"));
    WantedOffer wanted{{}, type, region, options.has(QStringLiteral("--spot"))};
    if (options.rest.isEmpty() == type.isEmpty())
        return invalidInput(Words::tr("Name an offer, as `yard offer list` shows it, or a --type and a --region."));
    if (options.rest.isEmpty())
        return wanted;
    TRY(const auto offer, offerNamed(context.services.paths(), options.rest.first(), options.has(QStringLiteral("--price"))));
    if (offer.type.isEmpty() || (offer.region.isEmpty() && region.isEmpty())) {
        return invalidInput(Words::tr("The offer %1 does not say which type it is or where: name --type and --region.")
                                .arg(options.rest.first().left(100)));
    }
    wanted = {offer.provider, offer.type, region.isEmpty() ? offer.region : region, offer.isSpot || wanted.isSpot, offer.account};
    return wanted;
}

// What is the same wherever it is rented.
Result<RentOrder> commonOrder(const Options &options)
{
    OptionReader reader(options);
    RentOrder order;
    if (!options.has(QStringLiteral("--until")))
        return invalidInput(Words::tr("Say when the machine is given back: --until 8h, --until 40USD, --until idle=20m or --until run."));
    TRY(order.end, parseRentEnd(options.value(QStringLiteral("--until")), QDateTime::currentDateTimeUtc()));
    order.maxPrice = reader.money("--max-price", {});
    order.diskGiB = int(reader.number("--disk", 0, 1, kMostGiB).value_or(0));
    if (reader.problem())
        return *reader.problem();
    order.name = options.value(QStringLiteral("--name"));
    order.image = options.value(QStringLiteral("--image"));
    order.keyName = options.value(QStringLiteral("--key"));
    order.ownAddress = options.value(QStringLiteral("--from"));
    return order;
}

Result<RentOrder> readOrder(CommandContext &context, const Options &options)
{
    TRY(auto order, commonOrder(options));
    TRY(const auto wanted, wantedOffer(context, options));
    const QString named = options.has(QStringLiteral("--account")) ? options.value(QStringLiteral("--account")) : wanted.account;
    TRY(const auto account,
        named.isEmpty() ? context.services.clouds.onlyAccount(wanted.provider) : context.services.database().accounts.find(named));
    if (!wanted.provider.isEmpty() && !QStringList{wanted.provider}.contains(account.providerKind)) {
        return invalidInput(
            Words::tr("The account “%1” is not one of %2, which makes this offer: name another one.").arg(account.name, wanted.provider));
    }
    if (!wanted.account.isEmpty() && account.name != wanted.account)
        return invalidInput(Words::tr("This offer has the price of the account “%1”: name that one, or none.").arg(wanted.account));
    OptionReader reader(options);
    const auto price = reader.money("--price", {});
    if (reader.problem())
        return *reader.problem();
    order.account = account.name;
    order.isSpot = wanted.isSpot;
    const Paths paths = context.services.paths();
    const auto add = [&](const QString &type, const QString &region) {
        order.places << placeAt(paths, account, type, region, order.isSpot, price);
    };
    add(wanted.type, wanted.region.isEmpty() ? account.region : wanted.region);
    order.places.first().zone = options.value(QStringLiteral("--zone"));
    const QStringList others = options.valuesOf(QStringLiteral("--or"));
    for (const QString &other : others) {
        const QStringList parts = other.split(u'@');
        if (parts.size() != 2 || parts[0].isEmpty() || parts[1].isEmpty())
            return invalidInput(Words::tr("“%1” is not a type and a region: enter --or TYPE@REGION.").arg(other.left(60)));
        add(parts[0], parts[1]);
    }
    if (order.ownAddress.isEmpty())
        order.ownAddress = account.settings.value(QLatin1String(kOwnAddressSetting));
    TRY_DO(checkRentOrder(order));
    TRY_DO(checkZones(order, context.services.clouds.capabilitiesOf(account), account.providerKind));
    // Before the question whether to rent, which names it.
    if (order.ownAddress == QLatin1String(kFindAddress) && context.services.letIn.isLimited(account.name)) {
        TRY(order.ownAddress, context.console.wait(context.services.letIn.ownAddress(context.console.stop())));
        context.console.say(Words::tr("Your public address is %1; SSH is allowed from it only.").arg(order.ownAddress));
    }
    return order;
}

QString endText(const RentEnd &end)
{
    QStringList parts;
    if (end.at.isValid())
        parts << Words::tr("at %1").arg(localTime(end.at));
    if (end.spent)
        parts << Words::tr("when it has cost %1").arg(end.spent->text());
    if (end.idle)
        parts << Words::tr("after %1 without a run").arg(formatDuration(std::chrono::milliseconds(*end.idle).count()));
    if (end.isAfterRuns)
        parts << Words::tr("when its last run has ended");
    return parts.join(Words::tr(", or "));
}

// What renting it can cost, before anything is asked for.
QStringList costLines(const CommandContext &context, const QList<RentOrder> &orders, const QDateTime &now)
{
    const StateDatabase &database = context.services.database();
    const auto canChoose = [&context, &database](const RentOrder &order) {
        const auto account = database.accounts.find(order.account);
        return account && context.services.clouds.capabilitiesOf(*account).zones != ZoneUse::None;
    };
    QStringList lines;
    for (const RentOrder &order : orders) {
        const auto account = database.accounts.find(order.account);
        for (const RentPlace &place : order.places) {
            const QString bought = order.isSpot ? Words::tr("spot") : Words::tr("on demand");
            const QString what = orders.size() > 1
                                     ? Words::tr("%1 in %2, %3, in the account “%4”: %5 per hour")
                                           .arg(place.type, place.where(), bought, order.account, place.perHour->text())
                                     : Words::tr("%1 in %2, %3: %4 per hour").arg(place.type, place.where(), bought, place.perHour->text());
            const QDateTime latest = latestEnd(order.end, now, place.perHour);
            const auto most = latest.isValid() ? place.perHour->times(now.secsTo(latest), 3600) : Result<Money>(Error{});
            lines << (most ? Words::tr("%1, at most %2 until %3.").arg(what, formatMoney(*most), localTime(latest))
                           : Words::tr("%1; how much in all depends on your runs.").arg(what));
            const auto estimate = latest.isValid() && order.diskGiB > 0
                                      ? rentEstimate(account ? account->providerKind : QString(), place, order.diskGiB,
                                                     std::chrono::seconds(now.secsTo(latest)))
                                      : Result<Estimate>(Error{});
            for (const EstimateLine &line : estimate ? estimate->lines : QList<EstimateLine>()) {
                if (line.part == CostPart::Disk) {
                    //: the disk's kind, an amount or why there is none
                    lines << Words::tr("  %1 until then: %2").arg(line.name, line.amount ? formatMoney(*line.amount) : line.missing);
                }
            }
            if (place.offerId.isEmpty())
                lines << Words::tr("  The catalogue has no price for it; this is the one that you gave.");
        }
    }
    if (orders.size() > 1 || orders.first().places.size() > 1)
        lines << Words::tr("Each line is tried only when the one before it has no capacity or its quota is used up.");
    const bool hasZones = std::any_of(orders.begin(), orders.end(), [&canChoose](const RentOrder &one) {
        return canChoose(one)
               && std::any_of(one.places.begin(), one.places.end(), [](const RentPlace &place) { return place.zone.isEmpty(); });
    });
    if (hasZones)
        lines << Words::tr(
            "Where no zone is named, those of the region that have the machine are tried one after the other, before the next line.");
    lines << Words::tr("It is given back %1.").arg(endText(orders.first().end));
    lines << (orders.first().diskGiB > 0 ? Words::tr("Its address and traffic can cost more.")
                                         : Words::tr("Its disk, address and traffic can cost more."));
    return lines;
}

Result<void> agreedTo(CommandContext &context, const QList<RentOrder> &orders, const Options &options)
{
    const QStringList lines = costLines(context, orders, QDateTime::currentDateTimeUtc());
    for (const QString &line : lines)
        context.console.say(line);
    if (options.has(QStringLiteral("--yes")))
        return {};
    const auto answer = context.console.ask(Words::tr("Rent it? (yes/no) "));
    if (answer && answer->trimmed() == QLatin1String("yes"))
        return {};
    if (answer || context.console.stop().stop_requested())
        return cancelledError();
    return invalidInput(Words::tr("There is no terminal to ask on: add --yes to rent it at this price."));
}

// Waits for it, and says how it went. The next one begins when there is none of the one before; `task`: the file that it is for.
using BeginRenting = std::function<QFuture<Result<Machine>>(const RentReport &)>;
int rented(CommandContext &context, const QList<BeginRenting> &begin, const RentEnd &end, const std::optional<RentLaunch> &launched,
           const QString &task = {})
{
    Console &console = context.console;
    RentPrinter printer(console);
    Result<Machine> machine = Error{};
    for (const BeginRenting &one : begin) {
        machine = console.wait(one(printer.report()), std::chrono::milliseconds(kLookMs), [&] { printer.flush(); });
        if (machine || (machine.error().code != ErrorCode::NoCapacity && machine.error().code != ErrorCode::OverQuota))
            break;
    }
    printer.flush();
    console.showStep({});
    if (!machine)
        return console.fail(machine.error());
    // What is launched here need not be said.
    const bool isTaskSaid = !task.isEmpty() && !launched;
    const QString launch = QStringLiteral("yard run launch --machine %1 %2").arg(shellQuoted(machine->name), shellQuoted(task));
    if (console.isJson) {
        QJsonObject told{{QStringLiteral("machine"), toJson(*machine)}, {QStringLiteral("until"), end.text()}};
        if (isTaskSaid)
            told[QStringLiteral("launch")] = launch;
        console.print(told, true);
    } else {
        console.print(Words::tr("%1 is ready: %2").arg(machine->name, sshCommandFor(machine->target)));
        if (isTaskSaid)
            console.print(Words::tr("Launch the task there: %1").arg(launch));
    }
    if (launched && isGivenBackHere(context, end)) {
        console.say(
            Words::tr("No agent is running, so this command stays until the run has ended, and gives %1 back then.").arg(machine->name));
    } else if (!Agent::holder(context.services.paths())) {
        console.say(
            Words::tr("Nothing gives it back yet: start `yard agent`, or open the window, and keep it running. By hand: yard machine "
                      "give-back %1")
                .arg(shellQuoted(machine->name)));
    }
    return launched ? launchOnRented(context, *launched, *machine, end) : 0;
}

BeginRenting renting(CommandContext &context, const RentOrder &order)
{
    return [&context, order](const RentReport &report) { return context.services.clouds.rent(order, report, context.console.stop()); };
}

// The machine that a task file describes.
int rentForTask(CommandContext &context, const Options &options, const std::optional<RentLaunch> &launched)
{
    Console &console = context.console;
    const auto common = commonOrder(options);
    if (!common)
        return console.fail(common.error());
    const auto plan = planRenting(context, options, *common);
    if (!plan)
        return console.fail(plan.error());
    for (const QString &note : plan->choice.notes)
        console.say(note);
    if (options.has(kShow))
        return printPlan(console, *plan);
    if (options.has(kShowCommand))
        return printLines(console, createLines(context.services.paths(), context.services.database(), plan->orders.first()));
    console.say(plan->choice.why);
    if (const auto agreed = agreedTo(context, plan->orders, options); !agreed)
        return console.fail(agreed.error());
    QList<BeginRenting> begin;
    for (const RentOrder &order : plan->orders)
        begin << renting(context, order);
    return rented(context, begin, common->end, launched, options.value(kFor));
}

int rentFromCloud(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, rentOptions() + rentLaunchOptions(),
                                     {QStringLiteral("--spot"), QStringLiteral("--yes"), QStringLiteral("--follow"), kShowCommand, kShow},
                                     {0, 1, Words::tr("Name one offer; “%1” is one too many.")});
    if (!options)
        return usageError(context, self, options.error().what);
    Console &console = context.console;
    const auto launched = readRentLaunch(context, *options);
    if (!launched)
        return console.fail(launched.error());
    if (const QString name = options->value(QStringLiteral("--continue")); !name.isEmpty()) {
        const auto instance = instanceNamed(context.services.database(), name);
        if (!instance)
            return console.fail(instance.error());
        return rented(context, {[&](const RentReport &report) {
                          return context.services.clouds.resumeRenting(instance->id, report, console.stop());
                      }},
                      instance->request.end, *launched);
    }
    if (options->has(kFor))
        return rentForTask(context, *options, *launched);
    if (options->has(kShow))
        return console.fail(invalidInput(Words::tr("--show goes with --for only: it shows what would be rented for a task.")));
    const auto order = readOrder(context, *options);
    if (!order)
        return console.fail(order.error());
    if (options->has(kShowCommand))
        return printLines(console, createLines(context.services.paths(), context.services.database(), *order));
    if (const auto agreed = agreedTo(context, {*order}, *options); !agreed)
        return console.fail(agreed.error());
    return rented(context, {renting(context, *order)}, order->end, *launched);
}

}  // namespace

void addRentCommands(Commands &commands)
{
    Command &renting = commands[QStringLiteral("rent")];
    renting = {
        QStringLiteral(
            "rent (OFFER | --type TYPE --region REGION | --for FILE | --continue NAME) --until END [--zone ZONE] [--or TYPE@REGION]… [--account NAME] [--name NAME] [--spot] "
            "[--max-price PRICE] [--price PRICE] [--from ADDRESS|auto] [--image IMAGE] [--disk GIB] [--key KEY] [--yes] [--show-command] [--show] "
            "[--launch FILE [--env KEY[=VALUE]]… [--secret KEY]… [--follow]]"),
        Words::tr(
            "Rents a machine from a cloud, shows first what it costs, waits until it is ready, and says when it is given back: --until "
            "8h, 40USD, idle=20m or run, or several of them. --for FILE chooses the offer that the task file describes. --continue NAME goes on "
            "with one whose program was ended before it was ready. --launch FILE launches that task there once it is ready."),
        [&renting](CommandContext &context) { return rentFromCloud(context, renting); }};
    addGiveBackCommand(commands);
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// `yard rent` and `yard machine give-back`.
#include "app/cli/commands.h"
#include "app/cli/costjson.h"
#include "app/cli/json.h"
#include "app/cli/optionreader.h"
#include "app/cli/rentfor.h"
#include "core/agent/agent.h"
#include "core/base/format.h"
#include "core/base/shellquote.h"
#include "core/model/accountprice.h"
#include "core/model/sshcommand.h"
#include "core/service/clouds/commandlines.h"
#include "core/service/clouds/ownaddress.h"
#include "core/service/clouds/rentplaces.h"

#include <QCoreApplication>
#include <QFuture>
#include <QJsonArray>

#include <algorithm>
#include <functional>
#include <mutex>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RentCommands)
};

constexpr int kMostGiB = 64 * 1024;  // of a disk; no cloud has a larger one

const QString kShowCommand = QStringLiteral("--show-command"), kShow = QStringLiteral("--show"), kFor = QStringLiteral("--for");

// Lines of another program; nothing is done.
int printLines(Console &console, const Result<QStringList> &lines)
{
    if (!lines)
        return console.fail(lines.error());
    if (console.isJson) {
        console.print(QJsonObject{{QStringLiteral("commands"), QJsonArray::fromStringList(*lines)}}, true);
        return 0;
    }
    for (const QString &line : *lines)
        console.print(line);
    return 0;
}

QString localTime(const QDateTime &when) { return when.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm")); }

// Reports come from a worker thread and are printed here, on the main one.
class RentPrinter {
public:
    explicit RentPrinter(Console &console) : m_console(console) {}

    RentReport report()
    {
        return [this](const RentStep &step) {
            const std::lock_guard lock(m_guard);
            m_steps << step;
        };
    }
    void flush()
    {
        QList<RentStep> steps;
        {
            const std::lock_guard lock(m_guard);
            steps.swap(m_steps);
        }
        for (const RentStep &step : std::as_const(steps))
            print(step);
    }

private:
    void print(const RentStep &step)
    {
        if (m_console.isJson) {
            // What a stage waits for is said once, not at every look.
            const QString words = rentStageName(step.stage) + step.place + step.evidence;
            if (!step.isDone && words == m_last)
                return;
            m_last = words;
            m_console.print(QJsonObject{{QStringLiteral("stage"), rentStageName(step.stage)},
                                        {QStringLiteral("done"), step.isDone},
                                        {QStringLiteral("refused"), step.isRefused},
                                        {QStringLiteral("place"), step.place},
                                        {QStringLiteral("evidence"), step.evidence},
                                        {QStringLiteral("took_ms"), qint64(step.took.count())},
                                        {QStringLiteral("elapsed_ms"), qint64(step.sinceRequest.count())}},
                            true);
            return;
        }
        const QString line = formatElapsed(step.sinceRequest.count()) + QStringLiteral("  ") + rentStageTitle(step.stage);
        if (step.isRefused) {
            m_console.showStep({});
            m_console.print(formatElapsed(step.sinceRequest.count()) + QStringLiteral("  ")
                            + Words::tr("None at %1: %2", "a place, the reason").arg(step.place, step.evidence));
            return;
        }
        if (!step.isDone) {
            m_console.showStep(step.evidence.isEmpty() ? line + QStringLiteral(" …") : line + QStringLiteral(" … ") + step.evidence);
            return;
        }
        m_console.showStep({});
        m_console.print(
            QStringLiteral("%1  (%2)")
                .arg(step.evidence.isEmpty() ? line : line + QStringLiteral("  ") + step.evidence, formatDuration(step.took.count())));
    }

    Console &m_console;
    std::mutex m_guard;
    QList<RentStep> m_steps;
    QString m_last;
};

QStringList rentOptions()
{
    return {QStringLiteral("--type"),     QStringLiteral("--region"), QStringLiteral("--or"),        QStringLiteral("--until"),
            QStringLiteral("--account"),  QStringLiteral("--name"),   QStringLiteral("--max-price"), QStringLiteral("--price"),
            QStringLiteral("--from"),     QStringLiteral("--image"),  QStringLiteral("--disk"),      QStringLiteral("--key"),
            QStringLiteral("--continue"), QStringLiteral("--for")};
}

struct WantedOffer {
    QString provider, type, region;  // an empty provider: that of the account
    bool isSpot = false;
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
    wanted = {offer.provider, offer.type, region.isEmpty() ? offer.region : region, offer.isSpot || wanted.isSpot};
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
    const QString named = options.value(QStringLiteral("--account"));
    TRY(const auto account,
        named.isEmpty() ? context.services.clouds.onlyAccount(wanted.provider) : context.services.database().accounts.find(named));
    if (!wanted.provider.isEmpty() && !QStringList{wanted.provider}.contains(account.providerKind)) {
        return invalidInput(
            Words::tr("The account “%1” is not one of %2, which makes this offer: name another one.").arg(account.name, wanted.provider));
    }
    OptionReader reader(options);
    const auto price = reader.money("--price", {});
    if (reader.problem())
        return *reader.problem();
    order.account = account.name;
    order.isSpot = wanted.isSpot;
    const Paths paths = context.services.paths();
    const auto add = [&](const QString &type, const QString &region) {
        order.places << placeAt(paths, account.providerKind, type, region, order.isSpot,
                                price ? price : accountPrice(account.settings, type));
    };
    add(wanted.type, wanted.region.isEmpty() ? account.region : wanted.region);
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
QStringList costLines(const QList<RentOrder> &orders, const StateDatabase &database, const QDateTime &now)
{
    QStringList lines;
    for (const RentOrder &order : orders) {
        const auto account = database.accounts.find(order.account);
        for (const RentPlace &place : order.places) {
            const QString bought = order.isSpot ? Words::tr("spot") : Words::tr("on demand");
            const QString what = orders.size() > 1
                                     ? Words::tr("%1 in %2, %3, in the account “%4”: %5 per hour")
                                           .arg(place.type, place.region, bought, order.account, place.perHour->text())
                                     : Words::tr("%1 in %2, %3: %4 per hour").arg(place.type, place.region, bought, place.perHour->text());
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
    lines << Words::tr("It is given back %1.").arg(endText(orders.first().end));
    lines << (orders.first().diskGiB > 0 ? Words::tr("Its address and traffic can cost more.")
                                         : Words::tr("Its disk, address and traffic can cost more."));
    return lines;
}

Result<void> agreedTo(CommandContext &context, const QList<RentOrder> &orders, const Options &options)
{
    const QStringList lines = costLines(orders, context.services.database(), QDateTime::currentDateTimeUtc());
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

// By the machine's name; one that never became a machine, by the name or the id that it has at its provider.
Result<Instance> instanceNamed(StateDatabase &database, const QString &name)
{
    if (const auto machine = database.machines.find(name)) {
        if (machine->instanceId.isSet() && !machine->isSimulated)
            return database.instances.find(machine->instanceId);
        return invalidInput(
            machine->isSimulated
                ? Words::tr("The sandbox costs nothing: stop it with `yard sandbox stop`.")
                : Words::tr("%1 was not rented by Trainyard: switch it off at its provider, then end its rental with `yard machine "
                            "return`.")
                      .arg(machine->name));
    }
    TRY(const auto live, database.instances.live());
    const auto found = std::find_if(live.begin(), live.end(), [&name](const Instance &one) {
        return one.request.end.isSet() && (one.request.name == name || (!name.isEmpty() && one.providerId == name));
    });
    if (found != live.end())
        return *found;
    return Error{ErrorCode::NotFound, Words::tr("No rented machine is named “%1”. `yard cloud list` lists them.").arg(name.left(100)), {}};
}

// Waits for it, and says how it went. The next one begins when there is none of the one before; `task`: the file that it is for.
using BeginRenting = std::function<QFuture<Result<Machine>>(const RentReport &)>;
int rented(CommandContext &context, const QList<BeginRenting> &begin, const RentEnd &end, const QString &task = {})
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
    const QString launch = QStringLiteral("yard run launch --machine %1 %2").arg(shellQuoted(machine->name), shellQuoted(task));
    if (console.isJson) {
        QJsonObject told{{QStringLiteral("machine"), toJson(*machine)}, {QStringLiteral("until"), end.text()}};
        if (!task.isEmpty())
            told[QStringLiteral("launch")] = launch;
        console.print(told, true);
    } else {
        console.print(Words::tr("%1 is ready: %2").arg(machine->name, sshCommandFor(machine->target)));
        if (!task.isEmpty())
            console.print(Words::tr("Launch the task there: %1").arg(launch));
    }
    if (!Agent::holder(context.services.paths())) {
        console.say(
            Words::tr("Nothing gives it back yet: start `yard agent`, or open the window, and keep it running. By hand: yard machine "
                      "give-back %1")
                .arg(shellQuoted(machine->name)));
    }
    return 0;
}

BeginRenting renting(CommandContext &context, const RentOrder &order)
{
    return [&context, order](const RentReport &report) { return context.services.clouds.rent(order, report, context.console.stop()); };
}

// The machine that a task file describes.
int rentForTask(CommandContext &context, const Options &options)
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
    return rented(context, begin, common->end, options.value(kFor));
}

int rentFromCloud(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, rentOptions(),
                                     {QStringLiteral("--spot"), QStringLiteral("--yes"), kShowCommand, kShow},
                                     {0, 1, Words::tr("Name one offer; “%1” is one too many.")});
    if (!options)
        return usageError(context, self, options.error().what);
    Console &console = context.console;
    if (const QString name = options->value(QStringLiteral("--continue")); !name.isEmpty()) {
        const auto instance = instanceNamed(context.services.database(), name);
        if (!instance)
            return console.fail(instance.error());
        return rented(context, {[&](const RentReport &report) {
                          return context.services.clouds.resumeRenting(instance->id, report, console.stop());
                      }},
                      instance->request.end);
    }
    if (options->has(kFor))
        return rentForTask(context, *options);
    if (options->has(kShow))
        return console.fail(invalidInput(Words::tr("--show goes with --for only: it shows what would be rented for a task.")));
    const auto order = readOrder(context, *options);
    if (!order)
        return console.fail(order.error());
    if (options->has(kShowCommand))
        return printLines(console, createLines(context.services.paths(), context.services.database(), *order));
    if (const auto agreed = agreedTo(context, {*order}, *options); !agreed)
        return console.fail(agreed.error());
    return rented(context, {renting(context, *order)}, order->end);
}

QStringList activeRunsOn(StateDatabase &database, MachineId machine)
{
    QStringList names;
    const auto runs = database.runs.all();
    for (const Run &run : runs ? *runs : QList<Run>()) {
        if (machine.isSet() && run.isOn(machine) && !hasEnded(run.state))
            names << run.name;
    }
    return names;
}

int giveBackMachine(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, {}, {QStringLiteral("--now"), kShowCommand},
                                     {1, 1, Words::tr("Name one machine.")});
    if (!options)
        return usageError(context, self, options.error().what);
    Console &console = context.console;
    StateDatabase &database = context.services.database();
    const auto instance = instanceNamed(database, options->rest.first());
    if (!instance)
        return console.fail(instance.error());
    if (options->has(kShowCommand)) {
        const auto line = giveBackLine(context.services.paths(), *instance);
        return printLines(console, line ? Result<QStringList>(QStringList{*line}) : Result<QStringList>(line.error()));
    }
    const auto machines = database.machines.all();
    if (!machines)
        return console.fail(machines.error());
    // By the instance: it may have been named by the provider's id, or by an earlier name.
    const auto machine = std::find_if(machines->begin(), machines->end(),
                                      [&](const Machine &one) { return one.instanceId == instance->id; });
    const MachineId machineId = machine == machines->end() ? MachineId() : machine->id;
    if (const QStringList runs = activeRunsOn(database, machineId); !runs.isEmpty() && !options->has(QStringLiteral("--now"))) {
        return console.fail(
            {ErrorCode::AlreadyExists,
             Words::tr("%1 is still running there: stop it first, or lose it with --now.").arg(runs.join(QStringLiteral(", "))),
             {}});
    }
    RentPrinter printer(console);
    const auto given = console.wait(context.services.clouds.giveBack(instance->id, printer.report(), console.stop()),
                                    std::chrono::milliseconds(kLookMs), [&] { printer.flush(); });
    printer.flush();
    console.showStep({});
    if (!given)
        return console.fail(given.error());
    if (machineId.isSet())
        (void)context.services.machines.remove(machineId, true);
    const QString name = instance->request.name;
    if (console.isJson) {
        console.print(
            QJsonObject{{QStringLiteral("machine"), name},
                        {QStringLiteral("provider_id"), given->instance.providerId},
                        {QStringLiteral("gone"), true},
                        {QStringLiteral("verified"), given->isVerified},
                        {QStringLiteral("cost"), amountJson(given->cost)},
                        {QStringLiteral("currency"), given->cost ? QJsonValue(currencyCode(given->cost->currency())) : QJsonValue()}},
            true);
        return 0;
    }
    console.print(given->isVerified
                      ? Words::tr("%1 is gone, and its provider lists nothing of it any more.").arg(name)
                      : Words::tr("%1 is gone. Its provider cannot list disks and addresses: look there whether any is left.").arg(name));
    if (given->cost)
        console.print(Words::tr("It cost %1.").arg(formatMoney(*given->cost)));
    return 0;
}

}  // namespace

void addRentCommands(Commands &commands)
{
    Command &renting = commands[QStringLiteral("rent")];
    renting = {
        QStringLiteral(
            "rent (OFFER | --type TYPE --region REGION | --for FILE | --continue NAME) --until END [--or TYPE@REGION]… [--account NAME] [--name NAME] [--spot] "
            "[--max-price PRICE] [--price PRICE] [--from ADDRESS|auto] [--image IMAGE] [--disk GIB] [--key KEY] [--yes] [--show-command] [--show]"),
        Words::tr(
            "Rents a machine from a cloud, shows first what it costs, waits until it is ready, and says when it is given back: --until "
            "8h, 40USD, idle=20m or run, or several of them. --for FILE chooses the offer that the task file describes. --continue NAME goes on "
            "with one whose program was ended before it was ready."),
        [&renting](CommandContext &context) { return rentFromCloud(context, renting); }};
    Command &giving = commands[QStringLiteral("machine give-back")];
    giving = {
        QStringLiteral("machine give-back [--now] [--show-command] NAME"),
        Words::tr(
            "Gives a rented machine back, waits until its provider reports it gone with its disks and addresses, and ends its rental."),
        [&giving](CommandContext &context) { return giveBackMachine(context, giving); }};
}

}  // namespace trainyard

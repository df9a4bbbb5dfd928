// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/givingback.h"

#include "app/cli/costjson.h"
#include "app/cli/rentprinter.h"
#include "core/base/format.h"
#include "core/service/clouds/commandlines.h"

#include <QCoreApplication>
#include <QJsonArray>

#include <algorithm>

namespace trainyard {

namespace {

struct GiveWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RentCommands)
};

const QString kNow = QStringLiteral("--now"), kShowLine = QStringLiteral("--show-command");

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

// What is lost with it: its active runs, and what is nowhere else.
Result<void> mayGo(CommandContext &context, MachineId machineId, bool isAnyhow)
{
    const QStringList runs = activeRunsOn(context.services.database(), machineId);
    const UnsavedReport unsaved = machineId.isSet() ? tellUnsaved(context, machineId) : UnsavedReport();
    if (isAnyhow || (runs.isEmpty() && !unsaved.isAnything()))
        return {};
    if (!runs.isEmpty()) {
        return Error{ErrorCode::AlreadyExists,
                     GiveWords::tr("%1 is still running there: stop it first, or lose it with --now.").arg(runs.join(QStringLiteral(", "))),
                     {}};
    }
    const auto answer = context.console.ask(GiveWords::tr("Give it back, and lose that? (yes/no) "));
    if (answer && answer->trimmed() == QLatin1String("yes"))
        return {};
    if (answer || context.console.stop().stop_requested())
        return cancelledError();
    return Error{ErrorCode::AlreadyExists,
                 GiveWords::tr("It was not given back, because that would be lost: copy it first, or lose it with --now."),
                 unsavedText(unsaved)};
}

int giveBackMachine(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, {}, {kNow, kShowLine}, {1, 1, GiveWords::tr("Name one machine.")});
    if (!options)
        return usageError(context, self, options.error().what);
    Console &console = context.console;
    StateDatabase &database = context.services.database();
    const auto instance = instanceNamed(database, options->rest.first());
    if (!instance)
        return console.fail(instance.error());
    if (options->has(kShowLine)) {
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
    if (const auto may = mayGo(context, machineId, options->has(kNow)); !may)
        return console.fail(may.error());
    return giveBackAndTell(context, *instance, machineId);
}

}  // namespace

Result<Instance> instanceNamed(StateDatabase &database, const QString &name)
{
    if (const auto machine = database.machines.find(name)) {
        if (machine->instanceId.isSet() && !machine->isSimulated)
            return database.instances.find(machine->instanceId);
        return invalidInput(
            machine->isSimulated
                ? GiveWords::tr("The sandbox costs nothing: stop it with `yard sandbox stop`.")
                : GiveWords::tr("%1 was not rented by Trainyard: switch it off at its provider, then end its rental with `yard machine "
                                "return`.")
                      .arg(machine->name));
    }
    TRY(const auto live, database.instances.live());
    const auto found = std::find_if(live.begin(), live.end(), [&name](const Instance &one) {
        return one.request.end.isSet() && (one.request.name == name || (!name.isEmpty() && one.providerId == name));
    });
    if (found != live.end())
        return *found;
    return Error{
        ErrorCode::NotFound, GiveWords::tr("No rented machine is named “%1”. `yard cloud list` lists them.").arg(name.left(100)), {}};
}

UnsavedReport tellUnsaved(CommandContext &context, MachineId machineId)
{
    const auto looked = context.console.wait(context.services.unsaved.look(machineId, context.console.stop()));
    if (!looked)
        return {};
    if (const QString text = unsavedText(*looked); !text.isEmpty())
        context.console.say(text);
    const QStringList lines = unsavedCommands(*looked);
    for (const QString &line : lines)
        context.console.say(GiveWords::tr("Copy it: %1").arg(line));
    return *looked;
}

int giveBackAndTell(CommandContext &context, const Instance &instance, MachineId machineId)
{
    Console &console = context.console;
    // Ctrl+C that ended what came before does not keep it; a second one ends the program, and the agent goes on.
    const std::stop_token stop = console.stop().stop_requested() ? std::stop_token() : console.stop();
    RentPrinter printer(console);
    const auto given = console.wait(context.services.clouds.giveBack(instance.id, printer.report(), stop),
                                    std::chrono::milliseconds(kLookMs), [&] { printer.flush(); });
    printer.flush();
    console.showStep({});
    if (!given)
        return console.fail(given.error());
    if (machineId.isSet())
        (void)context.services.machines.remove(machineId, true);
    const QString name = instance.request.name;
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
    console.print(
        given->isVerified
            ? GiveWords::tr("%1 is gone, and its provider lists nothing of it any more.").arg(name)
            : GiveWords::tr("%1 is gone. Its provider cannot list disks and addresses: look there whether any is left.").arg(name));
    if (given->cost)
        console.print(GiveWords::tr("It cost %1.").arg(formatMoney(*given->cost)));
    return 0;
}

void addGiveBackCommand(Commands &commands)
{
    Command &giving = commands[QStringLiteral("machine give-back")];
    giving = {
        QStringLiteral("machine give-back [--now] [--show-command] NAME"),
        GiveWords::tr(
            "Gives a rented machine back, waits until its provider reports it gone with its disks and addresses, and ends its rental. What "
            "is only there is said before, and lost only with your consent or --now."),
        [&giving](CommandContext &context) { return giveBackMachine(context, giving); }};
}

}  // namespace trainyard

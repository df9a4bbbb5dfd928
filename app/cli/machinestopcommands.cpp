// SPDX-License-Identifier: GPL-3.0-or-later
// `yard machine stop` and `yard machine start`, for rented machines that are kept.
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "core/base/retry.h"
#include "core/knowledge/clocks/dangerclocks.h"

#include <QCoreApplication>
#include <QDeadlineTimer>

namespace trainyard {

namespace {

struct StopWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RentCommands)
};

using namespace std::chrono_literals;
constexpr auto kAddressTime = 15min;  // as long as renting waits for one
constexpr auto kAddressPause = 3s;

Result<std::pair<Machine, Instance>> rentedMachine(StateDatabase &database, const QString &name)
{
    TRY(const auto machine, database.machines.find(name));
    if (!machine.instanceId.isSet() || machine.isSimulated) {
        return invalidInput(StopWords::tr("%1 was not rented by Trainyard: stop and start it at its provider.").arg(machine.name));
    }
    TRY(const auto instance, database.instances.find(machine.instanceId));
    return std::pair(machine, instance);
}

int stopMachine(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, {}, {QStringLiteral("--now"), QStringLiteral("--yes")},
                                     {1, 1, StopWords::tr("Name one machine.")});
    if (!options)
        return usageError(context, self, options.error().what);
    Console &console = context.console;
    StateDatabase &database = context.services.database();
    const auto rented = rentedMachine(database, options->rest.first());
    if (!rented)
        return console.fail(rented.error());
    const auto &[machine, instance] = *rented;
    const auto runs = database.runs.all();
    QStringList active;
    for (const Run &run : runs ? *runs : QList<Run>()) {
        if (run.isOn(machine.id) && !hasEnded(run.state))
            active << run.name;
    }
    if (!active.isEmpty() && !options->has(QStringLiteral("--now"))) {
        return console.fail(
            {ErrorCode::AlreadyExists,
             StopWords::tr("%1 is still running there: stop it first, or lose it with --now.").arg(active.join(QStringLiteral(", "))),
             {}});
    }
    const DangerClocks &clocks = builtInDangerClocks();
    const QList<DangerClock> dangers = clocks.whenStopped(instance.request.providerKind, instance.request.region, instance.request.isSpot);
    for (const DangerClock &clock : dangers)
        console.say(clocks.textWithSource(clock));
    if (dangers.isEmpty())
        console.say(StopWords::tr("What a stopped machine costs there is not known here: look it up at its provider."));
    if (!options->has(QStringLiteral("--yes"))) {
        const auto answer = console.ask(StopWords::tr("Stop it? (yes/no) "));
        if (!answer && !console.stop().stop_requested())
            return console.fail(invalidInput(StopWords::tr("There is no terminal to ask on: add --yes to stop it.")));
        if (!answer || answer->trimmed() != QLatin1String("yes"))
            return console.fail(cancelledError());
    }
    const auto stopped = console.wait(context.services.instances.stop(instance.id, console.stop()));
    if (!stopped)
        return console.fail(stopped.error());
    if (console.isJson)
        console.print(QJsonObject{{QStringLiteral("machine"), machine.name}, {QStringLiteral("state"), instanceStateName(stopped->state)}});
    else
        console.print(stopped->state == InstanceState::Stopped
                          ? StopWords::tr("%1 is stopped.").arg(machine.name)
                          : StopWords::tr("%1 is being stopped; the agent follows it until it is.").arg(machine.name));
    return 0;
}

int startMachine(CommandContext &context, const Command &self)
{
    const auto words = readWords(context.arguments, 1, 1, StopWords::tr("Name one machine."));
    if (!words)
        return usageError(context, self, words.error().what);
    Console &console = context.console;
    const auto rented = rentedMachine(context.services.database(), words->first());
    if (!rented)
        return console.fail(rented.error());
    const auto &[machine, instance] = *rented;
    const auto started = console.wait(context.services.instances.start(
        instance.id, [](const QString &) {}, console.stop()));
    if (!started)
        return console.fail(started.error());
    // Its address may be another one than before.
    const QDeadlineTimer deadline(kAddressTime);
    while (true) {
        const auto put = console.wait(context.services.instances.putMachine(instance.id, machine.name, console.stop()));
        if (put) {
            if (console.isJson)
                console.print(toJson(*put));
            else
                console.print(
                    StopWords::tr("%1 is starting at %2; `yard machine test` says when it answers.").arg(put->name, put->target.display()));
            return 0;
        }
        if (put.error().code != ErrorCode::Unreachable || deadline.hasExpired())
            return console.fail(put.error());
        console.showStep(StopWords::tr("waiting for its address"));
        if (!pauseFor(kAddressPause, console.stop()))
            return console.fail(cancelledError());
        console.showStep({});
    }
}

}  // namespace

void addMachineStopCommands(Commands &commands)
{
    Command &stopping = commands[QStringLiteral("machine stop")];
    stopping = {QStringLiteral("machine stop [--now] [--yes] NAME"),
                StopWords::tr("Stops a rented machine that is kept, after it has said what goes on costing money and what may be lost."),
                [&stopping](CommandContext &context) { return stopMachine(context, stopping); }};
    Command &starting = commands[QStringLiteral("machine start")];
    starting = {QStringLiteral("machine start NAME"), StopWords::tr("Starts a stopped machine again, and notes its new address."),
                [&starting](CommandContext &context) { return startMachine(context, starting); }};
}

}  // namespace trainyard

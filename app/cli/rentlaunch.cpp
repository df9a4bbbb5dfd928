// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/rentlaunch.h"

#include "app/cli/follow.h"
#include "app/cli/givingback.h"
#include "app/cli/json.h"
#include "app/cli/pipelinesteps.h"
#include "app/cli/runlaunch.h"
#include "core/agent/agent.h"
#include "core/base/shellquote.h"

#include <QCoreApplication>
#include <QJsonArray>

#include <algorithm>

namespace trainyard {

namespace {

struct LaunchWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RentCommands)
};

const QString kLaunch = QStringLiteral("--launch"), kFollow = QStringLiteral("--follow");

// The lines with which a person goes on by hand.
void sayWhatRemains(Console &console, const RentLaunch &launch, const Machine &machine, bool isRunning)
{
    const QString name = shellQuoted(machine.name);
    console.say(isRunning ? LaunchWords::tr("%1 and its run go on, and cost money.").arg(machine.name)
                          : LaunchWords::tr("%1 stays rented, and costs money.").arg(machine.name));
    if (!isRunning)
        console.say(
            LaunchWords::tr("Launch it: %1").arg(QStringLiteral("yard run launch --machine %1 %2").arg(name, shellQuoted(launch.file))));
    console.say(LaunchWords::tr("Give it back: %1").arg(QStringLiteral("yard machine give-back %1").arg(name)));
}

int notLaunched(CommandContext &context, const RentLaunch &launch, const Machine &machine, const RentEnd &end, const Error &why)
{
    Console &console = context.console;
    const int status = console.fail(why);
    if (!end.isAfterRuns) {
        sayWhatRemains(console, launch, machine, false);
        return status;
    }
    // Nothing will run there whose end could be waited for.
    console.say(LaunchWords::tr("Nothing was launched, so %1 is given back.").arg(machine.name));
    const auto instance = context.services.database().instances.find(machine.instanceId);
    if (!instance)
        (void)console.fail(instance.error());
    else
        (void)giveBackAndTell(context, *instance, machine.id);
    return status;
}

void printLaunched(Console &console, const Run &run, const QList<Run> &steps)
{
    QJsonArray ids;
    for (const Run &step : steps) {
        if (console.isJson)
            ids << step.id.text();
        else
            console.print(step.id.text());
    }
    if (!console.isJson)
        return;
    QJsonObject object = toJson(run);
    if (run.pipeline)
        object[QStringLiteral("steps")] = ids;
    console.print(QJsonObject{{QStringLiteral("run"), object}}, true);
}

bool isOver(CommandContext &context, const Run &run)
{
    const auto steps = stepsWith(context, run);
    return steps && std::all_of(steps->begin(), steps->end(), [&context](const Run &step) {
               const auto now = context.services.database().runs.find(step.id);
               return now && hasEnded(now->state);
           });
}

}  // namespace

QStringList rentLaunchOptions() { return {kLaunch, QStringLiteral("--env"), QStringLiteral("--secret")}; }

Result<std::optional<RentLaunch>> readRentLaunch(CommandContext &context, const Options &options)
{
    if (!options.has(kLaunch)) {
        for (const char *other : {"--env", "--secret", "--follow"}) {
            if (options.has(QLatin1String(other)))
                return invalidInput(LaunchWords::tr("%1 goes with --launch only.").arg(QLatin1String(other)));
        }
        return std::optional<RentLaunch>();
    }
    RentLaunch launch;
    launch.file = options.value(kLaunch);
    launch.isFollowed = options.has(kFollow);
    TRY(launch.request, readLaunchRequest(context, launch.file, options));
    return std::optional(launch);
}

bool isGivenBackHere(CommandContext &context, const RentEnd &end) { return end.isAfterRuns && !Agent::holder(context.services.paths()); }

int launchOnRented(CommandContext &context, const RentLaunch &launch, const Machine &machine, const RentEnd &end)
{
    Console &console = context.console;
    LaunchRequest request = launch.request;
    request.machineId = machine.id;
    const auto run = startRun(context, request);
    if (!run)
        return notLaunched(context, launch, machine, end, run.error());
    const auto steps = stepsWith(context, *run);
    if (!steps)
        return console.fail(steps.error());
    printLaunched(console, *run, *steps);
    const bool isStaying = isGivenBackHere(context, end);
    if (!launch.isFollowed && !isStaying)
        return 0;
    const int status = followSteps(context, *run, console.isJson ? followState : followLog);
    if (!isOver(context, *run)) {
        sayWhatRemains(console, launch, machine, true);
        return status;
    }
    // An agent that was started meanwhile does it.
    if (!isStaying || !isGivenBackHere(context, end))
        return status;
    (void)tellUnsaved(context, machine.id);
    const auto instance = context.services.database().instances.find(machine.instanceId);
    if (!instance)
        return console.fail(instance.error());
    const int given = giveBackAndTell(context, *instance, machine.id);
    return status != 0 ? status : given;
}

}  // namespace trainyard

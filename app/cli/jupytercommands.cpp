// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/tunnelhold.h"
#include "core/service/machines/tunnelmanager.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::JupyterCommands)
};

int showJupyter(CommandContext &context, const JupyterPlace &place, const Machine &machine)
{
    context.console.say(Words::tr("Looking for Jupyter on %1").arg(machine.name));
    const auto server = context.console.wait(context.services.jupyter.start(place, context.console.stop()));
    if (!server) {
        const int status = context.console.fail(server.error());
        if (server.error().code == ErrorCode::RemoteCommandFailed && !server.error().detail.isEmpty())
            context.console.say(server.error().detail);
        return status;
    }
    const auto opened = context.console.wait(context.services.tunnels.open(machine, server->endpoint, 0, context.console.stop()));
    if (!opened)
        return context.console.fail(opened.error());
    if (!opened->state.problem.what.isEmpty())
        return context.console.fail(opened->state.problem);
    const QString address = QStringLiteral("http://127.0.0.1:%1%2").arg(opened->record.localPort).arg(server->path());
    if (context.console.isJson)
        context.console.print(QJsonObject{{QStringLiteral("address"), address}, {QStringLiteral("lab"), server->isLab}}, true);
    else
        context.console.print(address);
    context.console.say(Words::tr("Press Ctrl+C to close the tunnel. Jupyter itself continues; --stop ends it."));
    return holdTunnel(context, opened->record.localPort, {});
}

int stopJupyter(CommandContext &context, const JupyterPlace &place)
{
    const auto stopped = context.console.wait(context.services.jupyter.stop(place, context.console.stop()));
    return stopped ? 0 : context.console.fail(stopped.error());
}

int jupyter(CommandContext &context, const Command &self, bool isOfRun)
{
    const QString stop = QStringLiteral("--stop");
    const auto options = readOptions(context.arguments, {}, {stop},
                                     {1, 1, isOfRun ? Words::tr("Name one run.") : Words::tr("Name one machine.")});
    if (!options)
        return usageError(context, self, options.error().what);
    JupyterPlace place;
    StateDatabase &database = context.services.database();
    auto machine = isOfRun ? Result<Machine>(Machine()) : database.machines.find(options->rest.first());
    if (isOfRun) {
        const auto run = findRun(database, options->rest.first());
        if (!run)
            return context.console.fail(run.error());
        place.runId = run->id;
        machine = database.machines.find(run->head().machineId);
    }
    if (!machine)
        return context.console.fail(machine.error());
    place.machineId = machine->id;
    return options->has(stop) ? stopJupyter(context, place) : showJupyter(context, place, *machine);
}

}  // namespace

void addJupyterCommands(Commands &commands)
{
    Command &ofRun = commands[QStringLiteral("run jupyter")];
    ofRun = {QStringLiteral("run jupyter [--stop] RUN"),
             Words::tr("Starts Jupyter in a run's container or directory, and forwards it to an address of this computer until Ctrl+C."),
             [&ofRun](CommandContext &context) { return jupyter(context, ofRun, true); }};
    Command &ofMachine = commands[QStringLiteral("machine jupyter")];
    ofMachine = {QStringLiteral("machine jupyter [--stop] MACHINE"),
                 Words::tr("Starts Jupyter on a machine, and forwards it to an address of this computer until Ctrl+C."),
                 [&ofMachine](CommandContext &context) { return jupyter(context, ofMachine, false); }};
}

}  // namespace trainyard

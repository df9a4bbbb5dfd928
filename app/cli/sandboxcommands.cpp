// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/json.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

void printStatus(CommandContext &context, const SandboxStatus &status)
{
    if (context.console.isJson) {
        context.console.print(toJson(status));
        return;
    }
    if (!status.isRunning) {
        context.console.print(QCoreApplication::translate("trainyard::SandboxCommands", "The sandbox is not running."));
        return;
    }
    context.console.print(
        QCoreApplication::translate("trainyard::SandboxCommands", "The sandbox runs on 127.0.0.1 port %1, engine %2, GPUs simulated.")
            .arg(status.port)
            .arg(engineName(status.engine)));
    if (!status.engineNote.isEmpty())
        context.console.say(status.engineNote);
}

QString nothingToChoose() { return QCoreApplication::translate("trainyard::SandboxCommands", "This command takes no arguments."); }

int startSandbox(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, {QStringLiteral("--gpus")}, {});
    SandboxOptions sandbox;
    bool isCount = true;
    if (options && options->has(QStringLiteral("--gpus")))
        sandbox.simulatedGpus = options->value(QStringLiteral("--gpus")).toInt(&isCount);
    if (!options)
        return usageError(context, self, options.error().what);
    if (!options->rest.isEmpty() || !isCount || sandbox.simulatedGpus < 0 || sandbox.simulatedGpus > 8) {
        return usageError(context, self,
                          options->rest.isEmpty()
                              ? QCoreApplication::translate("trainyard::SandboxCommands", "--gpus takes a number from 0 to 8.")
                              : QCoreApplication::translate("trainyard::SandboxCommands", "`sandbox start` takes only --gpus."));
    }
    const auto machine = context.console.wait(context.services.sandbox.start(
        sandbox, [&](const QString &step) { context.console.say(step); }, context.console.stop()));
    if (!machine)
        return context.console.fail(machine.error());
    printStatus(context, context.services.sandbox.status().result());
    return 0;
}

// Ending the server ends no run: a container or a process continues, and uses the processor, until it is stopped.
QStringList runsThatGoOn(StateDatabase &store)
{
    QStringList ids;
    if (const auto runs = store.runs.all()) {
        for (const Run &run : *runs) {
            if (run.isSimulated && !hasEnded(run.state))
                ids << run.id.text();
        }
    }
    return ids;
}

int stopSandbox(CommandContext &context, const Command &self)
{
    if (const auto words = readWords(context.arguments, 0, 0, nothingToChoose()); !words)
        return usageError(context, self, words.error().what);
    const auto stopped = context.console.wait(context.services.sandbox.stop(context.console.stop()));
    if (!stopped)
        return context.console.fail(stopped.error());
    if (const QStringList ids = runsThatGoOn(context.services.database()); !ids.isEmpty()) {
        context.console.say(
            QCoreApplication::translate(
                "trainyard::SandboxCommands",
                "The sandbox is stopped, but these runs in it are still running: %1. Start it again to watch them or to stop them "
                "with `yard run stop`.")
                .arg(ids.join(QStringLiteral(", "))));
    }
    if (context.console.isJson)
        context.console.print(toJson(context.services.sandbox.status().result()));
    return 0;
}

int showSandboxStatus(CommandContext &context, const Command &self)
{
    if (const auto words = readWords(context.arguments, 0, 0, nothingToChoose()); !words)
        return usageError(context, self, words.error().what);
    const SandboxStatus now = context.services.sandbox.status().result();
    printStatus(context, now);
    return now.isRunning ? 0 : 1;
}

}  // namespace

void addSandboxCommands(Commands &commands)
{
    Command &starting = commands[QStringLiteral("sandbox start")];
    starting = {QStringLiteral("sandbox start [--gpus N]"),
                QCoreApplication::translate("trainyard::SandboxCommands",
                                            "Starts a private SSH server on 127.0.0.1 that stands in for a rented machine."),
                [&starting](CommandContext &context) { return startSandbox(context, starting); }};
    Command &stopping = commands[QStringLiteral("sandbox stop")];
    stopping = {QStringLiteral("sandbox stop"),
                QCoreApplication::translate("trainyard::SandboxCommands", "Stops the sandbox. The files of its runs are kept."),
                [&stopping](CommandContext &context) { return stopSandbox(context, stopping); }};
    Command &asking = commands[QStringLiteral("sandbox status")];
    asking = {QStringLiteral("sandbox status"),
              QCoreApplication::translate("trainyard::SandboxCommands", "Shows whether the sandbox is running (exit status 0) or not (1)."),
              [&asking](CommandContext &context) { return showSandboxStatus(context, asking); }};
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// yard: everything the window can do, on the command line.
#include "app/cli/commandline.h"
#include "app/cli/completion.h"
#include "app/cli/manual.h"
#include "app/cli/reportcommands.h"
#include "core/base/coredump.h"
#include "core/base/paths.h"
#include "core/base/translation.h"

#include <QCoreApplication>

using namespace trainyard;

namespace {

Error noSuchCommand(const QString &words)
{
    return {ErrorCode::InvalidInput, QCoreApplication::translate("trainyard::Yard", "Unknown command. `yard --help` lists all commands."),
            words};
}

// Prints the commands that begin with the given words; all commands without any.
int printHelp(Console &console, const Commands &commands, const QStringList &asked)
{
    const QString words = asked.join(u' ');
    QList<std::pair<QString, const Command *>> found;
    for (const auto &[name, command] : commands) {
        if (words.isEmpty() || name == words || name.startsWith(words + u' '))
            found.append({name, &command});
    }
    if (found.isEmpty())
        return console.fail(noSuchCommand(words));
    if (console.isJson) {
        QJsonArray array;
        for (const auto &[name, command] : std::as_const(found)) {
            array << QJsonObject{{QStringLiteral("command"), name},
                                 {QStringLiteral("usage"), QStringLiteral("yard ") + command->usage},
                                 {QStringLiteral("help"), command->help}};
        }
        console.print(array);
        return 0;
    }
    console.print(QCoreApplication::translate("trainyard::Yard", "Usage: yard [--json] NOUN VERB [ARGUMENTS]"));
    for (const auto &[name, command] : std::as_const(found)) {
        console.print(QStringLiteral("\n  yard ") + command->usage);
        console.print(QStringLiteral("      ") + command->help);
    }
    if (words.isEmpty()) {
        console.print(QCoreApplication::translate(
            "trainyard::Yard", "\nExit status: 0 success, 1 the answer is no, 2 wrong usage or input, 3 unreachable or timed out,\n"
                               "4 authentication or host key refused, 5 remote command failed, 6 unknown, 130 cancelled."));
    }
    return 0;
}

void printVersion(Console &console)
{
    if (console.isJson)
        console.print(QJsonObject{{QStringLiteral("version"), QStringLiteral(TRAINYARD_VERSION)}});
    else
        console.print(QStringLiteral("yard " TRAINYARD_VERSION));
}

}  // namespace

int main(int argc, char **argv)
{
    disableCoreDumps();
    Console console;  // before any thread: it blocks the signals it handles
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("yard"));
    QCoreApplication::setApplicationVersion(QStringLiteral(TRAINYARD_VERSION));
    // Used when Trainyard is built (installer/CMakeLists.txt), so it is not a command of the table. The page is in English.
    const bool isManual = QCoreApplication::arguments().mid(1) == QStringList{QStringLiteral("help"), QStringLiteral("--man")};
    if (!isManual)
        installTranslation(application, QStringLiteral("auto"));

    Commands commands;
    addMachineCommands(commands);
    addCloudCommands(commands);
    addCloudWatchCommands(commands);
    addCloudBillCommand(commands);
    addMachineStopCommands(commands);
    addLetInCommand(commands);
    addPricesCommand(commands);
    addRentCommands(commands);
    addClusterCommands(commands);
    addSandboxCommands(commands);
    addTaskCommands(commands);
    addRunCommands(commands);
    addReportCommands(commands);
    addRunTrashCommands(commands);
    addRunAgainCommand(commands);
    addLeaseCommand(commands);
    addCheckpointCommands(commands);
    addCheckpointCopyCommands(commands);
    addStoreCommands(commands);
    addFileCommands(commands);
    addTunnelCommands(commands);
    addJupyterCommands(commands);
    addKeyCommands(commands);
    addSecretCommands(commands);
    addBudgetCommands(commands);
    addAgentCommands(commands);
    addAlertCommands(commands);
    addOfferCommands(commands);
    addEstimateCommands(commands);
    addCompatCommands(commands);
    addProbeCommands(commands);
    addEnvironmentCommands(commands);
    addExporterCommand(commands);
    addDemoCommand(commands);
    if (isManual)
        return console.finish(printManual(console, commands));

    std::unique_ptr<Services> services;
    const auto open = [&]() -> Result<Services *> {
        if (services)
            return services.get();
        TRY_DO(checkHome());
        TRY(auto opened, Services::open(Paths::standard(), console.questions()));
        services = std::move(opened);
        if (const auto problem = services->database().unwritable()) {
            console.say(QStringLiteral("yard: ") + problem->what + u' '
                        + QCoreApplication::translate("trainyard::Yard", "Until this is fixed, nothing new is recorded on this computer."));
        }
        return services.get();
    };
    // Used by the shells' completions (installer/completions), so it is not a command of the table.
    if (const QStringList words = QCoreApplication::arguments().mid(1);
        words.mid(0, 2) == QStringList{QStringLiteral("complete"), QStringLiteral("--")})
        return console.finish(printCompletion(console, words.mid(2), commands, open));

    const CommandLine line = readCommandLine(QCoreApplication::arguments().mid(1), commands);
    console.isJson = line.isJson;
    if (line.wantsVersion) {
        printVersion(console);
        return console.finish(0);
    }
    if (line.wantsHelp)
        return console.finish(printHelp(console, commands, line.asked));
    if (line.asked.isEmpty() && line.arguments.isEmpty() && !console.isJson) {
        printHelp(console, commands, {});
        return exitStatus(ErrorCode::InvalidInput);
    }
    if (line.asked.isEmpty()) {
        return console.fail({ErrorCode::InvalidInput,
                             QCoreApplication::translate("trainyard::Yard", "A command is missing. `yard --help` lists all commands."),
                             {}});
    }
    if (line.name.isEmpty())
        return console.fail(noSuchCommand(line.asked.join(u' ')));
    const Command &command = commands.at(line.name);
    if (command.runBare) {
        BareContext context{console, line.arguments, open};
        return console.finish(command.runBare(context));
    }
    const auto opened = open();
    if (!opened)
        return console.fail(opened.error());
    CommandContext context{console, **opened, line.arguments};
    return console.finish(command.run(context));
}

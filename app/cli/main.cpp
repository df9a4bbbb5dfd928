// yard: everything the window can do, on the command line.
#include "app/cli/reportcommands.h"
#include "core/base/translation.h"

#include <QCoreApplication>

using namespace trainyard;

namespace {

QString translated(const char *text) { return QCoreApplication::translate("trainyard::Yard", text); }

int printHelp(Console &console, const Commands &commands, const QString &noun)
{
    console.print(translated(QT_TRANSLATE_NOOP("trainyard::Yard", "Usage: yard [--json] NOUN VERB [ARGUMENTS]")));
    for (const auto &[name, command] : commands) {
        if (!noun.isEmpty() && !name.startsWith(noun))
            continue;
        console.print(QStringLiteral("\n  yard ") + command.usage);
        console.print(QStringLiteral("      ") + command.help);
    }
    if (noun.isEmpty()) {
        console.print(translated(QT_TRANSLATE_NOOP("trainyard::Yard",
            "\nExit status: 0 fine, 1 the answer is no, 2 wrong usage or input, 3 unreachable or timed out,\n"
            "4 authentication or host key refused, 5 remote command failed, 6 nobody can tell, 130 cancelled.")));
    }
    return 0;
}

}  // namespace

int main(int argc, char **argv)
{
    Console console;   // before any thread: it blocks the signals it handles
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("yard"));
    QCoreApplication::setApplicationVersion(QStringLiteral(TRAINYARD_VERSION));
    installTranslation(application, QStringLiteral("auto"));

    Commands commands;
    addMachineCommands(commands);
    addSandboxCommands(commands);
    addTaskCommands(commands);
    addRunCommands(commands);
    addReportCommands(commands);
    addLeaseCommand(commands);
    addCheckpointCommands(commands);
    addCheckpointCopyCommands(commands);
    addStoreCommands(commands);
    addFileCommands(commands);
    addTunnelCommands(commands);
    addKeyCommands(commands);
    addBudgetCommands(commands);
    addAlertCommands(commands);
    addOfferCommands(commands);
    addEstimateCommands(commands);
    addCompatCommands(commands);
    addProbeCommands(commands);
    addEnvironmentCommands(commands);
    addExporterCommand(commands);
    addDemoCommand(commands);

    QStringList arguments = QCoreApplication::arguments().mid(1);
    if (arguments.contains(QStringLiteral("--version"))) {
        console.print(QStringLiteral("yard " TRAINYARD_VERSION));
        return 0;
    }
    console.isJson = arguments.removeAll(QStringLiteral("--json")) > 0;
    const bool wantsHelp = arguments.removeAll(QStringLiteral("--help")) + arguments.removeAll(QStringLiteral("-h")) > 0;
    if (arguments.isEmpty() && console.isJson && !wantsHelp) {
        return console.fail({ErrorCode::InvalidInput,
            translated(QT_TRANSLATE_NOOP("trainyard::Yard", "A command is missing. `yard --help` lists them all.")), {}});
    }
    if (wantsHelp || arguments.isEmpty() || arguments.first() == QLatin1String("help")) {
        const int status = arguments.isEmpty() && !wantsHelp ? 2 : 0;
        arguments.removeAll(QStringLiteral("help"));
        printHelp(console, commands, arguments.join(u' '));
        return status;
    }
    const QString noun = arguments.takeFirst();
    // `yard estimate` is a command, and `yard estimate memory` another one.
    auto found = arguments.isEmpty() ? commands.end() : commands.find(noun + u' ' + arguments.first());
    if (found != commands.end())
        arguments.removeFirst();
    else
        found = commands.find(noun);
    if (found == commands.end()) {
        return console.fail({ErrorCode::InvalidInput,
            translated(QT_TRANSLATE_NOOP("trainyard::Yard", "There is no such command. `yard --help` lists them all.")),
            QCoreApplication::arguments().mid(1).join(u' ')});
    }
    auto workbench = Workbench::open(Paths::standard(), console.questions());
    if (!workbench)
        return console.fail(workbench.error());
    CommandContext context{console, **workbench, arguments};
    return console.finish(found->second.run(context));
}

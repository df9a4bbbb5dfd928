#include "app/cli/commands.h"
#include "app/cli/json.h"

#include <QCoreApplication>
#include <QLocale>

namespace trainyard {

namespace {

QString translated(const char *text) { return QCoreApplication::translate("trainyard::MachineCommands", text); }

int add(CommandContext &context, const Command &self)
{
    auto options = readOptions(context.arguments, {QStringLiteral("--accept-host-key")}, {});
    if (!options)
        return usageError(context, self, options.error().what);
    if (options->rest.size() < 2)
        return usageError(context, self, translated(QT_TRANSLATE_NOOP("trainyard::MachineCommands",
                                                   "A name and the ssh command are needed.")));
    const QString name = options->rest.takeFirst();
    const auto target = parseSshCommand(options->rest.join(u' '));
    if (!target)
        return context.console.fail(target.error());
    context.console.acceptedHostKey = options->value(QStringLiteral("--accept-host-key"));
    const auto machine = context.console.wait(context.workbench.addMachine(name, *target, context.console.stop()));
    if (!machine)
        return context.console.fail(machine.error());
    if (context.console.isJson)
        context.console.print(toJson(*machine));
    else
        context.console.print(translated(QT_TRANSLATE_NOOP("trainyard::MachineCommands", "%1 was added: %2"))
                                  .arg(machine->name, machine->target.display()));
    return 0;
}

int list(CommandContext &context)
{
    const auto machines = context.workbench.store().machines();
    if (!machines)
        return context.console.fail(machines.error());
    if (context.console.isJson) {
        QJsonArray array;
        for (const Machine &machine : *machines)
            array << toJson(machine);
        context.console.print(array);
        return 0;
    }
    QList<QStringList> rows{{QStringLiteral("NAME"), QStringLiteral("KIND"), QStringLiteral("ADDRESS")}};
    for (const Machine &machine : *machines) {
        rows << QStringList{machine.name,
                            machine.isSimulated() ? QStringLiteral("sandbox (simulated GPUs)") : QStringLiteral("ssh"),
                            machine.target.display()};
    }
    context.console.printTable(rows);
    return 0;
}

int show(CommandContext &context, const Command &self)
{
    if (context.arguments.size() != 1)
        return usageError(context, self, translated(QT_TRANSLATE_NOOP("trainyard::MachineCommands",
                                                   "Name one machine.")));
    const auto machine = context.workbench.store().machine(context.arguments.first());
    if (!machine)
        return context.console.fail(machine.error());
    const auto facts = context.console.wait(context.workbench.inspect(machine->id, context.console.stop()));
    if (!facts)
        return context.console.fail(facts.error());
    if (context.console.isJson) {
        QJsonObject object = toJson(*machine);
        object[QStringLiteral("facts")] = toJson(*facts);
        context.console.print(object);
        return 0;
    }
    const QLocale locale;
    QList<QStringList> rows{
        {translated(QT_TRANSLATE_NOOP("trainyard::MachineCommands", "Name")), machine->name},
        {translated(QT_TRANSLATE_NOOP("trainyard::MachineCommands", "Address")), machine->target.display()},
        {translated(QT_TRANSLATE_NOOP("trainyard::MachineCommands", "System")), facts->system + u' ' + facts->kernel},
        {translated(QT_TRANSLATE_NOOP("trainyard::MachineCommands", "CPUs")), QString::number(facts->cpuCount)},
        {translated(QT_TRANSLATE_NOOP("trainyard::MachineCommands", "Memory")),
         locale.formattedDataSize(facts->memoryBytes)},
        {translated(QT_TRANSLATE_NOOP("trainyard::MachineCommands", "Free in home")),
         locale.formattedDataSize(facts->homeAvailableBytes)}};
    for (const MachineFacts::Gpu &gpu : facts->gpus) {
        rows << QStringList{QStringLiteral("GPU %1").arg(gpu.index),
                            QStringLiteral("%1, %2 MiB%3").arg(gpu.name).arg(gpu.memoryMiB).arg(
                                gpu.isSimulated() ? translated(QT_TRANSLATE_NOOP("trainyard::MachineCommands",
                                                                                 " (simulated)")) : QString())};
    }
    if (facts->gpus.isEmpty())
        rows << QStringList{QStringLiteral("GPU"), translated(QT_TRANSLATE_NOOP("trainyard::MachineCommands", "none"))};
    for (const EngineFact &engine : facts->engines)
        rows << QStringList{engineName(engine.engine), engine.isUsable ? engine.version.isEmpty() ?
                            QStringLiteral("ok") : engine.version : engine.problem};
    context.console.printTable(rows);
    return 0;
}

int remove(CommandContext &context, const Command &self)
{
    if (context.arguments.size() != 1)
        return usageError(context, self, translated(QT_TRANSLATE_NOOP("trainyard::MachineCommands",
                                                   "Name one machine.")));
    const auto machine = context.workbench.store().machine(context.arguments.first());
    if (!machine)
        return context.console.fail(machine.error());
    const auto removed = context.workbench.removeMachine(machine->id);
    if (!removed)
        return context.console.fail(removed.error());
    if (context.console.isJson)
        context.console.print(toJson(*machine));
    return 0;
}

}  // namespace

void addMachineCommands(Commands &commands)
{
    Command &adding = commands[QStringLiteral("machine add")];
    adding = {QStringLiteral("machine add [--accept-host-key SHA256:…] NAME 'ssh -p 2222 -i KEY USER@HOST'"),
              translated(QT_TRANSLATE_NOOP("trainyard::MachineCommands", "Adds a machine after connecting to it once.")),
              [&adding](CommandContext &context) { return add(context, adding); }};
    commands[QStringLiteral("machine list")] = {QStringLiteral("machine list"),
        translated(QT_TRANSLATE_NOOP("trainyard::MachineCommands", "Lists the machines.")), list};
    Command &showing = commands[QStringLiteral("machine show")];
    showing = {QStringLiteral("machine show NAME"),
               translated(QT_TRANSLATE_NOOP("trainyard::MachineCommands", "Connects and says what the machine is.")),
               [&showing](CommandContext &context) { return show(context, showing); }};
    Command &removing = commands[QStringLiteral("machine remove")];
    removing = {QStringLiteral("machine remove NAME"),
                translated(QT_TRANSLATE_NOOP("trainyard::MachineCommands",
                    "Forgets a machine. Nothing on the machine is touched.")),
                [&removing](CommandContext &context) { return remove(context, removing); }};
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/checkcommand.h"
#include "app/cli/commands.h"
#include "app/cli/costjson.h"
#include "app/cli/json.h"
#include "app/cli/machinecost.h"
#include "core/base/shellquote.h"
#include "core/knowledge/clocks/dangerclocks.h"
#include "core/model/sshcommand.h"
#include "core/service/clouds/spotprices.h"
#include "core/service/machines/gpuchoice.h"
#include "core/service/machines/gputrouble.h"
#include "core/service/machines/tunnel.h"
#include "core/service/runs/energyreader.h"

#include <QCoreApplication>
#include <QLocale>

namespace trainyard {

namespace {

// The argument of `yard tunnel open` that corresponds to a -L.
QString tunnelAddress(const SshForward &forward)
{
    const QString remote = displayed(forward.remote);
    return forward.localPort ? QString::number(forward.localPort) + u':' + remote : remote;
}

QJsonObject withTunnels(QJsonObject machine, const QList<SshForward> &forwards)
{
    QJsonArray addresses;
    for (const SshForward &forward : forwards)
        addresses << tunnelAddress(forward);
    machine[QStringLiteral("tunnels")] = addresses;
    return machine;
}

// They are not part of the address and are not stored; the person is told how to open them.
void tellOfTunnels(Console &console, const Machine &machine, const QList<SshForward> &forwards)
{
    for (const SshForward &forward : forwards) {
        console.say(QCoreApplication::translate("trainyard::MachineCommands",
                                                "A tunnel is not part of a machine's address. Open it with: yard tunnel open %1 %2")
                        .arg(shellQuoted(machine.name), shellQuoted(tunnelAddress(forward))));
        if (forward.isForOthers()) {
            console.say(QCoreApplication::translate("trainyard::MachineCommands",
                                                    "Only programs of your user on this computer can use it, not other computers."));
        } else if (forward.localPort == 0) {
            console.say(
                QCoreApplication::translate("trainyard::MachineCommands", "It opens a port on this computer instead of the socket."));
        }
    }
}

int addMachine(CommandContext &context, const Command &self)
{
    auto options = readOptions(
        context.arguments, {QStringLiteral("--accept-host-key"), QStringLiteral("--group"), QStringLiteral("--notes")}, {},
        {2, kAnyNumber, QCoreApplication::translate("trainyard::MachineCommands", "Enter a name and the ssh command.")});
    if (!options)
        return usageError(context, self, options.error().what);
    const QString name = options->rest.takeFirst();
    const auto command = parseSshCommand(options->rest.join(u' '));
    if (!command)
        return context.console.fail(command.error());
    context.console.acceptedHostKey = options->value(QStringLiteral("--accept-host-key"));
    Machine wanted;
    wanted.name = name;
    wanted.target = command->target;
    wanted.group = options->value(QStringLiteral("--group")).trimmed();
    wanted.notes = options->value(QStringLiteral("--notes"));
    const auto machine = context.console.wait(context.services.machines.add(wanted, context.console.stop()));
    if (!machine)
        return context.console.fail(machine.error());
    if (context.console.isJson)
        context.console.print(withTunnels(toJson(*machine), command->forwards));
    else
        context.console.print(
            QCoreApplication::translate("trainyard::MachineCommands", "%1 was added: %2").arg(machine->name, machine->target.display()));
    tellOfTunnels(context.console, *machine, command->forwards);
    return 0;
}

int listMachines(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, {QStringLiteral("--group")}, {},
                                     {0, 0, QCoreApplication::translate("trainyard::MachineCommands", "Only a group can be given.")});
    if (!options)
        return usageError(context, self, options.error().what);
    const auto all = context.services.database().machines.all();
    if (!all)
        return context.console.fail(all.error());
    QList<Machine> machines;
    const QString group = options->value(QStringLiteral("--group"));
    for (const Machine &machine : *all) {
        if (!options->has(QStringLiteral("--group")) || machine.group.compare(group, Qt::CaseInsensitive) == 0)
            machines << machine;
    }
    const auto meter = meterNow(context.services.database(), QDateTime::currentDateTimeUtc());
    if (!meter)
        return context.console.fail(meter.error());
    if (context.console.isJson) {
        QJsonArray array;
        for (const Machine &machine : std::as_const(machines))
            array << withRental(toJson(machine), *meter, machine.id);
        context.console.print(array);
        return 0;
    }
    QList<QStringList> rows{
        {QStringLiteral("NAME"), QStringLiteral("GROUP"), QStringLiteral("KIND"), QStringLiteral("PER HOUR"), QStringLiteral("ADDRESS")}};
    for (const Machine &machine : std::as_const(machines)) {
        const RentedMachine *rented = meter->machine(machine.id);
        const OwnMachineCost *own = meter->own.machine(machine.id);
        const QString perHour =
            rented ? rented->perHour.text()
            : own  ? QCoreApplication::translate("trainyard::MachineCommands", "%1 (own figures)").arg(own->perHour.roundedToCents().text())
                   : QStringLiteral("-");
        rows << QStringList{machine.name, machine.group.isEmpty() ? QStringLiteral("-") : machine.group,
                            machine.isSimulated ? QStringLiteral("sandbox (simulated GPUs)") : QStringLiteral("ssh"), perHour,
                            machine.target.display()};
    }
    context.console.printTable(rows);
    return 0;
}

int editMachine(CommandContext &context, const Command &self)
{
    auto options = readOptions(context.arguments,
                               machineCostOptions() << QStringLiteral("--name") << QStringLiteral("--group") << QStringLiteral("--notes"),
                               machineCostFlags());
    if (!options)
        return usageError(context, self, options.error().what);
    if (options->rest.isEmpty() || (options->rest.size() == 1 && options->values.empty()))
        return usageError(context, self,
                          QCoreApplication::translate("trainyard::MachineCommands", "Name a machine and at least one change."));
    auto machine = context.services.database().machines.find(options->rest.takeFirst());
    if (!machine)
        return context.console.fail(machine.error());
    const bool movesSandbox = machine->isSimulated && (options->has(QStringLiteral("--name")) || !options->rest.isEmpty());
    if (movesSandbox) {
        return context.console.fail(
            {ErrorCode::InvalidInput,
             QCoreApplication::translate("trainyard::MachineCommands",
                                         "The sandbox keeps its name and address; only its group and notes can be changed."),
             {}});
    }
    bool isMoved = false;
    QList<SshForward> forwards;
    if (!options->rest.isEmpty()) {
        const auto command = parseSshCommand(options->rest.join(u' '));
        if (!command)
            return context.console.fail(command.error());
        isMoved = !(machine->target == command->target);
        machine->target = command->target;
        forwards = command->forwards;
    }
    if (options->has(QStringLiteral("--name")))
        machine->name = options->value(QStringLiteral("--name"));
    if (options->has(QStringLiteral("--group")))
        machine->group = options->value(QStringLiteral("--group")).trimmed();
    if (options->has(QStringLiteral("--notes")))
        machine->notes = options->value(QStringLiteral("--notes"));
    std::optional<OwnHardware> own;
    if (hasMachineCost(*options)) {
        const auto known = context.services.database().own.all();
        if (!known)
            return context.console.fail(known.error());
        const auto found = known->constFind(machine->id);
        const auto read = readMachineCost(*options, found == known->constEnd() ? std::nullopt : std::optional(*found));
        if (!read)
            return context.console.fail(read.error());
        own = *read;
    }
    if (const auto updated = context.services.machines.update(*machine); !updated)
        return context.console.fail(updated.error());
    if (hasMachineCost(*options)) {
        if (const auto set = context.services.database().own.set(machine->id, own); !set)
            return context.console.fail(set.error());
        if (const auto read = context.console.wait(readEnergies(context.services.paths(), machine->id, context.console.stop())); !read)
            return context.console.fail(read.error());
    }
    const auto meter = meterNow(context.services.database(), QDateTime::currentDateTimeUtc());
    if (!meter)
        return context.console.fail(meter.error());
    tellOfTunnels(context.console, *machine, forwards);
    if (context.console.isJson) {
        context.console.print(withTunnels(withRental(toJson(*machine), *meter, machine->id), forwards));
        return 0;
    }
    context.console.print(
        QCoreApplication::translate("trainyard::MachineCommands", "%1 was changed: %2").arg(machine->name, machine->target.display()));
    if (const OwnMachineCost *cost = meter->own.machine(machine->id); cost && hasMachineCost(*options)) {
        context.console.print(
            QCoreApplication::translate("trainyard::MachineCommands", "By your own figures it costs %1.").arg(machineCostText(*cost)));
    }
    if (isMoved) {
        context.console.say(QCoreApplication::translate("trainyard::MachineCommands",
                                                        "The new address has not been tested yet. Test it with `yard machine test %1`.")
                                .arg(shellQuoted(machine->name)));
    }
    return 0;
}

// One line per step that has ended, and below it the remedy.
void printStep(Console &console, const StepFinding &step)
{
    if (step.state == StepState::Waiting || step.state == StepState::Running)
        return;
    const QString indent(25, u' ');
    console.print(
        QStringLiteral("%1  %2  %3").arg(stepStateName(step.state), -11).arg(connectionStepName(step.step), -10).arg(step.sentence));
    if (step.state == StepState::Failed && !step.detail.isEmpty()) {
        const QStringList lines = step.detail.split(u'\n');
        for (const QString &line : lines)
            console.print(indent + line);
    }
    if (!step.remedy.isEmpty())
        console.print(indent + step.remedy);
    if (!step.command.isEmpty())
        console.print(indent + QStringLiteral("  ") + step.command);
}

int testMachine(CommandContext &context, const Command &self)
{
    auto options = readOptions(context.arguments, {QStringLiteral("--accept-host-key")}, {},
                               {1, 1, QCoreApplication::translate("trainyard::MachineCommands", "Name one machine.")});
    if (!options)
        return usageError(context, self, options.error().what);
    const auto machine = context.services.database().machines.find(options->rest.first());
    if (!machine)
        return context.console.fail(machine.error());
    context.console.acceptedHostKey = options->value(QStringLiteral("--accept-host-key"));
    ConnectionTest::Report report;
    if (!context.console.isJson)
        report = [&context](const StepFinding &step) { printStep(context.console, step); };
    const auto tested = context.console.wait(context.services.machines.test(machine->id, report, context.console.stop()));
    if (!tested)
        return context.console.fail(tested.error());
    if (context.console.isJson) {
        QJsonObject object = toJson(*tested);
        object[QStringLiteral("machine")] = machine->name;
        context.console.print(object);
    }
    return tested->exitStatus();
}

int showMachine(CommandContext &context, const Command &self)
{
    const auto words = readWords(context.arguments, 1, 1, QCoreApplication::translate("trainyard::MachineCommands", "Name one machine."));
    if (!words)
        return usageError(context, self, words.error().what);
    const auto machine = context.services.database().machines.find(words->first());
    if (!machine)
        return context.console.fail(machine.error());
    const auto facts = context.console.wait(context.services.machines.inspect(machine->id, context.console.stop()));
    if (!facts)
        return context.console.fail(facts.error());
    const auto meter = meterNow(context.services.database(), QDateTime::currentDateTimeUtc());
    if (!meter)
        return context.console.fail(meter.error());
    if (context.console.isJson) {
        QJsonObject object = withRental(toJson(*machine), *meter, machine->id);
        object[QStringLiteral("facts")] = toJson(*facts);
        context.console.print(object);
        return 0;
    }
    const QLocale locale;
    const QString unknown = QCoreApplication::translate("trainyard::MachineCommands", "unknown");
    QList<QStringList> rows{{QCoreApplication::translate("trainyard::MachineCommands", "Name"), machine->name},
                            {QCoreApplication::translate("trainyard::MachineCommands", "Address"), machine->target.display()},
                            {QCoreApplication::translate("trainyard::MachineCommands", "System"), facts->system + u' ' + facts->kernel},
                            {QCoreApplication::translate("trainyard::MachineCommands", "CPUs"),
                             facts->cpuCount > 0 ? QString::number(facts->cpuCount) : unknown},
                            {QCoreApplication::translate("trainyard::MachineCommands", "Memory"),
                             facts->memoryBytes > 0 ? locale.formattedDataSize(facts->memoryBytes) : unknown},
                            {QCoreApplication::translate("trainyard::MachineCommands", "Free in home"),
                             facts->homeAvailableBytes ? locale.formattedDataSize(*facts->homeAvailableBytes) : unknown}};
    for (const MachineFacts::Gpu &gpu : facts->gpus) {
        rows << QStringList{
            QStringLiteral("GPU %1").arg(gpu.index),
            gpuText(gpu) + (gpu.isSimulated() ? QCoreApplication::translate("trainyard::MachineCommands", " (simulated)") : QString())};
    }
    if (const QString owners = ownersText(*facts); !owners.isEmpty())
        rows << QStringList{QCoreApplication::translate("trainyard::MachineCommands", "In use by"), owners};
    for (const GpuDevice &device : gpuDevices(*facts)) {
        if (!device.holders.isEmpty())
            rows << QStringList{QCoreApplication::translate("trainyard::MachineCommands", "On GPU %1").arg(device.number),
                                holdersText(device.holders).replace(u'\n', QLatin1String("; "))};
    }
    if (const QString trouble = gpuTroubleText(*facts); !trouble.isEmpty())
        rows << QStringList{QStringLiteral("GPU"), trouble};
    else if (facts->gpus.isEmpty())
        rows << QStringList{QStringLiteral("GPU"), QCoreApplication::translate("trainyard::MachineCommands", "none")};
    if (const RentedMachine *rented = meter->machine(machine->id)) {
        rows << QStringList{QCoreApplication::translate("trainyard::MachineCommands", "Price"),
                            QCoreApplication::translate("trainyard::MachineCommands", "%1 per hour, %2 so far")
                                .arg(rented->perHour.text(), rented->cost.roundedToCents().text())};
    }
    if (const OwnMachineCost *own = meter->own.machine(machine->id))
        rows << QStringList{QCoreApplication::translate("trainyard::MachineCommands", "Own figures"), machineCostText(*own)};
    if (const auto instance = context.services.database().instances.find(machine->instanceId); instance && !machine->isSimulated) {
        const RentedMachine *const rented = meter->machine(machine->id);
        const QString fact = rented ? spotPriceFact(rented->rental, instance->request,
                                                    context.services.instances.capabilitiesOf(*machine).spotPricing, meter->when)
                                    : QString();
        if (!fact.isEmpty())
            rows << QStringList{QString(), fact};
        const DangerClocks &clocks = builtInDangerClocks();
        for (const DangerClock &clock :
             clocks.whenStopped(instance->request.providerKind, instance->request.region, instance->request.isSpot)) {
            rows << QStringList{QCoreApplication::translate("trainyard::MachineCommands", "If stopped"), clocks.textWithSource(clock)};
        }
    }
    for (const EngineFact &engine : facts->engines)
        rows << QStringList{engineName(engine.engine),
                            engine.isUsable ? engine.version.isEmpty() ? QStringLiteral("ok") : engine.version : engine.problem};
    context.console.printTable(rows);
    return 0;
}

int removeMachine(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, {}, {QStringLiteral("--gone")},
                                     {1, 1, QCoreApplication::translate("trainyard::MachineCommands", "Name one machine.")});
    if (!options)
        return usageError(context, self, options.error().what);
    const auto machine = context.services.database().machines.find(options->rest.first());
    if (!machine)
        return context.console.fail(machine.error());
    const auto removed = context.services.machines.remove(machine->id, options->has(QStringLiteral("--gone")));
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
    adding = {QStringLiteral("machine add [--accept-host-key SHA256:…] [--group GROUP] [--notes TEXT] NAME 'ssh -p 2222 -i KEY USER@HOST'"),
              QCoreApplication::translate("trainyard::MachineCommands", "Connects to a machine once and adds it."),
              [&adding](CommandContext &context) { return addMachine(context, adding); }};
    Command &listing = commands[QStringLiteral("machine list")];
    listing = {QStringLiteral("machine list [--group GROUP]"),
               QCoreApplication::translate("trainyard::MachineCommands", "Lists all machines, or those of one group."),
               [&listing](CommandContext &context) { return listMachines(context, listing); }};
    Command &editing = commands[QStringLiteral("machine edit")];
    editing = {QStringLiteral("machine edit NAME [--name NEW] [--group GROUP] [--notes TEXT] %1 ['ssh …']").arg(machineCostUsage()),
               QCoreApplication::translate("trainyard::MachineCommands",
                                           "Changes the name, group, notes or address of a machine, or what it costs by your own figures. "
                                           "Its runs are kept."),
               [&editing](CommandContext &context) { return editMachine(context, editing); }};
    Command &testing = commands[QStringLiteral("machine test")];
    testing = {QStringLiteral("machine test [--accept-host-key SHA256:…] NAME"),
               QCoreApplication::translate("trainyard::MachineCommands",
                                           "Tests the connection to a machine step by step and says how to fix the step that fails."),
               [&testing](CommandContext &context) { return testMachine(context, testing); }};
    Command &checking = commands[QStringLiteral("machine check")];
    checking = {QStringLiteral("machine check [--image IMAGE] [--nodes NAME,…] [--ports PORT,…] [--accept-host-key SHA256:…] NAME"),
                QCoreApplication::translate(
                    "trainyard::MachineCommands",
                    "Checks whether a machine is fit for training: driver, GPUs, links, containers, disks, limits, network."),
                [&checking](CommandContext &context) { return checkMachineCommand(context, checking); }};
    Command &showing = commands[QStringLiteral("machine show")];
    showing = {QStringLiteral("machine show NAME"),
               QCoreApplication::translate("trainyard::MachineCommands", "Connects to a machine and shows what it has."),
               [&showing](CommandContext &context) { return showMachine(context, showing); }};
    Command &removing = commands[QStringLiteral("machine remove")];
    removing = {QStringLiteral("machine remove [--gone] NAME"),
                QCoreApplication::translate(
                    "trainyard::MachineCommands",
                    "Removes a machine from the list. Nothing on the machine is changed. --gone: the machine no longer exists, so its runs "
                    "have ended."),
                [&removing](CommandContext &context) { return removeMachine(context, removing); }};
}

}  // namespace trainyard

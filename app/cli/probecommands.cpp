// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/probeprinter.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ProbeCommands)
};

Result<MachineId> machineOf(CommandContext &context, const Options &options)
{
    if (!options.has(QStringLiteral("--machine")))
        return MachineId();
    const auto machine = context.services.database().machines.find(options.value(QStringLiteral("--machine")));
    return machine ? Result<MachineId>(machine->id) : Result<MachineId>(machine.error());
}

int runProbe(CommandContext &context, const Command &self)
{
    const auto options = readOptions(
        context.arguments, {QStringLiteral("--machine"), QStringLiteral("--only"), QStringLiteral("--time-limit")},
        {QStringLiteral("--quick"), QStringLiteral("--busy-ok")}, {0, 0, Words::tr("Unexpected argument “%1”.")});
    if (!options)
        return usageError(context, self, options.error().what);
    ProbeOptions request;
    request.isQuick = options->has(QStringLiteral("--quick"));
    request.isBusyOk = options->has(QStringLiteral("--busy-ok"));
    const auto only = readList(*options, QStringLiteral("--only"));
    if (!only)
        return usageError(context, self, only.error().what);
    request.only = *only;
    bool isNumber = true;
    if (options->has(QStringLiteral("--time-limit")))
        request.timeLimit = std::chrono::seconds(options->value(QStringLiteral("--time-limit")).toInt(&isNumber));
    if (!isNumber)
        return usageError(context, self, Words::tr("--time-limit takes a number of seconds."));
    if (const auto fine = request.check(); !fine)
        return usageError(context, self, fine.error().what);
    const auto machine = machineOf(context, *options);
    if (!machine)
        return context.console.fail(machine.error());
    const auto advisor = ProbeAdvisor::builtIn();
    if (!advisor)
        return context.console.fail(advisor.error());
    Console &console = context.console;
    const auto probed = console.wait(context.services.machines.probe(
        *machine, request, [&console](const QString &line) { console.say(line); }, console.stop()));
    if (!probed)
        return console.fail(probed.error());
    printProbe(console, probed->judged, (*advisor)->reference(), probed->leftBehind);
    return exitStatus(probed->judged.judgement.verdict);
}

int listProbes(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, {QStringLiteral("--machine")}, {}, {0, 0, Words::tr("Unexpected argument “%1”.")});
    if (!options)
        return usageError(context, self, options.error().what);
    const auto machine = machineOf(context, *options);
    if (!machine)
        return context.console.fail(machine.error());
    const auto advisor = ProbeAdvisor::builtIn();
    if (!advisor)
        return context.console.fail(advisor.error());
    const StateDatabase &store = context.services.database();
    const auto records = store.probes.all();
    const auto figures = store.probes.figures();
    for (const Error *error : {records ? nullptr : &records.error(), figures ? nullptr : &figures.error()}) {
        if (error)
            return context.console.fail(*error);
    }
    QList<JudgedProbe> found;
    for (const ProbeRecord &record : *records) {
        if (machine->isSet() && record.machineId != *machine)
            continue;
        const auto whole = store.probes.find(record.id);
        auto judged = whole ? (*advisor)->judge(*whole, *figures) : Result<JudgedProbe>(whole.error());
        if (judged)
            found << std::move(*judged);
        else
            context.console.say(QStringLiteral("yard: ") + Words::tr("Report %1: %2").arg(record.id.number()).arg(judged.error().what));
    }
    printProbes(context.console, found);
    return 0;
}

int showProbe(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, {}, {QStringLiteral("--provider-text")});
    if (!options)
        return usageError(context, self, options.error().what);
    bool isNumber = false;
    const ProbeId id(options->rest.value(0).toLongLong(&isNumber));
    if (options->rest.size() != 1 || !isNumber)
        return usageError(context, self, Words::tr("Name one report by its number. `yard probe list` lists them."));
    const auto advisor = ProbeAdvisor::builtIn();
    if (!advisor)
        return context.console.fail(advisor.error());
    const auto judged = (*advisor)->judge(context.services.database(), id);
    if (!judged)
        return context.console.fail(judged.error());
    if (!options->has(QStringLiteral("--provider-text"))) {
        printProbe(context.console, *judged, (*advisor)->reference(), {});
        return 0;
    }
    if (judged->text.english.isEmpty())
        return context.console.fail({ErrorCode::NotFound, Words::tr("There is no finding to report to the provider of this machine."), {}});
    if (context.console.isJson) {
        context.console.print(
            QJsonObject{{QStringLiteral("english"), judged->text.english},
                        {QStringLiteral("local"), judged->text.local.isEmpty() ? QJsonValue() : QJsonValue(judged->text.local)}});
        return 0;
    }
    if (!judged->text.local.isEmpty())
        context.console.print(judged->text.local + u'\n');
    context.console.print(judged->text.english.trimmed());
    return 0;
}

}  // namespace

void addProbeCommands(Commands &commands)
{
    const auto add = [&commands](const QString &verb, const QString &usage, const QString &help,
                                 int (*function)(CommandContext &, const Command &)) {
        Command &command = commands[verb];
        command = {usage, help, [&command, function](CommandContext &context) { return function(context, command); }};
    };
    add(QStringLiteral("probe run"),
        QStringLiteral("probe run [--machine NAME] [--quick] [--only PROBE,…] [--busy-ok] [--time-limit SECONDS]"),
        Words::tr("Benchmarks the GPUs of a machine or of this computer, and says whether the machine is worth keeping."), runProbe);
    add(QStringLiteral("probe list"), QStringLiteral("probe list [--machine NAME]"), Words::tr("Lists saved reports with their verdicts."),
        listProbes);
    add(QStringLiteral("probe show"), QStringLiteral("probe show ID [--provider-text]"),
        Words::tr("Shows a report with its verdict, or a text to send to the machine's provider."), showProbe);
}

}  // namespace trainyard

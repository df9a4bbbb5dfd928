// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/checkcommand.h"

#include "app/cli/healthprinter.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CheckCommand)
};

}  // namespace

int checkMachineCommand(CommandContext &context, const Command &self)
{
    auto options = readOptions(
        context.arguments,
        {QStringLiteral("--image"), QStringLiteral("--nodes"), QStringLiteral("--ports"), QStringLiteral("--accept-host-key")}, {},
        {1, 1, Words::tr("Name one machine.")});
    if (!options)
        return usageError(context, self, options.error().what);
    HealthRequest request;
    request.image = options->value(QStringLiteral("--image"));
    if (options->has(QStringLiteral("--image")) && request.image.isEmpty())
        return usageError(context, self, Words::tr("--image takes the name of an image."));
    const auto nodes = readList(*options, QStringLiteral("--nodes")), ports = readList(*options, QStringLiteral("--ports"));
    if (!nodes)
        return usageError(context, self, nodes.error().what);
    request.nodes = *nodes;
    bool areNumbers = ports.has_value();
    if (ports && !ports->isEmpty()) {
        request.ports.clear();
        for (const QString &word : *ports) {
            bool isNumber = false;
            request.ports << word.toInt(&isNumber);
            areNumbers = areNumbers && isNumber;
        }
    }
    if (!areNumbers)
        return usageError(context, self, Words::tr("--ports takes port numbers separated by commas: 29500,29501."));
    if (const auto sensible = request.check(); !sensible)
        return usageError(context, self, sensible.error().what);
    const auto facts = HealthFacts::builtIn();
    if (!facts)
        return context.console.fail(facts.error());
    const auto machine = context.services.database().machines.find(options->rest.first());
    if (!machine)
        return context.console.fail(machine.error());
    context.console.acceptedHostKey = options->value(QStringLiteral("--accept-host-key"));
    Console &console = context.console;
    const auto step = [&console](const QString &words) { console.showStep(Words::tr("Checking: %1").arg(words)); };
    const auto report = console.wait(context.services.machines.check(machine->id, request, step, console.stop()));
    console.showStep({});
    if (!report)
        return context.console.fail(report.error());
    printHealth(context.console, machine->name, *report, *facts);
    return report->exitStatus();
}

}  // namespace trainyard

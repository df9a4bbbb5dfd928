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
    auto options = readOptions(context.arguments, {QStringLiteral("--image"), QStringLiteral("--nodes"), QStringLiteral("--ports"), QStringLiteral("--accept-host-key")}, {});
    if (!options)
        return usageError(context, self, options.error().what);
    if (options->rest.size() != 1)
        return usageError(context, self, Words::tr("Name one machine."));
    HealthRequest request;
    request.image = options->value(QStringLiteral("--image"));
    if (options->has(QStringLiteral("--image")) && request.image.isEmpty())
        return usageError(context, self, Words::tr("--image needs the name of an image."));
    request.nodes = options->value(QStringLiteral("--nodes")).split(u',', Qt::SkipEmptyParts);
    if (options->has(QStringLiteral("--ports"))) {
        request.ports.clear();
        const QStringList words = options->value(QStringLiteral("--ports")).split(u',', Qt::SkipEmptyParts);
        for (const QString &word : words) {
            bool isNumber = false;
            request.ports << word.toInt(&isNumber);
            if (!isNumber)
                return usageError(context, self, Words::tr("--ports takes numbers with commas between them: 29500,29501."));
        }
    }
    if (const auto sensible = request.check(); !sensible)
        return usageError(context, self, sensible.error().what);
    const auto facts = HealthFacts::builtIn();
    if (!facts)
        return context.console.fail(facts.error());
    const auto machine = context.workbench.store().machine(options->rest.first());
    if (!machine)
        return context.console.fail(machine.error());
    context.console.acceptedHostKey = options->value(QStringLiteral("--accept-host-key"));
    const auto report = context.console.wait(context.workbench.checkMachine(machine->id, request, context.console.stop()));
    if (!report)
        return context.console.fail(report.error());
    printHealth(context.console, machine->name, *report, *facts);
    return report->exitStatus();
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// `yard machine let-me-in`: SSH of a rented machine is allowed from the address that the person has now.
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "core/service/clouds/commandlines.h"
#include "core/service/clouds/ownaddress.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct LetInWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RentCommands)
};

Result<Instance> rentedInstance(const StateDatabase &database, const QString &name)
{
    TRY(const auto machine, database.machines.find(name));
    if (!machine.instanceId.isSet() || machine.isSimulated) {
        return invalidInput(
            LetInWords::tr("%1 was not rented by Trainyard: change from where SSH is allowed at its provider.").arg(machine.name));
    }
    return database.instances.find(machine.instanceId);
}

Result<QString> askedAddress(CommandContext &context, const Options &options)
{
    const QString from = options.value(QStringLiteral("--from"));
    if (!from.isEmpty() && from != QLatin1String(kFindAddress))
        return from;
    return context.console.wait(context.services.letIn.ownAddress(context.console.stop()));
}

void sayPlan(Console &console, const LetIn &plan)
{
    if (plan.isSame()) {
        console.say(LetInWords::tr("SSH of %1 should be allowed from %2 already; its provider is told again.").arg(plan.name, plan.now));
    } else {
        console.say(LetInWords::tr("SSH of %1 has been allowed from %2 since %3.")
                        .arg(plan.name, plan.before, plan.since.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm"))));
        console.say(LetInWords::tr("It will be allowed from %1, and no longer from there.").arg(plan.now));
    }
    if (!plan.others.isEmpty())
        console.say(LetInWords::tr("The same rule holds for: %1.").arg(plan.others.join(QStringLiteral(", "))));
}

int letMeIn(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, {QStringLiteral("--from")}, {QStringLiteral("--show-command")},
                                     {1, 1, LetInWords::tr("Name one machine.")});
    if (!options)
        return usageError(context, self, options.error().what);
    Console &console = context.console;
    const auto instance = rentedInstance(context.services.database(), options->rest.first());
    if (!instance)
        return console.fail(instance.error());
    const auto address = askedAddress(context, *options);
    if (!address)
        return console.fail(address.error());
    const auto plan = context.services.letIn.plan(instance->id, *address);
    if (!plan)
        return console.fail(plan.error());
    if (options->has(QStringLiteral("--show-command"))) {
        const auto line = letInLine(context.services.paths(), *instance, plan->now);
        if (!line)
            return console.fail(line.error());
        if (console.isJson)
            console.print(QJsonObject{{QStringLiteral("commands"), QJsonArray{*line}}}, true);
        else
            console.print(*line);
        return 0;
    }
    sayPlan(console, *plan);
    const auto done = console.wait(context.services.letIn.letIn(instance->id, plan->now, {}, console.stop()));
    if (!done)
        return console.fail(done.error());
    if (console.isJson) {
        console.print(QJsonObject{{QStringLiteral("machine"), done->name},
                                  {QStringLiteral("before"), done->before},
                                  {QStringLiteral("now"), done->now},
                                  {QStringLiteral("others"), QJsonArray::fromStringList(done->others)}});
    } else {
        console.print(LetInWords::tr("SSH of %1 is allowed from %2.").arg(done->name, done->now));
    }
    return 0;
}

}  // namespace

void addLetInCommand(Commands &commands)
{
    Command &command = commands[QStringLiteral("machine let-me-in")];
    command = {QStringLiteral("machine let-me-in [--from ADDRESS|auto] [--show-command] NAME"),
               LetInWords::tr("Allows SSH of a rented machine from the address that you have now, and no longer from the one before."),
               [&command](CommandContext &context) { return letMeIn(context, command); }};
}

}  // namespace trainyard

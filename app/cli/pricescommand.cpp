// SPDX-License-Identifier: GPL-3.0-or-later
// `yard machine prices`: what a rented machine costs per hour, and has cost since it was rented, where its price moves.
#include "app/cli/commands.h"
#include "app/cli/costjson.h"
#include "app/cli/json.h"
#include "core/service/clouds/commandlines.h"
#include "core/service/clouds/spotprices.h"

#include <QCoreApplication>
#include <QJsonArray>

namespace trainyard {

namespace {

struct PriceWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::MachineCommands)
};

QString priceTime(const QDateTime &time) { return time.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")); }

int printLine(CommandContext &context, const Machine &machine)
{
    const auto instance = context.services.database().instances.find(machine.instanceId);
    const auto line = instance ? spotPricesLine(context.services.paths(), *instance) : Result<QString>(instance.error());
    if (!line)
        return context.console.fail(line.error());
    if (context.console.isJson)
        context.console.print(QJsonObject{{QStringLiteral("commands"), QJsonArray{*line}}}, true);
    else
        context.console.print(*line);
    return 0;
}

int showPrices(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, {}, {QStringLiteral("--show-command")},
                                     {1, 1, PriceWords::tr("Name one machine.")});
    if (!options)
        return usageError(context, self, options.error().what);
    Console &console = context.console;
    const auto machine = context.services.database().machines.find(options->rest.first());
    if (!machine)
        return console.fail(machine.error());
    if (options->has(QStringLiteral("--show-command")))
        return printLine(context, *machine);
    const auto meter = meterNow(context.services.database(), QDateTime::currentDateTimeUtc());
    if (!meter)
        return console.fail(meter.error());
    const RentedMachine *const rented = meter->machine(machine->id);
    if (!rented) {
        return console.fail({ErrorCode::NotFound, PriceWords::tr("%1 is not rented at present: it has no price.").arg(machine->name), {}});
    }
    if (console.isJson) {
        console.print(withRental(QJsonObject(), *meter, machine->id).value(QLatin1String("rental")).toObject());
        return 0;
    }
    const Rental &rental = rented->rental;
    QList<QStringList> rows{{QStringLiteral("SINCE"), QStringLiteral("PER HOUR")}};
    const bool isReplaced = !rental.prices.isEmpty() && rental.prices.first().since <= rental.began;
    if (!isReplaced)
        rows << QStringList{priceTime(rental.began), rental.perHour.text()};
    for (const RentalPrice &price : rental.prices)
        rows << QStringList{priceTime(price.since), price.perHour.text()};
    console.printTable(rows);
    if (isReplaced)
        console.say(PriceWords::tr("It was rented for %1 per hour, as %2.").arg(rental.perHour.text(), rental.source));
    const auto instance = context.services.database().instances.find(machine->instanceId);
    const ProviderCapabilities can = context.services.instances.capabilitiesOf(*machine);
    if (const QString fact = instance ? spotPriceFact(rental, instance->request, can.spotPricing, meter->when) : QString(); !fact.isEmpty())
        console.say(fact);
    if (rental.billing.priceHolds >= std::chrono::hours(1))
        console.say(
            PriceWords::tr("A new price is charged from the machine's next full hour on: now it costs %1.").arg(rented->perHour.text()));
    return 0;
}

}  // namespace

void addPricesCommand(Commands &commands)
{
    Command &command = commands[QStringLiteral("machine prices")];
    command = {QStringLiteral("machine prices [--show-command] NAME"),
               PriceWords::tr("Shows how the price of a rented machine has moved since it was rented, and as of when it is known."),
               [&command](CommandContext &context) { return showPrices(context, command); }};
}

}  // namespace trainyard

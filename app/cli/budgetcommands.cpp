// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/costjson.h"
#include "app/cli/optionreader.h"
#include "core/service/clouds/rentplaces.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QJsonObject>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::BudgetCommands)
};

int rentMachine(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments,
                                     {QStringLiteral("--price"), QStringLiteral("--offer"), QStringLiteral("--since"),
                                      QStringLiteral("--billed-by"), QStringLiteral("--source")},
                                     {});
    if (!options)
        return usageError(context, self, options.error().what);
    if (options->rest.size() != 1 || options->has(QStringLiteral("--price")) == options->has(QStringLiteral("--offer"))) {
        return usageError(context, self,
                          Words::tr("Name a machine, and either its price per hour, as in --price 2.49USD, or an offer with --offer."));
    }
    OptionReader reader(*options);
    const auto price = options->has(QStringLiteral("--price")) ? reader.money("--price", {}) : std::nullopt;
    const auto step = reader.named("--billed-by",
                                   [](const QString &name) -> std::optional<std::chrono::seconds> {
                                       if (name == QLatin1String("second"))
                                           return std::chrono::seconds(1);
                                       if (name == QLatin1String("minute"))
                                           return std::chrono::minutes(1);
                                       return name == QLatin1String("hour") ? std::optional<std::chrono::seconds>(std::chrono::hours(1))
                                                                            : std::nullopt;
                                   },
                                   {QStringLiteral("second"), QStringLiteral("minute"), QStringLiteral("hour")});
    if (reader.problem())
        return context.console.fail(*reader.problem());
    const auto machine = context.services.database().machines.find(options->rest.first());
    if (!machine)
        return context.console.fail(machine.error());
    Rental rental;
    rental.machineId = machine->id;
    if (price) {
        rental.perHour = *price;
    } else {
        const auto offer = offerNamed(context.services.paths(), options->value(QStringLiteral("--offer")));
        if (!offer)
            return context.console.fail(offer.error());
        rental.perHour = offer->price.perHour;
        rental.billing = offer->price.billing;
        rental.source = offer->price.id;
    }
    if (step)
        rental.billing.step = *step;
    if (options->has(QStringLiteral("--source")))
        rental.source = options->value(QStringLiteral("--source")).trimmed();
    if (const QString since = options->value(QStringLiteral("--since")); !since.isEmpty()) {
        rental.began = QDateTime::fromString(since, Qt::ISODate).toUTC();
        if (!rental.began.isValid()) {
            return context.console.fail(
                {ErrorCode::InvalidInput, Words::tr("“%1” is not a valid time. Example: 2026-11-20T18:30.").arg(since), {}});
        }
    }
    const auto begun = context.services.database().rentals.begin(rental);
    if (!begun)
        return context.console.fail(begun.error());
    if (context.console.isJson)
        context.console.print(toJson(*begun));
    else
        context.console.print(
            Words::tr("%1 has cost %2 per hour since %3.")
                .arg(begun->machineName, begun->perHour.text(), begun->began.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm"))));
    return 0;
}

int returnMachine(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, {}, {}, {1, 1, Words::tr("Name one machine.")});
    if (!options)
        return usageError(context, self, options.error().what);
    const auto machine = context.services.database().machines.find(options->rest.first());
    if (!machine)
        return context.console.fail(machine.error());
    if (const auto instance = context.services.database().instances.find(machine->instanceId);
        instance && instance->request.end.isSet() && instance->state != InstanceState::Gone) {
        return context.console.fail(
            {ErrorCode::AlreadyExists,
             Words::tr("%1 is rented from a cloud: give it back with `yard machine give-back`, which ends its rental.").arg(machine->name),
             {}});
    }
    const auto ended = context.services.database().rentals.end(machine->id);
    if (!ended)
        return context.console.fail(ended.error());
    const auto cost = accrued(meteredRental(*ended), ended->ended.toSecsSinceEpoch());
    if (!cost)
        return context.console.fail(cost.error());
    if (context.console.isJson) {
        QJsonObject object = toJson(*ended);
        object[QStringLiteral("cost")] = amountJson(*cost);
        context.console.print(object);
    } else {
        context.console.print(
            Words::tr("%1 is no longer billed here; it cost %2 in total. Switch it off at its provider, or the provider will keep charging "
                      "for it.")
                .arg(ended->machineName, cost->roundedToCents().text()));
    }
    return 0;
}

QString cents(const Money &money) { return money.roundedToCents().text(); }

int showMeter(CommandContext &context)
{
    const auto meter = meterNow(context.services.database(), QDateTime::currentDateTimeUtc());
    if (!meter)
        return context.console.fail(meter.error());
    if (context.console.isJson) {
        context.console.print(toJson(*meter));
        return 0;
    }
    if (meter->readings.isEmpty() && meter->own.readings.isEmpty())
        context.console.print(Words::tr("No machine has a price set. Set one with: yard machine rent NAME --price 2.49USD"));
    QList<QStringList> rows{{QStringLiteral("FOR"), QStringLiteral("NOW"), QStringLiteral("TODAY"), QStringLiteral("MONTH")}};
    for (auto i = meter->readings.begin(); i != meter->readings.end(); ++i) {
        rows << QStringList{Words::tr("all"), Words::tr("%1 per hour").arg(i->perHour.text()), cents(i->today.total),
                            cents(i->month.total)};
        const Money none(0, i.key());
        for (auto project = i->month.projects.begin(); project != i->month.projects.end(); ++project) {
            rows << QStringList{project.key().isEmpty() ? Words::tr("runs without a project") : project.key(), QStringLiteral("-"),
                                cents(i->today.projects.value(project.key(), none)), cents(project.value())};
        }
        rows << QStringList{Words::tr("idle"), QStringLiteral("-"), cents(i->today.idle), cents(i->month.idle)};
    }
    if (rows.size() > 1)
        context.console.printTable(rows);
    if (!meter->own.readings.isEmpty()) {
        if (rows.size() > 1)
            context.console.print(QString());
        rows = {{QStringLiteral("OWN FIGURES"), QStringLiteral("NOW"), QStringLiteral("TODAY"), QStringLiteral("MONTH")}};
        for (auto i = meter->own.readings.begin(); i != meter->own.readings.end(); ++i) {
            rows << QStringList{Words::tr("own machines"), Words::tr("%1 per hour").arg(i->perHour.text()), cents(i->today.total),
                                cents(i->month.total)};
        }
        context.console.printTable(rows);
    }
    if (meter->budgets.isEmpty())
        return 0;
    if (rows.size() > 1)
        context.console.print(QString());
    rows = {{QStringLiteral("BUDGET"), QStringLiteral("SPENT"), QStringLiteral("OF"), QStringLiteral("PERCENT"), QStringLiteral("RUNS")}};
    for (const BudgetState &state : meter->budgets) {
        const QString name = state.budget.scope == BudgetScope::Month ? Words::tr("this month") : state.budget.name;
        rows << QStringList{name, cents(state.use.spent), state.budget.amount.text(),
                            QString::number(double(state.use.permille) / 10, 'f', 1), QString::number(state.runs.size())};
    }
    context.console.printTable(rows);
    return 0;
}

int showBudgets(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, {}, {}, {0, 0, Words::tr("This command takes no arguments.")});
    if (!options)
        return usageError(context, self, options.error().what);
    return showMeter(context);
}

// --month or --project NAME; without an amount.
std::optional<Budget> budgetOf(const Options &options)
{
    const bool isMonth = options.has(QStringLiteral("--month")), isProject = options.has(QStringLiteral("--project"));
    if (isMonth == isProject || !options.rest.isEmpty())
        return std::nullopt;
    return Budget{isMonth ? BudgetScope::Month : BudgetScope::Project, options.value(QStringLiteral("--project")), {}};
}

int setBudget(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, {QStringLiteral("--project"), QStringLiteral("--amount")},
                                     {QStringLiteral("--month")});
    if (!options)
        return usageError(context, self, options.error().what);
    auto budget = budgetOf(*options);
    if (!budget || !options->has(QStringLiteral("--amount")))
        return usageError(context, self, Words::tr("Name a budget and its amount, for example --month --amount 500USD."));
    OptionReader reader(*options);
    const auto amount = reader.money("--amount", {});
    if (!amount)
        return context.console.fail(*reader.problem());
    budget->amount = *amount;
    if (const auto kept = context.services.database().budgets.set(*budget); !kept)
        return context.console.fail(kept.error());
    return showMeter(context);
}

int removeBudget(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, {QStringLiteral("--project")}, {QStringLiteral("--month")});
    if (!options)
        return usageError(context, self, options.error().what);
    const auto budget = budgetOf(*options);
    if (!budget)
        return usageError(context, self, Words::tr("Name one budget: --month or --project NAME."));
    if (const auto removed = context.services.database().budgets.remove(budget->scope, budget->name); !removed)
        return context.console.fail(removed.error());
    return 0;
}

}  // namespace

void addBudgetCommands(Commands &commands)
{
    const auto add = [&commands](const char *name, const char *usage, const QString &help, int (*run)(CommandContext &, const Command &)) {
        Command &command = commands[QLatin1String(name)];
        command = {QString::fromUtf8(usage), help, [&command, run](CommandContext &context) { return run(context, command); }};
    };
    add("machine rent", "machine rent NAME (--price AMOUNT | --offer ID) [--since TIME] [--billed-by second|minute|hour] [--source TEXT]",
        Words::tr("Sets a machine's price per hour. Billing runs until the machine is returned."), rentMachine);
    add("machine return", "machine return NAME", Words::tr("Ends a machine's rental."), returnMachine);
    add("budget show", "budget show", Words::tr("Shows what machines cost now, today and this month, and the budgets."), showBudgets);
    add("budget set", "budget set --month|--project NAME --amount AMOUNT", Words::tr("Sets the monthly budget, in total or for a project."),
        setBudget);
    add("budget remove", "budget remove --month|--project NAME", Words::tr("Removes a budget."), removeBudget);
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// `yard cloud bill`: what a cloud has charged, beside what was counted here.
#include "app/cli/commands.h"
#include "app/cli/costjson.h"
#include "app/cli/jsonvalues.h"
#include "core/base/format.h"

#include <QCoreApplication>
#include <QJsonArray>

namespace trainyard {

namespace {

struct BillCommandWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CloudCommands)
};

QJsonObject toJson(const BillCheckLine &line)
{
    const auto currency = line.counted ? line.counted : line.billed ? line.billed : line.extras;
    return {{QStringLiteral("finding"), billFindingName(line.finding)},
            {QStringLiteral("machine"), orNull(line.machine)},
            {QStringLiteral("id"), orNull(line.id)},
            {QStringLiteral("counted"), amountJson(line.counted)},
            {QStringLiteral("billed"), amountJson(line.billed)},
            {QStringLiteral("billed_besides"), amountJson(line.extras)},
            {QStringLiteral("not_billed_yet"), amountJson(line.pending)},
            {QStringLiteral("currency"), currency ? QJsonValue(currencyCode(currency->currency())) : QJsonValue()},
            {QStringLiteral("why"), orNull(line.why)}};
}

QJsonObject toJson(const BillCheck &check, const QString &account)
{
    QJsonArray lines, totals;
    for (const BillCheckLine &line : check.lines)
        lines << toJson(line);
    for (const Money &total : check.total)
        totals << QJsonObject{{QStringLiteral("amount"), amountJson(total)}, {QStringLiteral("currency"), currencyCode(total.currency())}};
    return {
        {QStringLiteral("account"), account},
        {QStringLiteral("month"), check.bill.month.toString(QStringLiteral("yyyy-MM"))},
        {QStringLiteral("billed_to"), check.bill.billedTo.isValid() ? QJsonValue(check.bill.billedTo.toString(Qt::ISODate)) : QJsonValue()},
        {QStringLiteral("final"), check.bill.isFinal},
        {QStringLiteral("by_machine"), check.bill.hasResourceIds},
        {QStringLiteral("requests"), check.bill.requests},
        {QStringLiteral("total"), totals},
        {QStringLiteral("lines"), lines}};
}

QString findingText(BillCheckLine::Finding finding)
{
    switch (finding) {
    case BillCheckLine::Finding::Agrees: return BillCommandWords::tr("agrees");
    case BillCheckLine::Finding::Differs: return BillCommandWords::tr("differs");
    case BillCheckLine::Finding::NotBilledYet: return BillCommandWords::tr("not billed yet");
    case BillCheckLine::Finding::NotCounted: return BillCommandWords::tr("not counted here");
    case BillCheckLine::Finding::Unattributed: return BillCommandWords::tr("all machines");
    }
    Q_UNREACHABLE();
}

QString cents(const std::optional<Money> &money) { return money ? money->roundedToCents().text() : QStringLiteral("-"); }

void print(Console &console, const BillCheck &check)
{
    QStringList totals;
    for (const Money &total : check.total)
        totals << total.roundedToCents().text();
    const QString month = check.bill.month.toString(QStringLiteral("yyyy-MM"));
    if (totals.isEmpty())
        console.print(BillCommandWords::tr("Nothing was charged in %1 so far.").arg(month));
    else
        console.print(BillCommandWords::tr("Charged in %1: %2.").arg(month, totals.join(QStringLiteral(", "))));
    if (!check.bill.isFinal) {
        console.print(check.bill.billedTo.isValid()
                          ? BillCommandWords::tr("The bill is not final; it goes to %1.").arg(check.bill.billedTo.toString(Qt::ISODate))
                          : BillCommandWords::tr("The bill is not final."));
    }
    if (!check.bill.hasResourceIds && !check.bill.lines.isEmpty()) {
        console.print(
            BillCommandWords::tr("It does not say what each machine cost: activate the cost allocation tag trainyard:token at the cloud."));
    }
    if (check.lines.isEmpty())
        return;
    QList<QStringList> rows{{QStringLiteral("FINDING"), QStringLiteral("MACHINE"), QStringLiteral("ID"), QStringLiteral("COUNTED"),
                             QStringLiteral("BILLED"), QStringLiteral("BESIDES"), QStringLiteral("PENDING"), QStringLiteral("WHY")}};
    for (const BillCheckLine &line : check.lines) {
        rows << QStringList{findingText(line.finding),
                            line.machine.isEmpty() ? QStringLiteral("-") : line.machine,
                            line.id.isEmpty() ? QStringLiteral("-") : line.id,
                            cents(line.counted),
                            cents(line.billed),
                            cents(line.extras),
                            cents(line.pending),
                            line.why.isEmpty() ? QStringLiteral("-") : line.why};
    }
    console.printTable(rows);
}

int checkCloudBill(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, {QStringLiteral("--month")}, {QStringLiteral("--yes")},
                                     {1, 1, BillCommandWords::tr("Name one account.")});
    if (!options)
        return usageError(context, self, options.error().what);
    Console &console = context.console;
    const QString name = options->rest.first(), asked = options->value(QStringLiteral("--month"));
    QDate month = QDateTime::currentDateTimeUtc().date();
    if (options->has(QStringLiteral("--month")))
        month = QDate::fromString(asked + QStringLiteral("-01"), QStringLiteral("yyyy-MM-dd"));
    if (!month.isValid() || month > QDate::currentDate().addDays(1))
        return usageError(context, self,
                          BillCommandWords::tr("“%1” is not a month that has begun: enter it as 2026-11.").arg(asked.left(40)));
    const auto account = context.services.database().accounts.find(name);
    if (!account)
        return console.fail(account.error());
    if (const auto price = context.services.clouds.capabilitiesOf(*account).billRequestPrice) {
        console.say(
            BillCommandWords::tr("The cloud charges %1 for each request that reads its bill; one or a few are needed.").arg(price->text()));
        if (!options->has(QStringLiteral("--yes"))) {
            const auto answer = console.ask(BillCommandWords::tr("Ask it? (yes/no) "));
            if (!answer && !console.stop().stop_requested())
                return console.fail(
                    invalidInput(BillCommandWords::tr("There is no terminal to ask on: add --yes to pay for the request.")));
            if (!answer || answer->trimmed() != QLatin1String("yes"))
                return console.fail(cancelledError());
        }
    }
    const auto check = console.wait(context.services.clouds.checkBill(name, month, console.stop()));
    if (!check)
        return console.fail(check.error());
    if (console.isJson)
        console.print(toJson(*check, name));
    else
        print(console, *check);
    return check->agrees() ? 0 : 1;
}

}  // namespace

void addCloudBillCommand(Commands &commands)
{
    Command &billing = commands[QStringLiteral("cloud bill")];
    billing = {
        QStringLiteral("cloud bill [--month YYYY-MM] [--yes] ACCOUNT"),
        BillCommandWords::tr("Reads what a cloud has charged in a month and holds it against what was counted here, machine by machine. "
                             "The exit status is 1 if something differs."),
        [&billing](CommandContext &context) { return checkCloudBill(context, billing); }};
}

}  // namespace trainyard

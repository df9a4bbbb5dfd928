// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/estimateprinter.h"

#include "app/cli/costjson.h"
#include "app/cli/jsonvalues.h"
#include "core/base/decimal.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::EstimateCommand)
};

QJsonValue currencyOf(const std::optional<Money> &money) { return money ? QJsonValue(currencyCode(money->currency())) : QJsonValue(); }

QJsonObject toJson(const EstimateLine &line)
{
    return {{QStringLiteral("part"), costPartName(line.part)},
            {QStringLiteral("name"), line.name},
            {QStringLiteral("quantity"), line.quantity ? QJsonValue(line.quantity->value()) : QJsonValue()},
            {QStringLiteral("unit"), line.unit},
            {QStringLiteral("unit_price"), amountJson(line.price.money)},
            {QStringLiteral("unit_currency"), currencyOf(line.price.money)},
            {QStringLiteral("amount"), amountJson(line.amount)},
            {QStringLiteral("formula"), orNull(line.formula)},
            {QStringLiteral("source"), orNull(line.price.from.source)},
            {QStringLiteral("as_of"), orNull(line.price.from.asOf.text())},
            {QStringLiteral("age_days"), line.ageDays ? QJsonValue(*line.ageDays) : QJsonValue()},
            {QStringLiteral("recalled"), line.price.from.knowledge == Knowledge::Recalled},
            {QStringLiteral("missing"), orNull(line.missing)},
            {QStringLiteral("note"), orNull(line.missing == line.price.note ? QString() : line.price.note)}};
}

QJsonObject toJson(const BreakEven &even)
{
    return {{QStringLiteral("purchase"), purchaseName(even.purchase)},
            {QStringLiteral("price"), amountJson(even.price.money)},
            {QStringLiteral("per_hours"), hoursOf(even.purchase)},
            {QStringLiteral("price_currency"), currencyOf(even.price.money)},
            {QStringLiteral("source"), orNull(even.price.from.source)},
            {QStringLiteral("as_of"), orNull(even.price.from.asOf.text())},
            {QStringLiteral("currency"), currencyCode(even.committedMonth.currency())},
            {QStringLiteral("committed_month"), amountJson(even.committedMonth)},
            {QStringLiteral("hours_per_month"),
             even.isEverWorthIt() ? QJsonValue(static_cast<double>(even.hundredthsOfHours) / 100) : QJsonValue()},
            {QStringLiteral("on_demand_month"), amountJson(even.onDemandMonth)},
            {QStringLiteral("saving"), amountJson(even.saving)}};
}

QJsonObject toJson(const OwnComparison &one)
{
    const OwnBreakEven &even = one.even;
    return {{QStringLiteral("with"), one.name},
            {QStringLiteral("currency"), currencyCode(even.rentPerHour.currency())},
            {QStringLiteral("rent_per_hour"), amountJson(even.rentPerHour)},
            {QStringLiteral("wear_per_month"), amountJson(even.wearPerMonth)},
            {QStringLiteral("energy_per_hour"), amountJson(even.energyPerHour)},
            {QStringLiteral("hours_per_month"),
             even.isEverWorthIt() ? QJsonValue(static_cast<double>(even.hundredthsOfHours) / 100) : QJsonValue()}};
}

QJsonValue toJson(const std::optional<SpotOverhead> &overhead)
{
    if (!overhead)
        return {};
    const auto count = [](std::chrono::seconds time) { return static_cast<qint64>(time.count()); };
    return QJsonObject{{QStringLiteral("young_seconds"), count(overhead->young)},
                       {QStringLiteral("daly_seconds"), count(overhead->daly)},
                       {QStringLiteral("checkpoint_every_seconds"), count(overhead->every)},
                       {QStringLiteral("expected_seconds"), count(overhead->expected)}};
}

QString quantityText(const EstimateLine &line)
{
    if (!line.quantity)
        return QStringLiteral("-");
    return QString::number(line.quantity->value(), 'f', line.quantity->denominator == 1 ? 0 : 4) + u' ' + line.unit;
}

QString sourceText(const EstimateLine &line)
{
    if (!line.price.money)
        return QStringLiteral("-");
    QString text = line.price.from.source == QLatin1String("given") ? Words::tr("entered by you") : line.price.from.source;
    if (line.price.from.knowledge == Knowledge::Recalled)
        text = text.isEmpty() ? Words::tr("unverified") : Words::tr("%1, unverified").arg(text);
    return text.isEmpty() ? QStringLiteral("-") : text;
}

QString ageText(const EstimateLine &line)
{
    return !line.ageDays ? QStringLiteral("-") : Words::tr("%n day(s)", nullptr, static_cast<int>(*line.ageDays));
}

QString totalText(const Estimate &estimate)
{
    if (!estimate.hasMachines())
        return Words::tr("unknown");
    return estimate.isWhole() ? estimate.total.text() : Words::tr("at least %1").arg(estimate.total.text());
}

void printOne(Console &console, const EstimatedThing &thing)
{
    const Estimate &estimate = thing.estimate;
    console.print(estimate.name);
    QList<QStringList> rows{{QStringLiteral("WHAT"), QStringLiteral("QUANTITY"), QStringLiteral("PRICE"), QStringLiteral("AMOUNT"),
                             QStringLiteral("AS OF"), QStringLiteral("AGE"), QStringLiteral("SOURCE"), QStringLiteral("FORMULA")}};
    for (const EstimateLine &line : estimate.lines) {
        const QString asOf = line.price.money ? line.price.from.asOf.text() : QString();
        rows << QStringList{line.name,
                            quantityText(line),
                            line.price.money ? line.price.money->text() : Words::tr("unknown"),
                            line.amount ? line.amount->text() : Words::tr("unknown"),
                            asOf.isEmpty() ? QStringLiteral("-") : asOf,
                            ageText(line),
                            sourceText(line),
                            line.formula.isEmpty() ? QStringLiteral("-") : line.formula};
    }
    rows << QStringList{Words::tr("Total"), {}, {}, totalText(estimate), {}, {}, {}, {}};
    console.printTable(rows);
    if (!estimate.without.isEmpty())
        console.print(Words::tr("Not included in the total: %1.").arg(estimate.without.join(QStringLiteral(", "))));
    for (const OwnComparison &one : thing.comparisons) {
        console.print(one.even.isEverWorthIt()
                          ? Words::tr("Owning it costs less than renting %1 from %2 hours per month (by your own figures: %3 per month for "
                                      "wear, %4 per hour for electricity).")
                                .arg(one.name, decimalText(one.even.hundredthsOfHours, 2), one.even.wearPerMonth.roundedToCents().text(),
                                     one.even.energyPerHour.text())
                          : Words::tr("Owning it never costs less than renting %1, by your own figures.").arg(one.name));
    }
    for (const BreakEven &even : thing.breakEvens) {
        const QString purchase = purchaseName(even.purchase);
        if (!even.isEverWorthIt()) {
            console.print(Words::tr("%1 costs %2 per month and never pays off.").arg(purchase, even.committedMonth.text()));
            continue;
        }
        console.print(Words::tr("%1 costs %2 per month and pays off from %3 hours per month.")
                          .arg(purchase, even.committedMonth.text(), decimalText(even.hundredthsOfHours, 2)));
        if (even.saving && even.saving->nanos() >= 0)
            console.print(Words::tr("At your usage it saves %1 per month.").arg(even.saving->text()));
        else if (even.saving)
            console.print(
                Words::tr("At your usage it costs %1 more per month.").arg(Money(-even.saving->nanos(), even.saving->currency()).text()));
    }
}

}  // namespace

QJsonObject toJson(const QList<EstimatedThing> &things, const RunNeeds &needs)
{
    QJsonArray estimates;
    for (const EstimatedThing &thing : things) {
        const Estimate &estimate = thing.estimate;
        QJsonArray lines, evens, comparisons;
        for (const OwnComparison &one : thing.comparisons)
            comparisons << toJson(one);
        for (const EstimateLine &line : estimate.lines)
            lines << toJson(line);
        for (const BreakEven &even : thing.breakEvens)
            evens << toJson(even);
        estimates << QJsonObject{{QStringLiteral("kind"), thing.kind},
                                 {QStringLiteral("name"), estimate.name},
                                 {QStringLiteral("lines"), lines},
                                 {QStringLiteral("total"), estimate.isWhole() ? amountJson(estimate.total) : QJsonValue()},
                                 {QStringLiteral("at_least"), amountJson(estimate.total)},
                                 {QStringLiteral("without"), QJsonArray::fromStringList(estimate.without)},
                                 {QStringLiteral("billed_seconds"), static_cast<qint64>(estimate.billed.count())},
                                 {QStringLiteral("interruptions"), toJson(estimate.overhead)},
                                 {QStringLiteral("rates"), QJsonArray::fromStringList(estimate.rates)},
                                 {QStringLiteral("break_even"), evens},
                                 {QStringLiteral("own_break_even"), comparisons}};
    }
    return {{QStringLiteral("currency"), currencyCode(needs.currency)},
            {QStringLiteral("seconds"), static_cast<qint64>(needs.time.count())},
            {QStringLiteral("machines"), needs.machines},
            {QStringLiteral("estimates"), estimates}};
}

void printEstimates(Console &console, const QList<EstimatedThing> &things, const RunNeeds &needs)
{
    if (console.isJson) {
        console.print(toJson(things, needs));
        return;
    }
    for (qsizetype i = 0; i < things.size(); ++i) {
        if (i > 0)
            console.print(QString());
        printOne(console, things[i]);
    }
    QStringList said;
    for (const EstimatedThing &thing : things) {
        for (const EstimateLine &line : thing.estimate.lines) {
            const QString &note = line.missing.isEmpty() ? line.price.note : line.missing;
            const QString text = QStringLiteral("yard: %1: %2").arg(line.name, note);
            if (!note.isEmpty() && !said.contains(text)) {
                said << text;
                console.say(text);
            }
        }
    }
}

}  // namespace trainyard

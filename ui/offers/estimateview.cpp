// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/estimateview.h"

#include "core/base/decimal.h"
#include "core/base/format.h"
#include "core/knowledge/cost/offerprices.h"
#include "ui/offers/offerwords.h"

#include <QCoreApplication>

#include <cmath>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Offers)
};

QString quantityText(const Quantity &quantity)
{
    const double value = quantity.value();
    return formatNumber(value, std::abs(value - std::round(value)) < 5e-7 ? 0 : 2);
}

// Up to six decimals: prices per gigabyte have fractions of cents.
QString unitPriceText(const Money &price)
{
    return decimalText(price.rounded(6).nanos(), Money::kDecimals, minorDigits(price.currency())) + QChar(0x00A0)
           + currencyCode(price.currency());
}

QString howText(const EstimateLine &line)
{
    if (!line.quantity)
        return {};
    if (line.part == CostPart::Contingency)
        return Words::tr("%1 % of the other lines").arg(quantityText(*line.quantity));
    const QString many = quantityText(*line.quantity) + QChar(0x00A0) + line.unit;
    return !line.price.money ? many : Words::tr("%1 × %2", "quantity and price").arg(many, unitPriceText(*line.price.money));
}

QString lineAmountText(const EstimateLine &line)
{
    if (!line.amount)
        return unknownWord();
    const bool costsLittle = line.amount->nanos() == 0 && line.price.money && line.price.money->nanos() > 0 && line.quantity
                             && line.quantity->value() > 0;
    return formatMoney(costsLittle ? Money(1, line.amount->currency()) : *line.amount);
}

EstimateRemedy remedyOf(const EstimateLine &line)
{
    if (line.amount)
        return EstimateRemedy::None;
    if (line.part == CostPart::Interruptions && !line.quantity)
        return EstimateRemedy::Hours;
    if (line.price.money)
        return EstimateRemedy::Rate;
    switch (line.part) {
    case CostPart::Compute:
    case CostPart::Disk:
    case CostPart::ObjectStorage:
    case CostPart::Egress: return EstimateRemedy::Price;
    default: return EstimateRemedy::None;
    }
}

// The entered figure that replaces an unknown one for this part.
QString givenText(const GivenFigures &given, CostPart part)
{
    const auto text = [](const std::optional<Money> &money) { return money ? money->decimal() : QString(); };
    switch (part) {
    case CostPart::Compute: return text(given.compute);
    case CostPart::Interruptions: return given.between ? decimalText(given.between->count() * 100 / 3600, 2) : QString();
    case CostPart::Disk: return text(given.disk);
    case CostPart::ObjectStorage: return text(given.object);
    case CostPart::Egress: return text(given.egress);
    default: return {};
    }
}

// Keeps the entered figures that the estimate lacks and drops the others, so that known prices stay as they are.
GivenFigures neededOf(const GivenFigures &given, const Estimate &estimate)
{
    GivenFigures needed;
    for (const EstimateLine &line : estimate.lines) {
        const EstimateRemedy remedy = remedyOf(line);
        if (remedy == EstimateRemedy::Hours)
            needed.between = given.between;
        if (remedy != EstimateRemedy::Price)
            continue;
        switch (line.part) {
        case CostPart::Compute: needed.compute = given.compute; break;
        case CostPart::Disk: needed.disk = given.disk; break;
        case CostPart::ObjectStorage: needed.object = given.object; break;
        case CostPart::Egress: needed.egress = given.egress; break;
        default: break;
        }
    }
    return needed;
}

Result<Estimate> estimateOf(const OfferBook &book, size_t offer, RunNeeds needs, const GivenFigures &given)
{
    needs.diskPrice = given.disk;
    needs.objectPrice = given.object;
    needs.egressPrice = given.egress;
    if (given.between)
        needs.interruptions.between = given.between;
    if (book.isOwn(offer))
        return makeEstimate(requestFor(*book.own, needs));
    const auto model = book.pricing.constFind(book.offers().text(OfferText::Provider, offer).toLower());
    EstimateRequest request = requestFor(book.catalog, offer, model == book.pricing.cend() ? nullptr : &*model, needs);
    if (given.compute)
        std::get<RentedCompute>(request.compute).price = {
            *given.compute, {QStringLiteral("given"), AsOf(needs.today), Knowledge::Verified}, {}};
    return makeEstimate(request);
}

QString sourceOfPrice(const EstimateLine &line)
{
    const Provenance &from = line.price.from;
    if (from.source.isEmpty() || !line.price.money)
        return {};
    if (from.source == QLatin1String("given"))
        return Words::tr("your value");
    QStringList parts{from.source};
    if (line.ageDays && from.asOf.number() % 100 != 0)
        parts << Words::tr("%1 d", "days").arg(*line.ageDays);
    else if (from.asOf.isKnown())
        parts << from.asOf.text();
    if (from.knowledge == Knowledge::Recalled)
        parts << Words::tr("not cross-checked, please verify");
    return parts.join(Words::tr(" · ", "between facts"));
}

QStringList adviceOf(const OfferBook &book, size_t offer, const Estimate &estimate)
{
    QStringList advice;
    if (estimate.overhead) {
        const double minutes = static_cast<double>(estimate.overhead->every.count()) / 60;  // never longer than the run
        advice << Words::tr("Spot instances can be reclaimed: a checkpoint every %1 min loses the least (Daly).")
                      .arg(formatNumber(minutes, 0));
    }
    if (const auto commitments = breakEvens(book.catalog, offer, std::nullopt, book.rates)) {
        for (const BreakEven &one : *commitments) {
            QString way = purchaseWord(one.purchase);
            way[0] = way[0].toUpper();
            advice << (one.isEverWorthIt() ? Words::tr("%1 is cheaper than on demand above %2 h per month.")
                                                 .arg(way, formatNumber(std::ceil(static_cast<double>(one.hundredthsOfHours) / 100), 0))
                                           : Words::tr("%1 is never cheaper than on demand.").arg(way));
        }
    }
    return advice;
}

}  // namespace

QString rateWords(const ExchangeRate &rate)
{
    //: two currencies, what one of the first is in the second, a day: "USD/CNY 7.1 of 2026-11-23"
    return Words::tr("%1 %2 of %3").arg(rate.pair(), decimalText(rate.nanos, Money::kDecimals), rate.day.toString(Qt::ISODate));
}

EstimateView estimateView(const OfferBook &book, size_t offer, const EstimateInputs &inputs, Currency currency)
{
    const OfferTable &offers = book.offers();
    RunNeeds needs;
    needs.machines = inputs.machines;
    needs.time = inputs.time;
    if (offers.purchases()[offer] == Purchase::Spot) {
        needs.interruptions.write = inputs.write;
        needs.interruptions.restart = inputs.restart;
    }
    needs.diskGB = inputs.diskGB;
    needs.objectGB = inputs.objectGB;
    needs.egressGB = inputs.egressGB;
    needs.contingencyPermille = inputs.contingencyPermille;
    needs.currency = currency;
    needs.rates = book.rates;
    needs.today = book.today;
    auto estimate = estimateOf(book, offer, needs, {});
    const GivenFigures used = estimate ? neededOf(inputs.given, *estimate) : GivenFigures();
    if (estimate)
        estimate = estimateOf(book, offer, needs, used);
    EstimateView view;
    if (!estimate) {
        view.problem = estimate.error();
        return view;
    }
    const double total = static_cast<double>(estimate->total.nanos());
    for (const EstimateLine &line : estimate->lines) {
        EstimateViewLine shown;
        shown.part = line.part;
        shown.name = line.name;
        shown.isKnown = line.amount.has_value();
        shown.amount = lineAmountText(line);
        shown.remedy = remedyOf(line);
        shown.unit = line.unit;
        shown.givenText = givenText(used, line.part);
        shown.how = howText(line);
        shown.from = sourceOfPrice(line);
        shown.note = shown.isKnown ? line.price.note : line.missing;
        shown.share = line.amount && total > 0 ? static_cast<double>(line.amount->nanos()) / total : 0;
        shown.isOld = line.price.money && isOldPrice(line.price.from.asOf, book.today);
        shown.isRecalled = line.price.from.knowledge == Knowledge::Recalled;
        view.lines << shown;
    }
    view.without = estimate->without.join(Words::tr(", ", "between facts"));
    // A cost of which nothing is known is not zero.
    view.total = estimate->total.nanos() == 0 && !view.without.isEmpty() ? unknownWord() : formatMoney(estimate->total);
    QStringList rates;
    for (const QString &text : estimate->rates) {
        if (const auto rate = ExchangeRate::parse(text, book.today); rate)
            rates << rateWords(*rate);
    }
    view.rates = rates.join(Words::tr(", ", "between facts"));
    view.advice = adviceOf(book, offer, *estimate);
    return view;
}

QString estimateText(const QString &offer, const EstimateView &view)
{
    QStringList rows{offer};
    for (const EstimateViewLine &line : view.lines)
        rows << QStringList{line.name, line.amount, line.how, line.from, line.note}.join(u'\t');
    rows << Words::tr("Total") + u'\t' + view.total;
    if (!view.without.isEmpty())
        rows << Words::tr("Without %1").arg(view.without);
    if (!view.rates.isEmpty())
        rows << view.rates;
    return rows.join(u'\n');
}

}  // namespace trainyard

#include "ui/offers/estimateview.h"

#include "core/base/decimal.h"
#include "core/base/format.h"
#include "core/cost/offerprices.h"
#include "ui/offers/offerwords.h"

#include <QCoreApplication>

#include <cmath>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Offers)
};

QString withCode(const Money &money, int decimals) { return amountText(money, decimals) + QChar(0x00A0) + currencyCode(money.currency()); }

QString quantityText(const Quantity &quantity)
{
    const double value = quantity.value();
    return formatNumber(value, std::abs(value - std::round(value)) < 5e-7 ? 0 : 2);
}

QString howText(const EstimateLine &line)
{
    if (!line.quantity)
        return {};
    if (line.part == CostPart::Contingency)
        return Words::tr("%1 % of the other lines").arg(quantityText(*line.quantity));
    const QString many = quantityText(*line.quantity) + QChar(0x00A0) + line.unit;
    // Up to six decimals: prices of a gigabyte have more than cents.
    return !line.price.money ? many
                             : Words::tr("%1 × %2", "quantity and price").arg(many, decimalText(line.price.money->rounded(6).nanos(), Money::kDecimals, 2));
}

QString sourceOfPrice(const EstimateLine &line)
{
    const Provenance &from = line.price.from;
    if (from.source.isEmpty() || !line.price.money)
        return {};
    if (from.source == QLatin1String("given"))
        return Words::tr("given by you");
    QStringList parts{from.source};
    if (line.ageDays && from.asOf.number() % 100 != 0)
        parts << Words::tr("%1 d", "days").arg(*line.ageDays);
    else if (from.asOf.isKnown())
        parts << from.asOf.text();
    if (from.knowledge == Knowledge::Recalled)
        parts << Words::tr("recalled, check it");
    return parts.join(Words::tr(" · ", "between facts"));
}

QStringList adviceOf(const OfferBook &book, size_t offer, const Estimate &estimate)
{
    QStringList advice;
    if (estimate.overhead) {
        const double minutes = static_cast<double>(estimate.overhead->every.count()) / 60;   // never longer than the run
        advice << Words::tr("Spot may be taken away: a checkpoint every %1 min loses least (Daly).").arg(formatNumber(minutes, 0));
    }
    if (const auto commitments = breakEvens(book.catalog, offer, std::nullopt, book.rates)) {
        for (const BreakEven &one : *commitments) {
            QString way = purchaseWord(one.purchase);
            way[0] = way[0].toUpper();
            advice << (one.isEverWorthIt() ? Words::tr("%1 costs less than on demand from %2 h a month on.")
                                                 .arg(way, formatNumber(std::ceil(static_cast<double>(one.hundredthsOfHours) / 100), 0))
                                           : Words::tr("%1 never costs less than on demand.").arg(way));
        }
    }
    return advice;
}

}  // namespace

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
    const auto model = book.pricing.constFind(offers.text(OfferText::Provider, offer).toLower());
    const auto estimate = makeEstimate(
        book.isOwn(offer) ? requestFor(*book.own, needs)
                          : requestFor(book.catalog, offer, model == book.pricing.cend() ? nullptr : &*model, needs));
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
        shown.amount = line.amount ? withCode(*line.amount, minorDigits(currency)) : unknownWord();
        shown.how = howText(line);
        shown.from = sourceOfPrice(line);
        shown.note = shown.isKnown ? line.price.note : line.missing;
        shown.share = line.amount && total > 0 ? static_cast<double>(line.amount->nanos()) / total : 0;
        shown.isOld = line.price.money && isOldPrice(line.price.from.asOf, book.today);
        shown.isRecalled = line.price.from.knowledge == Knowledge::Recalled;
        view.lines << shown;
    }
    view.without = estimate->without.join(Words::tr(", ", "between facts"));
    // Nothing known is not nothing to pay.
    view.total = estimate->total.nanos() == 0 && !view.without.isEmpty() ? unknownWord() : withCode(estimate->total, minorDigits(currency));
    for (const QString &rate : estimate->rates)
        view.rates += (view.rates.isEmpty() ? QString() : QStringLiteral(", ")) + rate;
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

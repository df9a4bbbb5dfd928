// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/offerfacts.h"

#include "core/base/format.h"
#include "ui/offers/offerwords.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Offers)
};

QString known(const QString &text) { return text.isEmpty() ? unknownWord() : text; }

QString gibWithUnit(qint64 mib) { return mib == kUnknown ? unknownWord() : gibText(mib) + QChar(0x00A0) + QStringLiteral("GiB"); }

OfferFact priceFact(const QString &label, const std::optional<Money> &price, int decimals, const QString &note = {})
{
    if (!price)
        return {label, unknownWord(), {}, {}};
    return {label, amountText(*price, decimals) + QChar(0x00A0) + currencyCode(price->currency()), note,
            static_cast<double>(price->nanos())};
}

OfferFact sourceFact(const OfferBook &book, const QString &label, const QString &code)
{
    const PriceSource *source = sourceOf(book, code);
    return {label, known(source ? source->title : code), source ? source->licence : QString(), {}};
}

QList<OfferFact> shapeFacts(const OfferBook &book, size_t row, const OfferQuery &query)
{
    const OfferTable &offers = book.offers();
    const OfferFigures figures = offers.figures(row);
    const auto tflops = book.catalog.gpuFacts(offers.column(OfferText::Gpu).id(row)).tflops[static_cast<size_t>(query.precision)];
    return {{Words::tr("Provider"), book.catalog.providerName(offers.text(OfferText::Provider, row)), {}, {}},
            {Words::tr("Instance"), typeText(book, row), {}, {}},
            {Words::tr("Region"), known(offers.text(OfferText::Region, row)), {}, {}},
            {Words::tr("Place"), placeText(book, row), {}, {}},
            {Words::tr("GPU"), gpuText(book, row), {}, {}},
            {Words::tr("Memory per GPU"), gibWithUnit(book.catalog.gpuMemoryMiB(row)), {}, {}},
            {Words::tr("Total GPU memory"), gibWithUnit(book.catalog.totalGpuMemoryMiB(row)), {}, {}},
            {Words::tr("Throughput per GPU"),
             tflops ? formatNumber(*tflops, *tflops < 100 ? 1 : 0) + QChar(0x00A0) + QStringLiteral("TFLOP/s") : unknownWord(),
             !tflops                 ? QString()
             : isRecalled(book, row) ? Words::tr("dense %1, from a datasheet, not cross-checked").arg(precisionName(query.precision))
                                     : Words::tr("dense %1").arg(precisionName(query.precision)),
             {}},
            {Words::tr("vCPUs"), countText(figures.vcpus, 2), {}, {}},
            {Words::tr("RAM"), gibWithUnit(figures.memoryMiB), {}, {}}};
}

}  // namespace

QList<OfferFact> factsOf(const OfferBook &book, size_t row, const OfferQuery &query)
{
    const OfferTable &offers = book.offers();
    const OfferFigures figures = offers.figures(row);
    const bool isForeign = figures.currency != query.currency && !book.rates.between(figures.currency, query.currency);
    const Currency currency = isForeign ? figures.currency : query.currency;
    const HourlyPrices prices = hourlyPrices(book.catalog, row, currency, query.precision, book.rates);
    const bool isCommitted = figures.purchase == Purchase::Monthly || figures.purchase == Purchase::Reserved1y
                             || figures.purchase == Purchase::Reserved3y;
    const QString rateNote = isForeign ? Words::tr("no exchange rate to %1 is set").arg(currencyCode(query.currency))
                                       : conversionText(book, row, query.currency);
    const QString &band = offers.text(OfferText::Interruption, row);
    const bool isSpot = figures.purchase == Purchase::Spot;

    QList<OfferFact> facts = shapeFacts(book, row, query);
    facts << OfferFact{Words::tr("Purchase"), wayText(book, row), isCommitted ? Words::tr("billed whether used or not") : QString(), {}}
          << OfferFact{Words::tr("Interrupted"),
                       !isSpot          ? Words::tr("no")
                       : band.isEmpty() ? Words::tr("not published")
                                        : band,
                       {},
                       {}}
          << OfferFact{Words::tr("Price as published"), publishedText(figures), {}, {}}
          << priceFact(Words::tr("Per hour"), prices.hour, decimalsOf(OfferOrder::Hour), rateNote)
          << priceFact(Words::tr("Per GPU hour"), prices.gpuHour, decimalsOf(OfferOrder::GpuHour))
          << priceFact(Words::tr("Per TFLOP/s hour"), prices.tflopHour, decimalsOf(OfferOrder::TflopHour))
          << priceFact(Words::tr("Per measured TFLOP/s hour"), prices.measuredTflopHour, decimalsOf(OfferOrder::MeasuredTflopHour),
                       measuredText(book, row))
          << priceFact(Words::tr("Per GiB hour"), prices.gibHour, decimalsOf(OfferOrder::GibHour))
          << OfferFact{Words::tr("Price date"),
                       dayText(figures.asOf),
                       isOldPrice(figures.asOf, book.today) ? Words::tr("old: confirm with the provider before you rely on it") : QString(),
                       {}}
          << sourceFact(book, Words::tr("Price from"), offers.text(OfferText::Source, row))
          << sourceFact(book, Words::tr("Specs from"), offers.text(OfferText::ShapeSource, row))
          << OfferFact{Words::tr("Rate card"),
                       offers.text(OfferText::Card, row).isEmpty() ? Words::tr("none, comes with Trainyard")
                                                                   : offers.text(OfferText::Card, row),
                       {},
                       {}};
    // Prices in two currencies cannot be ranked.
    if (isForeign) {
        for (OfferFact &fact : facts)
            fact.rank.reset();
    }
    return facts;
}

QString priceHistory(const OfferBook &book, size_t row, const QList<SeenPrice> &seen)
{
    const OfferTable &offers = book.offers();
    const OfferFigures figures = offers.figures(row);
    QStringList lines;
    for (const SeenPrice &one : seen) {
        if (one.region != offers.text(OfferText::Region, row) || one.purchase != figures.purchase)
            continue;
        // The current price is shown above.
        if (one.asOf == figures.asOf && figures.price() && one.price == *figures.price())
            continue;
        OfferFigures then = figures;
        then.currency = one.price.currency();
        then.priceNanos = one.price.nanos();
        lines.prepend(Words::tr("%1, since %2").arg(publishedText(then), dayText(one.asOf)));
    }
    return lines.join(u'\n');
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/offerlist.h"

#include "app/cli/costjson.h"
#include "app/cli/jsonvalues.h"
#include "app/cli/offerrequest.h"
#include "core/base/decimal.h"
#include "core/knowledge/catalog/offerid.h"
#include "core/service/machines/probeadvisor.h"
#include "core/storage/database/offerstore.h"

#include <QCoreApplication>
#include <QHash>
#include <QSet>

#include <algorithm>

namespace trainyard {

namespace {

constexpr int kShownDecimals = 4;       // of an hour and of a GPU's hour
constexpr int kShownShareDecimals = 6;  // of a TFLOP's and a GiB's: thousandths of a cent

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::OfferList)
};

QJsonValue fraction(qint64 value, double of) { return value == kUnknown ? QJsonValue() : QJsonValue(static_cast<double>(value) / of); }

// Earlier prices of offers, by provider, type, region and way to buy; the oldest first.
using History = QHash<QString, QList<SeenPrice>>;

QString historyKey(const SeenPrice &price)
{
    return QStringList{price.provider, price.type, price.region, purchaseName(price.purchase)}.join(u'\n');
}

class Printer {
public:
    Printer(CommandContext &context, const Catalog &catalog, const OfferRequest &request, const OfferSelection &found,
            const std::optional<History> &history)
        : m_context(context), m_catalog(catalog), m_offers(catalog.offers()), m_request(request), m_found(found), m_history(history),
          m_shown(std::min(found.rows.size(), static_cast<size_t>(request.limit.value_or(static_cast<qsizetype>(found.rows.size())))))
    {
    }

    void print()
    {
        if (m_context.console.isJson)
            m_context.console.print(document());
        else if (m_shown > 0)
            printTable();
        sayWhatIsApart();
    }

private:
    HourlyPrices prices(size_t row) const
    {
        return hourlyPrices(m_catalog, row, m_request.query.currency, m_request.query.precision, m_request.rates);
    }

    const Place &place(size_t row) const { return m_catalog.places().place(m_catalog.placeIds()[row]); }

    QString placeText(size_t row) const
    {
        const QString text = m_catalog.places().text(m_catalog.placeIds()[row], placeLanguage());
        return text.isEmpty() ? Words::tr("location unknown") : text;
    }

    QJsonObject toJson(size_t row) const
    {
        const OfferFigures figures = m_offers.figures(row);
        const HourlyPrices hourly = prices(row);
        const auto text = [&](OfferText which) { return orNull(m_offers.text(which, row)); };
        QJsonObject object{
            {QStringLiteral("id"), offerId(m_offers, row)},
            {QStringLiteral("provider"), text(OfferText::Provider)},
            {QStringLiteral("provider_name"), m_catalog.providerName(m_offers.text(OfferText::Provider, row))},
            {QStringLiteral("type"), text(OfferText::Type)},
            {QStringLiteral("gpu"), text(OfferText::Gpu)},
            {QStringLiteral("gpus"), fraction(figures.gpus, kWholeGpu)},
            {QStringLiteral("gpu_memory_gib"), fraction(m_catalog.gpuMemoryMiB(row), 1024)},
            {QStringLiteral("total_gpu_memory_gib"), fraction(m_catalog.totalGpuMemoryMiB(row), 1024)},
            {QStringLiteral("vcpus"), fraction(figures.vcpus, 100)},
            {QStringLiteral("memory_gib"), fraction(figures.memoryMiB, 1024)},
            {QStringLiteral("region"), text(OfferText::Region)},
            {QStringLiteral("continent"), place(row).continent ? QJsonValue(continentId(*place(row).continent)) : QJsonValue()},
            {QStringLiteral("country"), orNull(place(row).country)},
            {QStringLiteral("city"), orNull(place(row).city)},
            {QStringLiteral("purchase"), purchaseName(figures.purchase)},
            {QStringLiteral("price"), amountJson(figures.price())},
            {QStringLiteral("per_hours"), hoursOf(figures.purchase)},
            {QStringLiteral("currency"), currencyCode(figures.currency)},
            {QStringLiteral("as_of"), figures.asOf.text()},
            {QStringLiteral("source"), text(OfferText::Source)},
            {QStringLiteral("shape_source"), text(OfferText::ShapeSource)},
            {QStringLiteral("card"), text(OfferText::Card)},
            {QStringLiteral("saving_percent"), fraction(figures.savingPercent, 1)},
            {QStringLiteral("interruption"), text(OfferText::Interruption)},
            {QStringLiteral("spot_source"), text(OfferText::SpotSource)},
            {QStringLiteral("hour"), amountJson(hourly.hour)},
            {QStringLiteral("gpu_hour"), amountJson(hourly.gpuHour)},
            {QStringLiteral("tflop_hour"), amountJson(hourly.tflopHour)},
            {QStringLiteral("gib_hour"), amountJson(hourly.gibHour)},
            {QStringLiteral("measured_tflop_hour"), amountJson(hourly.measuredTflopHour)},
            {QStringLiteral("measured"), measuredJson(row)}};
        if (m_history) {
            QJsonArray before;
            for (const SeenPrice &one : historyOf(row)) {
                before << QJsonObject{{QStringLiteral("price"), amountJson(one.price)},
                                      {QStringLiteral("currency"), currencyCode(one.price.currency())},
                                      {QStringLiteral("as_of"), orNull(one.asOf.text())},
                                      {QStringLiteral("source"), one.source}};
            }
            object[QStringLiteral("history")] = before;
        }
        return object;
    }

    QJsonValue measuredJson(size_t row) const
    {
        const MeasuredRate *rate = m_catalog.measuredRate(m_offers.column(OfferText::Gpu).id(row));
        if (!rate)
            return {};
        return QJsonObject{{QStringLiteral("tflops"), rate->tflops},
                           {QStringLiteral("what"), rate->what},
                           {QStringLiteral("reports"), rate->reports},
                           {QStringLiteral("newest"), rate->newest.toString(Qt::ISODate)}};
    }

    QList<SeenPrice> historyOf(size_t row) const { return m_history->value(historyKey(seenPrice(m_offers, row))); }

    // The price before this one.
    QString beforeText(size_t row) const
    {
        QList<SeenPrice> history = historyOf(row);
        const auto now = m_offers.figures(row).price();
        while (!history.isEmpty() && now && history.last().price == *now)
            history.removeLast();
        if (history.isEmpty())
            return QStringLiteral("-");
        return QStringLiteral("%1 (%2)").arg(history.last().price.text(), history.last().asOf.text());
    }

    QJsonObject document() const
    {
        QJsonArray offers, rates, currencies;
        for (size_t i = 0; i < m_shown; ++i)
            offers << toJson(m_found.rows[i]);
        for (const ExchangeRate &rate : m_request.rates.all())
            rates << rate.text();
        for (const Currency currency : m_found.currenciesWithoutRate)
            currencies << currencyCode(currency);
        return {{QStringLiteral("currency"), currencyCode(m_request.query.currency)},
                {QStringLiteral("sort"), offerOrderName(m_request.query.order)},
                {QStringLiteral("precision"), precisionName(m_request.query.precision)},
                {QStringLiteral("rates"), rates},
                {QStringLiteral("found"), static_cast<qint64>(m_found.rows.size())},
                {QStringLiteral("compared"), static_cast<qint64>(m_found.compared)},
                {QStringLiteral("without_rate"), static_cast<qint64>(m_found.withoutRate)},
                {QStringLiteral("without_size"), static_cast<qint64>(m_found.withoutSize)},
                {QStringLiteral("without_price"), static_cast<qint64>(m_found.withoutPrice)},
                {QStringLiteral("left_out_as_unknown"), static_cast<qint64>(m_found.leftOutAsUnknown)},
                {QStringLiteral("currencies_without_rate"), currencies},
                {QStringLiteral("offers"), offers}};
    }

    void printTable()
    {
        const OfferOrder order = m_request.query.order;
        const QString currency = currencyCode(m_request.query.currency);
        QStringList head{QStringLiteral("PROVIDER"), QStringLiteral("TYPE"),          QStringLiteral("GPUS"),
                         QStringLiteral("GIB EACH"), QStringLiteral("VCPUS"),         QStringLiteral("GIB"),
                         QStringLiteral("REGION"),   QStringLiteral("PLACE"),         QStringLiteral("PURCHASE"),
                         QStringLiteral("PRICE"),    currency + QStringLiteral("/H"), currency + QStringLiteral("/GPU-H")};
        if (order == OfferOrder::TflopHour)
            head << currency + QStringLiteral("/TFLOP-H");
        if (order == OfferOrder::GibHour)
            head << currency + QStringLiteral("/GIB-H");
        if (order == OfferOrder::MeasuredTflopHour)
            head << QStringLiteral("MEASURED TFLOP/S") << currency + QStringLiteral("/MEASURED-TFLOP-H");
        if (m_history)
            head << QStringLiteral("BEFORE");
        head << QStringLiteral("AS OF") << QStringLiteral("SOURCE");
        QList<QStringList> rows{head};
        for (size_t i = 0; i < m_shown; ++i)
            rows << cells(m_found.rows[i]);
        m_context.console.printTable(rows);
    }

    QStringList cells(size_t row) const
    {
        const OfferFigures figures = m_offers.figures(row);
        const HourlyPrices hourly = prices(row);
        const auto text = [&](OfferText which) {
            const QString &value = m_offers.text(which, row);
            return value.isEmpty() ? QStringLiteral("-") : value;
        };
        const auto gib = [](qint64 mib) {
            return mib == kUnknown ? QStringLiteral("-") : QString::number(static_cast<double>(mib) / 1024);
        };
        const auto share = [](const std::optional<Money> &money, int decimals) {
            return money ? money->rounded(decimals).decimal() : QStringLiteral("-");
        };
        QStringList cells{text(OfferText::Provider),
                          text(OfferText::Type),
                          decimalText(figures.gpus, 4) + QStringLiteral(" × ") + text(OfferText::Gpu),
                          gib(m_catalog.gpuMemoryMiB(row)),
                          figures.vcpus == kUnknown ? QStringLiteral("-") : decimalText(figures.vcpus, 2),
                          gib(figures.memoryMiB),
                          text(OfferText::Region),
                          placeText(row),
                          purchaseName(figures.purchase),
                          priceText(figures),
                          share(hourly.hour, kShownDecimals),
                          share(hourly.gpuHour, kShownDecimals)};
        if (m_request.query.order == OfferOrder::TflopHour)
            cells << share(hourly.tflopHour, kShownShareDecimals);
        if (m_request.query.order == OfferOrder::GibHour)
            cells << share(hourly.gibHour, kShownShareDecimals);
        if (m_request.query.order == OfferOrder::MeasuredTflopHour) {
            const MeasuredRate *rate = m_catalog.measuredRate(m_offers.column(OfferText::Gpu).id(row));
            cells << (rate ? QStringLiteral("%1 (%2)").arg(QString::number(rate->tflops, 'f', 0), rate->what) : QStringLiteral("-"))
                  << share(hourly.measuredTflopHour, kShownShareDecimals);
        }
        if (m_history)
            cells << beforeText(row);
        return cells << figures.asOf.text() << text(OfferText::Source);
    }

    static QString priceText(const OfferFigures &figures)
    {
        const auto price = figures.price();
        if (price)
            return figures.purchase == Purchase::Monthly ? Words::tr("%1 per month").arg(price->text()) : price->text();
        return figures.savingPercent == kUnknown ? Words::tr("unknown")
                                                 : Words::tr("unknown, usually %1% lower").arg(figures.savingPercent);
    }

    void sayWhatIsMeasured()
    {
        if (m_request.query.order != OfferOrder::MeasuredTflopHour)
            return;
        if (m_found.compared == 0)
            say(Words::tr("You have not benchmarked any of these GPUs. Run `yard probe run --machine NAME`."));
        else
            say(Words::tr("Based on your own benchmarks, the median for each GPU model; --sort tflop-hour uses the datasheet."));
    }

    void say(const QString &message) { m_context.console.say(QStringLiteral("yard: ") + message); }

    void sayWhatIsApart()
    {
        const auto count = [](size_t number) { return static_cast<int>(number); };
        if (m_found.rows.empty())
            say(Words::tr("No matching offers found."));
        if (m_found.withoutRate > 0) {
            QStringList codes;
            for (const Currency currency : m_found.currenciesWithoutRate)
                codes << currencyCode(currency);
            const QString own = currencyCode(m_request.query.currency);
            say(Words::tr("%n offer(s) in %1 cannot be compared with %2 and are listed last. Add the exchange rate with --rate "
                          "%2/%3=RATE@YYYY-MM-DD.",
                          nullptr, count(m_found.withoutRate))
                    .arg(codes.join(QStringLiteral(", ")), own, codes.first()));
        }
        if (m_found.withoutSize > 0)
            say(Words::tr("%n offer(s) of unknown size are listed last.", nullptr, count(m_found.withoutSize)));
        sayWhatIsMeasured();
        if (m_found.withoutPrice > 0)
            say(Words::tr("%n offer(s) without a price are listed last.", nullptr, count(m_found.withoutPrice)));
        if (m_found.leftOutAsUnknown > 0) {
            say(Words::tr("%n offer(s) left out because it is unknown whether they match.", nullptr, count(m_found.leftOutAsUnknown)));
        }
        if (!m_context.console.isJson && m_shown > 0) {
            say(Words::tr(
                "Prices are as of the date shown next to them; check with the provider before you rely on one. `yard offer sources` "
                "lists sources and licences."));
        }
    }

    CommandContext &m_context;
    const Catalog &m_catalog;
    const OfferTable &m_offers;
    const OfferRequest &m_request;
    const OfferSelection &m_found;
    const std::optional<History> &m_history;
    const size_t m_shown;
};

Result<History> loadHistory(const StateDatabase &store, const OfferTable &offers, const OfferSelection &found)
{
    QSet<QString> providers;
    for (const quint32 row : found.rows)
        providers.insert(offerSeller(offers, row));
    History history;
    for (const QString &provider : std::as_const(providers)) {
        TRY(const auto prices, store.prices.find(provider));
        for (const SeenPrice &price : prices)
            history[historyKey(price)] << price;
    }
    return history;
}

}  // namespace

int listOffers(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, offerListOptions(), {QStringLiteral("--history")},
                                     {0, 0, Words::tr("Unexpected argument “%1”.")});
    if (!options)
        return usageError(context, self, options.error().what);
    const OfferStore store(context.services.paths());
    const auto rates = store.rates();
    if (!rates)
        return context.console.fail(rates.error());
    const auto request = readOfferRequest(*options, *rates);
    if (!request)
        return usageError(context, self, request.error().what);
    auto loaded = store.load();
    if (!loaded)
        return context.console.fail(loaded.error());
    if (const auto measured = measuredRates(context.services.database(), loaded->catalog))
        loaded->catalog.setMeasuredRates(*measured);
    else
        context.console.say(QStringLiteral("yard: ") + measured.error().what);
    for (const Error &problem : loaded->problems)
        context.console.say(QStringLiteral("yard: ") + problem.what);
    const auto found = select(loaded->catalog, request->query, request->rates);
    if (!found)
        return context.console.fail(found.error());
    std::optional<History> history;
    if (options->has(QStringLiteral("--history"))) {
        auto known = loadHistory(context.services.database(), loaded->catalog.offers(), *found);
        if (!known)
            return context.console.fail(known.error());
        history = std::move(*known);
    }
    Printer(context, loaded->catalog, *request, *found, history).print();
    return 0;
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/jsonvalues.h"
#include "app/cli/offerlist.h"
#include "app/cli/offerrequest.h"
#include "app/cli/refreshcommand.h"
#include "core/base/decimal.h"
#include "core/knowledge/catalog/cardcheck.h"
#include "core/knowledge/catalog/ratecard.h"
#include "core/service/prices/pricerefresher.h"
#include "core/storage/database/offerstore.h"

#include <QCoreApplication>
#include <QDate>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::OfferCommands)
};

struct CardSummary {
    size_t offers = 0;
    QStringList currencies;
    AsOf oldest, newest;
};

CardSummary summaryOf(const OfferTable &offers)
{
    CardSummary summary;
    summary.offers = offers.size();
    for (size_t row = 0; row < offers.size(); ++row) {
        const OfferFigures figures = offers.figures(row);
        if (const QString code = currencyCode(figures.currency); !summary.currencies.contains(code))
            summary.currencies << code;
        summary.oldest = summary.oldest.isKnown() ? std::min(summary.oldest, figures.asOf) : figures.asOf;
        summary.newest = std::max(summary.newest, figures.asOf);
    }
    summary.currencies.sort();
    return summary;
}

QJsonObject toJson(const QString &name, const CardSummary &summary, const QDateTime &stored)
{
    return {{QStringLiteral("name"), name},
            {QStringLiteral("offers"), static_cast<qint64>(summary.offers)},
            {QStringLiteral("currencies"), QJsonArray::fromStringList(summary.currencies)},
            {QStringLiteral("oldest"), summary.oldest.text()},
            {QStringLiteral("newest"), summary.newest.text()},
            {QStringLiteral("imported"), timeOrNull(stored)}};
}

Result<QByteArray> readCardFile(const QString &name)
{
    QFile file(name);
    // Reading a pipe would wait indefinitely.
    const bool isRegular = QFileInfo(name).isFile() || !QFileInfo::exists(name);
    if (!isRegular || !file.open(QIODevice::ReadOnly)) {
        return Error{ErrorCode::InvalidInput, Words::tr("The rate card %1 cannot be read.").arg(name),
                     isRegular ? file.errorString() : QString()};
    }
    return file.read(kMaxRateCardBytes + 1);
}

Result<RateCardRules> rulesOf(const Options &options)
{
    RateCardRules rules;
    rules.today = QDate::currentDate();
    rules.asOf = AsOf(rules.today);
    if (const QString code = options.value(QStringLiteral("--currency")); !code.isEmpty()) {
        rules.currency = currencyFromCode(code.toUtf8());
        if (!rules.currency)
            return Error{ErrorCode::InvalidInput, Words::tr("Unknown currency %1.").arg(code), {}};
    }
    if (const QString day = options.value(QStringLiteral("--as-of")); !day.isEmpty()) {
        const auto asOf = AsOf::parse(day.toUtf8());
        if (!asOf || asOf->firstDay() > rules.today) {
            return Error{ErrorCode::InvalidInput,
                         Words::tr("“%1” is not a valid date, or is in the future. Examples: 2026-08-03, 2026-08, 2026.").arg(day),
                         {}};
        }
        rules.asOf = *asOf;
    }
    return rules;
}

int importCard(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, {QStringLiteral("--name"), QStringLiteral("--currency"), QStringLiteral("--as-of")},
                                     {});
    if (!options)
        return usageError(context, self, options.error().what);
    if (options->rest.size() != 1 || options->rest.first().isEmpty())
        return usageError(context, self, Words::tr("Name the file of a rate card."));
    const QString file = options->rest.first();
    const QString name = options->has(QStringLiteral("--name")) ? options->value(QStringLiteral("--name"))
                                                                : QFileInfo(file).completeBaseName();
    if (const auto checked = OfferStore::checkName(name); !checked)
        return context.console.fail(checked.error());
    auto rules = rulesOf(*options);
    if (!rules)
        return usageError(context, self, rules.error().what);
    rules->card = name;
    const auto bytes = readCardFile(file);
    if (!bytes)
        return context.console.fail(bytes.error());
    auto offers = parseRateCard(*bytes, *rules);
    if (!offers) {
        const Error &error = offers.error();
        return context.console.fail({error.code, QFileInfo(file).fileName() + QStringLiteral(": ") + error.what, error.detail});
    }
    const OfferStore store(context.services.paths());
    const auto known = store.load();
    if (!known)
        return context.console.fail(known.error());
    const bool isNew = !store.cardNames().contains(name);
    if (const auto stored = replaceCard(store, context.services.database(), name, *offers); !stored)
        return context.console.fail(stored.error());
    const QStringList doubts = cardDoubts(*offers, known->catalog);
    for (const QString &doubt : doubts)
        context.console.say(QStringLiteral("yard: ") + doubt);
    if (context.console.isJson) {
        QJsonObject object = toJson(name, summaryOf(*offers), store.cardStored(name));
        object[QStringLiteral("notes")] = QJsonArray::fromStringList(doubts);
        context.console.print(object);
        return 0;
    }
    const int count = static_cast<int>(offers->size());
    context.console.say(isNew ? Words::tr("The rate card “%1” now has %n offer(s).", nullptr, count).arg(name)
                              : Words::tr("%n offer(s) replaced those in the rate card “%1”.", nullptr, count).arg(name));
    return 0;
}

int listCards(CommandContext &context, const Command &self)
{
    const auto words = readWords(context.arguments, 0, 0, Words::tr("This command takes no arguments; it lists all rate cards."));
    if (!words)
        return usageError(context, self, words.error().what);
    const OfferStore store(context.services.paths());
    QJsonArray array;
    QList<QStringList> rows{{QStringLiteral("NAME"), QStringLiteral("OFFERS"), QStringLiteral("CURRENCIES"), QStringLiteral("PRICES OF"),
                             QStringLiteral("IMPORTED")}};
    int status = 0;
    const QStringList names = store.cardNames();
    for (const QString &name : names) {
        const auto offers = store.card(name);
        if (!offers) {
            context.console.say(QStringLiteral("yard: ") + offers.error().what);
            status = 1;
            continue;
        }
        const CardSummary summary = summaryOf(*offers);
        array << toJson(name, summary, store.cardStored(name));
        const QString days = summary.oldest == summary.newest ? summary.newest.text()
                                                              : summary.oldest.text() + QStringLiteral(" … ") + summary.newest.text();
        rows << QStringList{name, QString::number(summary.offers), summary.currencies.join(QStringLiteral(", ")), days,
                            store.cardStored(name).toLocalTime().date().toString(Qt::ISODate)};
    }
    if (context.console.isJson)
        context.console.print(array);
    else
        context.console.printTable(rows);
    return status;
}

int removeCard(CommandContext &context, const Command &self)
{
    const auto words = readWords(context.arguments, 1, 1, Words::tr("Name one rate card."));
    if (!words)
        return usageError(context, self, words.error().what);
    const OfferStore store(context.services.paths());
    const auto removed = store.removeCard(words->first());
    return removed ? 0 : context.console.fail(removed.error());
}

Result<void> forget(ExchangeRates &rates, const QString &pair)
{
    const auto one = currencyFromCode(pair.section(u'/', 0, 0).toUtf8());
    const auto other = currencyFromCode(pair.section(u'/', 1).toUtf8());
    if (!one || !other)
        return Error{ErrorCode::InvalidInput, Words::tr("“%1” is not a valid pair of currencies. Example: USD/CNY.").arg(pair), {}};
    if (!rates.remove(*one, *other)) {
        return Error{
            ErrorCode::NotFound, Words::tr("There is no exchange rate for %1. `yard offer rates` lists all of them.").arg(pair), {}};
    }
    return {};
}

int exchangeRates(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, {QStringLiteral("--forget")}, {});
    if (!options)
        return usageError(context, self, options.error().what);
    const OfferStore store(context.services.paths());
    if (!options->rest.isEmpty() || options->has(QStringLiteral("--forget"))) {
        const auto changed = store.changeRates([&](ExchangeRates &rates) -> Result<void> {
            if (options->has(QStringLiteral("--forget"))) {
                TRY_DO(forget(rates, options->value(QStringLiteral("--forget"))));
            }
            for (const QString &text : options->rest) {
                TRY(const auto rate, ExchangeRate::parse(text, QDate::currentDate()));
                rates.set(rate);
            }
            return {};
        });
        if (!changed)
            return context.console.fail(changed.error());
    }
    const auto rates = store.rates();
    if (!rates)
        return context.console.fail(rates.error());
    QJsonArray array;
    for (const ExchangeRate &rate : rates->all()) {
        if (!context.console.isJson)
            context.console.print(rate.text());
        array << QJsonObject{{QStringLiteral("from"), currencyCode(rate.from)},
                             {QStringLiteral("to"), currencyCode(rate.to)},
                             {QStringLiteral("rate"), decimalNumber(rate.nanos, Money::kDecimals)},
                             {QStringLiteral("as_of"), rate.day.toString(Qt::ISODate)}};
    }
    if (context.console.isJson)
        context.console.print(array);
    return 0;
}

QJsonObject toJson(const GpuModel &gpu)
{
    const auto orNull = [](const auto &value) { return value ? QJsonValue(*value) : QJsonValue(); };
    QJsonObject tflops;
    const QStringList precisions = precisionNames();
    for (size_t i = 0; i < kPrecisionCount; ++i)
        tflops[precisions[static_cast<qsizetype>(i)]] = orNull(gpu.tflops[i]);
    return {{QStringLiteral("id"), gpu.id},
            {QStringLiteral("vendor"), gpu.vendor},
            {QStringLiteral("name"), gpu.name},
            {QStringLiteral("architecture"), gpu.architecture},
            {QStringLiteral("compute_capability"), gpu.computeCapability.isEmpty() ? QJsonValue() : QJsonValue(gpu.computeCapability)},
            {QStringLiteral("memory_gib"), gpu.memoryGib},
            {QStringLiteral("memory_type"), gpu.memoryType},
            {QStringLiteral("bandwidth_gb_per_s"), gpu.bandwidthGBPerSecond},
            {QStringLiteral("tflops_dense"), tflops},
            {QStringLiteral("nvlink_gb_per_s"), orNull(gpu.nvlinkGBPerSecond)},
            {QStringLiteral("pcie_generation"), orNull(gpu.pcieGeneration)},
            {QStringLiteral("power_watts"), orNull(gpu.powerWatts)},
            {QStringLiteral("form_factor"), gpu.formFactor},
            {QStringLiteral("names"), QJsonArray::fromStringList(gpu.names)},
            {QStringLiteral("source"), gpu.source},
            {QStringLiteral("cross_checked"), gpu.isCrossChecked}};
}

int listGpus(CommandContext &context, const Command &self)
{
    const auto words = readWords(context.arguments, 0, 1, Words::tr("Name one GPU, or leave it out to list all."));
    if (!words)
        return usageError(context, self, words.error().what);
    const auto catalog = Catalog::parse(builtInCatalogFiles());
    if (!catalog)
        return context.console.fail(catalog.error());
    QList<qsizetype> chosen;
    if (words->isEmpty()) {
        for (qsizetype i = 0; i < catalog->gpus().size(); ++i)
            chosen << i;
    } else {
        chosen = catalog->gpuNames().meantBy(words->first());
    }
    if (chosen.isEmpty()) {
        return context.console.fail({ErrorCode::NotFound, Words::tr("There is no known GPU named “%1”.").arg(words->first()), {}});
    }
    QJsonArray array;
    QList<QStringList> rows{{QStringLiteral("GPU"), QStringLiteral("NAME"), QStringLiteral("GIB"), QStringLiteral("MEMORY"),
                             QStringLiteral("GB/S"), QStringLiteral("FP32"), QStringLiteral("TF32"), QStringLiteral("FP16"),
                             QStringLiteral("BF16"), QStringLiteral("FP8"), QStringLiteral("WATTS")}};
    for (const qsizetype index : chosen) {
        const GpuModel &gpu = catalog->gpus()[index];
        const auto orDash = [](const std::optional<double> &value) { return value ? QString::number(*value) : QStringLiteral("-"); };
        array << toJson(gpu);
        rows << QStringList{gpu.id,
                            gpu.name,
                            QString::number(gpu.memoryGib),
                            gpu.memoryType,
                            QString::number(gpu.bandwidthGBPerSecond),
                            orDash(gpu.tflopsAt(Precision::Fp32)),
                            orDash(gpu.tflopsAt(Precision::Tf32)),
                            orDash(gpu.tflopsAt(Precision::Fp16)),
                            orDash(gpu.tflopsAt(Precision::Bf16)),
                            orDash(gpu.tflopsAt(Precision::Fp8)),
                            orDash(gpu.powerWatts)};
    }
    if (context.console.isJson)
        context.console.print(array);
    else
        context.console.printTable(rows);
    return 0;
}

int listSources(CommandContext &context, const Command &self)
{
    const auto words = readWords(context.arguments, 0, 0, Words::tr("This command takes no arguments; it lists all sources."));
    if (!words)
        return usageError(context, self, words.error().what);
    const auto catalog = Catalog::parse(builtInCatalogFiles());
    if (!catalog)
        return context.console.fail(catalog.error());
    const PriceLists lists(context.services.paths());
    const QList<PriceFeed> feeds = usualPriceFeeds(lists);
    QJsonArray array;
    QList<QStringList> rows{
        {QStringLiteral("SOURCE"), QStringLiteral("AS OF"), QStringLiteral("LICENCE"), QStringLiteral("LINK"), QStringLiteral("TITLE")}};
    QList<QStringList> fetched{{QStringLiteral("LIST"), QStringLiteral("LAST REFRESH"), QStringLiteral("RESULT"), QStringLiteral("OFFERS"),
                                QStringLiteral("PRICES OF")}};
    const auto day = [](const QDateTime &when) {
        return when.isValid() ? when.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm")) : QStringLiteral("-");
    };
    for (const PriceSource &source : catalog->sources()) {
        QJsonArray states;
        for (const PriceFeed &feed : feeds) {
            if (QString::fromUtf8(priceFeedSource(feed.kind)) != source.code)
                continue;
            const PriceListState state = lists.state(feed.name);
            states << toJson(state);
            fetched << QStringList{state.name, day(state.tried), refreshResultText(state), QString::number(state.offers),
                                   day(state.checked)};
        }
        array << QJsonObject{{QStringLiteral("code"), source.code},
                             {QStringLiteral("title"), source.title},
                             {QStringLiteral("link"), source.link},
                             {QStringLiteral("as_of"), source.asOf.isEmpty() ? QJsonValue() : QJsonValue(source.asOf)},
                             {QStringLiteral("licence"), source.licence},
                             {QStringLiteral("note"), source.note},
                             {QStringLiteral("lists"), states}};
        rows << QStringList{source.code, source.asOf.isEmpty() ? Words::tr("below") : source.asOf, source.licence, source.link,
                            source.title};
    }
    if (context.console.isJson) {
        context.console.print(array);
        return 0;
    }
    context.console.printTable(rows);
    context.console.print(QString());
    context.console.printTable(fetched);
    return 0;
}

}  // namespace

void addOfferCommands(Commands &commands)
{
    const auto add = [&commands](const QString &verb, const QString &usage, const QString &help,
                                 int (*run)(CommandContext &, const Command &)) {
        Command &command = commands[verb];
        command = {usage, help, [&command, run](CommandContext &context) { return run(context, command); }};
    };
    add(QStringLiteral("offer list"), offerListUsage(), Words::tr("Lists matching priced offers of all providers, cheapest first."),
        listOffers);
    add(QStringLiteral("offer refresh"), refreshUsage(),
        Words::tr("Fetches current prices from the providers' own lists. Prices are never fetched without this command."), refreshOffers);
    add(QStringLiteral("offer import"), QStringLiteral("offer import [--name NAME] [--currency CURRENCY] [--as-of DAY] FILE"),
        Words::tr("Imports your own prices from a CSV or JSON file."), importCard);
    add(QStringLiteral("offer cards"), QStringLiteral("offer cards"), Words::tr("Lists your rate cards."), listCards);
    add(QStringLiteral("offer remove"), QStringLiteral("offer remove NAME"), Words::tr("Removes one of your rate cards."), removeCard);
    add(QStringLiteral("offer rates"), QStringLiteral("offer rates [--forget USD/CNY] [USD/CNY=RATE@DAY …]"),
        Words::tr("Saves exchange rates that you enter, and lists them."), exchangeRates);
    add(QStringLiteral("offer gpus"), QStringLiteral("offer gpus [NAME]"), Words::tr("Lists known GPU models with memory and speed."),
        listGpus);
    add(QStringLiteral("offer sources"), QStringLiteral("offer sources"),
        Words::tr("Lists the sources of prices with age, licence and last refresh."), listSources);
}

}  // namespace trainyard

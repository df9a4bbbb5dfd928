// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/estimaterequest.h"

#include "app/cli/optionreader.h"

#include <QCoreApplication>
#include <QDate>

#include <algorithm>

namespace trainyard {

namespace {

using std::chrono::seconds;

constexpr qint64 kMaxGB = 10'000'000'000, kMaxRequests = 1'000'000'000'000'000;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::EstimateCommand)
};

const char *const kFilters[] = {"--gpu",       "--count", "--gpu-memory", "--total-memory", "--vcpus", "--memory",
                                "--max-price", "--in",    "--sort",       "--precision",    "--limit"};

class EstimateReader {
public:
    EstimateReader(const Options &options, const ExchangeRates &stored) : m_options(options), m_stored(stored), m_reader(options) {}

    Result<EstimateOptions> read()
    {
        // Filters, currency and rates are those of `offer list`.
        TRY(const auto request, readOfferRequest(m_options, m_stored));
        m_made.needs.rates = request.rates;
        m_made.needs.today = QDate::currentDate();
        if (m_reader.has("--currency"))
            m_currency = request.query.currency;
        readSubject(request);
        readNeeds();
        readInterruptions();
        readOwn();
        checkCombination();
        m_made.hasCurrency = m_currency.has_value();
        m_made.needs.currency = m_currency.value_or(m_made.needs.currency);
        return m_reader.problem() ? Result<EstimateOptions>(*m_reader.problem()) : m_made;
    }

private:
    void readSubject(const OfferRequest &request)
    {
        const auto purchases = request.query.purchases;
        m_made.provider = m_reader.value("--provider");
        m_made.region = m_reader.value("--region");
        m_made.offer = m_reader.value("--offer");
        m_made.price = m_reader.money("--price", m_currency);
        if (m_made.price) {
            if (!m_currency)
                m_currency = m_made.price->currency();
            if (purchases.size() > 1)
                m_reader.fail(Words::tr("Name one purchase option with --price."));
            m_made.purchase = purchases.value(0, Purchase::OnDemand);
        }
        m_made.monthlyPrice = m_reader.money("--monthly-price", m_currency);
        m_made.reservedPrice = m_reader.money("--reserved-price", m_currency);
        m_made.usedPerMonth = m_reader.time("--hours-per-month", true);
        if (m_made.usedPerMonth && *m_made.usedPerMonth > std::chrono::hours(kHoursPerMonth))
            m_reader.fail(Words::tr("A month has %1 hours, so --hours-per-month cannot be higher.").arg(kHoursPerMonth));
        if (isFiltering() || (m_made.offer.isEmpty() && !m_made.price && (m_reader.has("--provider") || m_reader.has("--region")))) {
            m_made.filters = request;
            if (purchases.isEmpty())
                m_made.filters->query.purchases = {Purchase::OnDemand};
            if (!m_made.filters->limit)
                m_made.filters->limit = 1;
        }
    }

    bool isFiltering() const
    {
        return std::any_of(std::begin(kFilters), std::end(kFilters), [this](const char *name) { return m_reader.has(name); });
    }

    void readNeeds()
    {
        RunNeeds &needs = m_made.needs;
        needs.time = m_reader.time("--hours", true).value_or(seconds(0));
        if (!m_reader.has("--hours"))
            m_reader.fail(Words::tr("How long will the run take? Add --hours."));
        needs.machines = static_cast<int>(m_reader.number("--machines", 0, 1, 100'000).value_or(1));
        needs.diskGB = m_reader.number("--disk", 0, 1, kMaxGB).value_or(0);
        needs.objectGB = m_reader.number("--objects", 0, 1, kMaxGB).value_or(0);
        needs.egressGB = m_reader.number("--egress", 0, 1, kMaxGB).value_or(0);
        needs.puts = m_reader.number("--puts", 0, 1, kMaxRequests).value_or(0);
        needs.gets = m_reader.number("--gets", 0, 1, kMaxRequests).value_or(0);
        needs.diskKept = days("--disk-days");
        needs.objectKept = days("--objects-days");
        needs.diskType = m_reader.value("--disk-type");
        needs.objectType = m_reader.value("--objects-type");
        needs.egressTo = m_reader.value("--egress-to");
        needs.pricesOfRegion = m_reader.value("--prices-of");
        needs.diskPrice = m_reader.money("--disk-price", m_currency);
        needs.objectPrice = m_reader.money("--objects-price", m_currency);
        needs.egressPrice = m_reader.money("--egress-price", m_currency);
        needs.contingencyPermille = static_cast<int>(m_reader.number("--contingency", 1, 0, 1000).value_or(0));
        readBilling();
    }

    std::optional<seconds> days(const char *option)
    {
        const auto hundredths = m_reader.number(option, 2, 0, 36'500);
        return hundredths ? std::optional(seconds(*hundredths * 864)) : std::nullopt;
    }

    // "1h" or "1s/60s"
    void readBilling()
    {
        if (!m_reader.has("--billing"))
            return;
        Options parts;
        const QString text = m_reader.value("--billing");
        parts.values[QStringLiteral("--billing")] = text.section(u'/', 0, 0);
        if (text.contains(u'/'))
            parts.values[QStringLiteral("minimum")] = text.section(u'/', 1);
        OptionReader reader(parts);
        BillingRule rule;
        rule.step = reader.time("--billing", false).value_or(rule.step);
        rule.minimum = reader.time("minimum", false).value_or(rule.minimum);
        if (reader.problem()) {
            m_reader.fail(
                Words::tr(
                    "“%1” is not a valid value for --billing. Write a billing increment, optionally with a minimum after a slash, for "
                    "example 1h or 1s/60s.")
                    .arg(text.left(60)));
        }
        rule.from.source = QStringLiteral("given");
        m_made.needs.billing = rule;
    }

    void readInterruptions()
    {
        Interruptions &interruptions = m_made.needs.interruptions;
        interruptions.between = m_reader.time("--interrupted-every", true);
        if (const auto percent = m_reader.number("--interruption-rate", 2, 0, 99)) {
            if (interruptions.between)
                m_reader.fail(Words::tr("--interrupted-every and --interruption-rate mean the same: use only one of them."));
            else if (*percent > 0)
                interruptions.between = timeBetween(static_cast<double>(*percent) / 100);
        }
        interruptions.every = m_reader.time("--checkpoint-every", false);
        interruptions.write = m_reader.time("--checkpoint-write", false);
        interruptions.restart = m_reader.time("--restart", false);
    }

    void readOwn()
    {
        const auto price = m_reader.money("--own-price", m_currency);
        const auto perKwh = m_reader.money("--own-kwh", price ? std::optional(price->currency()) : m_currency);
        const auto watts = m_reader.number("--own-watts", 0, 0, 1'000'000);
        const auto years = m_reader.number("--own-years", 2, 0, 50);
        const auto pue = m_reader.number("--own-pue", 2, 1, 10);
        const auto utilisation = m_reader.number("--own-utilisation", 0, 1, 100);
        m_made.machine = m_reader.value("--machine");
        if (!m_made.machine.isEmpty()) {
            if (price || perKwh || years || pue || utilisation)
                m_reader.fail(Words::tr("--machine takes that machine's own figures: of the others, only --own-watts can be added."));
            if (watts)
                m_made.machineWatts = static_cast<int>(*watts);
            return;
        }
        if (!price && !perKwh && !watts && !years && !pue && !utilisation)
            return;
        if (!price || !perKwh || !watts) {
            m_reader.fail(Words::tr("Own hardware needs --own-price, --own-watts and --own-kwh."));
            return;
        }
        OwnHardware own;
        own.price = *price;
        own.perKwh = *perKwh;
        own.watts = static_cast<int>(*watts);
        own.lifeMonths = years ? static_cast<int>((*years * 12 + 50) / 100) : own.lifeMonths;
        own.pueHundredths = static_cast<int>(pue.value_or(own.pueHundredths));
        own.utilisationPercent = static_cast<int>(utilisation.value_or(own.utilisationPercent));
        if (own.lifeMonths < 1)
            m_reader.fail(Words::tr("--own-years must be at least one month: 0.09."));
        m_made.own = own;
        if (!m_currency && !m_made.filters && m_made.offer.isEmpty())
            m_currency = price->currency();
    }

    void checkCombination()
    {
        const int subjects = !m_made.offer.isEmpty() + m_made.price.has_value() + m_made.filters.has_value();
        if (subjects > 1)
            m_reader.fail(Words::tr("Use only one of --offer, --price, and filters such as --gpu."));
        if (subjects == 0 && !m_made.own && m_made.machine.isEmpty())
            m_reader.fail(Words::tr("Nothing to estimate. Add --offer, filters such as --gpu, --price, --machine, or --own-price."));
    }

    const Options &m_options;
    const ExchangeRates &m_stored;
    OptionReader m_reader;
    EstimateOptions m_made;
    std::optional<Currency> m_currency;  // of amounts, and of prices without one
};

}  // namespace

QString estimateUsage()
{
    return QStringLiteral(
        "estimate --hours TIME [--offer ID | --price PRICE | --gpu NAME,… --count N --gpu-memory GIB --total-memory GIB --vcpus N "
        "--memory GIB --max-price PRICE --in PLACE --sort ORDER --precision NAME --limit N] [--provider NAME] [--region NAME] "
        "[--purchase WAY] "
        "[--machines N] [--billing STEP[/MINIMUM]] [--disk GB] [--disk-days DAYS] [--disk-type NAME] [--disk-price PRICE] "
        "[--objects GB] [--objects-days DAYS] [--objects-type NAME] [--objects-price PRICE] [--puts N] [--gets N] [--egress GB] "
        "[--egress-to NAME] [--egress-price PRICE] [--prices-of REGION] [--interrupted-every TIME | --interruption-rate PERCENT] "
        "[--checkpoint-every TIME] [--checkpoint-write TIME] [--restart TIME] [--contingency PERCENT] [--hours-per-month HOURS] "
        "[--monthly-price PRICE] [--reserved-price PRICE] [--machine NAME [--own-watts N]] [--own-price PRICE --own-watts N --own-kwh PRICE [--own-years YEARS] "
        "[--own-pue FACTOR] [--own-utilisation PERCENT]] [--currency CURRENCY] [--rate USD/CNY=RATE@DAY,…]");
}

QStringList estimateOptions()
{
    QStringList names = offerListOptions();
    for (const char *name : {"--hours",
                             "--offer",
                             "--price",
                             "--machines",
                             "--billing",
                             "--disk",
                             "--disk-days",
                             "--disk-type",
                             "--disk-price",
                             "--objects",
                             "--objects-days",
                             "--objects-type",
                             "--objects-price",
                             "--puts",
                             "--gets",
                             "--egress",
                             "--egress-to",
                             "--egress-price",
                             "--prices-of",
                             "--interrupted-every",
                             "--interruption-rate",
                             "--checkpoint-every",
                             "--checkpoint-write",
                             "--restart",
                             "--contingency",
                             "--hours-per-month",
                             "--monthly-price",
                             "--reserved-price",
                             "--machine",
                             "--own-price",
                             "--own-watts",
                             "--own-kwh",
                             "--own-years",
                             "--own-pue",
                             "--own-utilisation"})
        names << QLatin1String(name);
    return names;
}

Result<EstimateOptions> readEstimateOptions(const Options &options, const ExchangeRates &stored)
{
    return EstimateReader(options, stored).read();
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// Thirty days of an account, as the meter counts them, against an invoice that is written here on its own: second by second, with a table of
// the providers' rules of its own, and in integers. Accounts, machines and prices are made up.
#include "core/knowledge/catalog/catalogfiles.h"
#include "core/knowledge/catalog/pricingmodel.h"
#include "core/knowledge/cost/meter.h"

#include <QTest>

#include <random>
#include <vector>

using namespace trainyard;

namespace {

constexpr qint64 kBegan = 1'793'491'200;  // 2026-11-01T00:00:00Z
constexpr qint64 kLedgerDay = 86400, kMonth = 30 * kLedgerDay;

struct Rules {
    const char *provider;
    int step, minimum;  // in seconds; from the providers' price pages
};
constexpr Rules kRules[] = {{"aws", 1, 60},   {"gcp", 1, 60}, {"azure", 1, 0},   {"alibaba", 1, 0}, {"tencent", 1, 0},
                            {"runpod", 1, 0}, {"vast", 1, 0}, {"lambda", 60, 0}, {"verda", 600, 0}, {"coreweave", 60, 0}};

// One thing that is charged for, from the moment it is there: a machine between a start and a stop, a disk, an address.
struct Charged {
    qint64 from = 0, to = 0;
    qint64 nanosPerHour = 0;
    bool isMachine = false;
    bool continues = false;  // the same start at a new spot price: no new minimum
};

// Counts the seconds one by one, as a provider's meter would, and rounds once at the end of the line.
qint64 invoiced(const Charged &line, const Rules &rules)
{
    qint64 seconds = 0;
    for (qint64 second = line.from; second < line.to; ++second)
        ++seconds;
    if (seconds == 0)
        return 0;
    if (line.isMachine) {
        while (seconds % rules.step != 0)
            ++seconds;
        if (!line.continues && seconds < rules.minimum)
            seconds = rules.minimum;
    }
    const qint64 product = line.nanosPerHour * seconds;  // below 10^18
    constexpr qint64 hour = 3600;
    return (2 * product + hour) / (2 * hour);
}

qint64 cents(qint64 nanos) { return (nanos + 5'000'000) / 10'000'000; }

// Days of starts, stops, restarts and spot price changes.
std::vector<Charged> someAccount(std::mt19937 &random, int step)
{
    const auto between = [&random](qint64 least, qint64 most) { return std::uniform_int_distribution<qint64>(least, most)(random); };
    std::vector<Charged> lines;
    const int machines = int(between(1, 6));
    for (int machine = 0; machine < machines; ++machine) {
        qint64 now = kBegan + between(0, 10 * kLedgerDay);
        const qint64 made = now;
        qint64 price = between(1, 60'000'000'000);
        // Prices of spot machines change at full steps, so that a step is not paid twice.
        const bool isSpot = between(0, 2) == 0;
        const int starts = int(between(1, 5));
        for (int start = 0; start < starts && now < kBegan + kMonth; ++start) {
            const bool isShort = between(0, 3) == 0;
            const qint64 stop = std::min(kBegan + kMonth, now + (isShort ? between(1, 120) : between(1, 4 * kLedgerDay)));
            bool continues = false;
            while (isSpot && stop - now > 7200) {
                const qint64 part = between(1, 3600 / step) * step + 3600 / step * step;
                lines.push_back({now, now + part, price, true, continues});
                now += part;
                price = std::max<qint64>(1, price + between(-price / 10, price / 10));
                continues = true;
            }
            lines.push_back({now, stop, price, true, continues});
            now = stop + between(1, kLedgerDay);
        }
        // The disk and the address stay through the stops, until the machine is given back.
        const qint64 gone = std::min(kBegan + kMonth, now);
        lines.push_back({made, gone, between(1'000'000, 200'000'000), false, false});
        if (between(0, 1) == 0)
            lines.push_back({made, gone, 5'000'000, false, false});
    }
    return lines;
}

BillingRule ruleOf(const PricingModels &models, const char *provider)
{
    const BillingSteps steps = models.value(QLatin1String(provider)).billing;
    BillingRule rule;
    rule.step = steps.step.value_or(std::chrono::seconds(1));
    rule.minimum = steps.minimum.value_or(std::chrono::seconds(0));
    return rule;
}

MeteredRental metered(const Charged &line, const BillingRule &rule)
{
    MeteredRental rental;
    rental.span = {line.from, line.to};
    rental.perHour = Money(line.nanosPerHour, Currency::USD);
    if (line.isMachine)
        rental.billing = rule;
    if (line.continues)
        rental.billing.minimum = std::chrono::seconds(0);
    return rental;
}

}  // namespace

class TestLedger : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theCatalogueHasTheRulesOfThePricePages_data()
    {
        QTest::addColumn<int>("index");
        for (size_t i = 0; i < std::size(kRules); ++i)
            QTest::newRow(kRules[i].provider) << int(i);
    }
    void theCatalogueHasTheRulesOfThePricePages()
    {
        QFETCH(int, index);
        const BillingRule rule = ruleOf(*parsePricingModels(builtInPricingFile()), kRules[index].provider);
        QCOMPARE(int(rule.step.count()), kRules[index].step);
        QCOMPARE(int(rule.minimum.count()), kRules[index].minimum);
    }

    void fixedCases_data()
    {
        QTest::addColumn<QByteArray>("provider");
        QTest::addColumn<int>("seconds");
        QTest::addColumn<qint64>("cents");
        // At 36.00 an hour a second is a cent.
        QTest::newRow("aws, a start of 5 s is a minute") << QByteArray("aws") << 5 << qint64(60);
        QTest::newRow("aws, 61 s are 61") << QByteArray("aws") << 61 << qint64(61);
        QTest::newRow("tencent, 5 s are 5") << QByteArray("tencent") << 5 << qint64(5);
        QTest::newRow("lambda, 61 s are two minutes") << QByteArray("lambda") << 61 << qint64(120);
        QTest::newRow("verda, 601 s are twenty minutes") << QByteArray("verda") << 601 << qint64(1200);
        QTest::newRow("azure, a whole month") << QByteArray("azure") << int(kMonth) << qint64(kMonth);
    }
    void fixedCases()
    {
        QFETCH(QByteArray, provider);
        QFETCH(int, seconds);
        QFETCH(qint64, cents);
        const BillingRule rule = ruleOf(*parsePricingModels(builtInPricingFile()), provider.constData());
        const Charged line{kBegan, kBegan + seconds, 36'000'000'000, true, false};
        QCOMPARE(accrued(metered(line, rule), kBegan + kMonth)->nanos(), cents * 10'000'000);
    }

    void thirtyDaysOfAnyAccountEqualItsInvoiceToTheCent_data()
    {
        QTest::addColumn<int>("index");
        for (size_t i = 0; i < std::size(kRules); ++i)
            QTest::newRow(kRules[i].provider) << int(i);
    }
    void thirtyDaysOfAnyAccountEqualItsInvoiceToTheCent()
    {
        QFETCH(int, index);
        const Rules &rules = kRules[index];
        const BillingRule rule = ruleOf(*parsePricingModels(builtInPricingFile()), rules.provider);
        std::mt19937 random(unsigned(index) + 1);
        constexpr int kAccounts = 40;
        for (int account = 0; account < kAccounts; ++account) {
            const std::vector<Charged> lines = someAccount(random, rules.step);
            QList<MeteredRental> rentals;
            qint64 invoice = 0, invoiceCents = 0, ownCents = 0;
            for (const Charged &line : lines) {
                const qint64 amount = invoiced(line, rules);
                const auto own = accrued(metered(line, rule), kBegan + 2 * kMonth);
                QVERIFY(own);
                QCOMPARE(own->nanos(), amount);
                invoice += amount;
                invoiceCents += cents(amount);
                ownCents += own->roundedToCents().nanos() / 10'000'000;
                rentals << metered(line, rule);
            }
            QCOMPARE(ownCents, invoiceCents);
            const auto reading = readMeter(rentals, {kBegan + 2 * kMonth, kBegan + 2 * kMonth, kBegan});
            QVERIFY(reading);
            QCOMPARE(reading->value(Currency::USD).all.total.nanos(), invoice);
            QCOMPARE(reading->value(Currency::USD).month.total.nanos(), invoice);
        }
    }

    // However often the meter is read on the way, the parts are the whole.
    void theDaysOfAMonthAddUpToTheMonth()
    {
        const PricingModels models = *parsePricingModels(builtInPricingFile());
        for (const Rules &rules : kRules) {
            std::mt19937 random(7);
            const BillingRule rule = ruleOf(models, rules.provider);
            for (const Charged &line : someAccount(random, rules.step)) {
                const MeteredRental rental = metered(line, rule);
                qint64 sum = 0;
                for (qint64 day = kBegan; day < kBegan + kMonth + kLedgerDay; day += kLedgerDay)
                    sum += shareBetween(rental, day, day + kLedgerDay)->total.nanos();
                QCOMPARE(sum, invoiced(line, rules));
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestLedger)
#include "tst_ledger.moc"

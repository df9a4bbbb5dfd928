// SPDX-License-Identifier: GPL-3.0-or-later
// Lines and totals of an estimate: every amount is rounded once, the total is the exact sum of the lines, nothing unknown counts as zero,
// and nothing overflows.
#include "core/knowledge/cost/estimate.h"

#include <QRandomGenerator>
#include <QTest>

#include <algorithm>
#include <numeric>

using namespace trainyard;
using namespace std::chrono_literals;
using std::chrono::seconds;

namespace {

__extension__ typedef __int128 Wide;

Money money(const char *text, Currency currency = Currency::USD) { return *Money::parse(text, currency); }
Price price(const char *text, Currency currency = Currency::USD) { return {money(text, currency), {}, {}}; }

EstimateRequest rented(const char *perHour, seconds time, int machines = 1)
{
    EstimateRequest request;
    request.compute = RentedCompute{price(perHour), Purchase::OnDemand, {}};
    request.time = time;
    request.machines = machines;
    return request;
}

Money anyPrice(QRandomGenerator &random) { return Money(random.bounded(1'000'000) * qint64(random.bounded(1, 100'000)), Currency::USD); }

EstimateRequest anyRequest(QRandomGenerator &random)
{
    EstimateRequest request;
    request.compute = RentedCompute{
        {anyPrice(random), {}, {}}, Purchase::OnDemand, {seconds(random.bounded(1, 4000)), seconds(random.bounded(5000)), {}, {}}};
    request.time = seconds(random.bounded(1, 10'000'000));
    request.machines = random.bounded(1, 50);
    for (int i = random.bounded(4); i > 0; --i)
        request.disks << StorageNeed{
            QString::number(i), random.bounded(100'000), seconds(random.bounded(10'000'000)), 0, {anyPrice(random), {}, {}}};
    for (int i = random.bounded(3); i > 0; --i)
        request.objectStorage << StorageNeed{QString::number(i), random.bounded(100'000), std::nullopt, 0, {anyPrice(random), {}, {}}};
    for (int i = random.bounded(3); i > 0; --i)
        request.requests << RequestNeed{QString::number(i), random.bounded(10'000'000), {anyPrice(random), {}, {}}};
    request.egress = EgressNeed{
        random.bounded(200'000),
        random.bounded(1000),
        {{1000, {anyPrice(random), {}, {}}}, {50'000, {anyPrice(random), {}, {}}}, {std::nullopt, {anyPrice(random), {}, {}}}}};
    return request;
}

QList<qint64> amounts(const Estimate &estimate)
{
    QList<qint64> found;
    for (const EstimateLine &line : estimate.lines)
        found << (line.amount ? line.amount->nanos() : -1);
    return found;
}

QString amount(const Estimate &estimate, qsizetype line) { return estimate.lines.value(line).amount->text(); }

}  // namespace

class TestMakeEstimate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void totalIsTheSumOfTheLinesInAnyOrder()
    {
        QRandomGenerator random(11);
        for (int round = 0; round < 500; ++round) {
            EstimateRequest request = anyRequest(random);
            const auto made = makeEstimate(request);
            QVERIFY(made);
            QList<qint64> parts = amounts(*made);
            QCOMPARE(std::accumulate(parts.begin(), parts.end(), qint64(0)), made->total.nanos());
            QVERIFY(made->without.isEmpty());
            // The order of the items does not change the total.
            std::reverse(request.disks.begin(), request.disks.end());
            std::reverse(request.objectStorage.begin(), request.objectStorage.end());
            std::reverse(request.requests.begin(), request.requests.end());
            QCOMPARE(makeEstimate(request)->total, made->total);
        }
    }

    void amountsAreRoundedOnceHalvesAwayFromZero()
    {
        QRandomGenerator random(12);
        constexpr qint64 cent = Money::kNanosPerUnit / 100;
        for (int round = 0; round < 500; ++round) {
            const EstimateRequest request = anyRequest(random);
            const auto made = makeEstimate(request);
            QVERIFY(made);
            for (const EstimateLine &line : made->lines) {
                const Wide exact = Wide(line.price.money->nanos()) * line.quantity->numerator, den = line.quantity->denominator;
                const Wide off = Wide(line.amount->nanos()) * den - exact;
                QCOMPARE(line.amount->nanos() % cent, 0);
                QVERIFY(2 * (off < 0 ? -off : off) <= cent * den);
            }
        }
        QCOMPARE(amount(*makeEstimate(rented("0.005", 1h)), 0), QStringLiteral("0.01 USD"));
        QCOMPARE(amount(*makeEstimate(rented("0.004999999", 1h)), 0), QStringLiteral("0.00 USD"));
        QCOMPARE(amount(*makeEstimate(rented("1.005", 1h)), 0), QStringLiteral("1.01 USD"));  // as a double it is less
        // 0.0049999999997: less than half a cent, though not in billionths.
        QCOMPARE(amount(*makeEstimate(rented("17.999999999", 1s)), 0), QStringLiteral("0.00 USD"));
        EstimateRequest yen;
        yen.compute = RentedCompute{price("100.5", Currency::JPY), Purchase::OnDemand, {}};
        yen.time = 1h;
        yen.currency = Currency::JPY;
        QCOMPARE(amount(*makeEstimate(yen), 0), QStringLiteral("101 JPY"));
    }

    void twiceAsMuchCostsTwiceAsMuch()
    {
        QRandomGenerator random(13);
        for (int round = 0; round < 300; ++round) {
            // Whole cents an hour and whole hours: nothing to round, so it must be exact.
            const qint64 cents = random.bounded(1, 10'000), hours = random.bounded(1, 1'000);
            EstimateRequest request = rented("1", std::chrono::hours(hours), random.bounded(1, 100));
            std::get<RentedCompute>(request.compute).price.money = Money(cents * 10'000'000, Currency::USD);
            const qint64 once = makeEstimate(request)->total.nanos();
            QCOMPARE(once, cents * 10'000'000 * hours * request.machines);
            request.machines *= 2;
            QCOMPARE(makeEstimate(request)->total.nanos(), 2 * once);
            request.time *= 3;
            QCOMPARE(makeEstimate(request)->total.nanos(), 6 * once);
        }
    }

    void moreTimeNeverCostsLess()
    {
        QRandomGenerator random(14);
        for (int round = 0; round < 300; ++round) {
            EstimateRequest request = anyRequest(random);
            std::get<RentedCompute>(request.compute).purchase = purchases()[random.bounded(5)];
            const auto before = makeEstimate(request);
            request.time += seconds(random.bounded(1'000'000));
            if (std::get<RentedCompute>(request.compute).purchase != Purchase::Spot)
                QVERIFY(*makeEstimate(request)->lines.first().amount >= *before->lines.first().amount);
        }
    }

    void timeIsBilledInTheProvidersSteps_data()
    {
        QTest::addColumn<int>("time");
        QTest::addColumn<int>("step");
        QTest::addColumn<int>("minimum");
        QTest::addColumn<int>("billed");
        QTest::newRow("below the minimum") << 37 << 1 << 60 << 60;
        QTest::newRow("at the minimum") << 60 << 1 << 60 << 60;
        QTest::newRow("above the minimum") << 61 << 1 << 60 << 61;
        QTest::newRow("a second into an hour") << 3601 << 3600 << 0 << 7200;
        QTest::newRow("an hour") << 3600 << 3600 << 0 << 3600;
        QTest::newRow("ten minutes") << 601 << 600 << 0 << 1200;
        QTest::newRow("minimum that is no step") << 1 << 600 << 900 << 900;
    }
    void timeIsBilledInTheProvidersSteps()
    {
        QFETCH(int, time);
        QFETCH(int, step);
        QFETCH(int, minimum);
        QFETCH(int, billed);
        QCOMPARE(billedTime(seconds(time), {seconds(step), seconds(minimum), {}, {}}).count(), billed);
    }

    void commitmentsArePaidForWholeTerms()
    {
        EstimateRequest request = rented("2", 730h);
        auto &compute = std::get<RentedCompute>(request.compute);
        compute.purchase = Purchase::Monthly;
        QCOMPARE(amount(*makeEstimate(request), 0), QStringLiteral("2.00 USD"));
        request.time += 1s;
        QCOMPARE(amount(*makeEstimate(request), 0), QStringLiteral("4.00 USD"));
        compute.purchase = Purchase::Reserved1y;
        QCOMPARE(amount(*makeEstimate(request), 0), QStringLiteral("17520.00 USD"));  // 2 × 8760
        request.time = 8761h;
        QCOMPARE(amount(*makeEstimate(request), 0), QStringLiteral("35040.00 USD"));
        compute.purchase = Purchase::Reserved3y;
        QCOMPARE(amount(*makeEstimate(request), 0), QStringLiteral("52560.00 USD"));
        QCOMPARE(makeEstimate(request)->billed, seconds(26280h));
    }

    void trafficFillsOneStepAfterTheOther_data()
    {
        QTest::addColumn<int>("gb");
        QTest::addColumn<QStringList>("expected");
        const auto row = [](const char *name, int gb, const QStringList &expected) { QTest::newRow(name) << gb << expected; };
        const auto s = [](const char *text) { return QString::fromLatin1(text); };
        row("nothing", 0, {});
        row("free", 100, {s("0.00 USD")});
        row("one above", 101, {s("0.00 USD"), s("3.00 USD")});
        row("first step full", 1100, {s("0.00 USD"), s("3000.00 USD")});
        row("one into the second", 1101, {s("0.00 USD"), s("3000.00 USD"), s("2.00 USD")});
        row("second step full", 5100, {s("0.00 USD"), s("3000.00 USD"), s("8000.00 USD")});
        row("one into the last", 5101, {s("0.00 USD"), s("3000.00 USD"), s("8000.00 USD"), s("1.00 USD")});
    }
    void trafficFillsOneStepAfterTheOther()
    {
        QFETCH(int, gb);
        QFETCH(QStringList, expected);
        EstimateRequest request = rented("1", 1h);
        request.egress = EgressNeed{gb, 100, {{1000, price("3")}, {5000, price("2")}, {std::nullopt, price("1")}}};
        const auto made = makeEstimate(request);
        QVERIFY(made);
        QStringList found;
        for (const EstimateLine &line : made->lines.mid(1))
            found << line.amount->text();
        QCOMPARE(found, expected);
    }

    void disksOfFixedSizesAreBoughtWhole()
    {
        EstimateRequest request = rented("1", 730h, 2);
        request.disks << StorageNeed{QStringLiteral("E4"), 33, std::nullopt, 32, price("2.4")};
        QCOMPARE(amount(*makeEstimate(request), 1), QStringLiteral("9.60 USD"));  // two machines, two disks each
        request.disks.first().gb = 32;
        QCOMPARE(amount(*makeEstimate(request), 1), QStringLiteral("4.80 USD"));
    }

    void whatIsNotKnownIsLeftOutAndSaid()
    {
        EstimateRequest request = rented("10", 1h);
        request.disks << StorageNeed{QStringLiteral("x"), 100, std::nullopt, 0, {}};
        request.egress = EgressNeed{150, 0, {{100, price("1")}, {std::nullopt, {}}}};
        request.contingencyPermille = 100;
        const auto made = makeEstimate(request);
        QVERIFY(made);
        QCOMPARE(made->without.size(), 2);
        QCOMPARE(made->total.text(), QStringLiteral("121.00 USD"));  // (10 + 100) × 1.1
        QVERIFY(!made->isWhole() && made->hasMachines());
        QCOMPARE(amounts(*made).count(-1), 2);
        for (const EstimateLine &line : made->lines)
            QCOMPARE(line.missing.isEmpty(), line.amount.has_value());

        // Without a rate there is no amount; with one there is.
        EstimateRequest yuan = rented("1", 1h);
        std::get<RentedCompute>(yuan.compute).price = price("71", Currency::CNY);
        QCOMPARE(makeEstimate(yuan)->without.size(), 1);
        QCOMPARE(makeEstimate(yuan)->total, Money());
        QVERIFY(!makeEstimate(yuan)->hasMachines());
        yuan.rates.set(*ExchangeRate::parse(QStringLiteral("USD/CNY=7.1@2026-11-01"), QDate(2026, 11, 21)));
        QCOMPARE(makeEstimate(yuan)->total.text(), QStringLiteral("10.00 USD"));
        QVERIFY(makeEstimate(yuan)->isWhole() && makeEstimate(yuan)->hasMachines());
        QCOMPARE(makeEstimate(yuan)->rates, QStringList{QStringLiteral("USD/CNY=7.1@2026-11-01")});
    }

    void contingencyIsALineOfItsOwn()
    {
        EstimateRequest request = rented("10", 10h);
        request.contingencyPermille = 150;
        const auto made = makeEstimate(request);
        QCOMPARE(made->lines.last().part, CostPart::Contingency);
        QCOMPARE(made->lines.last().amount->text(), QStringLiteral("15.00 USD"));
        QCOMPARE(made->total.text(), QStringLiteral("115.00 USD"));
    }

    void interruptionsAreCountedForAllMachines()
    {
        EstimateRequest request = rented("3.6", 100h);
        std::get<RentedCompute>(request.compute).purchase = Purchase::Spot;
        QCOMPARE(makeEstimate(request)->without.size(), 1);
        request.interruptions = {20h, 180s, 600s, std::nullopt};
        const auto one = makeEstimate(request);
        QCOMPARE(one->overhead->expected.count(), 389'940);
        QCOMPARE(one->billed.count(), 389'940);
        QCOMPARE(one->lines[1].amount->text(), QStringLiteral("29.94 USD"));
        // Two machines, each of which is interrupted every 40 hours, wait for each other every 20.
        request.machines = 2;
        request.interruptions.between = 40h;
        const auto two = makeEstimate(request);
        QCOMPARE(two->overhead->expected, one->overhead->expected);
        QCOMPARE(two->total.nanos(), 2 * one->total.nanos());
        // Storage for the duration of the run is kept that much longer.
        request.disks << StorageNeed{QStringLiteral("x"), 730, std::nullopt, 0, price("1")};
        QCOMPARE(makeEstimate(request)->lines.last().amount->text(), QStringLiteral("216.63 USD"));  // 2 × 389940 / 3600
        // On-demand machines are not interrupted unless the user says so.
        std::get<RentedCompute>(request.compute).purchase = Purchase::OnDemand;
        request.interruptions.between.reset();
        QVERIFY(!makeEstimate(request)->overhead);
    }

    void ownHardwareCostsDepreciationAndElectricity()
    {
        EstimateRequest request;
        request.compute = OwnHardware{money("26280"), 36, 1000, 150, money("0.2"), 50};
        request.time = 100h;
        request.machines = 2;
        const auto made = makeEstimate(request);
        QVERIFY(made);
        QCOMPARE(amount(*made, 0), QStringLiteral("400.00 USD"));  // 2 × 100 h × 26280 / (26280 h × 0.5)
        QCOMPARE(amount(*made, 1), QStringLiteral("60.00 USD"));   // 2 × 1 kW × 1.5 × 100 h × 0.2
        QCOMPARE(made->lines[1].quantity->value(), 300.0);
    }

    void agesAreCountedFromTheFirstDayThatIsMeant()
    {
        EstimateRequest request = rented("1", 1h);
        std::get<RentedCompute>(request.compute).price.from = {QStringLiteral("x"), *AsOf::parse("2026-11"), Knowledge::Recalled};
        QVERIFY(!makeEstimate(request)->lines.first().ageDays);
        request.today = QDate(2026, 11, 21);
        QCOMPARE(*makeEstimate(request)->lines.first().ageDays, 20);
        QCOMPARE(makeEstimate(request)->lines.first().price.from.knowledge, Knowledge::Recalled);
    }

    void absurdRequestsAreRefused_data()
    {
        QTest::addColumn<int>("which");
        for (int i = 0; i < 16; ++i)
            QTest::addRow("%d", i) << i;
    }
    void absurdRequestsAreRefused()
    {
        QFETCH(int, which);
        EstimateRequest request = rented("1", 1h);
        auto &compute = std::get<RentedCompute>(request.compute);
        switch (which) {
        case 0: request.time = 0s; break;
        case 1: request.time = seconds::max(); break;
        case 2: request.machines = 0; break;
        case 3: request.machines = std::numeric_limits<int>::max(); break;
        case 4: compute.price = price("-1"); break;
        case 5: compute.billing.step = 0s; break;
        case 6: compute.billing.minimum = seconds::max(); break;
        case 7: request.contingencyPermille = -1; break;
        case 8: request.disks << StorageNeed{{}, -1, std::nullopt, 0, price("1")}; break;
        case 9: request.disks << StorageNeed{{}, 1, seconds::max(), 0, price("1")}; break;
        case 10: request.egress = EgressNeed{1, 0, {}}; break;
        case 11: request.egress = EgressNeed{1, 0, {{10, price("1")}, {5, price("1")}, {std::nullopt, price("1")}}}; break;
        case 12: request.egress = EgressNeed{1, 0, {{10, price("1")}}}; break;
        case 13: request.requests << RequestNeed{{}, -5, price("1")}; break;
        case 14: request.compute = OwnHardware{money("1"), 36, 1, 99, money("1"), 100}; break;
        default: request.compute = OwnHardware{money("1"), 0, 1, 100, money("1"), 100}; break;
        }
        const auto made = makeEstimate(request);
        QVERIFY(!made);
        QCOMPARE(made.error().code, ErrorCode::InvalidInput);
        QVERIFY(made.error().what.endsWith(u'.'));
    }

    void sumsBeyondMoneyAreAnErrorAndNeverWrap()
    {
        QVERIFY(!makeEstimate(rented("9000000000", 2h)));
        EstimateRequest request = rented("9000000000", 1h);
        QVERIFY(makeEstimate(request));
        request.disks << StorageNeed{{}, 1, 730h, 0, price("0.01")};
        const auto made = makeEstimate(request);
        QVERIFY(!made);
        QCOMPARE(made.error().code, ErrorCode::InvalidInput);
        // A quantity beyond 64 bits, at a price of nothing.
        EstimateRequest huge = rented("0", 1'000'000h, 100'000);
        huge.disks << StorageNeed{{}, 9'999'999'999, 999'999h + 1s, 0, price("0")};
        const auto wide = makeEstimate(huge);
        QVERIFY(wide || wide.error().code == ErrorCode::InvalidInput);
    }
};

QTEST_APPLESS_MAIN(TestMakeEstimate)
#include "tst_makeestimate.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// What rentals cost, which run causes the cost, and how far budgets are used.
#include "core/knowledge/cost/budget.h"
#include "core/knowledge/cost/meter.h"

#include <QRandomGenerator>
#include <QTest>

using namespace trainyard;

namespace {

constexpr qint64 kDay = 86400;
constexpr qint64 kStart = 20'000 * kDay;  // some midnight

Money usd(const char *amount) { return *Money::parse(amount, Currency::USD); }

MeteredRental rental(qint64 from, std::optional<qint64> to, const Money &perHour, qint64 step = 1)
{
    MeteredRental made;
    made.span = {from, to};
    made.perHour = perHour;
    made.billing.step = std::chrono::seconds(step);
    return made;
}

Money sumOf(const MeterShare &share)
{
    Money sum = share.idle;
    for (const Money &money : share.projects)
        sum = *sum.plus(money);
    return sum;
}

}  // namespace

class TestMeter : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rentalCostsFromItsBeginningToItsEnd()
    {
        const auto one = rental(kStart, kStart + 5400, usd("2"));
        QCOMPARE(*accrued(one, kStart - 10), usd("0"));
        QCOMPARE(*accrued(one, kStart + 1800), usd("1"));
        QCOMPARE(*accrued(one, kStart + 5400), usd("3"));
        QCOMPARE(*accrued(one, kStart + kDay), usd("3"));  // returned
    }

    void timeIsBilledAsTheProviderDoes()
    {
        auto one = rental(kStart, std::nullopt, usd("2"), 3600);
        QCOMPARE(*accrued(one, kStart + 1), usd("2"));
        QCOMPARE(*accrued(one, kStart + 3600), usd("2"));
        QCOMPARE(*accrued(one, kStart + 3601), usd("4"));
        one.billing.step = std::chrono::seconds(1);
        one.billing.minimum = std::chrono::seconds(60);
        QCOMPARE(*accrued(one, kStart + 1), usd("0.033333333"));
    }

    void aPriceThatMovesIsChargedAtThePriceOfEachTime()
    {
        auto one = rental(kStart, std::nullopt, usd("2"));
        one.later = {{kStart + 1800, usd("4")}, {kStart + 3600, usd("1")}};
        QCOMPARE(*accrued(one, kStart + 1800), usd("1"));
        QCOMPARE(*accrued(one, kStart + 3600), usd("3"));
        QCOMPARE(*accrued(one, kStart + 7200), usd("4"));
        QCOMPARE(priceAt(one, kStart + 1799), usd("2"));
        QCOMPARE(priceAt(one, kStart + 1800), usd("4"));
        QCOMPARE(priceAt(one, kStart + kDay), usd("1"));
        // One that held before it began is in place of the first.
        one.later.prepend({kStart - 700, usd("6")});
        QCOMPARE(*accrued(one, kStart + 1800), usd("3"));
        QCOMPARE(priceAt(one, kStart), usd("6"));
        const auto readings = readMeter({one}, {kStart + 2000, kStart, kStart});
        QCOMPARE(readings->value(Currency::USD).perHour, usd("4"));
    }

    void aPieceThatHasBegunIsChargedAtThePriceAtItsBeginning_data()
    {
        QTest::addColumn<int>("step");
        QTest::addColumn<int>("minimum");
        QTest::addColumn<int>("holds");
        QTest::addColumn<int>("secondPriceFrom");
        QTest::newRow("at once") << 1 << 0 << 1 << 100;
        QTest::newRow("after the minimum") << 1 << 600 << 1 << 600;
        QTest::newRow("by the minute") << 60 << 0 << 1 << 120;
        QTest::newRow("from the next hour of the machine on") << 1 << 60 << 3600 << 3600;
    }
    void aPieceThatHasBegunIsChargedAtThePriceAtItsBeginning()
    {
        QFETCH(int, step);
        QFETCH(int, minimum);
        QFETCH(int, holds);
        QFETCH(int, secondPriceFrom);
        auto one = rental(kStart, std::nullopt, usd("3.6"), step);  // a thousandth a second
        one.billing.minimum = std::chrono::seconds(minimum);
        one.billing.priceHolds = std::chrono::seconds(holds);
        one.later = {{kStart + 100, usd("36")}};
        Money before = usd("0");
        for (int second = 1; second <= 7200; ++second) {
            const Money now = *accrued(one, kStart + second);
            QVERIFY2(now >= before, qPrintable(QString::number(second)));  // what is charged is never taken back
            before = now;
        }
        QCOMPARE(before.nanos(), (secondPriceFrom + (7200 - secondPriceFrom) * 10LL) * 1'000'000);
        QCOMPARE(priceAt(one, kStart + secondPriceFrom - 1), usd("3.6"));
        QCOMPARE(priceAt(one, kStart + secondPriceFrom), usd("36"));
    }

    void runsPayThePriceOfTheirOwnTime()
    {
        auto one = rental(kStart, kStart + 7200, usd("2"));
        one.later = {{kStart + 3600, usd("4")}};
        one.runs << MeteredRun{RunId(QStringLiteral("a")), QStringLiteral("p"), {kStart, kStart + 3600}}
                 << MeteredRun{RunId(QStringLiteral("b")), QStringLiteral("q"), {kStart + 1800, kStart + 5400}};
        const auto share = shareBetween(one, kStart, kStart + 7200);
        QVERIFY(share);
        QCOMPARE(share->total, usd("6"));
        QCOMPARE(share->projects.value(QStringLiteral("p")), usd("1.5"));
        QCOMPARE(share->projects.value(QStringLiteral("q")), usd("2.5"));
        QCOMPARE(sumOf(*share), share->total);
    }

    void idleTimeIsWhatNoRunUsed()
    {
        auto one = rental(kStart, std::nullopt, usd("3.60"));
        one.runs = {{RunId(QStringLiteral("a")), QStringLiteral("vision"), {kStart + 1000, kStart + 3000}},
                    {RunId(QStringLiteral("b")), {}, {kStart + 2000, kStart + 4000}}};
        const auto share = shareBetween(one, kStart, kStart + 5000);
        QVERIFY(share);
        QCOMPARE(share->total, usd("5"));
        QCOMPARE(share->runs[RunId(QStringLiteral("a"))], usd("1.5"));  // 1000 s alone, 1000 s in halves
        QCOMPARE(share->runs[RunId(QStringLiteral("b"))], usd("1.5"));
        QCOMPARE(share->projects[QStringLiteral("vision")], usd("1.5"));
        QCOMPARE(share->projects[QString()], usd("1.5"));
        QCOMPARE(share->idle, usd("2"));
    }

    void partsOfARunOutsideTheRentalCostNothing()
    {
        auto one = rental(kStart + 3600, kStart + 7200, usd("1"));
        one.runs = {{RunId(QStringLiteral("a")), {}, {kStart, std::nullopt}}};
        const auto share = shareBetween(one, kStart, kStart + kDay);
        QVERIFY(share);
        QCOMPARE(share->runs[RunId(QStringLiteral("a"))], usd("1"));
        QCOMPARE(share->idle, usd("0"));
    }

    // For any division into periods, shares and idle time add up, and so do the periods.
    void everythingAddsUpExactly()
    {
        QRandomGenerator random(4711);
        for (int round = 0; round < 300; ++round) {
            auto one = rental(kStart + random.bounded(5000), std::nullopt, Money(1 + random.bounded(2'000'000'000), Currency::CNY),
                              QList<qint64>{1, 60, 3600}[random.bounded(3)]);
            if (random.bounded(2))
                one.span.to = one.span.from + random.bounded(100'000);
            for (int i = random.bounded(5); i > 0; --i) {
                const qint64 from = kStart + random.bounded(100'000);
                one.runs << MeteredRun{
                    RunId(QString::number(i)), QString::number(random.bounded(3)), {from, from + random.bounded(50'000)}};
            }
            const qint64 middle = kStart + random.bounded(100'000), end = middle + random.bounded(100'000);
            const auto first = shareBetween(one, kStart, middle), second = shareBetween(one, middle, end),
                       whole = shareBetween(one, kStart, end);
            QVERIFY(first && second && whole);
            for (const auto &share : {*first, *second, *whole}) {
                QCOMPARE(sumOf(share), share.total);
                QVERIFY(share.idle.nanos() >= 0);
            }
            QCOMPARE(*first->total.plus(second->total), whole->total);
            QCOMPARE(whole->total, *accrued(one, end));
        }
    }

    void currenciesAreNeverAdded()
    {
        const QList<MeteredRental> rentals{rental(kStart, std::nullopt, usd("2")),
                                           rental(kStart, std::nullopt, *Money::parse("10", Currency::CNY)),
                                           rental(kStart - 40 * kDay, kStart - 39 * kDay, usd("1"))};
        const auto readings = readMeter(rentals, {kStart + 7200, kStart + 3600, kStart - 10 * kDay});
        QVERIFY(readings);
        QCOMPARE(readings->size(), 2);
        const MeterReading dollars = readings->value(Currency::USD);
        QCOMPARE(dollars.perHour, usd("2"));  // the one that ended costs nothing now
        QCOMPARE(dollars.today.total, usd("2"));
        QCOMPARE(dollars.month.total, usd("4"));
        QCOMPARE(dollars.all.total, usd("28"));
        QCOMPARE(readings->value(Currency::CNY).today.total.text(), QStringLiteral("10.00 CNY"));
    }

    void absurdSumsAreRefused()
    {
        const Money large = *Money::parse("1000000", Currency::JPY);
        const auto readings = readMeter({rental(0, std::nullopt, large), rental(0, std::nullopt, large)}, {kStart, 0, 0});
        QVERIFY(!readings);
        QCOMPARE(readings.error().code, ErrorCode::InvalidInput);
    }

    void budgetHasThreeSteps_data()
    {
        QTest::addColumn<qint64>("seconds");
        QTest::addColumn<QString>("step");
        QTest::newRow("nothing") << qint64(0) << "none";
        QTest::newRow("just below half") << qint64(1799) << "none";
        QTest::newRow("half") << qint64(1800) << "told";
        QTest::newRow("just below 80 %") << qint64(2879) << "told";
        QTest::newRow("80 %") << qint64(2880) << "save";
        QTest::newRow("just below all") << qint64(3599) << "save";
        QTest::newRow("all") << qint64(3600) << "stop";
        QTest::newRow("far beyond") << qint64(1'000'000'000) << "stop";
    }
    void budgetHasThreeSteps()
    {
        QFETCH(qint64, seconds);
        auto one = rental(kStart, std::nullopt, usd("7.77"));
        one.runs = {{RunId(QStringLiteral("r")), QStringLiteral("p"), {kStart, std::nullopt}}};
        const auto readings = readMeter({one}, {kStart + seconds, kStart, kStart});
        QVERIFY(readings);
        for (const Budget &budget :
             {Budget{BudgetScope::Month, {}, usd("7.77")}, Budget{BudgetScope::Project, QStringLiteral("p"), usd("7.77")},
              Budget{BudgetScope::Run, QStringLiteral("r"), usd("7.77")}}) {
            QTEST(budgetStepName(useOf(budget, *readings).step), "step");
            const Budget other{BudgetScope::Project, QStringLiteral("other"), usd("7.77")};
            QCOMPARE(useOf(other, *readings).step, BudgetStep::None);
        }
        // There is no exchange rate for the yuan.
        QCOMPARE(useOf({BudgetScope::Month, {}, *Money::parse("1", Currency::CNY)}, *readings).permille, qint64(0));
    }

    void wrongBudgetsAreRefused()
    {
        QVERIFY(checkBudget({BudgetScope::Month, {}, usd("1")}));
        QVERIFY(checkBudget({BudgetScope::Project, QStringLiteral("视觉"), usd("1")}));
        for (const Budget &wrong :
             {Budget{BudgetScope::Month, {}, usd("0")}, Budget{BudgetScope::Month, QStringLiteral("x"), usd("1")},
              Budget{BudgetScope::Project, {}, usd("1")}, Budget{BudgetScope::Project, QStringLiteral("a\nb"), usd("1")},
              Budget{BudgetScope::Project, QStringLiteral(" a"), usd("1")}, Budget{BudgetScope::Month, {}, usd("-1")}}) {
            const auto checked = checkBudget(wrong);
            QVERIFY(!checked);
            QCOMPARE(checked.error().code, ErrorCode::InvalidInput);
        }
    }
};

QTEST_APPLESS_MAIN(TestMeter)
#include "tst_meter.moc"

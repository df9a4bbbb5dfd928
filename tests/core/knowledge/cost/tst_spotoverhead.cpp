// SPDX-License-Identifier: GPL-3.0-or-later
// Daly's formulas: compared with values computed elsewhere, and proof that the best interval really is the best.
#include "core/knowledge/cost/spotoverhead.h"

#include <QRandomGenerator>
#include <QTest>

using namespace trainyard;
using namespace std::chrono_literals;
using std::chrono::seconds;

class TestSpotOverhead : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void valuesAreThoseOfTheFormulas()
    {
        // Computed with fifty digits: 5091.1688…, 4971.8759…, 389939.3796…
        const auto found = spotOverhead(100h, {20h, 180s, 600s, {}});
        QVERIFY(found);
        QCOMPARE(found->young, 5091s);
        QCOMPARE(found->daly, 4972s);
        QCOMPARE(found->every, 4972s);
        QCOMPARE(found->expected, 389'940s);
        QCOMPARE(spotOverhead(48h, {15h, 120s, 480s, 1800s})->expected, 189'312s);
        // Long runs too are accurate to the second: 79245668.0344…
        QCOMPARE(spotOverhead(21'015h, {51h, 105s, 408s, 2858s})->expected, 79'245'669s);
        // Checkpoints take longer than the machine lives: Daly's formula gives M.
        QCOMPARE(spotOverhead(100s, {100s, 201s, 0s, 50s})->daly, 100s);
    }

    void withoutAnyCostHardlyAnythingIsLost()
    {
        // Five millionths of a second, by the formula.
        QCOMPARE(spotOverhead(10h, {1'000'000h, 0s, 0s, 1s})->expected, seconds(10h) + 1s);
        // Half an hour of work in a million is lost: less than a second, but not nothing.
        QCOMPARE(spotOverhead(10h, {1'000'000h, 0s, 0s, 1h})->expected, seconds(10h) + 1s);
        QCOMPARE(spotOverhead(1h, {500h, 0s, 0s, {}})->every, 1s);
        // An interval longer than the run makes no sense: it becomes the length of the run.
        QCOMPARE(spotOverhead(1h, {500h, 60s, 60s, 3h})->every, seconds(1h));
    }

    void dalysIntervalIsTheBest()
    {
        QRandomGenerator random(21);
        for (int round = 0; round < 200; ++round) {
            const seconds between(random.bounded(3600, 1'000'000)), write(random.bounded(1, 300)), restart(random.bounded(0, 1200));
            if (write > between / 20)
                continue;
            const seconds work = 2000h;
            const auto best = spotOverhead(work, {between, write, restart, {}});
            QVERIFY(best && best->expected > work);
            for (const double factor : {0.25, 0.5, 0.8, 1.25, 2.0, 4.0}) {
                const seconds other(std::max<qint64>(1, static_cast<qint64>(static_cast<double>(best->every.count()) * factor)));
                const auto found = spotOverhead(work, {between, write, restart, other});
                // A thousandth: Daly's is an approximation of the optimum.
                if (found)
                    QVERIFY(static_cast<double>(found->expected.count()) >= static_cast<double>(best->expected.count()) * 0.999);
            }
        }
    }

    void rarerInterruptionsCostLess()
    {
        seconds before = seconds::max();
        for (const auto between : {2h, 5h, 20h, 100h, 1000h}) {
            const auto found = spotOverhead(200h, {between, 120s, 600s, 1800s});
            QVERIFY(found && found->expected < before);
            before = found->expected;
        }
    }

    void absurdThingsAreRefused()
    {
        for (const auto &[work, interruptions] :
             {std::pair(seconds(0), Interruptions{20h, 1s, 1s, {}}), std::pair(seconds::max(), Interruptions{20h, 1s, 1s, {}}),
              std::pair(seconds(1h), Interruptions{0s, 1s, 1s, {}}), std::pair(seconds(1h), Interruptions{20h, -1s, 1s, {}}),
              std::pair(seconds(1h), Interruptions{20h, 1s, seconds::max(), {}}), std::pair(seconds(1h), Interruptions{20h, 1s, 1s, 0s}),
              std::pair(seconds(100h), Interruptions{60s, 50min, 50min, {}})}) {
            const auto found = spotOverhead(work, interruptions);
            QVERIFY(!found && found.error().code == ErrorCode::InvalidInput);
        }
    }

    void ratesBecomeTimes()
    {
        // −730 h / ln(0.9) = 6928.597 h; half of them within a month: 730 / ln 2.
        QCOMPARE(timeBetween(10).count(), 24'942'930);
        QCOMPARE(timeBetween(50).count(), 3'791'403);
        QVERIFY(timeBetween(99.99) >= 1s);
        QCOMPARE(worstOfBand(QStringLiteral("<5%")), std::optional(5.0));
        QCOMPARE(worstOfBand(QStringLiteral("10-15%")), std::optional(15.0));
        for (const char *band : {">20%", "", "5%", "x", "5-10", "0-0%"})
            QVERIFY2(!worstOfBand(QString::fromLatin1(band)), band);
    }
};

QTEST_APPLESS_MAIN(TestSpotOverhead)
#include "tst_spotoverhead.moc"

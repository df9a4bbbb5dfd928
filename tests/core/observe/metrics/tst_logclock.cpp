// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/metrics/logclock.h"

#include <QTest>

using namespace trainyard;

class TestLogClock : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aByteHasTheTickThatFirstCountedIt()
    {
        LogClock clock;
        clock.append({1000, 0, 0});
        clock.append({2000, 1000, 100});
        clock.append({9000, 8000, 250});  // silent from 2000 to 8000
        QCOMPARE(clock.timeAt(0), (LogMoment{1000, 2000}));
        QCOMPARE(clock.timeAt(99), (LogMoment{1000, 2000}));
        QCOMPARE(clock.timeAt(100), (LogMoment{8000, 9000}));
        QVERIFY(!clock.timeAt(250) && !clock.timeAt(-1));
        QVERIFY(!clock.offsetAt(999));
        QVERIFY(clock.offsetAt(1000) == 0 && clock.offsetAt(5000) == 100 && clock.offsetAt(20'000) == 250);
    }

    // The last lines of a growing log: seen here, not yet counted by the sampler.
    void whatWasSeenHereHasATimeUntilItIsToldBetter()
    {
        LogClock clock;
        clock.seen(100, 1500);  // lines that were already there
        QVERIFY(!clock.timeAt(50));
        clock.append({1000, 0, 0});
        clock.append({2000, 1000, 100});
        QCOMPARE(clock.timeAt(50), (LogMoment{1000, 2000}));
        QVERIFY(!clock.timeAt(100));
        clock.seen(100, 2100);
        clock.seen(130, 2300);
        clock.seen(150, 2900);
        QCOMPARE(clock.timeAt(100), (LogMoment{2100, 2300}));
        QCOMPARE(clock.timeAt(149), (LogMoment{2300, 2900}));
        QVERIFY(!clock.timeAt(150));
        clock.append({3000, 2000, 140});
        QCOMPARE(clock.timeAt(139), (LogMoment{2000, 3000}));
        QCOMPARE(clock.timeAt(140), (LogMoment{2900, 3000}));  // never before an earlier line
        clock.append({4000, 3000, 150});
        clock.seen(200, 10'804'000);  // three hours without a link
        QCOMPARE(clock.timeAt(160)->toMs - clock.timeAt(160)->fromMs, 10'800'000);
        for (int i = 0; i < 1000; ++i)
            clock.seen(200 + i, 10'804'000 + i);
        QVERIFY(!clock.timeAt(300) && clock.timeAt(1190));
    }

    void whatWasWrittenBeforeTheFirstTickHasNoTime()
    {
        LogClock clock;
        clock.append({1000, 0, 5000});
        clock.append({2000, 1000, 6000});
        QVERIFY(!clock.timeAt(0) && !clock.timeAt(4999));
        QCOMPARE(clock.timeAt(5000), (LogMoment{1000, 2000}));
    }

    void aPauseOfTheSamplerMakesTheMomentWide()
    {
        LogClock clock;
        clock.append({1000, 0, 10});
        clock.append({601'000, 1000, 20});
        QCOMPARE(clock.timeAt(15), (LogMoment{1000, 601'000}));
    }

    void timesNeverFallWhenTheClockIsSetBack()
    {
        LogClock clock;
        clock.append({100'000, 99'000, 10});
        clock.append({50'000, 49'000, 20});
        clock.append({51'000, 50'000, 30});
        clock.append({101'000, 100'500, 40});
        QVERIFY(clock.timeAt(5));
        QVERIFY(!clock.timeAt(15) && !clock.timeAt(25));
        QCOMPARE(clock.timeAt(35), (LogMoment{100'500, 101'000}));
        QVERIFY(clock.offsetAt(100'000) == 30);
        QVERIFY(!clock.offsetAt(60'000));
    }

    void aShorterLogIsAnotherLog()
    {
        LogClock clock;
        clock.append({1000, 500, 100});
        clock.append({2000, 1000, 40});
        QCOMPARE(clock.knownBytes(), 40);
        QVERIFY(!clock.timeAt(60));
        QCOMPARE(clock.timeAt(10), (LogMoment{1000, 2000}));
    }

    void aYearOfGrowthStaysBoundedAndInOrder()
    {
        LogClock clock;
        const qint64 count = qint64(LogClock::kMaxMarks) * 5 + 77;
        for (qint64 i = 1; i <= count; ++i)
            clock.append({(i + 1) * 1000, i * 1000, i * 10});
        QCOMPARE(clock.knownBytes(), count * 10);
        qint64 last = 0;
        for (qint64 i = 0; i < count; i += 997) {
            const auto moment = clock.timeAt(i * 10);
            QVERIFY(moment.has_value());
            QVERIFY(moment->fromMs <= (i + 1) * 1000 && moment->toMs >= (i + 2) * 1000);  // correct, although wide
            QVERIFY(moment->toMs - moment->fromMs <= 16'000);
            QVERIFY(moment->toMs >= last);
            last = moment->toMs;
        }
    }
};

QTEST_GUILESS_MAIN(TestLogClock)
#include "tst_logclock.moc"

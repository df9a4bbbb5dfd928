// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/metrics/machineclock.h"

#include <QTest>

using namespace trainyard;

class TestMachineClock : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void itGoesOnFromWhatWasHeard()
    {
        MachineClock clock;
        QVERIFY(!clock.isKnown());
        clock.take(1'000'000, 500);
        QCOMPARE(clock.at(500), 1'000'000);
        QCOMPARE(clock.at(24'500), 1'024'000);
        clock.clear();
        QVERIFY(!clock.isKnown());
    }

    // Three hours without a link: the data that arrives then is old, and the present is computed from the time passed.
    void whatComesLateIsNotThePresent()
    {
        MachineClock clock;
        for (int i = 0; i < 10; ++i)
            clock.take(1'000'000 + i * 1000, i * 1000);
        const qint64 back = 10'800'000;
        for (int i = 0; i < 1000; ++i)
            clock.take(1'010'000 + i * 1000, back + i);
        QVERIFY(clock.at(back + 1000) > 1'000'000 + back - 20'000);
    }

    // The data is 0.2 to 1.2 s on its way: that does not make the present waver.
    void theLeastDelayCounts()
    {
        MachineClock clock;
        for (int i = 0; i < 600; ++i) {
            clock.take(1'000'000 + i * 1000, i * 1000 + 200 + (i * 7919) % 1000);
            if (i > 50)
                QVERIFY(std::abs(clock.at(i * 1000 + 200) - (1'000'000 + i * 1000)) < 250);
        }
    }

    void aClockThatWasSetIsFollowed()
    {
        MachineClock clock;
        clock.take(10'000'000, 0);
        clock.take(6'401'000, 1000);  // back by an hour
        QCOMPARE(clock.at(2000), 6'402'000);
        clock.take(10'002'000, 2000);  // and forward again
        QCOMPARE(clock.at(3000), 10'003'000);
        clock.take(10'001'000, 2010);  // a line that arrived after a later one
        QCOMPARE(clock.at(3000), 10'003'000);
    }

    // One of the two is off by a second per hour.
    void clocksThatPartAreFollowed()
    {
        MachineClock clock;
        for (qint64 i = 0; i < 36'000; ++i)
            clock.take(1'000'000 + i * 1000 - i / 3600 * 1000, i * 1000);
        QVERIFY(std::abs(clock.at(36'000'000) - (37'000'000 - 10'000)) < 1500);
    }
};

QTEST_GUILESS_MAIN(TestMachineClock)
#include "tst_machineclock.moc"

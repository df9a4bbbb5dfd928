// SPDX-License-Identifier: GPL-3.0-or-later
// Parallel work: each item once, bounded, and nothing left when the call returns.
#include "core/base/fanout.h"

#include <QTest>

#include <array>
#include <latch>

using namespace trainyard;

class TestFanOut : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachIsDoneOnceAndNeverTooManyAtOnce_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("atOnce");
        QTest::newRow("nothing") << 0 << 4;
        QTest::newRow("one") << 1 << 4;
        QTest::newRow("one at a time") << 5 << 1;
        QTest::newRow("as many as there are") << 4 << 4;
        QTest::newRow("many") << 200 << 7;
    }
    void eachIsDoneOnceAndNeverTooManyAtOnce()
    {
        QFETCH(int, count);
        QFETCH(int, atOnce);
        std::array<std::atomic<int>, 200> done{};
        std::atomic<int> busy = 0, most = 0;
        fanOut(size_t(count), size_t(atOnce), [&](size_t index) {
            const int now = ++busy;
            for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {}
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            ++done[index];
            --busy;
        });
        QCOMPARE(busy.load(), 0);
        QVERIFY(most <= std::min(count, atOnce));
        for (int index = 0; index < int(done.size()); ++index)
            QCOMPARE(done[size_t(index)].load(), index < count ? 1 : 0);
    }

    void workIsDoneSideBySide()
    {
        // Each waits for the other: one after the other, they would never end.
        std::latch both(2);
        fanOut(2, 2, [&](size_t) { both.arrive_and_wait(); });
        QVERIFY(both.try_wait());
    }

    void twoThingsAreDoneSideBySide()
    {
        std::latch both(2);
        bool isHereDone = false;
        const QString said = sideBySide(
            [&] {
                both.arrive_and_wait();
                return QStringLiteral("other");
            },
            [&] {
                both.arrive_and_wait();
                isHereDone = true;
            });
        QCOMPARE(said, QStringLiteral("other"));
        QVERIFY(isHereDone);
    }

    void theOtherIsWaitedForHoweverShortHereIs()
    {
        std::atomic<bool> isOver = false;
        sideBySide(
            [&] {
                std::this_thread::sleep_for(std::chrono::milliseconds(50));
                isOver = true;
            },
            [] {});
        QVERIFY(isOver);
    }

    void progressIsShownUntilTheOtherIsOver()
    {
        std::atomic<int> shown = 0;
        const int seen = sideBySide(
            [&] {
                while (shown < 3)
                    std::this_thread::yield();
                return shown.load();
            },
            [&](const OtherWork &work) {
                while (!work.isOverWithin(std::chrono::milliseconds(1)))
                    ++shown;
            });
        QVERIFY(seen >= 3);
    }
};

QTEST_GUILESS_MAIN(TestFanOut)

#include "tst_fanout.moc"

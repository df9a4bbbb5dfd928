// SPDX-License-Identifier: GPL-3.0-or-later
// Which jumps of the clock are accepted, and when.
#include "core/agent/clockjumpdetector.h"

#include <QTest>

using namespace trainyard;
using namespace std::chrono_literals;

class TestClockGuard : public QObject {
    Q_OBJECT

    ClockJumpDetector m_guard;
    ClockJumpDetector::Reading m_reading;

    // Both clocks advance by `passed`, and the wall clock is also set by `set`.
    std::chrono::milliseconds after(std::chrono::milliseconds passed, std::chrono::milliseconds set = 0ms)
    {
        m_reading.boot += passed;
        m_reading.wall += passed + set;
        return m_guard.ahead(m_reading);
    }

private Q_SLOTS:
    void init()
    {
        m_guard = {};
        m_reading = {1'750'000'000s, 5000s};
        QCOMPARE(m_guard.ahead(m_reading), 0ms);
    }

    void timeThatPassesIsNoLeap()
    {
        QCOMPARE(after(30s), 0ms);
        QCOMPARE(after(8h), 0ms);        // asleep
        QCOMPARE(after(30s, 90s), 0ms);  // corrected
        QCOMPARE(after(30s, 90s), 0ms);
        QCOMPARE(after(30s, -24h), 0ms);  // back: less is counted than before
    }

    void aLeapIsBelievedAfterAWhile()
    {
        QCOMPARE(after(30s, 3h), 3h);
        QCOMPARE(after(30s), 3h);
        QCOMPARE(after(ClockJumpDetector::kHold - 31s), 3h);
        QCOMPARE(after(1s), 0ms);
        QCOMPARE(after(30s), 0ms);
    }

    void aClockThatIsSetBackIsBelievedAtOnce()
    {
        QCOMPARE(after(30s, 3h), 3h);
        QCOMPARE(after(30s, -3h), 0ms);
        QCOMPARE(after(30s, 3h), 3h);  // and the next jump starts over
        QCOMPARE(after(ClockJumpDetector::kHold - 1s), 3h);
    }

    void theSteadyTimeGoesOnWhileTheClockIsSetWrongAndRightAgain()
    {
        ClockJumpDetector guard;
        ClockJumpDetector::Reading clock = m_reading;
        const auto elapsed = [&](std::chrono::milliseconds passed, std::chrono::milliseconds set = 0ms) {
            clock.boot += passed;
            clock.wall += passed + set;
            return guard.steady(clock) - m_reading.wall;
        };
        QCOMPARE(elapsed(0s), 0s);
        QCOMPARE(elapsed(8h), 8h);              // asleep
        QCOMPARE(elapsed(30s, 24h), 8h + 30s);  // wrong
        QCOMPARE(elapsed(30s), 8h + 60s);
        QCOMPARE(elapsed(30s, -24h), 8h + 90s);  // right again
        QCOMPARE(elapsed(30s, -5h), 8h + 120s);  // back
        QCOMPARE(elapsed(ClockJumpDetector::kHold - 1s), 8h + 119s + ClockJumpDetector::kHold);
        QCOMPARE(elapsed(1s), 3h + 120s + ClockJumpDetector::kHold);  // believed
    }

    void theClocksOfThisComputerGoTogether()
    {
        ClockJumpDetector guard;
        const ClockJumpDetector::Reading first = ClockJumpDetector::now();
        QVERIFY(first.wall > 1'700'000'000s && first.boot > 0s);
        QCOMPARE(guard.ahead(first), 0ms);
        QVERIFY(ClockJumpDetector::now().boot >= first.boot);
    }
};

QTEST_APPLESS_MAIN(TestClockGuard)
#include "tst_clockjumpdetector.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Pauses between tries: they grow, end and differ by chance, and a person who stops does not wait for them.
#include "core/base/retry.h"

#include <QElapsedTimer>
#include <QTest>

#include <set>
#include <thread>

using namespace trainyard;
using namespace std::chrono_literals;

class TestRetry : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void pausesDoubleUpToTheLongest()
    {
        const RetryPolicy policy{200ms, 1500ms, 0};
        Backoff backoff(policy);
        for (const auto expected : {200ms, 400ms, 800ms, 1500ms, 1500ms})
            QCOMPARE(backoff.next(), std::chrono::milliseconds(expected));
        QCOMPARE(policy.pauseAfter(1'000'000), std::chrono::milliseconds(1500ms));
        backoff.reset();
        QCOMPARE(backoff.next(), std::chrono::milliseconds(200ms));
    }

    void theyAreShorterByChanceAndNeverLonger()
    {
        const RetryPolicy policy{1000ms, 8000ms, 0.25};
        std::set<qint64> seen;
        for (int i = 0; i < 200; ++i) {
            const qint64 pause = policy.pauseAfter(4).count();
            QVERIFY2(pause > 5999 && pause <= 8000, qPrintable(QString::number(pause)));
            seen.insert(pause);
        }
        QVERIFY(seen.size() > 50);
    }

    void aPauseLastsAsLongAsItShould()
    {
        QElapsedTimer clock;
        clock.start();
        QVERIFY(pauseFor(50ms));
        QVERIFY(clock.elapsed() >= 50);
    }

    void stoppingEndsIt()
    {
        std::stop_source stop;
        QElapsedTimer clock;
        clock.start();
        std::jthread other([&stop] {
            std::this_thread::sleep_for(20ms);
            stop.request_stop();
        });
        QVERIFY(!pauseFor(1h, stop.get_token()));
        QVERIFY(clock.elapsed() < 10'000);
        QVERIFY(!pauseFor(1h, stop.get_token()));
    }
};

QTEST_GUILESS_MAIN(TestRetry)

#include "tst_retry.moc"

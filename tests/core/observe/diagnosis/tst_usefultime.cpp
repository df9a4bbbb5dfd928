// SPDX-License-Identifier: GPL-3.0-or-later
// What share of a run's time trained, and what the rest was spent on.
#include "core/observe/diagnosis/usefultime.h"

#include <QTest>

#include <numeric>

using namespace trainyard;

namespace {

constexpr qint64 kStart = 1'700'000'000'000, kSecond = 1000;

// A run that does a step every second, as far as nothing else is said.
struct Steps {
    StepTrack track;
    qint64 now = kStart;
    double step = 0;

    void pass(int seconds)
    {
        for (int i = 0; i < seconds; ++i) {
            now += kSecond;
            track.take(now, ++step);
        }
    }
    void stand(int seconds) { now += seconds * kSecond; }
    std::optional<TimeUse> use(RunSpan span = {}) const
    {
        span.startedMs = kStart;
        span.endMs = span.endMs > 0 ? span.endMs : now;
        return timeUse(track.moments(), span);
    }
};

qint64 secondsOf(const TimeUse &use, IdleCause cause)
{
    for (const TimeUse::Part &part : use.parts) {
        if (part.cause == cause)
            return part.ms / kSecond;
    }
    return 0;
}

}  // namespace

class TestUsefulTime : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everySecondIsSomewhere()
    {
        Steps run;
        run.stand(60);  // loading
        run.pass(100);
        run.stand(30);  // saving
        const qint64 saved = run.now - 2 * kSecond;
        run.pass(100);
        run.stand(45);  // an evaluation
        run.pass(100);
        run.stand(20);
        RunSpan span;
        span.hasEnded = true;
        span.saved = {saved};
        const auto use = run.use(span);
        QVERIFY(use);
        QCOMPARE(use->totalMs, run.now - kStart);
        const qint64 lost = std::accumulate(use->parts.begin(), use->parts.end(), qint64(0),
                                            [](qint64 sum, const TimeUse::Part &part) { return sum + part.ms; });
        QCOMPARE(use->usefulMs + lost, use->totalMs);
        QCOMPARE(secondsOf(*use, IdleCause::Starting), 61);  // up to the report of the first step
        QCOMPARE(secondsOf(*use, IdleCause::Saving), 30);
        QCOMPARE(secondsOf(*use, IdleCause::Pausing), 45);
        QCOMPARE(secondsOf(*use, IdleCause::Ending), 20);
        QCOMPARE(qint64(use->percent()), 299 * 100 / 455);
    }

    void stepsDoneAgainAreNotUseful()
    {
        Steps run;
        run.step = 1000;  // of the checkpoint
        run.pass(500);
        RunSpan span;
        span.doneBefore = 1200;
        auto use = run.use(span);
        QVERIFY(use);
        QCOMPARE(secondsOf(*use, IdleCause::Repeating), 199);  // the first report took the first step
        // The program started again within the run.
        run.stand(40);
        run.step = 1400;
        run.pass(200);
        use = run.use(span);
        QCOMPARE(secondsOf(*use, IdleCause::Repeating), 199 + 99);
        QCOMPARE(secondsOf(*use, IdleCause::Pausing), 41);
    }

    void theUsualJitterIsNoPause()
    {
        Steps run;
        for (int i = 0; i < 200; ++i) {  // a log that is written in blocks of seven steps
            run.stand(7);
            run.step += 7;
            run.track.take(run.now, run.step);
        }
        run.stand(6);
        const auto use = run.use();
        QVERIFY(use);
        QCOMPARE(use->parts.size(), 1);
        QCOMPARE(use->parts.first().cause, IdleCause::Starting);
    }

    void thePresentPauseCountsAsSoonAsItIsOne()
    {
        Steps run;
        run.pass(100);
        run.stand(10);
        QCOMPARE(secondsOf(*run.use(), IdleCause::Pausing), 0);
        run.stand(50);
        QCOMPARE(secondsOf(*run.use(), IdleCause::Pausing), 59);
    }

    void withoutTimesNothingIsClaimed()
    {
        QVERIFY(!timeUse({}, {kStart, kStart + 10'000, true, {}, {}}));
        Steps run;
        run.pass(2);
        QVERIFY(!run.use());
        run.pass(10);
        QVERIFY(run.use());
        QVERIFY(!timeUse(run.track.moments(), {0, run.now, false, {}, {}}));  // it is not known when it began
    }

    void aLongRunKeepsItsPauses()
    {
        Steps run;
        for (int hour = 0; hour < 24; ++hour) {
            run.pass(3600);
            run.stand(120);
        }
        QVERIFY(run.track.moments().size() <= 4096);
        const auto use = run.use();
        QVERIFY(use);
        const qint64 paused = secondsOf(*use, IdleCause::Pausing);
        QVERIFY2(paused >= 24 * 120 - 40 && paused <= 24 * 120 + 40, qPrintable(QString::number(paused)));
    }
};

QTEST_APPLESS_MAIN(TestUsefulTime)
#include "tst_usefultime.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The judge of progress on simulated runs (simulatedrun.h; nothing here was recorded on a GPU): healthy runs with long evaluations and
// saves are never called hung, and a hang is found quickly.
#include "tests/core/observe/diagnosis/simulatedrun.h"

#include <QTest>

#include <random>

using namespace trainyard;

Q_DECLARE_METATYPE(trainyard::SimulatedRun)

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

constexpr qint64 kStart = 1'700'000'000'000;

QList<GpuLoad> loads(double busy, double watts, int count = 2)
{
    QList<GpuLoad> all;
    for (int i = 0; i < count; ++i)
        all << GpuLoad{i, busy, watts, 700.0};
    return all;
}

// A run with one step per second for `seconds`, at 600 W.
qint64 train(ProgressJudge &judge, int seconds, qint64 from = kStart, int firstStep = 1)
{
    for (int i = 0; i < seconds; ++i) {
        judge.sampleAt(from + i * 1000, loads(98, 600));
        judge.stepAt(from + i * 1000 + 400, firstStep + i);
    }
    return from + seconds * 1000;
}

}  // namespace

class TestProgressJudge : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void healthyRunsAreNeverCalledHung_data();
    void healthyRunsAreNeverCalledHung();
    void aHangIsFoundSoon_data();
    void aHangIsFoundSoon();
    void aRunThatGetsSlowIsSlow_data();
    void aRunThatGetsSlowIsSlow();
    void whatIsUnknownIsSilent();
    void anEndedRunIsOver();
    void nothingIsClaimedBeforeAStep();
    void aMachineThatWentQuietIsUnknown();
    void aClockThatJumpsChangesNothing_data();
    void aClockThatJumpsChangesNothing();
    void aSecondStartInOneLogBeginsAnew();
    void aCounterThatJumpsIsANewTrack();
    void unevenStepsAreNoJump();
    void aBarDrawnAgainIsNoProgress();
    void aPauseThatEndedWellIsRemembered();
};

void TestProgressJudge::healthyRunsAreNeverCalledHung_data()
{
    QTest::addColumn<SimulatedRun>("run");
    const auto row = [](const char *name, SimulatedRun run) {
        for (quint32 seed = 1; seed <= 3; ++seed) {
            run.name = s(name);
            run.seed = seed;
            QTest::addRow("%s, seed %u", name, seed) << run;
        }
    };
    SimulatedRun run;
    run.phases = {{500, 600, 90, 380}};
    row("ten minutes of evaluation, silent, at two thirds of the power", run);
    run.phases = {{500, 1500, 97, 330, -1, -1, 20}};
    row("25 minutes of evaluation with a line every 20 seconds", run);
    run.phases = {{400, 900, 95, 290}};
    row("15 minutes of generated text, silent, at half of the power", run);
    run.phases = {{300, 480, 100, 120, 0, 75}};
    row("rank 0 saves for eight minutes while the others wait busily", run);
    run.phases = {{300, 480, 100, 120, 35, 210}};
    row("rank 0 evaluates alone for eight minutes while the others wait busily", run);
    run.phases = {{300, 300, 0, 75}};
    row("five minutes of saving with idle GPUs", run);
    run.phases = {{200, 25, 100, 125}};
    row("a barrier of 25 seconds with every GPU waiting busily", run);
    run.phases = {{200, 30, 100, 125}, {1000, 900, 92, 400}};
    row("such barriers, and evaluations of 15 minutes", run);
    run = {};
    run.stepSeconds = 20;
    run.jitter = 0.3;
    run.phases = {{60, 900, 90, 350}, {90, 240, 100, 120, 0, 80}};
    run.hours = 6;
    row("steps of 20 seconds, uneven, with evaluations and saves", run);
    run = {};
    run.gpus = 1;
    run.stepSeconds = 0.05;
    run.logEvery = 100;
    run.watts = 140;
    run.limit = 350;
    run.wattsSigma = 30;
    run.phases = {{12000, 300, 30, 70}};
    row("one consumer card, a log line every five seconds, low evaluations", run);
    run = {};
    run.busy = 70;
    run.watts = 250;
    run.wattsSigma = 90;
    run.stepSeconds = 3;
    run.phases = {{250, 600, 99, 110, -1, -1, 25}};
    row("starved for data, evaluation at low power that talks", run);
    run = {};
    run.logEvery = 300;
    run.hours = 5;
    run.phases = {{1200, 1200, 85, 420}};
    row("output in blocks of five minutes and evaluations of 20", run);
    run = {};
    run.samplerSeconds = 10;
    run.phases = {{300, 700, 93, 410}, {600, 200, 100, 120, 0, 75}};
    row("a sample every ten seconds", run);
}

void TestProgressJudge::healthyRunsAreNeverCalledHung()
{
    QFETCH(SimulatedRun, run);
    const SimulatedOutcome outcome = simulate(run);
    QVERIFY(outcome.judged > 500);
    QVERIFY2(outcome.hung == 0, qPrintable(s("after %1 s: %2").arg(outcome.firstHungAfter.value_or(0)).arg(outcome.firstHungReason)));
    QCOMPARE(outcome.slow, 0);
    QVERIFY2(outcome.advancing > outcome.judged / 4, qPrintable(s("%1 of %2").arg(outcome.advancing).arg(outcome.judged)));
}

void TestProgressJudge::aHangIsFoundSoon_data()
{
    QTest::addColumn<SimulatedRun>("run");
    QTest::addColumn<double>("withinSeconds");
    SimulatedRun run;
    run.hangsAt = 1800;
    run.hours = 1;
    QTest::newRow("eight GPUs wait busily at 120 of 600 W") << run << 60.0;
    run.phases = {{500, 600, 90, 380}};
    run.hangsAt = 1500;
    QTest::newRow("the same in a run with ten minutes of evaluation") << run << 60.0;
    run.phases = {};
    run.gpus = 2;
    run.stepSeconds = 0.05;
    run.logEvery = 20;
    QTest::newRow("two GPUs, quick steps") << run << 60.0;
    run = {};
    run.hangsAt = 3600;
    run.hours = 3;
    run.stepSeconds = 8;
    QTest::newRow("steps of eight seconds") << run << 90.0;
    run.idleInHang = 1;
    QTest::newRow("one process went away, seven wait for it") << run << 13.0 * 60;
    run = {};
    run.hangsAt = 1800;
    run.watts = 250;
    run.limit = 300;
    run.hangWatts = 66;
    QTest::newRow("cards of 300 W") << run << 60.0;
}

void TestProgressJudge::aHangIsFoundSoon()
{
    QFETCH(SimulatedRun, run);
    QFETCH(double, withinSeconds);
    const SimulatedOutcome outcome = simulate(run, 1);
    QVERIFY(outcome.firstHungAfter);
    QVERIFY2(*outcome.firstHungAfter <= withinSeconds, qPrintable(QString::number(*outcome.firstHungAfter)));
    QCOMPARE(outcome.last.state, ProgressState::Hung);
    QVERIFY2(outcome.last.reason.contains(s("busy at")), qPrintable(outcome.last.reason));
    QVERIFY(outcome.last.gpus.spinning > 0);
}

void TestProgressJudge::aRunThatGetsSlowIsSlow_data()
{
    QTest::addColumn<double>("factor");
    QTest::addColumn<bool>("isSlow");
    QTest::newRow("four times as slow") << 4.0 << true;
    QTest::newRow("three times as slow") << 3.0 << true;
    QTest::newRow("a fifth slower is no news") << 1.2 << false;
}

void TestProgressJudge::aRunThatGetsSlowIsSlow()
{
    QFETCH(double, factor);
    QFETCH(bool, isSlow);
    SimulatedRun run;
    run.slowsAt = 3600;
    run.slowFactor = factor;
    run.hours = 1.2;
    const SimulatedOutcome outcome = simulate(run);
    QCOMPARE(outcome.last.state, isSlow ? ProgressState::Slow : ProgressState::Advancing);
    QCOMPARE(outcome.slow > 0, isSlow);
    QVERIFY(outcome.last.medianStepSeconds && outcome.last.recentStepSeconds);
}

void TestProgressJudge::whatIsUnknownIsSilent()
{
    // No GPU data, and the log stops.
    ProgressJudge judge;
    for (int i = 0; i < 100; ++i)
        judge.stepAt(kStart + i * 1000, i);
    QCOMPARE(judge.judge(kStart + 105'000).state, ProgressState::Advancing);
    QCOMPARE(judge.judge(kStart + 400'000).state, ProgressState::Silent);
    // The log continues without steps.
    for (int i = 0; i < 30; ++i)
        judge.saidAt(kStart + 400'000 + i * 10'000);
    QCOMPARE(judge.judge(kStart + 695'000).state, ProgressState::Advancing);
    // Idle GPUs without log output are not a busy wait.
    ProgressJudge idle;
    qint64 now = train(idle, 120);
    for (int i = 0; i < 600; ++i)
        idle.sampleAt(now + i * 1000, loads(0, 75));
    const ProgressVerdict verdict = idle.judge(now + 600'000);
    QCOMPARE(verdict.state, ProgressState::Silent);
    QVERIFY2(verdict.reason.contains(s("idle")), qPrintable(verdict.reason));
}

void TestProgressJudge::anEndedRunIsOver()
{
    ProgressJudge judge;
    train(judge, 30);
    QCOMPARE(judge.judge(kStart + 900'000, RunEnding::Finished).state, ProgressState::Finished);
    QCOMPARE(judge.judge(kStart + 900'000, RunEnding::Dead).state, ProgressState::Dead);
}

void TestProgressJudge::nothingIsClaimedBeforeAStep()
{
    ProgressJudge judge;
    for (int i = 0; i < 600; ++i)
        judge.sampleAt(kStart + i * 1000, loads(100, 110));
    const ProgressVerdict verdict = judge.judge(kStart + 600'000);
    QCOMPARE(verdict.state, ProgressState::Unknown);
    QVERIFY(!verdict.lastStep && !verdict.reason.isEmpty());
}

void TestProgressJudge::aMachineThatWentQuietIsUnknown()
{
    ProgressJudge judge;
    const qint64 now = train(judge, 200);
    QCOMPARE(judge.judge(now + 5'000).state, ProgressState::Advancing);
    QCOMPARE(judge.judge(now + 300'000).state, ProgressState::Unknown);
}

void TestProgressJudge::aClockThatJumpsChangesNothing_data()
{
    QTest::addColumn<qint64>("jumpMs");
    QTest::newRow("an hour ahead") << qint64(3'600'000);
    QTest::newRow("an hour back") << qint64(-3'600'000);
    QTest::newRow("three seconds back") << qint64(-3'000);
    QTest::newRow("a year ahead") << qint64(365) * 86'400'000;
}

void TestProgressJudge::aClockThatJumpsChangesNothing()
{
    QFETCH(qint64, jumpMs);
    ProgressJudge judge;
    qint64 now = train(judge, 300) + jumpMs;
    now = train(judge, 300, now, 301);
    const ProgressVerdict verdict = judge.judge(now);
    QCOMPARE(verdict.state, ProgressState::Advancing);
    QVERIFY(std::abs(*verdict.medianStepSeconds - 1) < 0.1);
    QVERIFY2(verdict.longestPauseMs.value_or(0) < 10'000, qPrintable(QString::number(verdict.longestPauseMs.value_or(0))));
    // The hang after it must still be found.
    for (int i = 0; i < 60; ++i)
        judge.sampleAt(now + i * 1000, loads(100, 110));
    QCOMPARE(judge.judge(now + 60'000).state, ProgressState::Hung);
}

void TestProgressJudge::aSecondStartInOneLogBeginsAnew()
{
    ProgressJudge judge;
    qint64 now = train(judge, 100);
    for (int i = 0; i < 90; ++i)
        judge.sampleAt(now + i * 1000, loads(1, 75));
    now = train(judge, 30, now + 90'000, 51);
    const ProgressVerdict verdict = judge.judge(now);
    QCOMPARE(verdict.state, ProgressState::Advancing);
    QCOMPARE(verdict.longestPauseMs.value_or(0), qint64(0));
    QCOMPARE(judge.track().front().step, 51.0);
}

void TestProgressJudge::aCounterThatJumpsIsANewTrack()
{
    constexpr qint64 kBegin = 1'700'000'000'000;
    for (const int jumpAt : {1, 300}) {
        ProgressJudge judge;
        for (int i = 0; i < 600; ++i)
            judge.stepAt(kBegin + i * 1000, i < jumpAt ? i : 35'099 + i);
        const ProgressVerdict verdict = judge.judge(kBegin + 600'000);
        QVERIFY2(std::abs(*verdict.medianStepSeconds - 1) < 0.06, qPrintable(QString::number(*verdict.medianStepSeconds)));
        QCOMPARE(judge.track().front().step, 35'099.0 + jumpAt);
        QCOMPARE(verdict.lastStep.value_or(0), 35'099.0 + 599);
    }
}

// A compilation first, then bursts of steps between pauses: all of that is the run's pace.
void TestProgressJudge::unevenStepsAreNoJump()
{
    constexpr qint64 kBegin = 1'700'000'000'000;
    ProgressJudge judge;
    std::mt19937 random{7};
    std::normal_distribution<double> normal;
    double now = 0;
    for (int step = 1; step <= 3000; ++step) {
        now += step <= 3 ? 60'000 : 1000 * std::exp(0.7 * normal(random));
        if (step % 100 == 0)
            now += 90'000;
        judge.stepAt(kBegin + qint64(now), step);
    }
    QVERIFY2(judge.track().front().step <= 2, qPrintable(QString::number(judge.track().front().step)));
}

void TestProgressJudge::aBarDrawnAgainIsNoProgress()
{
    ProgressJudge judge;
    const qint64 now = train(judge, 100);
    for (int i = 0; i < 200; ++i) {
        judge.sampleAt(now + i * 1000, loads(98, 600));
        judge.stepAt(now + i * 1000 + 100, 100);
    }
    QVERIFY(judge.judge(now + 200'000).sinceStepMs.value_or(0) >= 199'000);
}

void TestProgressJudge::aPauseThatEndedWellIsRemembered()
{
    ProgressJudge judge;
    qint64 now = train(judge, 100);
    const auto wait = [&](int seconds) {
        for (int i = 0; i < seconds; ++i)
            judge.sampleAt(now + i * 1000, loads(100, 110));
        now += seconds * 1000;
    };
    wait(35);
    now = train(judge, 50, now, 101);
    wait(60);  // longer than before, but not clearly
    QVERIFY(judge.judge(now).state != ProgressState::Hung);
    wait(20);
    QCOMPARE(judge.judge(now).state, ProgressState::Hung);
}

QTEST_GUILESS_MAIN(TestProgressJudge)
#include "tst_progressjudge.moc"

#include "core/resume/curvecontinuation.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace trainyard;

namespace {

// A falling loss with noise that is the same each time.
QList<QPointF> curve(int from, int to, int every, double shift = 0, quint32 seed = 1, double noise = 0.05)
{
    QList<QPointF> points;
    for (int step = from; step <= to; step += every) {
        seed = seed * 1664525 + 1013904223;
        const double wobble = (double(seed >> 8) / double(1 << 24) - 0.5) * 2 * noise;
        points << QPointF(step, 1 + 3 * std::exp(-step / 2000.0) + wobble + shift);
    }
    return points;
}

}  // namespace

class TestCurveContinuation : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void resumedRunsAreJudged_data();
    void resumedRunsAreJudged();
    void noiseAloneIsNeverAJump();
    void aLossThatFallsMayGoOnFalling();
    void fewValuesSayNothing();
    void stepsThatBeginAnewAreTold();
    void aLossThatIsNoNumberIsTold();
};

void TestCurveContinuation::resumedRunsAreJudged_data()
{
    QTest::addColumn<QList<QPointF>>("now");
    QTest::addColumn<Continuation>("expected");
    QTest::newRow("with the same level") << curve(6010, 6400, 10, 0, 7) << Continuation::AsBefore;
    QTest::newRow("with the optimizer lost") << curve(6010, 6400, 10, 0.9, 7) << Continuation::Higher;
    QTest::newRow("with data it has seen") << curve(6010, 6400, 10, -0.4, 7) << Continuation::Lower;
    QTest::newRow("three values, far above") << curve(6010, 6030, 10, 0.9, 7) << Continuation::Higher;
    QTest::newRow("three values, a little above") << curve(6010, 6030, 10, 0.05, 7) << Continuation::AsBefore;
}

void TestCurveContinuation::resumedRunsAreJudged()
{
    QFETCH(QList<QPointF>, now);
    const ContinuationVerdict verdict = compareContinuation(curve(10, 6500, 10), now, 6000);
    QTEST(verdict.kind, "expected");
    QVERIFY(!verdict.sentence.isEmpty());
    // The same where the earlier attempt ended with the checkpoint.
    QCOMPARE(compareContinuation(curve(10, 6000, 10), now, 6000).kind, verdict.kind);
}

void TestCurveContinuation::noiseAloneIsNeverAJump()
{
    int wrong = 0;
    for (quint32 seed = 2; seed < 502; ++seed)
        wrong += compareContinuation(curve(10, 6500, 10, 0, seed * 31), curve(6010, 6000 + int(seed % 40 + 3) * 10, 10, 0, seed), 6000).kind != Continuation::AsBefore;
    QVERIFY2(wrong <= 2, qPrintable(QStringLiteral("%1 of 500 were told as a jump").arg(wrong)));
}

void TestCurveContinuation::aLossThatFallsMayGoOnFalling()
{
    QList<QPointF> before, now, flat, jumped, seen;
    for (int step = 1; step <= 60; ++step)
        before << QPointF(step, 9 - step * 0.01);
    for (int step = 51; step <= 110; ++step) {
        now << QPointF(step, 9 - step * 0.01);
        flat << QPointF(step, step <= 60 ? 9 - step * 0.01 : 8.4);
        jumped << QPointF(step, 9.5 - step * 0.01);
        seen << QPointF(step, 8 - step * 0.01);
    }
    QCOMPARE(compareContinuation(before, now, 50).kind, Continuation::AsBefore);
    QCOMPARE(compareContinuation(before, flat, 50).kind, Continuation::AsBefore);
    QCOMPARE(compareContinuation(before, jumped, 50).kind, Continuation::Higher);
    QCOMPARE(compareContinuation(before, seen, 50).kind, Continuation::Lower);
}

void TestCurveContinuation::fewValuesSayNothing()
{
    QCOMPARE(compareContinuation(curve(10, 6500, 10), curve(6010, 6020, 10), 6000).kind, Continuation::TooEarly);
    QCOMPARE(compareContinuation(curve(10, 40, 10), curve(50, 500, 10), 40).kind, Continuation::TooEarly);
    QCOMPARE(compareContinuation({}, {}, 0).kind, Continuation::TooEarly);
    QVERIFY(compareContinuation({}, {}, 0).sentence.isEmpty());
}

void TestCurveContinuation::stepsThatBeginAnewAreTold()
{
    const ContinuationVerdict verdict = compareContinuation(curve(10, 6500, 10), curve(10, 100, 10), 6000);
    QCOMPARE(verdict.kind, Continuation::FromStart);
    QCOMPARE(verdict.step, 10.0);
}

void TestCurveContinuation::aLossThatIsNoNumberIsTold()
{
    QList<QPointF> now;
    for (int step = 6010; step < 6060; step += 10)
        now << QPointF(step, std::numeric_limits<double>::quiet_NaN());
    QCOMPARE(compareContinuation(curve(10, 6500, 10), now, 6000).kind, Continuation::Broken);
}

QTEST_GUILESS_MAIN(TestCurveContinuation)
#include "tst_curvecontinuation.moc"

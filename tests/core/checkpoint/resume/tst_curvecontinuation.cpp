// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/resume/curvecontinuation.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <limits>
#include <random>

using namespace trainyard;

namespace {

// A falling loss with the same noise each time.
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
    void theSameStepsTellMore_data();
    void theSameStepsTellMore();
    void noiseAloneIsNeverAJump();
    void aLossThatGoesUpAndDownIsNoJump();
    void whatWasGoodDoesNotTurnOnAFewPoints();
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
    QTest::newRow("eight values, far above") << curve(6010, 6080, 10, 0.9, 7) << Continuation::Higher;
    QTest::newRow("eight values, a little above") << curve(6010, 6080, 10, 0.05, 7) << Continuation::AsBefore;
}

// The earlier attempt ended with the checkpoint.
void TestCurveContinuation::resumedRunsAreJudged()
{
    QFETCH(QList<QPointF>, now);
    const ContinuationVerdict verdict = compareContinuation(curve(10, 6000, 10), now, 6000);
    QTEST(verdict.kind, "expected");
    QVERIFY(!verdict.sentence.isEmpty());
}

namespace {

QList<QPointF> changed(QList<QPointF> points, const std::function<void(QPointF &, int)> &change)
{
    for (int i = 0; i < points.size(); ++i)
        change(points[i], i);
    return points;
}

}  // namespace

void TestCurveContinuation::theSameStepsTellMore_data()
{
    const QList<QPointF> before = curve(1, 6500, 1);
    const QList<QPointF> same = before.mid(6000, 200);
    QTest::addColumn<QList<QPointF>>("now");
    QTest::addColumn<Continuation>("expected");
    QTest::newRow("the same values") << same << Continuation::AsBefore;
    QTest::newRow("nearly the same, as GPUs compute")
        << changed(same, [](QPointF &p, int i) { p.ry() += 0.003 * std::sin(i * 1.7) + 0.00002 * i; }) << Continuation::AsBefore;
    QTest::newRow("another order") << curve(6001, 6200, 1, 0, 99) << Continuation::OtherOrder;
    QTest::newRow("the optimizer lost: a bump that goes")
        << changed(same, [](QPointF &p, int i) { p.ry() += 0.25 * std::exp(-i / 60.0); }) << Continuation::Higher;
    QTest::newRow("a higher rate: slowly away") << changed(same, [](QPointF &p, int i) { p.ry() += 0.003 * i; }) << Continuation::Higher;
    QTest::newRow("the counter one behind") << changed(same, [](QPointF &p, int) { p.rx() -= 1; }) << Continuation::Shifted;
    QTest::newRow("a step's data twice") << changed(same, [](QPointF &p, int) { p.rx() += 1; }) << Continuation::Shifted;
}

void TestCurveContinuation::theSameStepsTellMore()
{
    QFETCH(QList<QPointF>, now);
    const ContinuationVerdict verdict = compareContinuation(curve(1, 6500, 1), now, 6000);
    QTEST(verdict.kind, "expected");
    QVERIFY(!verdict.sentence.isEmpty());
    // The verdict does not depend on later values: it is the same for the first sixty.
    QCOMPARE(compareContinuation(curve(1, 6500, 1), now.mid(0, kContinuationEnough), 6000), verdict);
}

void TestCurveContinuation::noiseAloneIsNeverAJump()
{
    int wrong = 0;
    for (quint32 seed = 2; seed < 202; ++seed) {
        const QList<QPointF> now = curve(6010, 6000 + int(seed % 58 + 3) * 10, 10, 0, seed);
        const Continuation alone = compareContinuation(curve(10, 6000, 10, 0, seed * 31), now, 6000).kind;
        const Continuation beside = compareContinuation(curve(10, 6500, 10, 0, seed * 31), now, 6000).kind;
        wrong += alone != Continuation::AsBefore && alone != Continuation::TooEarly;
        wrong += beside != Continuation::OtherOrder && beside != Continuation::TooEarly && beside != Continuation::AsBefore;
    }
    QVERIFY2(wrong <= 2, qPrintable(QStringLiteral("%1 of 400 were told as a jump").arg(wrong)));
}

// Like a small model that reads its text again and again, smoothed by the program that prints it.
void TestCurveContinuation::aLossThatGoesUpAndDownIsNoJump()
{
    int wrong = 0;
    for (quint32 seed = 1; seed <= 60; ++seed) {
        std::mt19937 random{seed};
        std::normal_distribution<double> normal;
        QList<QPointF> all;
        double shown = 1;
        for (int step = 15'000; step <= 17'500; ++step) {
            shown = 0.9 * shown + 0.1 * (0.75 + 0.06 * std::fmod(step, 480) / 480 + 0.1 * normal(random) - step * 4e-6);
            if (step % 2 == 0)
                all << QPointF(step, shown);
        }
        const int resumeAt = 16'000 + int(seed) * 16;
        QList<QPointF> before, now;
        for (const QPointF &point : std::as_const(all))
            (point.x() <= resumeAt ? before : now) << point;
        for (qsizetype count = 3; count <= 160; count += 13)
            wrong += compareContinuation(before.mid(std::max<qsizetype>(0, before.size() - 200)), now.mid(0, count), resumeAt).kind
                     > Continuation::AsBefore;
    }
    QVERIFY2(wrong <= 8, qPrintable(QStringLiteral("%1 of 780 looks were told as a jump").arg(wrong)));
}

void TestCurveContinuation::whatWasGoodDoesNotTurnOnAFewPoints()
{
    const QList<QPointF> before = curve(10, 6000, 10);
    QList<QPointF> now = curve(6010, 7000, 10, 0, 7);
    for (int at : {20, 21, 22, 23, 24, 40, 99})
        now[at].ry() += 2;
    for (qsizetype count = kContinuationEnough / 4; count <= now.size(); ++count)
        QCOMPARE(compareContinuation(before, now.mid(0, count), 6000).kind, Continuation::AsBefore);
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
    QCOMPARE(compareContinuation(curve(10, 6000, 10), curve(6010, 6040, 10), 6000).kind, Continuation::TooEarly);
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

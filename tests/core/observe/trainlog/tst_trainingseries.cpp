// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/trainlog/seriesname.h"
#include "core/observe/trainlog/trainingcurve.h"

#include <QTest>

#include <cmath>

using namespace trainyard;

namespace {

TrainingMoment at(double step, double value) { return {step, value, qint64(step * 10), std::nullopt}; }

}  // namespace

class TestTrainingSeries : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aStepThatGoesBackTakesThePlaceOfWhatItRepeats()
    {
        TrainingSeries series;
        for (int step = 1; step <= 10; ++step)
            series.put(at(step, 10 - step));
        series.put(at(6, 7.5));
        QCOMPARE(series.count(), 6);
        QCOMPARE(series.line(100).last(), QPointF(6, 7.5));
        QCOMPARE(series.near(5.4)->step, 5.0);
        QCOMPARE(series.near(5.4)->offset, 50);
        QCOMPARE(*series.lowest(), QPointF(5, 5));
        QCOMPARE(*series.highest(), QPointF(1, 9));
        series.put(at(6, 8));
        QCOMPARE(series.count(), 6);
        QCOMPARE(series.last()->value, 8.0);
    }

    void whatIsNoNumberIsAValueAndNoPoint()
    {
        TrainingSeries series;
        series.put(at(1, 2));
        series.put(at(2, std::nan("")));
        series.put(at(3, INFINITY));
        QCOMPARE(series.count(), 3);
        QCOMPARE(series.brokenCount(), 2);
        QVERIFY(std::isinf(series.last()->value));
        QCOMPARE(*series.lastFinite(), QPointF(1, 2));
        QCOMPARE(series.line(100).size(), 1);
        QCOMPARE(series.smoothed(0, 10, 100).size(), 1);
    }

    void theEndOfASmoothedLineDoesNotFollowTheLastValue()
    {
        // A line that falls by 0.001 per step, with noise of 0.1 and a last value far off.
        TrainingSeries series;
        const auto trend = [](int step) { return 3 - step * 0.001; };
        for (int step = 0; step < 1000; ++step)
            series.put(at(step, trend(step) + (step % 2 ? 0.1 : -0.1)));
        QVERIFY(std::abs(series.smoothed(0, 1000, 2000).last().y() - trend(999)) < 0.05);
        series.put(at(1000, trend(1000) + 1));
        const QList<QPointF> smooth = series.smoothed(0, 1000, 2000);
        QVERIFY2(std::abs(smooth.last().y() - trend(1000)) < 0.3, qPrintable(QString::number(smooth.last().y())));
        // A straight line stays one, to its end.
        TrainingSeries straight;
        for (int step = 0; step < 500; ++step)
            straight.put(at(step, trend(step)));
        const QList<QPointF> same = straight.smoothed(0, 500, 2000);
        for (const QPointF &point : same)
            QVERIFY(std::abs(point.y() - trend(int(point.x()))) < 1e-9);
    }

    void aStretchIsSmoothedWithWhatLiesAroundIt()
    {
        TrainingSeries series;
        for (int step = 0; step < 2000; ++step)
            series.put(at(step, step % 2 ? 1.5 : 0.5));
        const QList<QPointF> middle = series.smoothed(900, 1100, 2000, 1.0 / 10);
        QCOMPARE(middle.size(), 201);
        QCOMPARE(middle.first().x(), 900.0);
        QCOMPARE(middle.last().x(), 1100.0);
        QVERIFY(std::abs(middle.first().y() - 1) < 0.06 && std::abs(middle.last().y() - 1) < 0.06);
        // Without smoothing, the values as they are.
        QCOMPARE(series.smoothed(900, 902, 2000, 0).first(), QPointF(900, 0.5));
    }

    void millionsOfValuesTakeBoundedMemoryAndKeepTheirExtremes()
    {
        TrainingSeries series;
        const qint64 count = 3'000'000;
        for (qint64 step = 0; step < count; ++step) {
            const double value = step == 1'234'567 ? 99 : step == 2'345'678 ? -99 : std::sin(double(step) / 1e5);
            series.put(at(double(step), value));
        }
        QCOMPARE(series.count(), count);
        QVERIFY2(series.memoryBytes() < 3'000'000, qPrintable(QString::number(series.memoryBytes())));
        QCOMPARE(*series.highest(), QPointF(1'234'567, 99));
        QCOMPARE(*series.lowest(), QPointF(2'345'678, -99));
        const QList<QPointF> line = series.line(800);
        QVERIFY(line.size() <= 1600);
        QVERIFY(line.contains(QPointF(1'234'567, 99)));
        QVERIFY(line.contains(QPointF(2'345'678, -99)));
        for (qsizetype i = 1; i < line.size(); ++i)
            QVERIFY(line[i - 1].x() < line[i].x());
        QVERIFY(series.line(2'000'000, 2'001'000, 800).size() <= 20);
        QCOMPARE(series.lastStep(), double(count - 1));
        // Going back within merged buckets is accurate to one bucket.
        series.put(at(1'000'000, 5));
        QVERIFY(std::abs(double(series.count()) - 1'000'000) < 600);
        QCOMPARE(series.last()->step, 1'000'000.0);
        QCOMPARE(series.line(800).last(), QPointF(1'000'000, 5));
    }

    void aRunThatStartsAgainAndAgainStaysInOrder()
    {
        TrainingSeries series;
        for (int start = 0; start < 200; ++start) {
            for (int step = start * 7; step < start * 7 + 1000; ++step)
                series.put(at(step, step));
        }
        const QList<QPointF> line = series.line(100'000);
        for (qsizetype i = 1; i < line.size(); ++i)
            QVERIFY(line[i - 1].x() < line[i].x());
        QCOMPARE(line.last().x(), 199.0 * 7 + 999);
    }

    void inventedNamesAreBounded()
    {
        TrainingCurve curve;
        for (int i = 0; i < 1000; ++i) {
            TrainingRecord record;
            record.step = i;
            record.values.append({QStringLiteral("metric_%1").arg(i), 1.0});
            curve.append({record});
        }
        QCOMPARE(curve.names().size(), 128);
        QCOMPARE(curve.valuesLeftOut(), 1000 - 128);
    }

    void eventFilesSpeakOfLossWhereTheLogDoesNot()
    {
        TrainingCurve curve;
        TrainingRecord record;
        record.step = 5;
        record.values.append({QStringLiteral("events:train/epoch_loss"), 2.0});
        record.values.append({QStringLiteral("events:validation/epoch_loss"), 3.0});
        curve.append({record});
        QCOMPARE(*curve.lastLoss(), 2.0);
        QCOMPARE(curve.validationLoss().last()->value, 3.0);
        curve.appendLoss(5, 1.5);
        QCOMPARE(*curve.lastLoss(), 1.5);
        QCOMPARE(curve.names().size(), 3);
    }

    void whereOnlyEventFilesSpeakTheirLossSaysTheStep()
    {
        TrainingCurve curve;
        const auto say = [&curve](const QString &name, double step) {
            TrainingRecord record;
            record.step = step;
            record.values.append({name, 1.0});
            curve.append({record});
        };
        QVERIFY(!curve.lastStep());
        say(QStringLiteral("events:a/speed"), 7);
        say(QStringLiteral("events:a/speed"), 9);
        QCOMPARE(*curve.lastStep(), 9.0);
        say(QStringLiteral("events:a/Loss/train"), 3);
        say(QStringLiteral("events:a/Loss/train"), 4);
        say(QStringLiteral("events:trial/hparam/acc"), 0);
        QCOMPARE(*curve.lastStep(), 4.0);
        curve.appendLoss(2, 1.5);
        QCOMPARE(*curve.lastStep(), 2.0);
        say(QStringLiteral("events:a/Loss/train"), 5);
        QCOMPARE(*curve.lastStep(), 2.0);
    }

    void whatAProgramSaysAnewNoLongerCounts()
    {
        TrainingCurve curve;
        for (int step = 0; step < 10; ++step) {
            TrainingRecord record;
            record.step = step;
            record.values = {
                {QStringLiteral("events:a/loss"), 1.0}, {QStringLiteral("events:a/eval"), 2.0}, {QStringLiteral("events:b/loss"), 3.0}};
            curve.append({record});
        }
        TrainingRecord again;
        again.step = 6;
        again.startedAgain = {QStringLiteral("events:a/loss"), QStringLiteral("events:a/eval"), QStringLiteral("events:a/never seen")};
        curve.append({again});
        QCOMPARE(curve.series(QStringLiteral("events:a/loss"))->lastStep(), 5.0);
        QCOMPARE(curve.series(QStringLiteral("events:a/eval"))->count(), 6);
        QCOMPARE(curve.series(QStringLiteral("events:b/loss"))->count(), 10);
        QCOMPARE(*curve.lastStep(), 5.0);
        again.step = 0;
        curve.append({again});
        QVERIFY(curve.series(QStringLiteral("events:a/eval"))->isEmpty());
    }

    void namesOfEventFilesHaveAMeaning()
    {
        QCOMPARE(eventSeriesMeaning(QStringLiteral("events:train/epoch_loss")), QStringLiteral("loss"));
        QCOMPARE(eventSeriesMeaning(QStringLiteral("events:validation/epoch_loss")), QStringLiteral("val_loss"));
        QCOMPARE(eventSeriesMeaning(QStringLiteral("events:Nov22_host/Loss/train")), QStringLiteral("loss"));
        QCOMPARE(eventSeriesMeaning(QStringLiteral("events:validation/Loss/train")), QStringLiteral("val_loss"));
        QCOMPARE(eventSeriesMeaning(QStringLiteral("events:runs/eval/loss")), QStringLiteral("val_loss"));
        QCOMPARE(eventSeriesMeaning(QStringLiteral("loss")), QString());
    }

    void clearedItIsEmpty()
    {
        TrainingCurve curve;
        curve.appendLoss(5, 1.5, 10.0);
        QVERIFY(!curve.isEmpty());
        curve.clear();
        QVERIFY(curve.isEmpty() && curve.names().isEmpty() && !curve.lastStep() && !curve.totalSteps());
    }
};

QTEST_APPLESS_MAIN(TestTrainingSeries)
#include "tst_trainingseries.moc"

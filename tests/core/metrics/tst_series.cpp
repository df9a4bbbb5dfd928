#include "core/metrics/series.h"

#include <QRandomGenerator>
#include <QTest>

#include <cmath>
#include <ctime>
#include <limits>

using namespace trainyard;

class TestSeries : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void samplesMustComeInOrder()
    {
        Series series;
        QVERIFY(series.append(1000, 1));
        QVERIFY(!series.append(1000, 2));
        QVERIFY(!series.append(500, 2));
        QVERIFY(series.append(1001, 3));
        QCOMPARE(series.size(), 2);
        QVERIFY((series.last() == SeriesPoint{1001, 3}));
        series.append(1002, std::nan(""));
        QVERIFY((series.last() == SeriesPoint{1001, 3}));
    }

    void fewSamplesAreDrawnAsTheyAre()
    {
        Series series;
        for (int i = 0; i < 10; ++i)
            series.append(i * 1000, i);
        const auto lines = series.decimated(0, 9000, 1000);
        QCOMPARE(lines.size(), 1);
        QCOMPARE(lines[0].size(), 10);
        QVERIFY((lines[0][7] == SeriesPoint{7000, 7}));
    }

    void gapsBreakTheLine()
    {
        Series series;
        for (qint64 t : {0, 1000, 2000, 7000, 8000, 13001, 14000})
            series.append(t, 1);
        series.append(15000, std::numeric_limits<double>::infinity());
        series.append(16000, 1);
        const auto lines = series.decimated(0, 20000, 100);
        QList<qsizetype> sizes;
        for (const auto &line : lines)
            sizes << line.size();
        QCOMPARE(sizes, (QList<qsizetype>{5, 2, 1}));   // 5.000 s is joined, 5.001 s and the infinity are not
        Series coarse(60000);
        coarse.append(0, 1);
        coarse.append(60000, 1);
        QCOMPARE(coarse.decimated(0, 60000, 10).size(), 1);
    }

    void extremesSurviveDecimation()
    {
        QRandomGenerator random(7);
        Series series;
        std::vector<double> values;
        for (int i = 0; i < 86400; ++i) {
            values.push_back(50 + random.generateDouble());
            series.append(i * 1000, values.back());
        }
        // A spike of one second in a day.
        Series spiked;
        for (int i = 0; i < 86400; ++i)
            spiked.append(i * 1000, i == 43210 ? 99 : i == 43211 ? -3 : values[size_t(i)]);
        const auto lines = spiked.decimated(0, 86400000, 800);
        QCOMPARE(lines.size(), 1);
        QVERIFY(lines[0].size() <= 4 * 800);
        QVERIFY(lines[0].contains(SeriesPoint{43210000, 99}));
        QVERIFY(lines[0].contains(SeriesPoint{43211000, -3}));
        // Against the plain definition: lowest and highest of every column are there, in order of time.
        for (int column = 0; column < 800; column += 7) {
            double lowest = 1e9, highest = -1e9, drawnLowest = 1e9, drawnHighest = -1e9;
            for (int i = column * 108; i < (column + 1) * 108; ++i) {
                const double value = i == 43210 ? 99 : i == 43211 ? -3 : values[size_t(i)];
                lowest = std::min(lowest, value);
                highest = std::max(highest, value);
            }
            for (const SeriesPoint &point : lines[0]) {
                if (point.timeMs / 108000 == column) {
                    drawnLowest = std::min(drawnLowest, point.value);
                    drawnHighest = std::max(drawnHighest, point.value);
                }
            }
            QCOMPARE(drawnLowest, lowest);
            QCOMPARE(drawnHighest, highest);
        }
        for (qsizetype i = 1; i < lines[0].size(); ++i)
            QVERIFY(lines[0][i - 1].timeMs < lines[0][i].timeMs);
    }

    void windowReachesItsEdges()
    {
        Series series;
        for (int i = 0; i < 100; ++i)
            series.append(i * 1000, i);
        const auto lines = series.decimated(10500, 20500, 100);
        QCOMPARE(lines.size(), 1);
        QCOMPARE(lines[0].first().timeMs, 10000);
        QCOMPARE(lines[0].last().timeMs, 21000);
        QVERIFY(series.decimated(200000, 300000, 100).isEmpty());
        QVERIFY(series.decimated(-5000, -1000, 100).isEmpty());
        QVERIFY(series.decimated(5, 5, 100).isEmpty());
        QVERIFY(series.decimated(0, 100, 0).isEmpty());
        QVERIFY(Series().decimated(0, 100, 10).isEmpty());
    }

    void nearestStaysWithinTheGap()
    {
        Series series;
        series.append(1000, 1);
        series.append(3000, 3);
        QVERIFY(series.nearest(1900)->value == 1);
        QVERIFY(series.nearest(2100)->value == 3);
        QVERIFY(series.nearest(8000)->value == 3);
        QVERIFY(!series.nearest(8001));
        series.removeBefore(2000);
        QCOMPARE(series.size(), 1);
    }

    void aDayIsDecimatedQuickly()
    {
        Series series;
        for (int i = 0; i < 100000; ++i)
            series.append(i * 1000, i % 100);
        const std::clock_t before = std::clock();
        qsizetype points = 0;
        for (int i = 0; i < 10; ++i)
            points += series.decimated(0, 100000000, 1000).first().size();
        QVERIFY(points > 0);
        // About 1 ms each in a release build; the bound only catches another order of growth.
        const double seconds = double(std::clock() - before) / CLOCKS_PER_SEC;
        QVERIFY2(seconds < 2, qPrintable(QString::number(seconds)));
    }
};

QTEST_APPLESS_MAIN(TestSeries)
#include "tst_series.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// RunMetrics compared with a plain list of the same values: summaries never change the picture.
#include "core/observe/metrics/runmetrics.h"

#include <QRandomGenerator>
#include <QTest>

#include <cmath>

using namespace trainyard;

namespace {

constexpr qint64 kStart = 1'760'000'000'000;

MachineSample sampleAt(qint64 timeMs, std::optional<double> busy, int gpus = 1)
{
    MachineSample sample;
    sample.timeMs = timeMs;
    sample.cpuPercent = busy;
    for (int i = 0; i < gpus; ++i) {
        GpuSample gpu;
        gpu.index = i;
        gpu.uuid = QStringLiteral("GPU-%1").arg(i);
        gpu.busyPercent = busy ? std::optional(*busy) : std::nullopt;
        gpu.smClockMHz = 1980;
        gpu.memoryBusyPercent = 30 + i;
        sample.gpus.append(gpu);
    }
    return sample;
}

QList<MachineSample> seconds(qint64 from, qint64 to, double busy = 50)
{
    QList<MachineSample> samples;
    for (qint64 s = from; s < to; ++s)
        samples.append(sampleAt(kStart + s * 1000, busy));
    return samples;
}

}  // namespace

class TestRunMetrics : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aPictureThatGrowsIsTheSameAsOneMadeAnew()
    {
        RunMetrics growing;
        QRandomGenerator random(5);
        QList<MachineSample> all;
        const qint64 to = kStart + 6'000'000;
        for (int second = 0; second < 5'000; ++second) {
            if (second % 700 > 690)  // a gap, so that nodes straddle buckets
                continue;
            all.append(sampleAt(kStart + second * 1000, random.bounded(100), second < 2'000 ? 3 : 5));
            growing.append({all.last()});
            if (second % 211 == 0 || second > 4'985) {
                RunMetrics anew;
                anew.append(all);
                for (const int buckets : {60, 400}) {
                    const DecimatedLine a = growing.medianOfGpus(GpuMetric::BusyPercent, kStart, to, buckets);
                    QCOMPARE(a.mean, anew.medianOfGpus(GpuMetric::BusyPercent, kStart, to, buckets).mean);
                    QCOMPARE(a.high, anew.medianOfGpus(GpuMetric::BusyPercent, kStart, to, buckets).high);
                }
            }
        }
    }
    void nothingIsShownInsideAGap()
    {
        RunMetrics metrics;
        metrics.append(seconds(0, 2'505));
        metrics.append(seconds(3'505, 6'000));
        for (const int buckets : {10, 30, 100, 300}) {
            const DecimatedLine line = metrics.line(HostMetric::CpuPercent, kStart, kStart + 6'000'000, buckets);
            const qint64 width = RunMetrics::bucketWidth(6'000'000, buckets);
            for (const QPointF &point : line.mean)
                QVERIFY2(point.x() < double(kStart + 2'505'000 + width) || point.x() > double(kStart + 3'505'000 - width),
                         qPrintable(QString::number(buckets)));
        }
    }
    void aSpanThatGrowsKeepsItsBuckets()
    {
        int changes = 0;
        for (qint64 span = 60'000, before = 0; span < 86'400'000; span += 1000) {
            const qint64 width = RunMetrics::bucketWidth(span, 800);
            QVERIFY(width * 800 >= span - 800 && double(width) <= double(span) / 800 * 1.125 + 1);
            changes += width != before ? 1 : 0;
            before = width;
        }
        QVERIFY2(changes < 100, qPrintable(QString::number(changes)));
    }
    void everyWidthShowsTheSameExtremesAndMean_data()
    {
        QTest::addColumn<int>("buckets");
        QTest::newRow("each moment by itself") << 30'000;
        QTest::newRow("a few moments") << 5'000;
        QTest::newRow("the first floor of the pyramid") << 700;
        QTest::newRow("the second floor") << 20;
        QTest::newRow("everything in one") << 1;
    }
    void everyWidthShowsTheSameExtremesAndMean()
    {
        QFETCH(int, buckets);
        QRandomGenerator random(7);
        RunMetrics metrics;
        double total = 0, lowest = 1000, highest = -1;
        int known = 0;
        const qint64 from = kStart + 1234 * 1000, to = kStart + 29'000 * 1000 + 300;
        for (int i = 0; i < 30'000; ++i) {
            const qint64 time = kStart + i * 1000 + random.bounded(300);
            const auto busy = random.bounded(10) == 0 ? std::nullopt : std::optional<double>(random.bounded(1000) / 8.0);
            metrics.append({sampleAt(time, busy)});
            if (!busy || time < from || time > to)
                continue;
            ++known;
            total += *busy;
            lowest = std::min(lowest, *busy);
            highest = std::max(highest, *busy);
        }
        const DecimatedLine line = metrics.line(GpuMetric::BusyPercent, 0, from, to, buckets);
        QVERIFY(line.mean.size() <= std::max(buckets + 2, 2 * buckets));
        const QList<QPointF> &lows = line.low.isEmpty() ? line.mean : line.low;
        const QList<QPointF> &highs = line.high.isEmpty() ? line.mean : line.high;
        double low = 1000, high = -1, mean = 0, before = 0;
        for (const QPointF &p : line.mean) {
            QVERIFY(p.x() > before && p.x() >= double(from) && p.x() <= double(to));
            before = p.x();
            mean += p.y() / double(line.mean.size());
        }
        for (const QPointF &p : lows)
            low = std::min(low, p.y());
        for (const QPointF &p : highs)
            high = std::max(high, p.y());
        QCOMPARE(low, lowest);
        QCOMPARE(high, highest);
        QVERIFY(std::abs(mean - total / known) < 0.3);
        QCOMPARE(line.mean.size(), metrics.line(HostMetric::CpuPercent, from, to, buckets).mean.size());
    }

    void aClockSetBackReplacesWhatItTellsAgain()
    {
        RunMetrics metrics;
        metrics.append(seconds(0, 5000));
        metrics.append(seconds(4000, 4010, 90));
        QCOMPARE(metrics.count(), 4010);
        QCOMPARE(metrics.lastTime(), kStart + 4009 * 1000);
        QCOMPARE(metrics.clockSteps(), (QList<ClockStep>{{kStart + 4999 * 1000, kStart + 4000 * 1000, 1000}}));
        const DecimatedLine line = metrics.line(GpuMetric::BusyPercent, 0, kStart, kStart + 5'000'000, 50);
        QCOMPARE(line.high.last().y(), 90.0);
        QCOMPARE(metrics.at(GpuMetric::BusyPercent, 0, kStart + 3999 * 1000), 50.0F);
        QCOMPARE(metrics.at(GpuMetric::BusyPercent, 0, kStart + 4000 * 1000), 90.0F);
        // A timestamp far in the future costs no more than any other.
        metrics.append({sampleAt(kStart * 2, 10)});
        metrics.append(seconds(4010, 4020, 91));
        QCOMPARE(metrics.count(), 4020);
        QCOMPARE(metrics.gaps(0, kStart * 3).size(), 0);
    }

    void aLateMomentIsCountedAndNotDrawn()
    {
        RunMetrics metrics;
        metrics.append(seconds(0, 10));
        metrics.append({sampleAt(kStart + 7000, 99), sampleAt(kStart + 9000, 99)});
        QCOMPARE(metrics.droppedMoments(), 2);
        QCOMPARE(metrics.count(), 10);
        QVERIFY(metrics.clockSteps().isEmpty());
    }

    void aClockThatJumpsForEverEndsSoon()
    {
        RunMetrics metrics;
        for (int i = 0; i < 50'000; ++i)
            metrics.append({sampleAt(kStart + (i % 2 ? 1'000'000'000'000 : 0) + i, 50)});
        QVERIFY(metrics.clockSteps().size() <= 100);
        QVERIFY(metrics.count() > 0);
        QVERIFY(metrics.gaps(0, kStart * 2).size() <= 1);
    }

    void theOldestBecomeSummariesAndTheRangeStays()
    {
        RunMetrics metrics;
        metrics.setMostSamples(12 * 6000);
        QList<qint64> wanted;
        metrics.setWanted([&](qint64 from, qint64, qint64) { wanted.append(from); });
        QList<MachineSample> samples = seconds(0, 40'000);
        samples[3000].gpus[0].busyPercent = 100;
        metrics.append(samples);
        QCOMPARE(metrics.count(), 40'000);
        QCOMPARE(metrics.firstTime(), kStart);
        const DecimatedLine all = metrics.line(GpuMetric::BusyPercent, 0, kStart, kStart + 40'000'000, 100);
        double highest = 0;
        for (const QPointF &p : all.high)
            highest = std::max(highest, p.y());
        QCOMPARE(highest, 100.0);
        QVERIFY(wanted.isEmpty());
        QVERIFY(metrics.gaps(kStart, kStart + 40'000'000).isEmpty());
        QVERIFY(!metrics.line(GpuMetric::BusyPercent, 0, kStart, kStart + 600'000, 600).mean.isEmpty());
        QCOMPARE(wanted, QList<qint64>{kStart});

        // Requested detail replaces the summaries.
        auto detail = std::make_shared<MetricDigest>();
        detail->from = kStart;
        detail->to = kStart + 600'000;
        detail->gpus.push_back({metrics.gpus()[0], {}});
        for (int i = 0; i < 600; ++i) {
            detail->begin.push_back(kStart + i * 1000);
            detail->end.push_back(kStart + i * 1000);
            detail->gpus[0].columns[size_t(GpuMetric::BusyPercent)].mean.push_back(float(i));
        }
        metrics.setDetail(detail);
        const DecimatedLine fine = metrics.line(GpuMetric::BusyPercent, 0, kStart, kStart + 599'999, 600);
        QCOMPARE(fine.mean.size(), 600);
        QCOMPARE(fine.mean[599], QPointF(double(kStart + 599'000), 599));
        QCOMPARE(metrics.at(GpuMetric::BusyPercent, 0, kStart + 42'000), 42.0F);
        QCOMPARE(wanted.size(), 1);
    }

    void aSampleTakesSixBytesAtMost()
    {
        RunMetrics metrics;
        for (int i = 0; i < 86'400; ++i)
            metrics.append({sampleAt(kStart + i * 1000, 50, 8)});
        // CPU, and three known quantities of each GPU.
        QVERIFY2(double(metrics.bytes()) / 86'400 / (1 + 8 * 3) <= 6.0,
                 QByteArray::number(double(metrics.bytes()) / 86'400 / 25).constData());
    }

    void theMeanOverGpusIsTheirMean()
    {
        RunMetrics metrics;
        metrics.append({sampleAt(kStart, 90, 4)});
        const DecimatedLine line = metrics.meanOfGpus(GpuMetric::MemoryBusyPercent, kStart - 1000, kStart + 1000, 10);
        QCOMPARE(line.mean, QList<QPointF>{QPointF(double(kStart), 31.5)});
        QCOMPARE(line.low[0].y(), 30.0);
        QCOMPARE(metrics.last(GpuMetric::SmClockMHz, 3), 1980.0F);
    }
};

QTEST_GUILESS_MAIN(TestRunMetrics)
#include "tst_runmetrics.moc"

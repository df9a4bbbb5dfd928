// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/metrics/sample.h"
#include "tests/fuzz/mutate.h"

#include <QTest>

#include <cmath>

using namespace trainyard;

class FuzzMetrics : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void damagedSamplerLinesYieldSensibleValues()
    {
        QByteArray good = "1000 gpufields index,uuid,name,utilization.gpu,memory.used,power.draw\n";
        for (const char *t : {"1000", "2000", "3000"}) {
            const QByteArray time(t);
            good += time + " cpu 100 0 50 " + time + " 3 0 0 0 16\n" + time + " mem 1000 500 0 0\n" + time + " load 1 1 1\n" + time
                    + " net eth0 " + time + " 5\n" + time + " io sda 5 " + time + "\n" + time + " disk 9 5 4 /\n" + time
                    + " gpu 0, GPU-1, NVIDIA X, 50, 100, [N/A]\n";
        }
        const QByteArrayList words{
            "\n",     " ",         "18446744073709551615", "9007199254740992", "-1", "nan", "1e308", "gpunone ", "gpufields ", ",", "[N/A]",
            "1 cpu ", "99999 cpu "};
        QRandomGenerator random(3);
        QElapsedTimer timer;
        timer.start();
        qint64 moments = 0;
        const auto isSane = [](std::optional<double> value, double most) {
            return !value || (std::isfinite(*value) && *value >= 0 && *value <= most);
        };
        while (timer.elapsed() < fuzzMilliseconds()) {
            const QByteArray bytes = mutated(good, random, words);
            SampleParser parser;
            QList<MachineSample> found;
            for (qsizetype at = 0; at < bytes.size();) {
                const qsizetype piece = 1 + random.bounded(200);
                found += parser.feed(bytes.mid(at, piece));
                at += piece;
            }
            found += parser.flush();
            moments += found.size();
            for (const MachineSample &sample : found) {
                QVERIFY2(sample.timeMs > 0 && isSane(sample.cpuPercent, 100) && isSane(sample.load1, 1e308)
                             && isSane(sample.netReceivedPerSecond, 1e30) && isSane(sample.diskWrittenPerSecond, 1e30)
                             && sample.memoryTotalBytes.value_or(0) >= 0,
                         bytes.constData());
                for (const GpuSample &gpu : sample.gpus)
                    QVERIFY2(gpu.index >= 0 && isSane(gpu.busyPercent, 100) && isSane(gpu.powerWatts, 1e6), bytes.constData());
            }
        }
        QVERIFY(moments > 100);
    }
};

QTEST_APPLESS_MAIN(FuzzMetrics)
#include "tst_fuzz_metrics.moc"

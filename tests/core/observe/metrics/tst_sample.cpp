// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/metrics/sample.h"

#include <QFile>
#include <QProcess>
#include <QTest>

using namespace trainyard;

namespace {

const QByteArray kFields = "1000 gpufields index,uuid,name,utilization.gpu,memory.used,memory.total,temperature.gpu,"
                           "power.draw,power.limit,clocks.sm\n";

QByteArray gpu(qint64 timeMs, int index, const QByteArray &busy)
{
    return QByteArray::number(timeMs) + " gpu " + QByteArray::number(index) + ", GPU-" + QByteArray::number(index)
           + ", NVIDIA H100 80GB HBM3, " + busy + ", 1024, 81559, 41, 123.45, 700.00, 1980\n";
}

QByteArray cpu(qint64 timeMs, int user = 0, int idle = 0)
{
    return QByteArray::number(timeMs) + " cpu " + QByteArray::number(user) + " 0 0 " + QByteArray::number(idle) + " 0 0 0 0 16\n";
}

QList<MachineSample> parsed(const QByteArray &bytes)
{
    SampleParser parser;
    QList<MachineSample> moments = parser.feed(bytes);
    moments += parser.flush();
    return moments;
}

}  // namespace

class TestSample : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void momentCarriesWhatTheLinesSay()
    {
        const auto moments = parsed("1000 cpu 100 0 100 800 0 0 0 0 16\n1000 mem 1000 400 0 0\n1000 load 1.5 1 1\n"
                                    "1000 net eth0 1000 2000\n1000 net eth1 0 0\n1000 io sda 10 20\n1000 disk 100 60 40 /home/a b\n"
                                    + kFields + gpu(1200, 0, "97") + gpu(1200, 1, "3")
                                    + "2000 cpu 150 0 150 900 0 0 0 0 16\n2000 mem 1000 300 0 0\n2000 load 2 1 1\n"
                                      "2000 net eth0 3000 2500\n2000 net eth1 10 0\n2000 io sda 12 20\n");
        QCOMPARE(moments.size(), 2);
        const MachineSample &first = moments[0], &second = moments[1];
        QCOMPARE(first.timeMs, 1000);
        QVERIFY(!first.cpuPercent && !first.netReceivedPerSecond && !first.diskReadPerSecond);
        QVERIFY(first.cpuCount == 16 && first.load1 == 1.5);
        QVERIFY(first.memoryTotalBytes == 1024000 && first.memoryAvailableBytes == 409600);
        QVERIFY(first.diskTotalBytes == 102400 && first.diskUsedBytes == 61440 && first.diskAvailableBytes == 40960);
        QCOMPARE(first.diskPath, QStringLiteral("/home/a b"));
        QCOMPARE(first.gpus.size(), 2);
        QCOMPARE(first.gpus[0].name, QStringLiteral("NVIDIA H100 80GB HBM3"));
        QVERIFY(first.gpus[0].busyPercent == 97 && first.gpus[1].busyPercent == 3);
        QVERIFY(first.gpus[0].memoryUsedMiB == 1024 && first.gpus[0].memoryTotalMiB == 81559);
        QVERIFY(first.gpus[0].temperatureC == 41 && first.gpus[0].powerWatts == 123.45);
        QVERIFY(first.gpus[0].powerLimitWatts == 700 && first.gpus[0].smClockMHz == 1980);
        QVERIFY(!first.gpus[0].isSimulated());
        QVERIFY(second.cpuPercent == 50.0);
        QVERIFY(second.netReceivedPerSecond == 2010 && second.netSentPerSecond == 500);
        QVERIFY(second.diskReadPerSecond == 1024 && second.diskWrittenPerSecond == 0);
        QVERIFY(second.diskTotalBytes == 102400);
        QCOMPARE(second.gpus.size(), 2);
    }

    void whatGoesOverALinkIsAskedSeldomAndNeverMadeUp()
    {
        QByteArray bytes = kFields;
        for (int i = 1; i <= 40; ++i) {
            bytes += cpu(i * 1000, i * 10, i * 30) + gpu(i * 1000 + 300, 0, "50") + gpu(i * 1000 + 300, 1, "50");
            if (i == 3)
                bytes += "3500 pcie 0 1200 34\n3500 pcie 1 - -\n3500 pcie 999 1 1\n3500 pcie x 1 1\n3500 pcie 1\n";
        }
        const auto samples = parsed(bytes);
        const auto at = [&](qint64 timeMs) {
            const auto found = std::find_if(samples.begin(), samples.end(),
                                            [timeMs](const MachineSample &s) { return s.timeMs == timeMs; });
            return found == samples.end() ? MachineSample() : *found;
        };
        QVERIFY(at(2000).gpus.size() == 2 && !at(2000).gpus[0].pcieReceivedPerSecond);
        QVERIFY(at(5000).gpus[0].pcieReceivedPerSecond == 1.2e9 && at(5000).gpus[0].pcieSentPerSecond == 34e6);
        QVERIFY(!at(5000).gpus[1].pcieReceivedPerSecond && !at(5000).gpus[1].pcieSentPerSecond);
        QVERIFY(at(28000).gpus[0].pcieReceivedPerSecond && !at(29000).gpus[0].pcieReceivedPerSecond);
    }

    void anyCutOfTheBytesGivesTheSame()
    {
        QByteArray bytes = kFields;
        for (int i = 1; i <= 20; ++i)
            bytes += cpu(i * 1000, i * 10, i * 30) + gpu(i * 1000 + 300, 0, QByteArray::number(i));
        const auto whole = parsed(bytes);
        QCOMPARE(whole.size(), 20);
        for (int piece : {1, 2, 3, 7, 64, 1000}) {
            SampleParser parser;
            QList<MachineSample> moments;
            for (qsizetype at = 0; at < bytes.size(); at += piece)
                moments += parser.feed(bytes.mid(at, piece));
            moments += parser.flush();
            QCOMPARE(moments.size(), whole.size());
            for (int i = 0; i < 20; ++i) {
                QCOMPARE(moments[i].timeMs, whole[i].timeMs);
                QVERIFY(moments[i].cpuPercent == whole[i].cpuPercent);
                QCOMPARE(moments[i].gpus.size(), 1);
                QVERIFY(moments[i].gpus[0].busyPercent == i + 1);
            }
        }
    }

    void momentIsFinishedByTheNextTickOnly()
    {
        SampleParser parser;
        QVERIFY(parser.feed(cpu(1000) + "1000 load 1 1 1\n").isEmpty());
        QVERIFY(parser.feed(kFields + gpu(1500, 0, "1")).isEmpty());
        QCOMPARE(parser.feed(cpu(2000)).size(), 1);
        QCOMPARE(parser.flush().size(), 1);
        QVERIFY(parser.flush().isEmpty());
    }

    void absentGpuValuesAreNotZero_data()
    {
        QTest::addColumn<QByteArray>("word");
        for (const char *word :
             {"[N/A]", "N/A", "[Not Supported]", "[Requested functionality has been deprecated]", "[Insufficient Permissions]", "ERR!",
              "[Unknown Error]", "[GPU requires reset]", "", "nan", "inf", "-1", "101", "1e999", "0x10"})
            QTest::newRow(word[0] ? word : "nothing") << QByteArray(word);
    }
    void absentGpuValuesAreNotZero()
    {
        QFETCH(QByteArray, word);
        const auto moments = parsed(cpu(1000) + kFields + gpu(1000, 0, word));
        QCOMPARE(moments[0].gpus.size(), 1);
        QVERIFY(!moments[0].gpus[0].busyPercent);
        QVERIFY(moments[0].gpus[0].memoryUsedMiB == 1024);
    }

    void commaInTheNameKeepsTheColumns()
    {
        const auto moments = parsed(cpu(1000) + "1000 gpufields index, name, utilization.gpu\n1000 gpu 0, A, B, C, 55\n");
        QCOMPARE(moments[0].gpus[0].name, QStringLiteral("A, B, C"));
        QVERIFY(moments[0].gpus[0].busyPercent == 55);
    }

    void silentGpuBecomesAGap()
    {
        QByteArray bytes = kFields + cpu(1000) + gpu(1100, 0, "90") + gpu(1100, 1, "90");
        for (int i = 2; i <= 10; ++i)
            bytes += cpu(i * 1000) + gpu(i * 1000 + 100, 1, "80");
        const auto moments = parsed(bytes);
        QCOMPARE(moments.size(), 10);
        QCOMPARE(moments[5].gpus.size(), 2);  // 6.0 s, reported at 1.1 s
        QCOMPARE(moments[6].gpus.size(), 1);
        QCOMPARE(moments[6].gpus[0].index, 1);
        QVERIFY(moments[9].gpuAbsence.isEmpty());
    }

    void absenceOfGpusIsSaidWithItsReason()
    {
        auto moments = parsed("1000 gpunone no-nvidia-smi\n" + cpu(1000) + cpu(2000));
        QCOMPARE(moments[1].gpuAbsence, QStringLiteral("no-nvidia-smi"));
        moments = parsed(kFields + gpu(900, 0, "1") + cpu(1000) + "1100 gpunone NVML: Driver/library version mismatch\n" + cpu(2000)
                         + gpu(2100, 0, "1"));
        QCOMPARE(moments[0].gpuAbsence, QStringLiteral("NVML: Driver/library version mismatch"));
        QVERIFY(moments[0].gpus.isEmpty());
        QVERIFY(moments[1].gpuAbsence.isEmpty());
        QCOMPARE(moments[1].gpus.size(), 1);
    }

    void counterThatWentBackwardsYieldsNoRate()
    {
        const auto moments = parsed(cpu(1000, 500, 500) + "1000 net eth0 5000 5000\n1000 net wlan0 5 5\n" + cpu(2000, 5, 5)
                                    + "2000 net eth0 10 6000\n2000 net wlan0 6 6\n" + cpu(3000, 10, 5)
                                    + "3000 net eth0 20 7000\n3000 net new0 9 9\n");
        QVERIFY(!moments[1].cpuPercent);
        QVERIFY(!moments[1].netReceivedPerSecond);
        QVERIFY(moments[1].netSentPerSecond == 1001);
        QVERIFY(moments[2].cpuPercent == 100);
        QVERIFY(moments[2].netReceivedPerSecond == 10);
    }

    void clockSetBackBeginsAnewAndSmallDisorderIsIgnored()
    {
        const auto moments = parsed(cpu(100000, 10, 0) + cpu(101000, 20, 0) + cpu(100500, 15, 0) + cpu(50000, 30, 0) + cpu(51000, 40, 0));
        QList<qint64> times;
        for (const MachineSample &moment : moments)
            times << moment.timeMs;
        QCOMPARE(times, (QList<qint64>{100000, 101000, 50000, 51000}));
        QVERIFY(moments[1].cpuPercent && !moments[2].cpuPercent && moments[3].cpuPercent);
    }

    void brokenLinesAreIgnored()
    {
        const auto moments = parsed(
            "garbage\n\n \n1000\n1000 \nx cpu 1\n-5 cpu 1 1 1 1 1 1 1 1 1\n99999999999999999999 cpu 1 1 1 1 1 1 1 1 1\n"
            "1000 warp 9\n"
            + cpu(1000)
            + "1000 mem x y\n1000 mem 99999999999999999999 18446744073709551615\n1000 load nan\n"
              "1000 net eth0\n1000 net eth0 -1 5\n1000 cpu 1 2 3\n1000 gpu 0, GPU-1\n"
              "1000 gpufields index,name\n1000 gpu 99999999999, a\n1000 gpu -1, a\n1000 gpu x, a\n1000 gpu 1\n1000 disk 1 2\n");
        QCOMPARE(moments.size(), 1);
        QVERIFY(!moments[0].memoryTotalBytes && !moments[0].memoryAvailableBytes && !moments[0].load1);
        QVERIFY(moments[0].gpus.isEmpty() && moments[0].diskPath.isEmpty());
        QVERIFY(moments[0].cpuCount == 16);
    }

    void endlessLineIsDroppedAndTheNextRead()
    {
        SampleParser parser;
        for (int i = 0; i < 200; ++i)
            QVERIFY(parser.feed(QByteArray(64 * 1024, 'x')).isEmpty());
        parser.feed("\n" + cpu(1000));
        QCOMPARE(parser.flush().size(), 1);
    }

    void sizesOfTheLogComeWithTheTickBefore()
    {
        SampleParser parser;
        parser.feed(cpu(1000) + "1000 log 5\n" + cpu(2000) + "2000 log 7\n2500 log 9\n");
        const QList<LogSize> sizes = parser.takeLogSizes();
        QCOMPARE(sizes.size(), 3);
        QVERIFY(sizes[0].timeMs == 1000 && sizes[0].previousMs == 0 && sizes[0].bytes == 5);
        QVERIFY(sizes[1].timeMs == 2000 && sizes[1].previousMs == 1000 && sizes[1].bytes == 7);
        QVERIFY(sizes[2].timeMs == 2500 && sizes[2].previousMs == 2000 && sizes[2].bytes == 9);
        QVERIFY(parser.takeLogSizes().isEmpty());
        parser.feed("3000 log -4\n3000 log 99999999999999999999\n3000 log x\n3000 log\n");
        QVERIFY(parser.takeLogSizes().isEmpty());
    }

    void realSamplerIsUnderstood()
    {
        const QString script = QStringLiteral(TRAINYARD_SOURCE_DIR "/resources/onbox/sample.sh");
        if (!QFile::exists(script))
            QSKIP("there is no resources/onbox/sample.sh in this checkout");
        QProcess sampler;
        sampler.start(QStringLiteral("sh"), {script, QStringLiteral("1")});
        SampleParser parser;
        QList<MachineSample> moments;
        QTRY_VERIFY_WITH_TIMEOUT((sampler.waitForReadyRead(50), moments += parser.feed(sampler.readAllStandardOutput()),
                                  moments.size() >= 2 && !(moments.last().gpus.isEmpty() && moments.last().gpuAbsence.isEmpty())),
                                 30'000);
        sampler.terminate();
        QVERIFY(sampler.waitForFinished(30'000));
        const MachineSample &last = moments.last();
        QVERIFY(last.timeMs > 1'700'000'000'000);
        QVERIFY(last.cpuPercent && *last.cpuPercent >= 0 && *last.cpuPercent <= 100);
        QVERIFY(last.memoryTotalBytes > last.memoryAvailableBytes);
        QVERIFY(last.load1 && last.cpuCount > 0);
        QVERIFY(!last.gpus.isEmpty() || !last.gpuAbsence.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestSample)
#include "tst_sample.moc"

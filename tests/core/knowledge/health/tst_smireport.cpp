// SPDX-License-Identifier: GPL-3.0-or-later
// The output of nvidia-smi with drivers 450 to 610: either read or reported as unknown (origins: tests/data/health/README.md).
#include "tests/core/knowledge/health/checkprint.h"

#include "core/knowledge/health/internal/kernellog.h"
#include "core/knowledge/health/internal/smireport.h"
#include "core/knowledge/health/topology.h"

#include <QTest>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

CheckPart part(int status, const char *text)
{
    CheckPart made;
    made.status = status;
    made.text = s(text);
    return made;
}

}  // namespace

class TestSmiReport : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void longTexts_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("driver");
        QTest::addColumn<QString>("cuda");
        QTest::addColumn<QString>("bus");
        QTest::addColumn<int>("doubleBit");  // -1: not reported
        QTest::addColumn<int>("width");
        QTest::newRow("470, V100") << QByteArray("query-470.129.06-v100.txt") << s("470.129.06") << s("11.4") << s("00000000:1C:00.0") << 0
                                   << 16;
        QTest::newRow("510, A100, part of it") << QByteArray("query-510.73.08-a100.txt") << s("510.73.08") << s("11.6")
                                               << s("00000000:10:1C.0") << -1 << -1;
        QTest::newRow("590, H100 with MIG") << QByteArray("query-590.48.01-h100-mig.txt") << s("590.48.01") << s("13.1")
                                            << s("00000000:00:09.0") << -1 << 16;
        QTest::newRow("610, H200, versions under new names")
            << QByteArray("query-610.43.02-h200.txt") << s("610.43.02") << s("13.3") << s("00000000:83:00.0") << -1 << 16;
    }
    void longTexts()
    {
        QFETCH(QByteArray, file);
        QFETCH(QString, driver);
        QFETCH(QString, cuda);
        QFETCH(QString, bus);
        QFETCH(int, doubleBit);
        QFETCH(int, width);
        const QByteArray text = recorded(file.constData());
        QVERIFY(!text.isEmpty());
        const SmiLog log = parseSmiLog(QString::fromUtf8(text));
        QCOMPARE(log.driver, driver);
        QCOMPARE(log.cuda, cuda);
        QCOMPARE(log.gpus.size(), 1);
        QCOMPARE(log.gpus.first().busId, bus);
        QCOMPARE(int(log.gpus.first().number(s("ECC Errors/Volatile/Double Bit/Total")).value_or(-1)), doubleBit);
        QCOMPARE(int(log.gpus.first().number(s("PCI/GPU Link Info/Link Width/Current")).value_or(-1)), width);
    }

    void valuesOfV100()
    {
        const SmiTree gpu = parseSmiLog(QString::fromUtf8(recorded("query-470.129.06-v100.txt"))).gpus.value(0);
        // R470 writes "Ecc Mode", later ones "ECC Mode".
        QCOMPARE(gpu.text(s("ECC Mode/Current")), s("Enabled"));
        QCOMPARE(gpu.number(s("ECC Errors/Aggregate/Single Bit/Total")).value_or(-1), qint64(3));
        QVERIFY(!gpu.number(s("ECC Errors/Volatile/Double Bit/Texture Memory")));
        QCOMPARE(gpu.state(s("ECC Errors/Volatile/Double Bit/Texture Memory")), SmiValue::NotSupported);
        QCOMPARE(gpu.state(s("Remapped Rows")), SmiValue::NotSupported);
        QCOMPARE(gpu.state(s("GPU Recovery Action")), SmiValue::Absent);
        QCOMPARE(gpu.text(s("Clocks Throttle Reasons/HW Slowdown/HW Thermal Slowdown")), s("Not Active"));
        QCOMPARE(gpu.number(s("Temperature/GPU Slowdown Temp")).value_or(-1), qint64(87));
    }

    // The instances have ECC counters of their own, which are not the GPU's.
    void migInstancesAreNotTheGpu()
    {
        const SmiTree gpu = parseSmiLog(QString::fromUtf8(recorded("query-590.48.01-h100-mig.txt"))).gpus.value(0);
        QCOMPARE(gpu.all(s("MIG Device/Index")).size(), 2);
        QCOMPARE(gpu.text(s("MIG Device/ECC Errors/Volatile/SRAM Uncorrectable")), s("0"));
        QCOMPARE(gpu.state(s("ECC Errors/Volatile/SRAM Uncorrectable")), SmiValue::Absent);
    }

    void hostileLongTextsAreBounded()
    {
        QString text = s("GPU 00000000:01:00.0\n");
        for (int i = 0; i < 20000; ++i)
            text += QString(i % 200, u' ') + s("a : b\n");
        for (int i = 0; i < 300; ++i)
            text += s("GPU 00000000:01:00.0\n");
        const SmiLog log = parseSmiLog(text);
        QVERIFY(log.gpus.size() <= 64);
        QVERIFY(log.gpus.first().values.size() <= 4000);
    }

    void valuesThatAreNone_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("state");
        const auto row = [](const char *text, SmiValue state) { QTest::newRow(text) << s(text) << int(state); };
        row("0", SmiValue::Told);
        row("Not Active", SmiValue::Told);
        row("None", SmiValue::Told);
        row("N/A", SmiValue::NotSupported);
        row("[N/A]", SmiValue::NotSupported);
        row("[Not Supported]", SmiValue::NotSupported);
        row("Requested functionality has been deprecated", SmiValue::NotSupported);
        row("[GPU is lost]", SmiValue::Lost);
        row("[GPU requires reset]", SmiValue::NeedsReset);
        row("[Unknown Error]", SmiValue::Failed);
        row("Unknown Error", SmiValue::Failed);
        row("ERR!", SmiValue::Failed);
        row("[Insufficient Permissions]", SmiValue::NoPermission);
        row("", SmiValue::Absent);
    }
    void valuesThatAreNone()
    {
        QFETCH(QString, text);
        QFETCH(int, state);
        QCOMPARE(int(smiValue(text)), state);
    }

    // Sentences quoted from public reports of these failures, or made up in their form.
    void sentences_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("trouble");
        QTest::addColumn<QString>("bus");
        const auto row = [](const char *name, int status, const char *text, SmiTrouble trouble, const char *bus = "") {
            QTest::newRow(name) << status << QByteArray(text) << int(trouble) << s(bus);
        };
        row("lost, R450", 15,
            "Unable to determine the device handle for GPU 0000:03:00.0: GPU is lost.  Reboot the system to recover this GPU",
            SmiTrouble::Lost, "0000:03:00.0");
        row("lost, R570", 15,
            "Unable to determine the device handle for GPU0: 0000:24:00.0: GPU is lost.  Reboot the system to recover this GPU",
            SmiTrouble::Lost, "0000:24:00.0");
        row("unreachable", 255, "Unable to determine the device handle for GPU 0000:08:00.0: Unknown Error", SmiTrouble::Other,
            "0000:08:00.0");
        row("mismatch, R470", 18, "Failed to initialize NVML: Driver/library version mismatch", SmiTrouble::Mismatch);
        row("mismatch, R580", 18, "Failed to initialize NVML: Driver/library version mismatch\nNVML library version: 580.173",
            SmiTrouble::Mismatch);
        row("driver not loaded", 9,
            "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver. Make sure that the latest NVIDIA driver is installed and running.",
            SmiTrouble::NoDriver);
        row("library missing", 12,
            "NVIDIA-SMI couldn't find libnvidia-ml.so library in your system. Please make sure that the NVIDIA Display Driver is properly installed and present in your system.",
            SmiTrouble::NoLibrary);
        row("no permission", 4, "Failed to initialize NVML: Insufficient Permissions", SmiTrouble::NoPermission);
        row("container lost its devices", 255, "Failed to initialize NVML: Unknown Error", SmiTrouble::Other);
        row("no devices", 6, "No devices were found", SmiTrouble::NoDevices);
        row("windows beneath", 255, "GPU access blocked by the operating system", SmiTrouble::NoPermission);
        row("not there", 602, "", SmiTrouble::NotThere);
        row("not there, German shell", 127, "sh: 1: nvidia-smi: Kommando nicht gefunden", SmiTrouble::NotThere);
        row("not there, Chinese shell", 127, "\xe6\x9c\xaa\xe6\x89\xbe\xe5\x88\xb0\xe5\x91\xbd\xe4\xbb\xa4", SmiTrouble::NotThere);
        row("cut off", 600, "", SmiTrouble::Hangs);
        row("not tried", 601, "", SmiTrouble::NotTried);
        row("words of another language (made)", 3, "Der Treiber antwortet nicht.", SmiTrouble::NotUnderstood);
        row("nothing at all", 1, "", SmiTrouble::NotUnderstood);
    }
    void sentences()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, text);
        QFETCH(int, trouble);
        QFETCH(QString, bus);
        const QList<SmiProblem> problems = smiProblems(part(status, text.constData()));
        QCOMPARE(problems.size(), 1);
        QCOMPARE(int(problems.first().trouble), trouble);
        QCOMPARE(problems.first().busId, bus);
    }

    void libraryVersionIsRead()
    {
        const auto problems = smiProblems(
            part(18, "Failed to initialize NVML: Driver/library version mismatch\nNVML library version: 580.173"));
        QCOMPARE(problems.value(0).libraryVersion, s("580.173"));
    }

    void whatIsFineHasNoProblem()
    {
        QVERIFY(smiProblems(part(0, "0, GPU-1, NVIDIA H200, 00000000:83:00.0, 610.43.02, 143771, 0, 0, 38, P0, 83.32, 700.00")).isEmpty());
        QVERIFY(smiProblems(part(0, recorded("table-590.48.01-h100-mig.txt").constData())).isEmpty());
        QVERIFY(smiProblems(part(0, recorded("query-610.43.02-h200.txt").constData())).isEmpty());
    }

    // A lost GPU does not hide the other (the form of public reports: the sentence, then the rows).
    void lostGpuBesideAHealthyOne()
    {
        const auto answer = CheckAnswer::parse(
            printed({{"smi-csv", 0,
                      "Unable to determine the device handle for GPU0: 0000:24:00.0: GPU is lost.  Reboot the system to recover this GPU\n"
                      "1, GPU-2, NVIDIA GeForce RTX 5070 Ti, 00000000:2B:00.0, 580.95.05, 16303, 2, 0, 35, P8, 34.61, 300.00"}}));
        const SmiMachine machine = readSmi(*answer);
        QCOMPARE(machine.cards.size(), 1);
        QCOMPARE(machine.cards.first().index.value_or(-1), 1);
        QCOMPARE(machine.driver, s("580.95.05"));
    }

    void tables_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("driver");
        QTest::addColumn<QString>("cuda");
        QTest::newRow("450") << QByteArray("table-450.80.02-t4.txt") << s("450.80.02") << s("11.1");
        QTest::newRow("590") << QByteArray("table-590.48.01-h100-mig.txt") << s("590.48.01") << s("13.1");
        QTest::newRow("610") << QByteArray("table-610.43.02-h200.txt") << s("610.43.02") << s("13.3");
    }
    void tables()
    {
        QFETCH(QByteArray, file);
        QFETCH(QString, driver);
        QFETCH(QString, cuda);
        const SmiMachine machine = readSmi(*CheckAnswer::parse(printed({{"smi-table", 0, recorded(file.constData())}})));
        QCOMPARE(machine.driver, driver);
        QCOMPARE(machine.cuda, cuda);
    }

    void colouredTableIsReadToo()
    {
        QByteArray table = recorded("table-610.43.02-h200.txt");
        table.replace("KMD Version:", "\x1b[1;36mKMD Version:\x1b[0m").replace("610.43.02 ", "\x1b[32m610.43.02\x1b[0m ");
        QCOMPARE(readSmi(*CheckAnswer::parse(printed({{"smi-table", 0, table}}))).driver, s("610.43.02"));
    }

    void rows_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("used");  // -1: not reported
        QTest::addColumn<int>("health");
        QTest::newRow("healthy") << QByteArray("0, GPU-1, NVIDIA A100, 00000000:07:00.0, 550.54.15, 81920, 4, 0, 30, P0, 60.10, 400.00")
                                 << 1 << 4 << int(SmiValue::Told);
        QTest::newRow("comma as decimal point")
            << QByteArray("0, GPU-1, NVIDIA A100, 00000000:07:00.0, 550.54.15, 81920, 4, 0, 30, P0, 60,10, 400,00") << 1 << 4
            << int(SmiValue::Told);
        QTest::newRow("MIG tells no load") << QByteArray(
            "0, GPU-1, NVIDIA A100, 00000000:07:00.0, 550.54.15, 81920, [N/A], [N/A], 30, P0, 60.10, 400.00")
                                           << 1 << -1 << int(SmiValue::Told);
        QTest::newRow("requires reset") << QByteArray(
            "0, GPU-1, NVIDIA A100, 00000000:07:00.0, 550.54.15, 81920, 0, [GPU requires reset], [GPU requires reset], [GPU requires reset], [N/A], [N/A]")
                                        << 1 << 0 << int(SmiValue::NeedsReset);
        QTest::newRow("lost") << QByteArray(
            "0, [GPU is lost], NVIDIA A100, 00000000:07:00.0, 550.54.15, [GPU is lost], [GPU is lost], [GPU is lost], [GPU is lost], [GPU is lost], [GPU is lost], [GPU is lost]")
                              << 1 << -1 << int(SmiValue::Lost);
        QTest::newRow("another number of fields") << QByteArray("0, GPU-1, NVIDIA A100") << 0 << -1 << 0;
        QTest::newRow("nothing told at all") << QByteArray(
            "[N/A], [N/A], [N/A], [N/A], [N/A], [N/A], [N/A], [N/A], [N/A], [N/A], [N/A], [N/A]")
                                             << 0 << -1 << 0;
    }
    void rows()
    {
        QFETCH(QByteArray, line);
        QFETCH(int, rows);
        QFETCH(int, used);
        QFETCH(int, health);
        const QList<SmiRow> found = parseSmiRows(QString::fromUtf8(line));
        QCOMPARE(int(found.size()), rows);
        if (rows == 0)
            return;
        QCOMPARE(int(found.first().memoryUsedMiB.value_or(-1)), used);
        QCOMPARE(int(found.first().health), health);
    }

    void topologies()
    {
        const auto eight = parseTopology(QString::fromUtf8(recorded("topology-470.129.06-8xv100.txt")));
        QVERIFY(eight);
        QCOMPARE(eight->nodes.size(), 10);
        QCOMPARE(eight->gpuCount(), 8);
        QCOMPARE(eight->cells[0][1].link, TopologyLink::Pix);
        QCOMPARE(eight->cells[7][0].link, TopologyLink::Node);
        QCOMPARE(eight->cells[9][0].link, TopologyLink::Sys);
        QCOMPARE(eight->nodes[0].cpuAffinity, s("0-17,36-53"));
        QCOMPARE(eight->nodes[0].numaAffinity, s("0"));
        const auto two = parseTopology(QString::fromUtf8(recorded("topology-2xrtx5090.txt")));
        QVERIFY(two);
        QCOMPARE(two->cells[0][1].link, TopologyLink::Phb);
        const auto one = parseTopology(QString::fromUtf8(recorded("topology-590.48.01-h100.txt")));
        QVERIFY(one);
        QCOMPARE(one->gpuCount(), 1);
        // Made up in the form of the recorded ones: NVLink, a NIC with its name, an unknown word.
        const auto linked = parseTopology(s(
            "\tGPU0\tGPU1\tNIC0\tCPU Affinity\tNUMA Affinity\nGPU0\t X \tNV18\tPIX\t0-23\t0\nGPU1\tNV18\t X \tFOO\t24-47\t1\nNIC0\tPIX\tFOO\t X \t\t\n\nNIC Legend:\n\n  NIC0: mlx5_0\n"));
        QVERIFY(linked);
        QCOMPARE(linked->cells[0][1].link, TopologyLink::NvLink);
        QCOMPARE(linked->cells[0][1].nvLinks, 18);
        QCOMPARE(linked->cells[1][2].link, TopologyLink::Unknown);
        QCOMPARE(linked->nodes[2].device, s("mlx5_0"));
    }

    void noTopologies_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("nothing") << QString();
        QTest::newRow("a sentence") << s("Topology information is not available on this system.");
        QTest::newRow("a row is missing") << s("\tGPU0\tGPU1\nGPU0\t X \tPIX\n");
        QTest::newRow("a row is short") << s("\tGPU0\tGPU1\nGPU0\t X \nGPU1\tPIX\t X \n");
        QTest::newRow("rows in another order") << s("\tGPU0\tGPU1\nGPU1\tPIX\t X \nGPU0\t X \tPIX\n");
        QTest::newRow("not itself") << s("\tGPU0\tGPU1\nGPU0\tPIX\tPIX\nGPU1\tPIX\t X \n");
        QString many;
        for (int i = 0; i < 100; ++i)
            many += s("\tGPU%1").arg(i);
        QTest::newRow("a hundred") << many;
    }
    void noTopologies()
    {
        QFETCH(QString, text);
        QVERIFY(!parseTopology(text));
    }

    void kernelLogs()
    {
        const KernelLog log = parseKernelLog(s(
            "first=[    0.000000] Linux\n"
            // The three forms of recorded lines (sources XID-LOGS, MLENG).
            "log=[ 100.500000] NVRM: Xid (PCI:0000:9b:00): 119, pid=2024380, name=nvidia-smi, Timeout after 6s of waiting for RPC response\n"
            "log=[ 101.000000] NVRM: Xid (PCI:0000:10:1c): 63, pid=1896, Row Remapper: New row marked for remapping, reset gpu to activate.\n"
            "log=NVRM: Xid (0000:04:00): 144, SAW_MVB Fatal XC0 i0 Link 00 (0x00000001 0x00000002)\n"
            "log=[ 102.000000] Out of memory: Killed process 812 (python)\nlines=5000\nfound=9\nsource=dmesg"));
        QVERIFY(log.isReadable);
        QCOMPARE(log.xids.size(), 3);
        QCOMPARE(log.xids[0].xid, 119);
        QCOMPARE(log.xids[0].busId, s("0000:9b:00"));
        QCOMPARE(log.xids[0].seconds.value_or(-1), 100.5);
        QCOMPARE(log.xids[2].xid, 144);
        QVERIFY(!log.xids[2].seconds);
        QCOMPARE(log.killed.size(), 1);
        QCOMPARE(log.left, qint64(5));
        QVERIFY(!parseKernelLog(s("lines=0\nfound=0\nproblem=dmesg: read kernel buffer failed: Operation not permitted\nsource=dmesg"))
                     .isReadable);
        QVERIFY(!parseKernelLog(QString()).isReadable);
    }

    void gpuOffTheBusWithoutANumberIsXid79()
    {
        QString text;
        const QStringList lines = QString::fromUtf8(recorded("kernel-fallen.txt")).split(u'\n', Qt::SkipEmptyParts);
        for (const QString &line : lines)
            text += s("log=") + line + u'\n';
        const KernelLog log = parseKernelLog(text + s("lines=5\nfound=5"));
        QCOMPARE(log.xids.size(), 1);
        QCOMPARE(log.xids[0].xid, 79);
        QCOMPARE(log.xids[0].busId, s("0000:b3:00.0"));
    }
};

QTEST_GUILESS_MAIN(TestSmiReport)
#include "tst_smireport.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Judgements about a machine: recorded texts of nvidia-smi and parts of check.sh as input, findings as output.
#include "tests/core/knowledge/health/checkprint.h"

#include "core/knowledge/health/healthjudge.h"
#include "core/knowledge/health/internal/factwords.h"

#include <QTest>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

const HealthFacts &facts()
{
    static const HealthFacts known = *HealthFacts::builtIn();
    return known;
}

HealthReport judged(const QList<PrintedPart> &parts, const HealthRequest &request = {}, const std::optional<ClockReading> &clock = {})
{
    const auto answer = CheckAnswer::parse(printed(parts));
    return judgeHealth(*answer, request, clock, facts());
}

// The state of a check, of one GPU if given; "none" where there is no such finding.
QString stateOf(const HealthReport &report, const QString &id, std::optional<int> gpu = {})
{
    for (const HealthFinding &finding : report.findings) {
        if (finding.id == id && (!gpu || finding.gpu == gpu))
            return healthStateName(finding.state);
    }
    return s("none");
}

const HealthFinding *find(const HealthReport &report, const char *id)
{
    for (const HealthFinding &finding : report.findings) {
        if (finding.id == s(id))
            return &finding;
    }
    return nullptr;
}

const char *const kH200 = "0, GPU-1, NVIDIA H200, 00000000:83:00.0, 610.43.02, 143771, 0, 0, 38, P0, 83.32, 700.00";

}  // namespace

class TestHealthJudge : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void recordedDrivers_data()
    {
        QTest::addColumn<QByteArray>("row");
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QStringList>("states");
        QTest::newRow("470, V100: pages instead of rows")
            << QByteArray("0, GPU-1, Tesla V100-PCIE-32GB, 00000000:1C:00.0, 470.129.06, 32510, 0, 0, 29, P0, 25.13, 250.00")
            << QByteArray("query-470.129.06-v100.txt")
            << QStringList{s("driver ok"),        s("gpus ok"),          s("mig none"),          s("persistence ok"),
                           s("recovery unknown"), s("fabric none"),      s("ecc-mode ok"),       s("ecc ok"),
                           s("row-remap none"),   s("retired-pages ok"), s("clock-reasons ok"),  s("throttled unknown"),
                           s("temperature ok"),   s("pcie-width ok"),    s("pcie-generation ok")};
        QTest::newRow("510, A100: a row waits for a reset; the rest was not published")
            << QByteArray("0, GPU-1, NVIDIA A100-SXM4-80GB, 00000000:10:1C.0, 510.73.08, 81920, 0, 0, 29, P0, 60.00, 400.00")
            << QByteArray("query-510.73.08-a100.txt") << QStringList{s("driver ok"),          s("ecc ok"),
                                                                     s("ecc-mode unknown"),   s("row-remap warning"),
                                                                     s("retired-pages none"), s("persistence unknown"),
                                                                     s("pcie-width unknown"), s("clock-reasons unknown")};
        QTest::newRow("590, H100 with MIG: its counters are not its instances'") << QByteArray(
            "0, GPU-00000000-0000-0000-0000-000000000000, NVIDIA H100 80GB HBM3, 00000000:00:09.0, 590.48.01, 81559, 59, [N/A], 42, P0, 98.00, 700.00")
                                                                                 << QByteArray("query-590.48.01-h100-mig.txt")
                                                                                 << QStringList{
                                                                                        s("driver ok"),       s("mig ok"),
                                                                                        s("persistence ok"),  s("recovery ok"),
                                                                                        s("ecc unknown"),     s("row-remap unknown"),
                                                                                        s("pcie-width ok"),   s("nvlink none"),
                                                                                        s("clock-reasons ok")};
        QTest::newRow("610, H200: all well") << QByteArray(kH200) << QByteArray("query-610.43.02-h200.txt")
                                             << QStringList{
                                                    s("driver ok"),          s("mig ok"),       s("persistence ok"), s("recovery ok"),
                                                    s("fabric ok"),          s("ecc-mode ok"),  s("ecc ok"),         s("row-remap ok"),
                                                    s("clock-reasons ok"),   s("throttled ok"), s("temperature ok"), s("pcie-width ok"),
                                                    s("pcie-generation ok"), s("topology ok")};
    }
    void recordedDrivers()
    {
        QFETCH(QByteArray, row);
        QFETCH(QByteArray, file);
        QFETCH(QStringList, states);
        const HealthReport report = judged({{"smi-csv", 0, row},
                                            {"smi-query", 0, recorded(file.constData())},
                                            {"smi-list", 0, recorded("list-590.48.01-h100-mig.txt")},
                                            {"smi-nvlink", 0, recorded("nvlink-590.48.01-h100-mig.txt")},
                                            {"smi-topology", 0, recorded("topology-590.48.01-h100.txt")}});
        for (const QString &state : states)
            QCOMPARE(state.section(u' ', 0, 0) + u' ' + stateOf(report, state.section(u' ', 0, 0)), state);
        QVERIFY(!report.hasSimulatedGpus());
        QCOMPARE(report.gpus.size(), 1);
    }

    void migInstancesAreNamed()
    {
        const HealthReport report = judged(
            {{"smi-csv", 0,
              "0, GPU-00000000-0000-0000-0000-000000000000, NVIDIA H100 80GB HBM3, 00000000:00:09.0, 590.48.01, 81559, 59, [N/A], 42, P0, 98.00, 700.00"},
             {"smi-query", 0, recorded("query-590.48.01-h100-mig.txt")},
             {"smi-list", 0, recorded("list-590.48.01-h100-mig.txt")}});
        const QList<MigInstance> instances = report.gpus.first().migInstances;
        QStringList names;
        for (const MigInstance &one : instances)
            names << one.name;
        QCOMPARE(names, (QStringList{s("3g.40gb"), s("2g.20gb"), s("1g.10gb"), s("1g.10gb")}));
        QVERIFY(instances[1].gpuInstance == 3 && instances[1].computeInstance == 0 && instances[1].memoryMiB == 20096
                && instances[1].memoryUsedMiB == 17);
        // The recording contains only two of them.
        QVERIFY(!instances[2].memoryMiB && !instances[3].gpuInstance);
        QVERIFY2(find(report, "mig")->what.contains(s("3g.40gb (26 of 40448 MiB used), 2g.20gb (17 of 20096 MiB used), 1g.10gb, 1g.10gb")),
                 qPrintable(find(report, "mig")->what));
        // A missing heading must not give an instance the memory of another.
        QByteArray torn = recorded("query-590.48.01-h100-mig.txt");
        torn.replace(torn.indexOf("            Total                                      : 40448 MiB\n"), 66, "");
        const HealthReport unclear = judged(
            {{"smi-csv", 0,
              "0, GPU-00000000-0000-0000-0000-000000000000, NVIDIA H100 80GB HBM3, 00000000:00:09.0, 590.48.01, 81559, 59, [N/A], 42, P0, 98.00, 700.00"},
             {"smi-query", 0, torn},
             {"smi-list", 0, recorded("list-590.48.01-h100-mig.txt")}});
        QVERIFY(!unclear.gpus.first().migInstances[0].memoryMiB && !unclear.gpus.first().migInstances[1].memoryMiB);
        QVERIFY(unclear.gpus.first().migInstances[1].memoryUsedMiB == 17);
        QCOMPARE(report.gpus.first().isMigOn, std::optional(true));
        const HealthReport empty = judged(
            {{"smi-csv", 0,
              "0, GPU-00000000-0000-0000-0000-000000000000, NVIDIA H100 80GB HBM3, 00000000:00:09.0, 590.48.01, 81559, 59, [N/A], 42, P0, 98.00, 700.00"},
             {"smi-query", 0, recorded("query-590.48.01-h100-mig.txt")},
             {"smi-list", 0, "GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-00000000-0000-0000-0000-000000000000)"}});
        QCOMPARE(stateOf(empty, s("mig")), s("bad"));
    }

    void everyBadSideIsSeen()
    {
        const HealthReport report = judged(
            {{"driver", 0,
              "kernel=NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.15  Tue\nmodule=550.54.15\npci=0000:1a:00.0\npci=0000:1b:00.0\npci=0000:1c:00.0\nclosed=/dev/nvidia0"},
             {"smi-csv", 0,
              "0, GPU-1, NVIDIA A100-SXM4-80GB, 00000000:1A:00.0, 550.54.15, 81920, 30000, 97, 92, P0, 400.00, 400.00\n"
              "1, GPU-2, NVIDIA A100-SXM4-80GB, 00000000:1B:00.0, 550.54.15, [GPU is lost], [GPU is lost], [N/A], [N/A], [N/A], [N/A], [N/A]"},
             {"smi-query", 0, recorded("query-lost-and-failed.txt")}});
        const struct {
            const char *id;
            int gpu;
            const char *state;
        } expected[] = {{"gpus", -1, "bad"},
                        {"gpu-lost", 1, "bad"},
                        {"device-files", -1, "bad"},
                        {"kernel-module", -1, "ok"},
                        {"mig", 0, "warning"},
                        {"mig", 1, "unknown"},
                        {"persistence", 0, "warning"},
                        {"persistence", 1, "unknown"},
                        {"recovery", 0, "bad"},
                        {"recovery", 1, "unknown"},
                        {"fabric", 0, "bad"},
                        {"ecc-mode", 0, "warning"},
                        {"ecc-mode", 1, "unknown"},
                        {"ecc", 0, "bad"},
                        {"ecc", 1, "unknown"},
                        {"row-remap", 0, "bad"},
                        {"row-remap", 1, "unknown"},
                        {"clock-reasons", 0, "bad"},
                        {"clock-reasons", 1, "unknown"},
                        {"temperature", 0, "bad"},
                        {"temperature", 1, "unknown"},
                        {"pcie-width", 0, "warning"},
                        {"pcie-generation", 0, "warning"},
                        {"pcie-width", 1, "unknown"}};
        for (const auto &one : expected)
            QVERIFY2(stateOf(report, s(one.id), one.gpu < 0 ? std::nullopt : std::optional(one.gpu)) == s(one.state),
                     qPrintable(s(one.id) + u' ' + stateOf(report, s(one.id), one.gpu < 0 ? std::nullopt : std::optional(one.gpu))));
        QCOMPARE(report.exitStatus(), 1);
        QVERIFY(report.gpus.value(1).isLost);
        QVERIFY(!report.gpus.value(1).memoryMiB);
        for (const HealthFinding &finding : report.findings) {
            if (finding.state == HealthState::Bad)
                QVERIFY2(!finding.remedy.isEmpty() || !finding.command.isEmpty(), qPrintable(finding.id));
        }
    }

    void failuresOfTheDriver_data()
    {
        QTest::addColumn<QByteArray>("driver");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("said");
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("state");
        const QByteArray loaded(
            "kernel=NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  570.158.01  Release Build\nmodule=570.158.01\npci=0000:01:00.0");
        QTest::newRow("nothing of NVIDIA") << QByteArray() << 602 << QByteArray() << s("driver") << s("warning");
        QTest::newRow("a card without a driver") << QByteArray("pci=0000:01:00.0") << 127 << QByteArray() << s("driver") << s("bad");
        QTest::newRow("a driver without nvidia-smi") << loaded << 127 << QByteArray() << s("driver") << s("warning");
        QTest::newRow("stuck") << loaded << 600 << QByteArray() << s("driver") << s("bad");
        QTest::newRow("not loaded") << QByteArray("pci=0000:01:00.0") << 9
                                    << QByteArray("NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.")
                                    << s("driver") << s("bad");
        QTest::newRow("mismatch") << loaded << 18
                                  << QByteArray("Failed to initialize NVML: Driver/library version mismatch\nNVML library version: 580.173")
                                  << s("kernel-module") << s("bad");
        QTest::newRow("no permission") << loaded << 4 << QByteArray("Failed to initialize NVML: Insufficient Permissions") << s("driver")
                                       << s("bad");
        QTest::newRow("no devices") << loaded << 6 << QByteArray("No devices were found") << s("gpus") << s("bad");
        QTest::newRow("lost")
            << loaded << 15
            << QByteArray("Unable to determine the device handle for GPU 0000:01:00.0: GPU is lost.  Reboot the system to recover this GPU")
            << s("gpu-lost") << s("bad");
        QTest::newRow("words that nobody knows")
            << loaded << 3 << QByteArray("Der Treiber antwortet nicht.") << s("driver") << s("unknown");
        QTest::newRow("an answer that nobody understands") << loaded << 0 << QByteArray("hello") << s("driver") << s("unknown");
        QTest::newRow("nouveau") << QByteArray("nouveau=1\npci=0000:01:00.0") << 127 << QByteArray() << s("nouveau") << s("bad");
    }
    void failuresOfTheDriver()
    {
        QFETCH(QByteArray, driver);
        QFETCH(int, status);
        QFETCH(QByteArray, said);
        QFETCH(QString, id);
        QFETCH(QString, state);
        const HealthReport report = judged({{"driver", 0, driver}, {"smi-csv", status, said}});
        QCOMPARE(stateOf(report, id), state);
        // There is no information about the cards, so nothing about them may be reported as OK.
        for (const HealthFinding &finding : report.findings) {
            const bool isOfCards = finding.section == HealthSection::GpuMemory || finding.section == HealthSection::Clocks
                                   || finding.section == HealthSection::Links || finding.section == HealthSection::Gpus;
            QVERIFY2(!isOfCards || finding.state != HealthState::Ok, qPrintable(finding.what));
        }
    }

    // A container has only some of the GPUs that the bus and the log show.
    void containersHaveSomeOfTheGpus()
    {
        const QByteArray bus("pci=0000:83:00.0\npci=0000:84:00.0\ndevice=/dev/nvidia0\ndevice=/dev/nvidiactl\ndevice=/dev/nvidia-uvm"),
            log("lines=9\nfound=1\nlog=NVRM: Xid (PCI:0000:84:00): 79, x");
        const HealthReport inside = judged({{"host", 0, "container=1"}, {"driver", 0, bus}, {"smi-csv", 0, kH200}, {"kernel-log", 0, log}});
        QCOMPARE(stateOf(inside, s("gpus")), s("ok"));
        QCOMPARE(stateOf(inside, s("xid")), s("warning"));
        const HealthReport outside = judged({{"host", 0, "host=a"}, {"driver", 0, bus}, {"smi-csv", 0, kH200}, {"kernel-log", 0, log}});
        QCOMPARE(stateOf(outside, s("gpus")), s("bad"));
        QCOMPARE(stateOf(outside, s("xid")), s("bad"));
        const HealthReport lost = judged({{"host", 0, "container=1"}, {"driver", 0, bus + "\nclosed=/dev/nvidia1"}, {"smi-csv", 0, kH200}});
        QCOMPARE(stateOf(lost, s("gpus")), s("bad"));
    }

    void mismatchNamesBothVersions()
    {
        const HealthReport report = judged(
            {{"driver", 0, "kernel=NVRM version: NVIDIA UNIX x86_64 Kernel Module  570.158.01  x"},
             {"smi-csv", 18, "Failed to initialize NVML: Driver/library version mismatch\nNVML library version: 580.173"}});
        const HealthFinding *finding = find(report, "kernel-module");
        QVERIFY(finding);
        QCOMPARE(finding->numbers.value(s("module")), s("570.158.01"));
        QCOMPARE(finding->numbers.value(s("library")), s("580.173"));
        QCOMPARE(finding->command, s("sudo reboot"));
    }

    void mismatchIsToldByTheKernelToo()
    {
        const HealthReport report = judged(
            {{"smi-csv", 18, "Failed to initialize NVML: Driver/library version mismatch"},
             {"kernel-log", 0,
              "source=dmesg\nlines=9\nfound=2\nlog=[   61.2] NVRM: API mismatch: the client has the version 535.183.01, but\n"
              "log=[   61.2] NVRM: this kernel module has the version 535.171.04.  Please"}});
        const HealthFinding *finding = find(report, "kernel-module");
        QVERIFY(finding);
        QCOMPARE(finding->numbers.value(s("module")), s("535.171.04"));
        QCOMPARE(finding->numbers.value(s("library")), s("535.183.01"));
    }

    void aGpuThatSaysOnlyErrorsIsBad()
    {
        const QByteArray fine = QByteArray(kH200) + '\n';
        const QByteArray dead =
            "1, GPU-2, NVIDIA H200, 00000000:84:00.0, 610.43.02, [Unknown Error], [Unknown Error], [Unknown Error], [Unknown Error], [Unknown Error], [Unknown Error], [Unknown Error]\n";
        const QByteArray noPower = "1, GPU-2, NVIDIA H200, 00000000:84:00.0, 610.43.02, 143771, 0, 0, 38, P0, [Unknown Error], 700.00\n";
        QCOMPARE(stateOf(judged({{"smi-csv", 0, fine + dead}}), s("gpu-errors"), 1), s("bad"));
        QCOMPARE(stateOf(judged({{"smi-csv", 0, fine + dead}}), s("gpu-errors"), 0), s("none"));
        QCOMPARE(stateOf(judged({{"smi-csv", 0, fine + noPower}}), s("gpu-errors")), s("none"));
        const QByteArray tree =
            "GPU 00000000:83:00.0\n    Product Name : NVIDIA H200\n    Performance State : ERR!\n    FB Memory Usage\n        Total : ERR!\n        Used : ERR!\n"
            "    Utilization\n        Gpu : ERR!\n    Temperature\n        GPU Current Temp : ERR!\n";
        QCOMPARE(stateOf(judged({{"smi-query", 0, tree}}), s("gpu-errors")), s("bad"));
    }

    void whatIsNotToldIsNamed()
    {
        const QByteArray tree = "GPU 00000000:83:00.0\n    Product Name : NVIDIA H200\n";
        const HealthReport report = judged({{"smi-query", 0, tree}});
        for (const char *id : {"persistence", "recovery", "ecc-mode", "ecc"}) {
            const HealthFinding *const finding = find(report, id);
            QVERIFY2(finding && finding->state == HealthState::Unknown, id);
            QCOMPARE(finding->what.count(s(": ")), 2);
        }
        QVERIFY(find(report, "persistence")->what.contains(s("persistence mode")));
    }

    void whatWasCutOffIsNeverFine()
    {
        const QByteArray tree =
            "GPU 00000000:83:00.0\n    Product Name : NVIDIA H200\n    ECC Mode\n        Current : Enabled\n        Pending : Enabled\n"
            "    Clocks Event Reasons\n        Idle : Not Active\n        SW Power Cap : Not Active\n";
        QCOMPARE(stateOf(judged({{"smi-query", 0, tree}}), s("clock-reasons")), s("ok"));
        const HealthReport cut = judged({{"smi-query", CheckPart::kTimedOut, tree}});
        QCOMPARE(stateOf(cut, s("clock-reasons")), s("unknown"));
        QCOMPARE(stateOf(cut, s("ecc-mode")), s("ok"));  // this was complete
        QCOMPARE(stateOf(judged({{"smi-query", CheckPart::kTimedOut,
                                  tree + "    ECC Errors\n        Volatile\n            SRAM Uncorrectable : 0\n"}}),
                         s("ecc")),
                 s("unknown"));
        QCOMPARE(stateOf(judged({{"smi-csv", CheckPart::kTimedOut, QByteArray(kH200) + '\n'}}), s("gpus")), s("unknown"));
        // Half of a number is a different number.
        const HealthReport torn = judged(
            {{"smi-csv", 0, QByteArray(kH200) + '\n'}, {"smi-reasons", CheckPart::kTimedOut, "0, 0x00000000000000"}});
        QCOMPARE(stateOf(torn, s("clock-reasons")), s("unknown"));
    }

    void equalGpusAreOneFinding()
    {
        QByteArray rows;
        for (int i = 0; i < 8; ++i)
            rows += QByteArray::number(i) + ", GPU-" + QByteArray::number(i) + ", NVIDIA H200, 00000000:8" + QByteArray::number(i)
                    + ":00.0, 610.43.02, 143771, 0, 0, 38, P0, 83.32, 700.00\n";
        QByteArray reasons;
        for (int i = 0; i < 8; ++i)
            reasons += QByteArray::number(i) + (i == 3 ? ", 0x0000000000000040\n" : ", 0x0000000000000001\n");
        const HealthReport report = judged({{"smi-csv", 0, rows}, {"smi-reasons", 0, reasons}});
        QCOMPARE(stateOf(report, s("clock-reasons"), 3), s("bad"));
        int findings = 0;
        for (const HealthFinding &finding : report.findings)
            findings += finding.id == s("clock-reasons") ? 1 : 0;
        QCOMPARE(findings, 2);
    }

    void nvLinks_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("second");
        const QByteArray head0("GPU 0: NVIDIA H200 (UUID: GPU-0)\n"), head1("GPU 1: NVIDIA H200 (UUID: GPU-1)\n"),
            up("\t Link %: 26.562 GB/s\n"), down("\t Link %: <inactive>\n"), dead("\t Link %: 0 GB/s\n");
        QTest::newRow("all up") << QByteArray(head0 + up + up + head1 + up + up) << 0 << s("ok") << s("ok");
        QTest::newRow("some unused on both, as on H100 PCIe")
            << QByteArray(head0 + up + down + head1 + up + down) << 0 << s("ok") << s("ok");
        QTest::newRow("one less than its sister") << QByteArray(head0 + up + up + head1 + up + down) << 0 << s("ok") << s("bad");
        QTest::newRow("no bridge on one of them") << QByteArray(head0 + up + up + head1 + down + down) << 0 << s("ok") << s("warning");
        QTest::newRow("up without a rate") << QByteArray(head0 + up + dead + head1 + up + dead) << 0 << s("bad") << s("bad");
        QTest::newRow("none anywhere") << QByteArray(head0 + down + head1 + down) << 0 << s("ok") << s("ok");
        QTest::newRow("cut off") << QByteArray() << 600 << s("unknown") << s("unknown");
        QTest::newRow("one is not told") << QByteArray(head0 + up) << 0 << s("ok") << s("unknown");
    }
    void nvLinks()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, status);
        QFETCH(QString, first);
        QFETCH(QString, second);
        int link = 0;
        while (text.contains('%'))
            text.replace(text.indexOf('%'), 1, QByteArray::number(link++));
        const HealthReport report = judged(
            {{"smi-csv", 0,
              "0, GPU-0, NVIDIA H200, 00000000:83:00.0, 610.43.02, 143771, 0, 0, 38, P0, 83.32, 700.00\n1, GPU-1, NVIDIA H200, 00000000:84:00.0, 610.43.02, 143771, 0, 0, 38, P0, 83.32, 700.00"},
             {"smi-nvlink", status, text}});
        const auto of = [&](int gpu) {
            const QString own = stateOf(report, s("nvlink"), gpu);
            return own == s("none") ? stateOf(report, s("nvlink")) : own;
        };
        QCOMPARE(of(0), first);
        QCOMPARE(of(1), second);
    }

    void xids_data()
    {
        QTest::addColumn<QByteArray>("log");
        QTest::addColumn<QString>("state");
        const auto row = [](const char *name, const char *line, const char *state) {
            QTest::newRow(name) << QByteArray("first=[ 0.0] Linux\nlog=") + line + "\nlines=900\nfound=1\nsource=dmesg" << s(state);
        };
        row("79, off the bus", "[ 50.1] NVRM: Xid (PCI:0000:83:00): 79, GPU has fallen off the bus.", "bad");
        row("48, double bit", "[ 50.1] NVRM: Xid (PCI:0000:83:00): 48, pid=1, name=python, Ch 00000008", "bad");
        row("74, NVLink", "[ 50.1] NVRM: Xid (PCI:0000:83:00): 74, pid=1", "bad");
        row("94, one process", "[ 50.1] NVRM: Xid (PCI:0000:83:00): 94, pid=1", "warning");
        row("31, the program's fault", "[ 50.1] NVRM: Xid (PCI:0000:83:00): 31, pid=1, name=python, MMU Fault", "warning");
        row("63, repaired at the next reset", "[ 50.1] NVRM: Xid (PCI:0000:83:00): 63, pid=1", "ok");
        row("a number that nobody knows", "[ 50.1] NVRM: Xid (PCI:0000:83:00): 9999, pid=1", "unknown");
        row("no Xid at all", "[ 50.1] NVRM: loading NVIDIA UNIX Open Kernel Module", "ok");
        QTest::newRow("not permitted") << QByteArray(
            "lines=0\nfound=0\nproblem=dmesg: read kernel buffer failed: Operation not permitted\nsource=dmesg")
                                       << s("unknown");
        QTest::newRow("nothing said") << QByteArray() << s("unknown");
    }
    void xids()
    {
        QFETCH(QByteArray, log);
        QFETCH(QString, state);
        const HealthReport report = judged({{"host", 0, "uptime=3650"}, {"smi-csv", 0, kH200}, {"kernel-log", 0, log}});
        QCOMPARE(stateOf(report, s("xid")), state);
        const HealthFinding *finding = find(report, "xid");
        if (finding->numbers.contains(s("xid")))
            QCOMPARE(finding->gpu, std::optional(0));
    }

    void sxids()
    {
        const QByteArray place("nvidia-nvswitch3: SXid (PCI:0000:04:00.0): ");
        const auto judge = [&](const QByteArray &lines) {
            return judged(
                {{"host", 0, "uptime=3650"},
                 {"smi-csv", 0, kH200},
                 {"kernel-log", 0,
                  "first=[ 0.0] Linux\n" + lines + "lines=900\nfound=" + QByteArray::number(lines.count("log=")) + "\nsource=dmesg"}});
        };
        const HealthReport harmless = judge("log=[ 38.178720] " + place
                                            + "22013, Non-fatal, Link 44 Minion Link DLREQ interrupt\n"
                                              "log=[ 38.180708] "
                                            + place
                                            + "22013, Severity 0 Engine instance 44 Sub-engine instance 00\n"
                                              "log=[ 50.0] "
                                            + place + "22013, Non-fatal, Link 45 Minion Link DLREQ interrupt\n");
        QCOMPARE(stateOf(harmless, s("sxid")), s("ok"));
        QCOMPARE(find(harmless, "sxid")->numbers.value(s("count")), s("2"));
        QVERIFY(find(harmless, "sxid")->what.contains(s("1.0 hours")));
        // The other number is not added to it, and is not mistaken for an Xid.
        const HealthReport bad = judge("log=[ 9.0] " + place + "22013, Non-fatal, Link 44\nlog=[ 10.0] " + place
                                       + "20034, Fatal, Link 30 LTSSM Fault Up\n");
        const HealthFinding *const finding = find(bad, "sxid");
        QCOMPARE(finding->state, HealthState::Bad);
        QCOMPARE(finding->numbers.value(s("sxid")), s("20034"));
        QCOMPARE(finding->numbers.value(s("switch")), s("3"));
        QVERIFY(finding->detail.contains(s("LTSSM Fault Up")) && !finding->remedy.isEmpty()
                && finding->sources == QStringList{s("FM-GUIDE")} && facts().sources.contains(s("FM-GUIDE")));
        QCOMPARE(stateOf(bad, s("xid")), s("ok"));
        QCOMPARE(stateOf(judge("log=[ 10.0] " + place + "garbled, Fatal\n"), s("sxid")), s("none"));
    }

    void clocks_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<qint64>("before");
        QTest::addColumn<qint64>("after");
        QTest::addColumn<QString>("state");
        const qint64 t = 1764000000000;
        QTest::newRow("right") << QByteArray("1764000000.050000000\n") << t << t + 100 << s("ok");
        QTest::newRow("3 s behind") << QByteArray("1763999997.050000000\n") << t << t + 100 << s("warning");
        QTest::newRow("3 s apart, but the answer took 4 s") << QByteArray("1764000005.000000000\n") << t << t + 4000 << s("ok");
        QTest::newRow("an hour ahead") << QByteArray("1764003600.050000000\n") << t << t + 100 << s("bad");
        QTest::newRow("busybox knows whole seconds") << QByteArray("1764000000\n") << t << t + 100 << s("ok");
        QTest::newRow("a date that does not know %N") << QByteArray("1764000000.N\n") << t << t + 100 << s("ok");
        QTest::newRow("no time") << QByteArray("Sun Nov 22\n") << t << t + 100 << s("unknown");
        QTest::newRow("this computer's clock jumped back") << QByteArray("1764000000.050000000\n") << t << t - 100 << s("unknown");
    }
    void clocks()
    {
        QFETCH(QByteArray, answer);
        QFETCH(qint64, before);
        QFETCH(qint64, after);
        QFETCH(QString, state);
        QCOMPARE(stateOf(judged({}, {}, ClockReading{before, after, answer}), s("clock")), state);
        QCOMPARE(stateOf(judged({}), s("clock")), s("unknown"));
    }

    void parts_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("state");
        const auto row = [](const char *title, const char *name, int status, const char *text, const char *id, const char *state) {
            QTest::newRow(title) << QByteArray(name) << status << QByteArray(text) << s(id) << s(state);
        };
        row("shared memory of a container", "shm", 0,
            "Filesystem 1024-blocks Used Available Capacity Mounted on\nshm 65536 0 65536 0% /dev/shm", "shm", "warning");
        row("shared memory of a machine", "shm", 0,
            "Filesystem 1024-blocks Used Available Capacity Mounted on\ntmpfs 24684092 0 24684092 0% /dev/shm", "shm", "ok");
        row("shared memory is missing", "shm", 1, "df: /dev/shm: No such file or directory", "shm", "unknown");
        row("disk almost full", "disk", 0,
            "Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/vda 264212084 260000000 4000000 99% /", "disk-space", "bad");
        row("small place for temporary files", "disk", 0,
            "Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/vda 264212084 100000000 160000000 40% /\ntmpfs 4000000 100 3999900 1% /tmp",
            "disk-space", "ok");
        row("disk with a blank in its name", "disk", 0,
            "Filesystem 1024-blocks Used Available Capacity Mounted on\nmy disk 264212084 100000000 160000000 40% /home/a b", "disk-space",
            "ok");
        row("disk hangs", "disk", 600, "", "disk-space", "unknown");
        row("out of inodes", "inodes", 0, "Filesystem Inodes Used Available Capacity Mounted on\n/dev/vda 16777216 16770000 7216 100% /",
            "inodes", "bad");
        row("fast disk", "disk-write", 0, "begin=100.00 end=100.50 bytes=268435456", "disk-write", "ok");
        row("slow disk", "disk-write", 0, "begin=100.00 end=110.00 bytes=268435456", "disk-write", "warning");
        row("disk too slow to end", "disk-write", 600, "", "disk-write", "warning");
        row("no room for the trial", "disk-write", 601, "", "disk-write", "unknown");
        row("time runs backwards", "disk-write", 0, "begin=100.00 end=99.00 bytes=268435456", "disk-write", "unknown");
        row("no direct reading", "disk-read", 1, "dd: failed to open: Invalid argument", "disk-read", "unknown");
        row("memory", "memory", 0,
            "MemTotal:       24684092 kB\nMemAvailable:   23532712 kB\nSwapTotal:             0 kB\nSwapFree:              0 kB", "memory",
            "ok");
        row("memory almost used up", "memory", 0, "MemTotal:       24684092 kB\nMemAvailable:   1532712 kB", "memory", "warning");
        row("memory not told", "memory", 1, "", "memory", "unknown");
        row("swap in use", "memory", 0, "MemTotal: 24684092 kB\nMemAvailable: 23532712 kB\nSwapTotal: 1000000 kB\nSwapFree: 100000 kB",
            "swap", "warning");
        row("busy", "cpu", 0, "cpus=8\nusable=8\nload=20.00 4.31 4.03 9/158 23818", "load", "warning");
        row("quiet", "cpu", 0, "cpus=8\nusable=8\nload=0.10 4.31 4.03 9/158 23818", "load", "ok");
        row("saving power", "cpu", 0, "cpus=8\nusable=8\nload=0.1\ngovernor=8 powersave", "governor", "warning");
        row("few files", "limits", 0, "Max open files            1024                 1048576              files     ", "nofile",
            "warning");
        row("many files", "limits", 0, "Max open files            1048576              1048576              files     ", "nofile", "ok");
        row("limits not told", "limits", 1, "", "nofile", "unknown");
        row("name servers", "resolver", 0, "nameserver 10.0.0.2\n", "resolver", "ok");
        row("no name server", "resolver", 0, "search local", "resolver", "warning");
        row("a name", "name.pypi.org", 0, "151.101.0.223 STREAM pypi.org", "dns", "ok");
        row("no such name", "name.pypi.org", 2, "", "dns", "warning");
        row("names hang", "name.pypi.org", 600, "", "dns", "warning");
        row("nobody to ask", "name.pypi.org", 602, "", "dns", "unknown");
        row("port is free", "ports", 0, "", "port", "ok");
        row("port is taken", "ports", 0, "733C 1000", "port", "warning");
        row("ports not told", "ports", 1, "awk: cannot open", "port", "unknown");
        row("docker hangs", "docker", 600, "", "docker", "bad");
        row("docker not permitted", "docker", 1, "{}\npermission denied while trying to connect to the Docker daemon socket", "docker",
            "warning");
        row("docker without an image", "docker", 0, "{\"ServerVersion\":\"26.1.5\"}", "docker-container", "unknown");
        row("no folder at all", "workplace", 1, "no folder can be written", "workplace", "bad");
        row("processes not told", "smi-apps", 600, "", "gpu-processes", "unknown");
    }
    void parts()
    {
        QFETCH(QByteArray, name);
        QFETCH(int, status);
        QFETCH(QByteArray, text);
        QFETCH(QString, id);
        QFETCH(QString, state);
        const HealthReport report = judged({{"smi-csv", 0, kH200}, {name, status, text}});
        if (!name.startsWith("name.")) {
            QCOMPARE(stateOf(report, id), state);
            return;
        }
        QStringList states;
        for (const HealthFinding &finding : report.findings) {
            if (finding.id == id && finding.what.contains(QString::fromLatin1(name.mid(5))))
                states << healthStateName(finding.state);
        }
        QCOMPARE(states, QStringList{state});
    }

    void containers_data()
    {
        QTest::addColumn<int>("gpusStatus");
        QTest::addColumn<QByteArray>("gpus");
        QTest::addColumn<int>("cdiStatus");
        QTest::addColumn<QByteArray>("cdi");
        QTest::addColumn<QString>("state");
        const QByteArray seen("GPU 0: NVIDIA H200 (UUID: GPU-1)");
        QTest::newRow("by --gpus") << 0 << seen << -1 << QByteArray() << s("ok");
        QTest::newRow("by CDI only")
            << 125 << QByteArray("docker: Error response from daemon: could not select device driver \"\" with capabilities: [[gpu]].") << 0
            << seen << s("ok");
        QTest::newRow("neither") << 125 << QByteArray("docker: Error response from daemon: could not select device driver") << 125
                                 << QByteArray("unresolvable CDI devices") << s("bad");
        QTest::newRow("starts, but sees none") << 0 << QByteArray("No devices found.") << -1 << QByteArray() << s("bad");
        QTest::newRow("not tried, since nvidia-smi hangs") << 601 << QByteArray() << -1 << QByteArray() << s("unknown");
        QTest::newRow("does not start in time") << 600 << QByteArray() << 600 << QByteArray() << s("bad");
    }
    void containers()
    {
        QFETCH(int, gpusStatus);
        QFETCH(QByteArray, gpus);
        QFETCH(int, cdiStatus);
        QFETCH(QByteArray, cdi);
        QFETCH(QString, state);
        QList<PrintedPart> parts{{"smi-csv", 0, kH200},
                                 {"docker", 0, "{\"ServerVersion\":\"26.1.5\",\"Runtimes\":{\"nvidia\":{},\"runc\":{}}}"},
                                 {"docker-chosen", 0, "4048db5d3672"},
                                 {"docker-run.gpus", gpusStatus, gpus}};
        if (cdiStatus >= 0)
            parts << PrintedPart{"docker-run.cdi", cdiStatus, cdi};
        QCOMPARE(stateOf(judged(parts), s("docker-container")), state);
    }

    void imageThatIsNotThereIsNotFetched()
    {
        HealthRequest request;
        request.image = s("example/none:1");
        const HealthReport report = judged(
            {{"smi-csv", 0, kH200}, {"podman", 0, "{\"version\":{\"Version\":\"4.3.1\"}}"}, {"podman-image", 125, "Error: no such image"}},
            request);
        QCOMPARE(stateOf(report, s("podman-container")), s("unknown"));
        QCOMPARE(find(report, "podman-container")->command, s("podman pull example/none:1"));
    }

    void nodesMustBeFound()
    {
        HealthRequest request;
        request.nodes = QStringList{s("node-1")};
        QCOMPARE(stateOf(judged({{"name.node-1", 2, ""}}, request), s("node")), s("bad"));
        QCOMPARE(stateOf(judged({{"name.node-1", 0, "10.0.0.2 STREAM node-1"}}, request), s("node")), s("ok"));
        QCOMPARE(stateOf(judged({{"host", 0, "host=me"}, {"name.me", 0, "127.0.1.1 STREAM me"}}, request), s("own-name")), s("warning"));
        QCOMPARE(stateOf(judged({{"host", 0, "host=me"}, {"name.me", 0, "127.0.1.1 STREAM me"}}), s("own-name")), s("ok"));
    }

    void processesHaveOwners()
    {
        const HealthReport report = judged(
            {{"smi-csv", 0,
              "0, GPU-1, NVIDIA H200, 00000000:83:00.0, 610.43.02, 143771, 60000, 0, 38, P0, 83.32, 700.00\n1, GPU-2, NVIDIA H200, 00000000:84:00.0, 610.43.02, 143771, 5000, 0, 38, P0, 83.32, 700.00"},
             {"smi-apps", 0, "GPU-1, 100, 20000, /usr/bin/python3, with a comma\nGPU-1, 200, [N/A], python\nGPU-1, 300, 10, python"},
             {"owners", 0,
              "pid=100 uid=1000 user=bob state=S run= command=python train.py \npid=200 uid=1001 user=amy state=S run=20261122-abc command=python train.py \npid=300 gone"}});
        QStringList whats;
        for (const HealthFinding &finding : report.in(HealthSection::Processes))
            whats << healthStateName(finding.state) + u' ' + finding.what;
        QCOMPARE(whats.size(), 4);
        QVERIFY2(whats.filter(s("bob")).value(0).startsWith(s("warning GPU 0")), qPrintable(whats.join(u'\n')));
        QVERIFY(whats.filter(s("20261122-abc")).value(0).startsWith(s("ok")));
        QVERIFY2(whats.filter(s("5000 MiB")).value(0).startsWith(s("warning GPU 1")), qPrintable(whats.join(u'\n')));
    }

    // Simulated hardware is never reported as healthy.
    void simulatedGpusAreLabelled()
    {
        const HealthReport report = judged(
            {{"smi-csv", 0,
              "0, SIM-00000000-0000-0000-0000-000000000000, Simulated GPU, 00000000:01:00.0, 0.0 (simulated), 24576, 3, 0, 34, P8, 24.50, 350.00"},
             {"smi-query", 2, "Invalid combination of input arguments: -q"},
             {"kernel-log", 0, "first=[ 0.0] L\nlines=10\nfound=0\nsource=dmesg"},
             {"smi-apps", 0, ""}});
        QVERIFY(report.hasSimulatedGpus());
        QVERIFY(report.driverVersion.isEmpty());
        for (const HealthSection section :
             {HealthSection::Driver, HealthSection::GpuMemory, HealthSection::Clocks, HealthSection::Links, HealthSection::KernelLog}) {
            QCOMPARE(report.worst(section), HealthState::Unknown);
            for (const HealthFinding &finding : report.in(section))
                QVERIFY2(finding.isSimulated, qPrintable(finding.id));
        }
        for (const HealthFinding &finding : report.in(HealthSection::Gpus))
            QVERIFY(finding.isSimulated);
    }

    // The facts can be translated: each of their texts is on the list for translators.
    void everyFactCanBeTranslated()
    {
        QStringList used;
        for (const XidFact &fact : facts().xids)
            used << fact.meaning << fact.advice;
        for (const ClockReasonFact &fact : facts().clockReasons)
            used << fact.meaning;
        for (const QString &meaning : facts().smiStatuses)
            used << meaning;
        used.removeAll(QString());
        used.removeDuplicates();
        QStringList listed = translatableFactTexts();
        used.sort();
        listed.sort();
        QCOMPARE(listed, used);
    }

    void everySourceIsKnown()
    {
        const HealthReport report = judged({{"smi-csv", 0, kH200},
                                            {"smi-query", 0, recorded("query-lost-and-failed.txt")},
                                            {"shm", 0, "tmpfs 24684092 0 24684092 0% /dev/shm"},
                                            {"kernel-log", 0, "log=NVRM: Xid (PCI:0000:83:00): 48, x\nlines=9\nfound=1"}});
        bool isAny = false;
        for (const HealthFinding &finding : report.findings) {
            for (const QString &code : finding.sources) {
                isAny = true;
                QVERIFY2(facts().sources.contains(code), qPrintable(code));
            }
        }
        QVERIFY(isAny);
    }

    void findingsAreInOrder()
    {
        const HealthReport report = judged({{"smi-csv", 0, kH200}, {"smi-query", 0, recorded("query-610.43.02-h200.txt")}});
        for (qsizetype i = 1; i < report.findings.size(); ++i) {
            const HealthFinding &before = report.findings[i - 1], &after = report.findings[i];
            QVERIFY(before.section < after.section || (before.section == after.section && before.state >= after.state));
        }
        QCOMPARE(report.count(HealthState::Ok) + report.count(HealthState::Unknown) + report.count(HealthState::Warning)
                     + report.count(HealthState::Bad),
                 int(report.findings.size()));
        QCOMPARE(report.exitStatus(), 0);
    }
};

QTEST_GUILESS_MAIN(TestHealthJudge)
#include "tst_healthjudge.moc"

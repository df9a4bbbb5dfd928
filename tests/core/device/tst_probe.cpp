// SPDX-License-Identifier: GPL-3.0-or-later
// yard-probe on a made-up GPU whose kernels run on the processor: what it measures, that its checks find wrong results, and that it reports
// what it does not know.
#include "proberun.h"

#include <QTest>

using namespace trainyard;

class TestProbe : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyProbeMeasuresAGoodGpu();
    void wrongResultsAreFound_data();
    void wrongResultsAreFound();
    void namesOfOlderDriversAreFound();
    void olderGpusGetWhatTheyCan_data();
    void olderGpusGetWhatTheyCan();
    void kernelsThatAnOlderDriverRefusesAreSkipped();
    void productsThatCublasLtLacksAreSkipped();
    void withoutCublasLtTheOwnKernelsMeasure();
    void withoutNvmlNothingIsZero();
    void pairsAreMeasuredBothWays();
    void oneBadGpuDoesNotHideTheOthers();
    void usedGpusAreLeftAlone_data();
    void usedGpusAreLeftAlone();
    void onlyWhatIsAskedForIsMeasured();
    void smallMemoryIsEnough();
    void nothingIsLeftBehind();
    void standInsCannotPassForGpus();
    void wrongOptionsAreRefused_data();
    void wrongOptionsAreRefused();
};

void TestProbe::everyProbeMeasuresAGoodGpu()
{
    const MadeUpMachine machine;
    QTemporaryDir disk;
    ProbeRun probe;
    probe.on(machine).small();
    probe.arguments << QStringLiteral("--disk") << disk.path();
    QVERIFY2(probe.run(), probe.words().constData());
    QVERIFY2(probe.exitCode == 0, probe.words().constData());
    QCOMPARE(probe.report.value(QLatin1String("schema")).toString(), QStringLiteral("trainyard-probe/1"));
    QCOMPARE(probe.status(), QStringLiteral("ok"));
    QCOMPARE(probe.report.value(QLatin1String("simulated")).toBool(), true);
    QCOMPARE(probe.report.value(QLatin1String("left")).toArray().size(), 0);

    for (const QJsonObject &result : probe.results()) {
        const QByteArray words = QJsonDocument(result).toJson();
        QVERIFY2(result.value(QLatin1String("status")) == QLatin1String("ok"), words.constData());
        QVERIFY2(result.value(QLatin1String("isCorrect")) != QJsonValue(false), words.constData());
        QVERIFY2(result.value(QLatin1String("samples")).toInt() >= 1, words.constData());
        const double median = result.value(QLatin1String("median")).toDouble(-1);
        QVERIFY2(median >= result.value(QLatin1String("min")).toDouble() && median <= result.value(QLatin1String("max")).toDouble(),
                 words.constData());
    }
    for (const char *name : {"host-copy", "host-triad", "disk-write", "disk-read", "copy", "triad", "memcpy", "h2d-pinned", "h2d-pageable",
                             "d2h-pinned", "d2h-pageable", "launch", "launch-sync", "sustained", "memory-test"})
        QVERIFY2(probe.results(name).size() == 1, name);
    QCOMPARE(probe.results("matmul").size(), 12);
    for (const char *name : {"copy", "triad", "memcpy", "h2d-pinned", "h2d-pageable", "d2h-pinned", "d2h-pageable", "disk-read",
                             "host-copy", "sustained", "memory-test"})
        QVERIFY2(probe.results(name).first().value(QLatin1String("isCorrect")) == QJsonValue(true), name);

    // The made-up GPU moves 3000 GB/s of its memory, 50 over the link and starts a kernel in 2 us; the script adds up to 1 %.
    const auto median = [&](const char *name) { return probe.results(name).first().value(QLatin1String("median")).toDouble(); };
    QVERIFY2(median("copy") > 2900 && median("copy") < 3050, QByteArray::number(median("copy")).constData());
    QVERIFY2(median("triad") > 2900 && median("triad") < 3050, QByteArray::number(median("triad")).constData());
    QVERIFY2(median("memcpy") > 2900 && median("memcpy") < 3050, QByteArray::number(median("memcpy")).constData());
    QVERIFY2(median("h2d-pinned") > 48 && median("h2d-pinned") < 51, QByteArray::number(median("h2d-pinned")).constData());
    QVERIFY2(median("launch") > 1.9 && median("launch") < 2.1, QByteArray::number(median("launch")).constData());

    const QJsonObject link =
        probe.results("h2d-pinned").first().value(QLatin1String("conditions")).toObject().value(QLatin1String("link")).toObject();
    QCOMPARE(link.value(QLatin1String("generation")).toInt(), 5);
    QCOMPARE(link.value(QLatin1String("width")).toInt(), 16);
    const QJsonObject sustained = probe.results("sustained").first();
    QCOMPARE(sustained.value(QLatin1String("conditions")).toObject().value(QLatin1String("path")).toString(), QStringLiteral("cublaslt"));
    const QJsonObject moment = sustained.value(QLatin1String("series")).toArray().first().toObject();
    QCOMPARE(moment.value(QLatin1String("smMHz")).toInt(), 1755);
    QCOMPARE(moment.value(QLatin1String("powerW")).toDouble(), 645.3);
    QCOMPARE(moment.value(QLatin1String("throttle")).toArray().first().toString(), QStringLiteral("sw-power-cap"));
    QVERIFY(moment.value(QLatin1String("memoryTemperatureC")).isNull());
    QVERIFY(sustained.value(QLatin1String("throttleSeconds")).toObject().value(QLatin1String("sw-power-cap")).toDouble() > 0.4);

    const QJsonObject device = probe.device();
    QCOMPARE(device.value(QLatin1String("name")).toString(), QStringLiteral("Stand-in \"GPU\" ??"));
    QCOMPARE(device.value(QLatin1String("pciDeviceId")).toString(), QStringLiteral("2330"));
    QCOMPARE(device.value(QLatin1String("pciAddress")).toString(), QStringLiteral("00000000:1b:00.0"));
    QCOMPARE(device.value(QLatin1String("computeCapability")).toString(), QStringLiteral("9.0"));
    QCOMPARE(device.value(QLatin1String("uuid")).toString(), QStringLiteral("GPU-00102030-4050-6070-8090-a0b0c0d0e0f0"));
    QCOMPARE(device.value(QLatin1String("numaNode")).toInt(), 1);
    QCOMPARE(device.value(QLatin1String("isMeasured")).toBool(), true);
    QVERIFY(device.value(QLatin1String("pcie")).toObject().value(QLatin1String("replays")).isNull());
    QCOMPARE(device.value(QLatin1String("kernels")).toObject().value(QLatin1String("target")).toString(), QStringLiteral("sm_89"));
    const QJsonObject driver = probe.report.value(QLatin1String("driver")).toObject();
    QCOMPARE(driver.value(QLatin1String("version")).toString(), QStringLiteral("580.65.06"));
    QCOMPARE(driver.value(QLatin1String("cudaVersion")).toString(), QStringLiteral("13.0"));
    QCOMPARE(driver.value(QLatin1String("cublasLt")).toObject().value(QLatin1String("version")).toString(), QStringLiteral("13.1.0"));
    const QJsonObject host = probe.report.value(QLatin1String("host")).toObject();
    QCOMPARE(host.value(QLatin1String("system")).toString(), QStringLiteral("Made-up Linux 1"));
    QCOMPARE(host.value(QLatin1String("kernelModule")).toObject().value(QLatin1String("isOpen")).toBool(), true);
    QVERIFY(probe.progress.contains("] copy GPU 0: "));
}

void TestProbe::wrongResultsAreFound_data()
{
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("probe");
    QTest::addColumn<QString>("path");
    const auto row = [](const char *fault, const char *probe, const char *path = "") {
        QTest::newRow(qPrintable(QStringLiteral("%1: %2").arg(QLatin1String(fault), QLatin1String(probe))))
            << QString::fromLatin1(fault) << QString::fromLatin1(probe) << QString::fromLatin1(path);
    };
    row("yardCopy", "copy");
    row("yardTriad", "triad");
    row("cuMemcpyDtoDAsync_v2", "memcpy");
    row("cuMemcpyHtoDAsync_v2", "h2d-pinned");
    row("cuMemcpyDtoHAsync_v2", "d2h-pinned");
    row("cuMemcpyHtoD_v2", "h2d-pageable");
    row("cuMemcpyDtoH_v2", "d2h-pageable");
    row("cuMemcpyPeerAsync", "peer-bandwidth");
    row("matmul", "matmul", "own");
    row("matmul-sometimes", "matmul", "own");
    row("cublasLtMatmul", "matmul", "cublaslt");
    row("cublasLtMatmul", "sustained");
    row("memory", "memory-test");
}

void TestProbe::wrongResultsAreFound()
{
    QFETCH(QString, fault);
    QFETCH(QString, probe);
    QFETCH(QString, path);
    const MadeUpMachine machine;
    ProbeRun run;
    run.on(machine).small(qPrintable(probe)).with("FAKE_WRONG", fault).with("FAKE_FACTS", QStringLiteral("gpus=2"));
    QVERIFY2(run.run(), run.words().constData());
    QCOMPARE(run.status(), QStringLiteral("wrong-results"));
    QCOMPARE(run.exitCode, 1);
    int wrong = 0;
    for (const QJsonObject &result : run.results()) {
        const bool isMeant = path.isEmpty() || result.value(QLatin1String("conditions")).toObject().value(QLatin1String("path")) == path;
        // With cuBLASLt, one wrong bit in one element is below the error allowed for a single element.
        if (!isMeant)
            QVERIFY2(result.value(QLatin1String("status")) == QLatin1String("ok"), QJsonDocument(result).toJson().constData());
        else if (result.value(QLatin1String("status")) == QLatin1String("wrong")) {
            QCOMPARE(result.value(QLatin1String("isCorrect")), QJsonValue(false));
            ++wrong;
        }
    }
    QVERIFY2(wrong >= 2, run.words().constData());
    QCOMPARE(run.report.value(QLatin1String("failure")).toObject().value(QLatin1String("probe")).toString(), probe);
    if (fault == QLatin1String("memory")) {
        const QJsonObject result = run.results().first();
        QVERIFY(result.value(QLatin1String("errors")).toInt() >= 1);
        const QJsonObject first = result.value(QLatin1String("firstErrors")).toArray().first().toObject();
        QCOMPARE(first.value(QLatin1String("offset")).toString(), QStringLiteral("0x18"));
        QCOMPARE(first.value(QLatin1String("expected")).toString(), QStringLiteral("0x0000000000000000"));
        QCOMPARE(first.value(QLatin1String("found")).toString(), QStringLiteral("0x0000000000000001"));
    }
}

void TestProbe::namesOfOlderDriversAreFound()
{
    const MadeUpMachine machine;
    ProbeRun probe("old");
    probe.on(machine).small("copy,sustained").with("FAKE_FACTS", QStringLiteral("cuda=10010,ptx=63,capability=70"));
    QVERIFY2(probe.run(), probe.words().constData());
    QVERIFY2(probe.exitCode == 0, probe.words().constData());
    QCOMPARE(probe.device().value(QLatin1String("pciDeviceId")).toString(), QStringLiteral("2330"));
    QVERIFY(probe.device().value(QLatin1String("uuid")).isString());
    QVERIFY(probe.device().value(QLatin1String("mig")).isNull());
    QCOMPARE(probe.device().value(QLatin1String("processes")).toArray().size(), 0);
    QVERIFY(probe.device().value(QLatin1String("processes")).isArray());
    const QJsonObject moment = probe.results("sustained").first().value(QLatin1String("series")).toArray().first().toObject();
    QCOMPARE(moment.value(QLatin1String("throttleBits")).toInt(), 4);
    // Entries of the first version of the list are shorter.
    ProbeRun busy("old");
    busy.on(machine).small("none").with("FAKE_FACTS", QStringLiteral("processes=2"));
    QVERIFY2(busy.run(), busy.words().constData());
    const QJsonArray processes = busy.device().value(QLatin1String("processes")).toArray();
    QCOMPARE(processes.size(), 2);
    QCOMPARE(processes.at(1).toObject().value(QLatin1String("pid")).toInt(), 4001);
    QCOMPARE(processes.at(0).toObject().value(QLatin1String("memoryBytes")).toDouble(), double(1 << 30));
    QVERIFY(processes.at(1).toObject().value(QLatin1String("memoryBytes")).isNull());
}

void TestProbe::olderGpusGetWhatTheyCan_data()
{
    QTest::addColumn<int>("capability");
    QTest::addColumn<QStringList>("own");
    QTest::addColumn<QString>("target");
    const auto words = [](const char *list) { return QString::fromLatin1(list).split(QLatin1Char(' ')); };
    QTest::newRow("Volta") << 70 << words("fp32 fp16") << QStringLiteral("sm_70");
    QTest::newRow("Turing") << 75 << words("fp32 fp16 int8") << QStringLiteral("sm_75");
    QTest::newRow("Ampere") << 86 << words("fp32 tf32 fp16 bf16 int8") << QStringLiteral("sm_80");
    QTest::newRow("Ada") << 89 << words("fp32 tf32 fp16 bf16 fp8 int8") << QStringLiteral("sm_89");
    QTest::newRow("Blackwell") << 120 << words("fp32 tf32 fp16 bf16 fp8 int8") << QStringLiteral("sm_89");
}

void TestProbe::olderGpusGetWhatTheyCan()
{
    QFETCH(int, capability);
    QFETCH(QStringList, own);
    QFETCH(QString, target);
    const MadeUpMachine machine;
    ProbeRun probe;
    probe.on(machine).small("matmul").with("FAKE_FACTS", QStringLiteral("capability=%1").arg(capability));
    QVERIFY2(probe.run(), probe.words().constData());
    QVERIFY2(probe.exitCode == 0, probe.words().constData());
    QStringList measured;
    for (const QJsonObject &result : probe.results()) {
        const QJsonObject conditions = result.value(QLatin1String("conditions")).toObject();
        if (result.value(QLatin1String("status")) == QLatin1String("skipped")) {
            QVERIFY(result.value(QLatin1String("reason")).toString().contains(QLatin1String("this GPU has no tensor cores")));
            QVERIFY(!result.contains(QLatin1String("median")));
            continue;
        }
        QCOMPARE(result.value(QLatin1String("isCorrect")), QJsonValue(true));
        if (conditions.value(QLatin1String("path")) == QLatin1String("own"))
            measured.append(conditions.value(QLatin1String("dtype")).toString());
    }
    QCOMPARE(measured, own);
    QCOMPARE(probe.device().value(QLatin1String("kernels")).toObject().value(QLatin1String("target")).toString(), target);
}

void TestProbe::kernelsThatAnOlderDriverRefusesAreSkipped()
{
    const MadeUpMachine machine;
    ProbeRun probe;
    probe.on(machine).small("matmul,copy").with("FAKE_FACTS", QStringLiteral("ptx=70"));
    QVERIFY2(probe.run(), probe.words().constData());
    QVERIFY2(probe.exitCode == 0, probe.words().constData());
    int skipped = 0;
    for (const QJsonObject &result : probe.results()) {
        if (result.value(QLatin1String("status")) != QLatin1String("skipped"))
            continue;
        ++skipped;
        QCOMPARE(result.value(QLatin1String("conditions")).toObject().value(QLatin1String("dtype")).toString(), QStringLiteral("fp8"));
        QVERIFY(result.value(QLatin1String("reason")).toString().contains(QLatin1String("a newer driver may")));
    }
    QCOMPARE(skipped, 1);
    QVERIFY(probe.device()
                .value(QLatin1String("kernels"))
                .toObject()
                .value(QLatin1String("log"))
                .toString()
                .contains(QLatin1String("Unsupported .version")));
}

void TestProbe::productsThatCublasLtLacksAreSkipped()
{
    const MadeUpMachine machine;
    ProbeRun probe;
    probe.on(machine).small("matmul").with("FAKE_FACTS", QStringLiteral("noint8"));
    QVERIFY2(probe.run(), probe.words().constData());
    QVERIFY2(probe.exitCode == 0, probe.words().constData());
    int skipped = 0;
    for (const QJsonObject &result : probe.results())
        skipped += result.value(QLatin1String("status")) == QLatin1String("skipped") ? 1 : 0;
    QCOMPARE(skipped, 1);
}

void TestProbe::withoutCublasLtTheOwnKernelsMeasure()
{
    const MadeUpMachine machine;
    ProbeRun probe("old");
    probe.on(machine).small("matmul,sustained");
    QVERIFY2(probe.run(), probe.words().constData());
    QVERIFY2(probe.exitCode == 0, probe.words().constData());
    QVERIFY(probe.report.value(QLatin1String("driver")).toObject().value(QLatin1String("cublasLt")).isNull());
    for (const QJsonObject &result : probe.results()) {
        const bool isOwn = result.value(QLatin1String("conditions")).toObject().value(QLatin1String("path")) == QLatin1String("own");
        QCOMPARE(result.value(QLatin1String("status")).toString(), isOwn ? QStringLiteral("ok") : QStringLiteral("skipped"));
    }
    // One that does not start on this driver counts as missing.
    ProbeRun failing;
    failing.on(machine).small("matmul").with("FAKE_FAIL", QStringLiteral("cublasLtCreate=1"));
    QVERIFY2(failing.run(), failing.words().constData());
    QVERIFY2(failing.exitCode == 0, failing.words().constData());
    QVERIFY(failing.words().contains("CUBLAS_STATUS_NOT_INITIALIZED"));
}

void TestProbe::withoutNvmlNothingIsZero()
{
    const MadeUpMachine machine;
    QTemporaryDir libraries;
    QVERIFY(QFile::link(QStringLiteral(TRAINYARD_FAKEGPU_DIR "/new/libcuda.so.1"), libraries.filePath(QStringLiteral("libcuda.so.1"))));
    ProbeRun probe(nullptr);
    probe.on(machine).small("copy,h2d-pinned,sustained").with("TRAINYARD_PROBE_LIBRARIES", libraries.path());
    QVERIFY2(probe.run(), probe.words().constData());
    QVERIFY2(probe.exitCode == 0, probe.words().constData());
    const QJsonObject device = probe.device();
    for (const char *name : {"pciDeviceId", "freeBytes", "mig", "remappedRows", "persistence", "utilization", "processes"})
        QVERIFY2(device.value(QLatin1String(name)).isNull(), name);
    for (const char *group : {"ecc", "power", "temperature", "pcie"}) {
        const QJsonObject members = device.value(QLatin1String(group)).toObject();
        QVERIFY2(!members.isEmpty(), group);
        for (const QJsonValue value : members)
            QVERIFY2(value.isNull(), group);
    }
    QVERIFY(probe.results("copy").first().value(QLatin1String("conditions")).toObject().value(QLatin1String("smMHz")).isNull());
    QVERIFY(!probe.results("h2d-pinned").first().value(QLatin1String("conditions")).toObject().contains(QLatin1String("link")));
    const QJsonObject sustained = probe.results("sustained").first();
    const QJsonObject moment = sustained.value(QLatin1String("series")).toArray().first().toObject();
    for (const char *name : {"smMHz", "memoryMHz", "powerW", "temperatureC", "memoryTemperatureC", "throttle", "throttleBits"})
        QVERIFY2(moment.value(QLatin1String(name)).isNull(), name);
    QVERIFY(sustained.value(QLatin1String("throttleSeconds")).isNull());
}

void TestProbe::pairsAreMeasuredBothWays()
{
    const MadeUpMachine machine;
    for (const bool isDirect : {true, false}) {
        ProbeRun probe;
        probe.on(machine).small("peer-bandwidth,peer-latency").with("FAKE_FACTS", QStringLiteral("gpus=3,peers=%1").arg(isDirect ? 1 : 0));
        QVERIFY2(probe.run(), probe.words().constData());
        QVERIFY2(probe.exitCode == 0, probe.words().constData());
        QCOMPARE(probe.results("peer-bandwidth").size(), 6);
        QCOMPARE(probe.results("peer-latency").size(), 6);
        const QJsonObject result = probe.results("peer-bandwidth").at(1);
        QCOMPARE(result.value(QLatin1String("devices")).toArray(), (QJsonArray{0, 2}));
        QCOMPARE(result.value(QLatin1String("isCorrect")), QJsonValue(true));
        const QJsonObject links = probe.report.value(QLatin1String("links")).toObject();
        QCOMPARE(links.value(QLatin1String("devices")).toArray(), (QJsonArray{0, 1, 2}));
        const auto cell = [&](const char *name, int from, int to) {
            return links.value(QLatin1String(name)).toArray().at(from).toArray().at(to);
        };
        QVERIFY(cell("bandwidthGBps", 1, 1).isNull());
        QVERIFY(cell("bandwidthGBps", 2, 0).toDouble() > 390 && cell("bandwidthGBps", 2, 0).toDouble() < 410);
        QCOMPARE(cell("canAccess", 0, 1).toBool(), isDirect);
        QVERIFY(cell("latencyUs", 0, 1).toDouble() > 0);
        QCOMPARE(cell("nvlinkCount", 0, 1).toInt(-1), 2);
        QCOMPARE(cell("nvlinkCount", 0, 2).toInt(-1), 0);
    }
    ProbeRun alone;
    alone.on(machine).small("peer-bandwidth,copy");
    QVERIFY2(alone.run(), alone.words().constData());
    QVERIFY(alone.report.value(QLatin1String("links")).isNull());
    QCOMPARE(alone.results().size(), 1);
}

void TestProbe::oneBadGpuDoesNotHideTheOthers()
{
    const MadeUpMachine machine;
    ProbeRun probe;
    probe.on(machine).small("copy").with("FAKE_FACTS", QStringLiteral("gpus=3")).with("FAKE_FAIL", QStringLiteral("cuDeviceGetName=999@3"));
    QVERIFY2(probe.run(), probe.words().constData());
    QCOMPARE(probe.status(), QStringLiteral("driver-error"));
    QCOMPARE(probe.results("copy").size(), 2);
    QCOMPARE(probe.report.value(QLatin1String("devices")).toArray().size(), 3);
    QCOMPARE(probe.device(2).value(QLatin1String("isMeasured")), QJsonValue(false));
    QCOMPARE(probe.results("copy").first().value(QLatin1String("status")).toString(), QStringLiteral("ok"));
}

void TestProbe::usedGpusAreLeftAlone_data()
{
    QTest::addColumn<QString>("facts");
    QTest::newRow("a process computes on it") << QStringLiteral("processes=1");
    QTest::newRow("more than can be listed") << QStringLiteral("processes=300");
    QTest::newRow("busy with what a container does not show") << QStringLiteral("utilization=40");
}

void TestProbe::usedGpusAreLeftAlone()
{
    QFETCH(QString, facts);
    const MadeUpMachine machine;
    ProbeRun probe;
    probe.on(machine).small().with("FAKE_FACTS", facts).with("FAKE_CRASH", QStringLiteral("cuDevicePrimaryCtxRetain"));
    QVERIFY2(probe.run(), probe.words().constData());
    QVERIFY2(probe.exitCode == 6, probe.words().constData());
    QCOMPARE(probe.status(), QStringLiteral("busy"));
    QCOMPARE(probe.results().size(), 0);
    QCOMPARE(probe.device().value(QLatin1String("isMeasured")), QJsonValue(false));
    ProbeRun told;
    told.on(machine).small("copy").with("FAKE_FACTS", facts);
    told.arguments << QStringLiteral("--busy-ok");
    QVERIFY2(told.run(), told.words().constData());
    QVERIFY2(told.exitCode == 0, told.words().constData());
    QCOMPARE(told.report.value(QLatin1String("shared")).toBool(), true);
}

void TestProbe::onlyWhatIsAskedForIsMeasured()
{
    const MadeUpMachine machine;
    ProbeRun probe;
    probe.on(machine).small("copy,launch").with("FAKE_FACTS", QStringLiteral("gpus=2"));
    probe.arguments << QStringLiteral("--device") << QStringLiteral("1");
    QVERIFY2(probe.run(), probe.words().constData());
    QCOMPARE(probe.results().size(), 2);
    QCOMPARE(probe.results("copy").first().value(QLatin1String("device")).toInt(), 1);
    QCOMPARE(probe.device(0).value(QLatin1String("isMeasured")), QJsonValue(false));
    ProbeRun facts;
    facts.on(machine).small("none").with("FAKE_CRASH", QStringLiteral("cuDevicePrimaryCtxRetain"));
    QVERIFY2(facts.run(), facts.words().constData());
    QCOMPARE(facts.exitCode, 0);
    QCOMPARE(facts.results().size(), 0);
    QCOMPARE(facts.device().value(QLatin1String("multiprocessors")).toInt(), 4);
    ProbeRun none;
    none.on(machine).small("copy");
    none.arguments << QStringLiteral("--device") << QStringLiteral("5");
    QVERIFY2(none.run(), none.words().constData());
    QCOMPARE(none.status(), QStringLiteral("no-device"));
    ProbeRun list;
    list.arguments << QStringLiteral("--list");
    QVERIFY(list.run());
    QCOMPARE(list.output.count('\n'), 18);
}

void TestProbe::smallMemoryIsEnough()
{
    const MadeUpMachine machine;
    ProbeRun probe;
    probe.on(machine).with("FAKE_FACTS", QStringLiteral("memory=24"));
    probe.arguments << QStringLiteral("--quick") << QStringLiteral("--only") << QStringLiteral("copy,triad,h2d-pinned,memory-test");
    QVERIFY2(probe.run(), probe.words().constData());
    QVERIFY2(probe.exitCode == 0, probe.words().constData());
    const double bytes =
        probe.results("copy").first().value(QLatin1String("conditions")).toObject().value(QLatin1String("bytes")).toDouble();
    QVERIFY2(bytes >= double(1 << 20) && bytes <= double(8 << 20), QByteArray::number(bytes).constData());
}

void TestProbe::nothingIsLeftBehind()
{
    const MadeUpMachine machine;
    QTemporaryDir disk, home;
    ProbeRun probe;
    probe.on(machine).small("disk-write,disk-read,copy").with("HOME", home.path());
    probe.process.setWorkingDirectory(disk.path());
    QVERIFY2(probe.run(), probe.words().constData());
    QVERIFY2(probe.exitCode == 0, probe.words().constData());
    QCOMPARE(QDir(disk.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList());
    QCOMPARE(QDir(home.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList());
    QCOMPARE(probe.results("disk-read").first().value(QLatin1String("conditions")).toObject().value(QLatin1String("directory")).toString(),
             QStringLiteral("."));
    ProbeRun nowhere;
    nowhere.on(machine).small("disk-write");
    nowhere.arguments << QStringLiteral("--disk") << QStringLiteral("/proc/no/such");
    QVERIFY2(nowhere.run(), nowhere.words().constData());
    QCOMPARE(nowhere.results().first().value(QLatin1String("status")).toString(), QStringLiteral("skipped"));
}

void TestProbe::standInsCannotPassForGpus()
{
    ProbeRun library;  // on this machine's real /proc
    library.small("none");
    QVERIFY2(library.run(), library.words().constData());
    QCOMPARE(library.report.value(QLatin1String("simulated")), QJsonValue(true));
    const MadeUpMachine machine;
    ProbeRun tree(nullptr);
    tree.on(machine).small("none");
    QVERIFY2(tree.run(), tree.words().constData());
    QCOMPARE(tree.report.value(QLatin1String("simulated")), QJsonValue(true));
    ProbeRun real(nullptr);
    real.small("none");
    QVERIFY2(real.run(), real.words().constData());
    QCOMPARE(real.report.value(QLatin1String("simulated")), QJsonValue(false));
}

void TestProbe::wrongOptionsAreRefused_data()
{
    QTest::addColumn<QStringList>("arguments");
    const auto row = [](const char *words) { QTest::newRow(words) << QString::fromLatin1(words).split(QLatin1Char(' ')); };
    row("--fast");
    row("--only");
    row("--only copy,kopie");
    row("--device 99");
    row("--device -1");
    row("--time-limit 0");
    row("--time-limit 99999999999999999999");
    row("--matmul 64");
    row("copy");
}

void TestProbe::wrongOptionsAreRefused()
{
    QFETCH(QStringList, arguments);
    ProbeRun probe;
    probe.arguments = arguments;
    QVERIFY(probe.run());
    QCOMPARE(probe.exitCode, 2);
    QVERIFY(probe.output.isEmpty());
    QVERIFY(probe.progress.contains("usage: yard-probe"));
}

QTEST_GUILESS_MAIN(TestProbe)
#include "tst_probe.moc"

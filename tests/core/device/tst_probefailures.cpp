// SPDX-License-Identifier: GPL-3.0-or-later
// Every way in which a machine or its driver can fail yard-probe, reported separately; and no driver can keep it from answering.
#include "proberun.h"

#include <QTest>

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace trainyard;

class TestProbeFailures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void statesAreToldApart_data();
    void statesAreToldApart();
    void busIsReadWithoutSysToo();
    void closedDeviceFilesAreNamed();
    void hangingCallIsCutOff_data();
    void hangingCallIsCutOff();
    void slowIsNotHung();
    void crashLosesNothing();
    void lostGpuEndsItsOwnProbesOnly();
    void timeLimitHolds();
    void signalEndsInOrder_data();
    void signalEndsInOrder();
    void killedProbeLeavesNoProcess();
    void lostReaderEndsIt();
    void hostIsMeasuredWithoutGpuWhenAsked();
};

void TestProbeFailures::statesAreToldApart_data()
{
    QTest::addColumn<QString>("libraries");  // a folder of the stand-ins; empty: one without any
    QTest::addColumn<QString>("machine");    // g: GPU, m: kernel module, d: device files
    QTest::addColumn<QString>("fail");
    QTest::addColumn<QString>("facts");
    QTest::addColumn<QString>("status");
    QTest::addColumn<int>("exitCode");
    const auto row = [](const char *name, const char *libraries, const char *machine, const char *fail, const char *facts,
                        const char *status, int exitCode) {
        QTest::newRow(name) << QString::fromLatin1(libraries) << QString::fromLatin1(machine) << QString::fromLatin1(fail)
                            << QString::fromLatin1(facts) << QString::fromLatin1(status) << exitCode;
    };
    row("no GPU, no driver", "", "", "", "", "no-gpu", 20);
    row("GPU without driver", "", "g", "", "", "no-driver", 21);
    row("container without the library", "", "gmd", "", "", "no-driver-library", 33);
    row("container without a GPU", "", "gm", "", "", "no-device-files", 25);
    row("library without module", "new", "g", "cuInit=100", "", "no-driver", 21);
    row("library without GPU", "new", "", "cuInit=100", "", "no-gpu", 20);
    row("library, module, no files", "new", "gm", "cuInit=100", "", "no-device-files", 25);
    row("no device", "new", "gmd", "cuInit=100", "", "no-device", 26);
    row("count is zero", "new", "gmd", "", "gpus=0", "no-device", 26);
    row("MIG without instances", "new", "gmd", "cuInit=100", "mig=1", "mig-without-instances", 27);
    row("stub library", "new", "gmd", "cuInit=34", "", "stub-library", 22);
    row("versions differ", "new", "gmd", "cuInit=803", "", "driver-mismatch", 23);
    row("versions differ, as NVML says", "new", "gmd", "cuInit=999", "nvml=18", "driver-mismatch", 23);
    row("not permitted, as NVML says", "new", "gmd", "cuInit=999", "nvml=4", "no-permission", 24);
    row("unknown error", "new", "gmd", "cuInit=999", "", "driver-error", 32);
    row("lost before the start", "new", "gmd", "cuInit=999", "lost=1", "gpu-lost", 30);
    row("fabric manager missing", "new", "gmd", "cuInit=802", "", "fabric-not-ready", 36);
    row("cuda-compat on a consumer card", "new", "gmd", "cuInit=804", "", "compat-not-supported", 37);
    row("library without functions", "incomplete", "gmd", "", "", "driver-too-old", 34);
    row("exclusive use", "new", "gmd", "cuDevicePrimaryCtxRetain=46", "", "device-unavailable", 35);
    row("no memory for the context", "new", "gmd", "cuDevicePrimaryCtxRetain=2", "", "out-of-memory", 29);
    row("no memory", "new", "gmd", "cuMemAlloc_v2=2", "", "out-of-memory", 29);
    row("PTX too new", "new", "gmd", "", "ptx=62", "ptx-rejected", 28);
    row("PTX compiler missing", "new", "gmd", "cuModuleLoadDataEx=221", "", "ptx-rejected", 28);
    row("launch fails", "new", "gmd", "cuLaunchKernel=719@3", "", "gpu-lost", 30);
    row("uncorrectable memory", "new", "gmd", "cuEventSynchronize=214", "", "gpu-lost", 30);
    row("unknown while measuring", "new", "gmd", "cuEventSynchronize=999", "", "driver-error", 32);
    row("unknown while measuring, and lost", "new", "gmd", "cuEventSynchronize=999", "lost=1", "gpu-lost", 30);
}

void TestProbeFailures::statesAreToldApart()
{
    QFETCH(QString, libraries);
    QFETCH(QString, machine);
    QFETCH(QString, fail);
    QFETCH(QString, facts);
    QFETCH(QString, status);
    QFETCH(int, exitCode);
    const MadeUpMachine made(machine.contains(QLatin1Char('g')), machine.contains(QLatin1Char('m')), machine.contains(QLatin1Char('d')));
    QTemporaryDir empty;
    ProbeRun probe(nullptr);
    probe.on(made).small("copy").with("FAKE_FAIL", fail).with("FAKE_FACTS", facts);
    probe.with("TRAINYARD_PROBE_LIBRARIES", libraries.isEmpty() ? empty.path() : QStringLiteral(TRAINYARD_FAKEGPU_DIR "/") + libraries);
    QVERIFY2(probe.run(), probe.words().constData());
    QVERIFY2(probe.status() == status, probe.words().constData());
    QCOMPARE(probe.exitCode, exitCode);
    QCOMPARE(probe.report.value(QLatin1String("exitStatus")).toInt(), exitCode);
    QVERIFY(!probe.report.value(QLatin1String("message")).toString().isEmpty());
    const QJsonObject failure = probe.report.value(QLatin1String("failure")).toObject();
    QCOMPARE(failure.value(QLatin1String("status")).toString(), status);
    if (!fail.isEmpty()) {
        const QString call = fail.section(QLatin1Char('='), 0, 0);
        const int code = fail.section(QLatin1Char('='), 1).section(QLatin1Char('@'), 0, 0).toInt();
        QCOMPARE(failure.value(QLatin1String("call")).toString(), call);
        QCOMPARE(failure.value(QLatin1String("code")).toInt(), code);
    }
    for (const QJsonObject &result : probe.results())
        QVERIFY2(!result.contains(QLatin1String("median")), probe.words().constData());
}

void TestProbeFailures::busIsReadWithoutSysToo()
{
    const MadeUpMachine machine(false, false, false);
    machine.write(QStringLiteral("/proc/bus/pci/devices"), "0000\t80861237\t0\t0\n0018\t10de20b5\tb\t93000000\n00a0\t1af41000\t0\n");
    QTemporaryDir empty;
    ProbeRun probe(nullptr);
    probe.on(machine).small("none").with("TRAINYARD_PROBE_LIBRARIES", empty.path());
    QVERIFY2(probe.run(), probe.words().constData());
    QCOMPARE(probe.status(), QStringLiteral("no-driver"));
    const QJsonArray pci = probe.report.value(QLatin1String("host")).toObject().value(QLatin1String("pci")).toArray();
    QCOMPARE(pci.size(), 1);
    QCOMPARE(pci.first().toObject().value(QLatin1String("deviceId")).toString(), QStringLiteral("20b5"));
    QVERIFY(pci.first().toObject().value(QLatin1String("address")).isNull());
}

void TestProbeFailures::closedDeviceFilesAreNamed()
{
    const MadeUpMachine machine(true, true, false);
    const QString control = machine.folder.path() + QStringLiteral("/dev/nvidiactl");
    machine.write(QStringLiteral("/dev/nvidia0"), "");
    if (::geteuid() == 0) {
        // Not even root can write to a read-only file of the kernel.
        QVERIFY(QFile::link(QStringLiteral("/sys/kernel/uevent_seqnum"), control));
    } else {
        machine.write(QStringLiteral("/dev/nvidiactl"), "");
        QVERIFY(QFile::setPermissions(control, {}));
    }
    const int file = ::open(QFile::encodeName(control).constData(), O_RDWR | O_CLOEXEC);
    const int error = file < 0 ? errno : 0;
    if (file >= 0)
        ::close(file);
    if (error != EACCES && error != EPERM)
        QSKIP("this system opens every file for writing, or mounts /sys read-only. Enable with: run the test as a user other than root");
    ProbeRun probe;
    probe.on(machine).small("copy").with("FAKE_FAIL", QStringLiteral("cuInit=999"));
    QVERIFY2(probe.run(), probe.words().constData());
    QCOMPARE(probe.status(), QStringLiteral("no-permission"));
    QCOMPARE(probe.exitCode, 24);
    QVERIFY2(probe.report.value(QLatin1String("failure"))
                 .toObject()
                 .value(QLatin1String("detail"))
                 .toString()
                 .startsWith(QLatin1String("/dev/nvidiactl: ")),
             probe.words().constData());
}

void TestProbeFailures::hangingCallIsCutOff_data()
{
    QTest::addColumn<QString>("hang");
    QTest::addColumn<QString>("probe");
    QTest::newRow("start of the driver") << QStringLiteral("cuInit") << QString();
    QTest::newRow("facts") << QStringLiteral("nvmlDeviceGetTemperature") << QString();
    QTest::newRow("loading of kernels") << QStringLiteral("cuModuleLoadDataEx") << QStringLiteral("copy");
    QTest::newRow("waiting in the second probe") << QStringLiteral("cuMemcpyDtoDAsync_v2") << QStringLiteral("memcpy");
}

void TestProbeFailures::hangingCallIsCutOff()
{
    QFETCH(QString, hang);
    QFETCH(QString, probe);
    const MadeUpMachine machine;
    ProbeRun run;
    run.on(machine).small("copy,memcpy,launch").with("FAKE_HANG", hang);
    run.arguments << QStringLiteral("--call-limit") << QStringLiteral("4");
    QElapsedTimer clock;
    clock.start();
    QVERIFY2(run.run(), run.words().constData());
    QVERIFY2(run.status() == QLatin1String("hang"), run.words().constData());
    QCOMPARE(run.exitCode, 31);
    QVERIFY(clock.elapsed() >= 3900 && clock.elapsed() < 60'000);
    const QJsonObject told = run.report.value(QLatin1String("hang")).toObject();
    QCOMPARE(told.value(QLatin1String("call")).toString(), hang);
    QVERIFY(told.value(QLatin1String("seconds")).toDouble() >= 4);
    if (probe.isEmpty()) {
        QVERIFY(told.value(QLatin1String("probe")).isNull());
        return;
    }
    QCOMPARE(told.value(QLatin1String("probe")).toString(), probe);
    QCOMPARE(told.value(QLatin1String("device")).toInt(-1), 0);
    QCOMPARE(run.results(qPrintable(probe)).first().value(QLatin1String("status")).toString(), QStringLiteral("hang"));
    if (probe == QLatin1String("memcpy"))  // earlier measurements are kept
        QCOMPARE(run.results("copy").first().value(QLatin1String("status")).toString(), QStringLiteral("ok"));
    QVERIFY(run.report.value(QLatin1String("left")).toArray().contains(QJsonValue(QStringLiteral("launch"))));
}

void TestProbeFailures::slowIsNotHung()
{
    const MadeUpMachine machine;
    ProbeRun probe;
    probe.on(machine).small("copy").with("FAKE_SLOW", QStringLiteral("cuInit=1200,cuModuleLoadDataEx=400"));
    QVERIFY2(probe.run(), probe.words().constData());
    QVERIFY2(probe.exitCode == 0, probe.words().constData());
    QVERIFY(probe.report.value(QLatin1String("driver")).toObject().value(QLatin1String("initSeconds")).toDouble() >= 1.2);
    QVERIFY(probe.device().value(QLatin1String("kernels")).toObject().value(QLatin1String("loadSeconds")).toDouble() >= 1.2);
}

void TestProbeFailures::crashLosesNothing()
{
    const MadeUpMachine machine;
    ProbeRun probe;
    probe.on(machine).small("copy,memcpy,launch").with("FAKE_CRASH", QStringLiteral("cuMemcpyDtoDAsync_v2@4"));
    QVERIFY2(probe.run(), probe.words().constData());
    QCOMPARE(probe.status(), QStringLiteral("crashed"));
    QCOMPARE(probe.exitCode, 38);
    QCOMPARE(probe.results("copy").first().value(QLatin1String("status")).toString(), QStringLiteral("ok"));
    QCOMPARE(probe.results("memcpy").first().value(QLatin1String("status")).toString(), QStringLiteral("failed"));
    QCOMPARE(probe.report.value(QLatin1String("failure")).toObject().value(QLatin1String("code")).toInt(), SIGABRT);
}

void TestProbeFailures::lostGpuEndsItsOwnProbesOnly()
{
    const MadeUpMachine machine;
    ProbeRun probe;
    probe.on(machine)
        .small("copy,memcpy,host-copy")
        .with("FAKE_FACTS", QStringLiteral("gpus=1"))
        .with("FAKE_FAIL", QStringLiteral("cuLaunchKernel=719@3"));
    QVERIFY2(probe.run(), probe.words().constData());
    QCOMPARE(probe.status(), QStringLiteral("gpu-lost"));
    QCOMPARE(probe.results("host-copy").first().value(QLatin1String("status")).toString(), QStringLiteral("ok"));
    QCOMPARE(probe.results("copy").first().value(QLatin1String("failure")).toObject().value(QLatin1String("name")).toString(),
             QStringLiteral("CUDA_ERROR_LAUNCH_FAILED"));
    QCOMPARE(probe.results("memcpy").first().value(QLatin1String("status")).toString(), QStringLiteral("skipped"));
    QVERIFY(probe.results("memcpy").first().value(QLatin1String("reason")).toString().contains(QLatin1String("did not answer")));
}

void TestProbeFailures::timeLimitHolds()
{
    const MadeUpMachine machine;
    ProbeRun probe;
    probe.on(machine).small("copy,triad,launch,memory-test").with("FAKE_SLOW", QStringLiteral("cuEventSynchronize=300"));
    probe.arguments << QStringLiteral("--time-limit") << QStringLiteral("2");
    QElapsedTimer clock;
    clock.start();
    QVERIFY2(probe.run(), probe.words().constData());
    QVERIFY2(probe.status() == QLatin1String("time-limit"), probe.words().constData());
    QCOMPARE(probe.exitCode, 4);
    QVERIFY(clock.elapsed() < 60'000);
    QVERIFY(!probe.report.value(QLatin1String("left")).toArray().isEmpty());
}

void TestProbeFailures::signalEndsInOrder_data()
{
    QTest::addColumn<int>("signal");
    QTest::newRow("SIGTERM") << SIGTERM;
    QTest::newRow("SIGINT") << SIGINT;
    QTest::newRow("SIGHUP") << SIGHUP;
}

void TestProbeFailures::signalEndsInOrder()
{
    QFETCH(int, signal);
    const MadeUpMachine machine;
    ProbeRun probe;
    probe.on(machine).small("copy,sustained,memory-test");
    probe.arguments << QStringLiteral("--sustained") << QStringLiteral("600");
    probe.start();
    // The first probe is done, the long one is under way.
    QTRY_VERIFY_WITH_TIMEOUT((probe.progress += probe.process.readAllStandardError()).contains("[1/3]"), 60'000);
    ::kill(static_cast<pid_t>(probe.process.processId()), signal);
    QVERIFY2(probe.finish(60'000), probe.words().constData());
    QVERIFY2(probe.status() == QLatin1String("interrupted"), probe.words().constData());
    QCOMPARE(probe.exitCode, 5);
    QCOMPARE(probe.results("copy").first().value(QLatin1String("status")).toString(), QStringLiteral("ok"));
    QCOMPARE(probe.results("memory-test").size(), 0);
    QVERIFY(probe.report.value(QLatin1String("left")).toArray().contains(QJsonValue(QStringLiteral("memory-test"))));
}

void TestProbeFailures::killedProbeLeavesNoProcess()
{
    const MadeUpMachine machine;
    ProbeRun probe;
    probe.on(machine).small("copy,sustained");
    probe.arguments << QStringLiteral("--sustained") << QStringLiteral("600");
    probe.start();
    QTRY_VERIFY_WITH_TIMEOUT((probe.progress += probe.process.readAllStandardError()).contains("[1/2]"), 60'000);
    const qint64 parent = probe.process.processId();
    QFile children(QStringLiteral("/proc/%1/task/%1/children").arg(parent));
    QVERIFY(children.open(QIODevice::ReadOnly));
    const qint64 child = children.readAll().trimmed().toLongLong();
    QVERIFY(child > 0);
    ::kill(static_cast<pid_t>(parent), SIGKILL);
    QVERIFY(probe.process.waitForFinished());
    QTRY_VERIFY_WITH_TIMEOUT(::kill(static_cast<pid_t>(child), 0) != 0, 20'000);
}

void TestProbeFailures::lostReaderEndsIt()
{
    const MadeUpMachine machine;
    ProbeRun probe;
    probe.on(machine).small("copy,sustained");
    probe.arguments << QStringLiteral("--sustained") << QStringLiteral("600");
    QTemporaryDir folder;
    const QString pipe = folder.filePath(QStringLiteral("pipe"));
    QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
    const int reader = ::open(QFile::encodeName(pipe).constData(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    QVERIFY(reader >= 0);
    probe.process.setStandardOutputFile(pipe);
    probe.start();
    QTRY_VERIFY_WITH_TIMEOUT((probe.progress += probe.process.readAllStandardError()).contains("[1/2]"), 60'000);
    QCOMPARE(probe.process.state(), QProcess::Running);
    ::close(reader);
    QVERIFY(probe.process.waitForFinished(60'000));
    QCOMPARE(probe.process.exitCode(), 5);
}

void TestProbeFailures::hostIsMeasuredWithoutGpuWhenAsked()
{
    const MadeUpMachine machine(false, false, false);
    QTemporaryDir empty;
    ProbeRun probe(nullptr);
    probe.on(machine).small("host-copy,copy").with("TRAINYARD_PROBE_LIBRARIES", empty.path());
    QVERIFY2(probe.run(), probe.words().constData());
    QCOMPARE(probe.status(), QStringLiteral("no-gpu"));
    QCOMPARE(probe.results().size(), 1);
    QVERIFY(probe.results("host-copy").first().value(QLatin1String("median")).toDouble() > 0);
    QCOMPARE(probe.results("host-copy").first().value(QLatin1String("isCorrect")), QJsonValue(true));
}

QTEST_GUILESS_MAIN(TestProbeFailures)
#include "tst_probefailures.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// `yard machine check` with a real SSH server: recorded texts of nvidia-smi by a stand-in, the sandbox's own simulated nvidia-smi, one that
// hangs, one that lies; real containers; nothing remains on the machine.
#include "tests/support/labmachine.h"
#include "tests/support/terminal.h"
#include "tests/support/yardcommand.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTcpServer>
#include <QTest>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

QByteArray recorded(const char *name)
{
    QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/health/") + QLatin1String(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

const char *const kH200 =
    "0, GPU-00000000-0000-0000-0000-000000000000, NVIDIA H200, 00000000:83:00.0, 610.43.02, 143771, 0, 0, 38, P0, 83.32, 700.00\n";

}  // namespace

class TestMachineCheck : public QObject {
    Q_OBJECT

    // A machine with a home, a folder for temporary files and a stand-in for nvidia-smi.
    struct Box {
        explicit Box(std::optional<ContainerEngine::Kind> engine = {}) : machine(engine) {}
        LabMachine machine;
        QTemporaryDir state;

        QString path(const char *name) const { return machine.home() + u'/' + QLatin1String(name); }
        bool write(const char *name, const QByteArray &text)
        {
            QFile file(path("smi/") + QLatin1String(name));
            return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
        }
        bool start(const QString &smi)
        {
            QDir().mkpath(path("bin"));
            QDir().mkpath(path("smi"));
            QDir().mkpath(path("tmp"));
            if (!smi.isEmpty()
                && !(QFile::copy(smi, path("bin/nvidia-smi"))
                     && QFile::setPermissions(path("bin/nvidia-smi"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner)))
                return false;
            machine.sshd().setEnvironment(s("SMI_TEXTS"), path("smi"));
            machine.sshd().setEnvironment(s("TMPDIR"), path("tmp"));
            machine.sshd().setEnvironment(s("PATH"), path("bin") + s(":/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"));
            if (!machine.start())
                return false;
            return yard()
                       .run({s("machine"), s("add"), s("--accept-host-key"), machine.sshd().hostFingerprint(), s("box"),
                             machine.sshCommand()})
                       .status
                   == 0;
        }
        YardCommand yard() const { return YardCommand(QStringLiteral(TRAINYARD_BIN_DIR "/yard"), state.path()); }
        YardCommand::Answer check(const QStringList &more = {}, bool isJson = true) const
        {
            return yard().run((isJson ? QStringList{s("--json")} : QStringList()) + QStringList{s("machine"), s("check")} + more
                                  + QStringList{s("box")},
                              200000);
        }
        // What a check may have left behind.
        QStringList leftovers() const
        {
            return QDir(path("tmp")).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot)
                   + QDir(machine.home()).entryList({s(".trainyard-check*")}, QDir::AllEntries | QDir::Hidden);
        }
    };

    static QString stub() { return QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/onbox/stub-smi.sh"); }
    static QJsonObject finding(const QJsonObject &report, const char *id)
    {
        const QJsonArray findings = report[QLatin1String("findings")].toArray();
        for (const QJsonValue &one : findings) {
            if (one[QLatin1String("id")].toString() == QLatin1String(id))
                return one.toObject();
        }
        return {};
    }
    static QString state(const QJsonObject &report, const char *id) { return finding(report, id)[QLatin1String("state")].toString(); }

private Q_SLOTS:
    void initTestCase()
    {
        const QString missing = SshdFixture::missingPart();
        if (missing.isEmpty())
            return;
        if (qEnvironmentVariable("CI") == QLatin1String("true"))
            QFAIL(qPrintable(missing));
        QSKIP(qPrintable(missing));
    }

    void recordedMachineIsChecked()
    {
        Box box;
        QVERIFY2(box.start(stub()), qPrintable(box.machine.problem()));
        QVERIFY(box.write("csv", kH200) && box.write("query", recorded("query-610.43.02-h200.txt"))
                && box.write("table", recorded("table-610.43.02-h200.txt"))
                && box.write("topology", recorded("topology-590.48.01-h100.txt")) && box.write("reasons", "0, 0x0000000000000001\n")
                && box.write("apps", ""));
        const auto answer = box.check({s("--nodes"), s("localhost")});
        const QJsonObject report = answer.object();
        QVERIFY2(report[QLatin1String("whole")].toBool(), answer.told().constData());
        for (const char *id : {"driver", "gpus", "mig", "persistence", "recovery", "fabric", "ecc-mode", "ecc", "row-remap",
                               "clock-reasons", "throttled", "temperature", "pcie-width", "topology", "gpu-processes", "node"})
            QVERIFY2(state(report, id) == s("ok"), qPrintable(s(id) + u' ' + QString::fromUtf8(answer.out)));
        // These depend on the computer that runs the tests: there must be some result.
        for (const char *id : {"shm", "disk-space", "disk-write", "disk-read", "memory", "swap", "cpu", "load", "clock", "nofile", "nproc",
                               "stack", "memlock", "resolver", "dns", "own-name", "port", "xid"})
            QVERIFY2(!state(report, id).isEmpty(), id);
        QCOMPARE(state(report, "clock"), s("ok"));
        QCOMPARE(report[QLatin1String("driver")].toString(), s("610.43.02"));
        QCOMPARE(report[QLatin1String("cuda")].toString(), s("13.3"));
        QCOMPARE(report[QLatin1String("simulated")].toBool(true), false);
        QCOMPARE(answer.status, report[QLatin1String("counts")][QLatin1String("bad")].toInt() > 0 ? 1 : 0);
        QCOMPARE(box.leftovers(), QStringList());
    }

    void badGpuEndsWithOne()
    {
        Box box;
        QVERIFY2(box.start(stub()), qPrintable(box.machine.problem()));
        QVERIFY(
            box.write("csv",
                      "Unable to determine the device handle for GPU0: 0000:24:00.0: GPU is lost.  Reboot the system to recover this GPU\n"
                      "1, GPU-2, NVIDIA GeForce RTX 5070 Ti, 00000000:2B:00.0, 580.95.05, 16303, 2, 0, 35, P8, 34.61, 300.00\n")
            && box.write("csv.status", "15"));
        const auto answer = box.check({}, false);
        QVERIFY2(answer.status == 1, answer.told().constData());
        QVERIFY2(answer.out.contains("0000:24:00.0") && answer.out.contains("sudo reboot"), answer.told().constData());
        QVERIFY(answer.out.contains("GPU memory") && answer.out.contains(" unknown, "));
        QVERIFY2(!answer.out.contains('\x1b'), "colours are for terminals");
    }

    // The sandbox's own nvidia-smi, which a new user sees first.
    void simulatedGpusAreLabelled()
    {
        Box box;
        QVERIFY2(box.start(QStringLiteral(TRAINYARD_SOURCE_DIR "/resources/demo/nvidia-smi")), qPrintable(box.machine.problem()));
        const QJsonObject report = box.check().object();
        QCOMPARE(report[QLatin1String("simulated")].toBool(), true);
        const QJsonArray findings = report[QLatin1String("findings")].toArray();
        for (const QJsonValue &one : findings) {
            const QString section = one[QLatin1String("section")].toString();
            if (section == s("gpu-memory") || section == s("clocks") || section == s("links"))
                QVERIFY2(one[QLatin1String("simulated")].toBool() && one[QLatin1String("state")].toString() == s("unknown"),
                         qPrintable(one[QLatin1String("what")].toString()));
        }
        const auto text = box.check({}, false);
        QVERIFY2(text.out.contains("simulated"), text.told().constData());
    }

    void aTerminalShowsWhatIsLookedAt()
    {
        Box box;
        QVERIFY2(box.start(stub()), qPrintable(box.machine.problem()));
        Terminal terminal;
        QProcess process;
        terminal.attach(process);
        process.setProcessEnvironment(box.yard().environment);
        process.start(s("sh"), {s("-c"), s("exec \"$0\" machine check box 2>/dev/tty"), QStringLiteral(TRAINYARD_BIN_DIR "/yard")});
        for (const char *step :
             {"Checking: the system", "Checking: the GPUs", "Checking: the kernel log", "Checking: how fast the disk writes"})
            QVERIFY2(terminal.waitFor(step), terminal.seen().constData());
        QVERIFY(process.waitForFinished(100000));
        const QByteArray table = process.readAllStandardOutput();
        QVERIFY2(table.contains(" unknown, ") && !table.contains("Checking:"), table.constData());
        // Through a pipe there is no progress output.
        const auto piped = box.check({}, false);
        QVERIFY2(!piped.err.contains("Checking"), piped.told().constData());
    }

    void hangingSmiIsCutOff()
    {
        Box box;
        QVERIFY2(box.start(stub()), qPrintable(box.machine.problem()));
        QVERIFY(box.write("hang", ""));
        QElapsedTimer clock;
        clock.start();
        const auto answer = box.check();
        const QJsonObject report = answer.object();
        QVERIFY2(report[QLatin1String("whole")].toBool(), answer.told().constData());
        QCOMPARE(state(report, "driver"), s("bad"));
        QCOMPARE(answer.status, 1);
        // One question waits for its 30 s, the later ones are skipped; the rest of the check continues.
        QVERIFY2(clock.elapsed() < 150000, qPrintable(QString::number(clock.elapsed())));
        QVERIFY(clock.elapsed() > 25000);
        QVERIFY(!state(report, "memory").isEmpty());
        // What can be ended is ended; only the part that left the group continues, like a process that no signal ends.
        QCOMPARE(LabMachine::processesWith(box.path("bin/nvidia-smi")), QList<qint64>());
        QCOMPARE(LabMachine::processesWith(box.path("stuck")).size(), 1);
        QCOMPARE(box.leftovers(), QStringList());
    }

    void floodsAndLiesAreSurvived()
    {
        Box box;
        QVERIFY2(box.start(stub()), qPrintable(box.machine.problem()));
        QVERIFY(box.write("flood", ""));
        const auto answer = box.check();
        const QJsonObject report = answer.object();
        QVERIFY2(report[QLatin1String("whole")].toBool(), answer.told().left(2000).constData());
        QVERIFY(report[QLatin1String("driver")].isNull());
        QCOMPARE(state(report, "driver"), s("unknown"));
        QVERIFY(answer.out.size() < 2 * 1024 * 1024);
        const auto text = box.check({}, false);
        for (const char c : text.out)
            QVERIFY(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
        QCOMPARE(box.leftovers(), QStringList());
    }

    // The user gives up: the script notices and removes its files.
    void nothingStaysWhenTheClientIsKilled()
    {
        Box box;
        QVERIFY2(box.start(stub()), qPrintable(box.machine.problem()));
        QVERIFY(box.write("hang", ""));
        const auto client = box.yard().start({s("machine"), s("check"), s("box")});
        QTRY_VERIFY_WITH_TIMEOUT(!box.leftovers().isEmpty(), 30000);
        client->kill();
        QVERIFY(client->waitForFinished(10000));
        QTRY_COMPARE_WITH_TIMEOUT(box.leftovers(), QStringList(), 120000);
    }

    void portsInUseAreTold()
    {
        Box box;
        QVERIFY2(box.start(QString()), qPrintable(box.machine.problem()));
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        QCOMPARE(state(box.check({s("--ports"), QString::number(server.serverPort())}).object(), "port"), s("warning"));
        const QString port = QString::number(server.serverPort());
        server.close();
        QCOMPARE(state(box.check({s("--ports"), port}).object(), "port"), s("ok"));
    }

    void nodesThatAreNotFoundAreBad()
    {
        Box box;
        QVERIFY2(box.start(QString()), qPrintable(box.machine.problem()));
        const auto answer = box.check({s("--nodes"), s("nosuch.invalid")});
        QCOMPARE(state(answer.object(), "node"), s("bad"));
        QCOMPARE(answer.status, 1);
    }

    void containersAreReallyStarted_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("podman") << int(ContainerEngine::Kind::Podman);
        QTest::newRow("docker") << int(ContainerEngine::Kind::Docker);
    }
    void containersAreReallyStarted()
    {
        QFETCH(int, kind);
        Box box{ContainerEngine::Kind(kind)};
        if (!box.machine.engine()->problem().isEmpty()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(box.machine.engine()->problem()));
            QSKIP(qPrintable(box.machine.engine()->problem()));
        }
        QVERIFY2(box.start(QString()), qPrintable(box.machine.problem()));
        const QByteArray engine = box.machine.engine()->program().toLatin1(), id = engine + "-container";
        QJsonObject report = box.check().object();
        QCOMPARE(state(report, engine.constData()), s("ok"));
        QCOMPARE(state(report, id.constData()), s("unknown"));  // no image, and none is pulled
        QVERIFY(box.machine.engine()->makeTestImages());
        report = box.check({s("--image"), s("trainyard-test/shell")}).object();
        QVERIFY2(state(report, id.constData()) == s("ok"), qPrintable(finding(report, id.constData())[QLatin1String("detail")].toString()));
        report = box.check({s("--image"), s("trainyard-test/bare")}).object();
        QCOMPARE(state(report, id.constData()), s("unknown"));  // created, but it has nothing to run
        report = box.check({s("--image"), s("trainyard-test/nothing")}).object();
        QCOMPARE(state(report, id.constData()), s("unknown"));
        const auto left = box.machine.engine()->run({s("ps"), s("--all"), s("--quiet")});
        QCOMPARE(left.first, 0);
        QVERIFY2(left.second.trimmed().isEmpty(), left.second.constData());
    }

    void wrongRequestsAreExplained_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("no machine") << QStringList{};
        QTest::newRow("two machines") << QStringList{s("a"), s("b")};
        QTest::newRow("option as image") << QStringList{s("--image"), s("--privileged"), s("box")};
        QTest::newRow("shell as node") << QStringList{s("--nodes"), s("a;reboot"), s("box")};
        QTest::newRow("words as ports") << QStringList{s("--ports"), s("http"), s("box")};
        QTest::newRow("no port at all") << QStringList{s("--ports"), s(","), s("box")};
        QTest::newRow("no node at all") << QStringList{s("--nodes"), s(",,"), s("box")};
        QTest::newRow("an empty list of ports") << QStringList{s("--ports"), QString(), s("box")};
        QTest::newRow("port too large") << QStringList{s("--ports"), s("70000"), s("box")};
    }
    void wrongRequestsAreExplained()
    {
        QFETCH(QStringList, words);
        QTemporaryDir state;
        const auto answer =
            YardCommand(QStringLiteral(TRAINYARD_BIN_DIR "/yard"), state.path()).run(QStringList{s("machine"), s("check")} + words);
        QVERIFY2(answer.status == 2, answer.told().constData());
        QVERIFY(!answer.err.isEmpty());
    }

    // The script gives the same results under every shell that may be the machine's sh.
    void everyShellAsksTheSame()
    {
        QStringList first;
        for (const QStringList &shell :
             {QStringList{s("dash")}, QStringList{s("bash"), s("--posix")}, QStringList{s("busybox"), s("sh")}}) {
            QTemporaryDir home;
            QProcess process;
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert(s("HOME"), home.path());
            environment.insert(s("TMPDIR"), home.path());
            process.setProcessEnvironment(environment);
            process.setStandardInputFile(QStringLiteral(TRAINYARD_SOURCE_DIR "/resources/onbox/check.sh"));
            process.start(shell.first(), shell.mid(1) + QStringList{s("-s"), s("--"), s("port=29500"), s("name=localhost")});
            QVERIFY(process.waitForFinished(200000));
            QStringList names;
            const QList<QByteArray> lines = process.readAllStandardOutput().split('\n');
            for (const QByteArray &line : lines) {
                if (line.startsWith('#'))
                    names << QString::fromLatin1(line.split(' ').first());
            }
            QVERIFY2(names.contains(s("#end")), qPrintable(shell.join(u' ')));
            if (first.isEmpty())
                first = names;
            QCOMPARE(names, first);
            QCOMPARE(QDir(home.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList());
        }
    }
};

QTEST_GUILESS_MAIN(TestMachineCheck)
#include "tst_machinecheck.moc"

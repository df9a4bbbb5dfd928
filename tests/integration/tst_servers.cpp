// SPDX-License-Identifier: GPL-3.0-or-later
// Shells and servers that researchers meet: the same short run (add, launch, logs, metrics, stop) on each.
#include "tests/support/labmachine.h"
#include "tests/support/yardcommand.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <sys/mount.h>

using namespace trainyard;

namespace {

bool write(const QString &file, const QByteArray &content, bool isProgram = false)
{
    QFile opened(file);
    return opened.open(QIODevice::WriteOnly) && opened.write(content) == content.size()
           && (!isProgram || opened.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
}

// The parts of a server before it starts.
struct Server {
    LabMachine &machine;
    const QString &files;  // an empty folder for its files

    // As if `program` were the account's login shell: sshd runs every command, also the subsystem, through it.
    void setLoginShell(const QByteArray &program, const QByteArray &before = {})
    {
        const QString session = files + QStringLiteral("/session");
        QVERIFY(write(session,
                      "#!/bin/sh\n" + before + "[ -n \"$SSH_ORIGINAL_COMMAND\" ] || exec " + program + "\nexec " + program
                          + " -c \"$SSH_ORIGINAL_COMMAND\"\n",
                      true));
        machine.sshd().addConfig(QStringLiteral("ForceCommand ") + session);
    }
};

void fishShell(Server server) { server.setLoginShell("/usr/bin/fish"); }

void cShell(Server server) { server.setLoginShell("/usr/bin/tcsh"); }

void noisyProfile(Server server)
{
    // A profile's output precedes everything that a command prints, on both streams.
    server.setLoginShell("/bin/bash", "echo '*** Welcome to lab! {\"state\":\"ended\"} ***'; echo 'trainyard-facts=0'\n"
                                      "echo 'stty: standard input: Inappropriate ioctl for device' >&2\n"
                                      "printf '\\033[31mquota: 95%%\\033[0m no newline'; echo\n");
}

void busyboxUserland(Server server)
{
    const QString applets = server.files + QStringLiteral("/applets");
    QVERIFY(QDir().mkpath(applets));
    QCOMPARE(QProcess::execute(QStringLiteral("busybox"), {QStringLiteral("--install"), QStringLiteral("-s"), applets}), 0);
    server.machine.sshd().setEnvironment(QStringLiteral("PATH"), applets);
    server.setLoginShell(applets.toUtf8() + "/sh", "PATH=" + applets.toUtf8() + "\nexport PATH\n");
}

void oneSession(Server server) { server.machine.sshd().addConfig(QStringLiteral("MaxSessions 1")); }

void noSftp(Server server) { server.machine.sshd().addConfig(QStringLiteral("Subsystem other /bin/false")); }

void brokenSftp(Server server) { server.machine.sshd().addConfig(QStringLiteral("Subsystem sftp /no/such/sftp-server")); }

void plainLocale(Server server)
{
    server.machine.sshd().setEnvironment(QStringLiteral("LANG"), QStringLiteral("zh_CN.GB18030"));
    server.machine.sshd().setEnvironment(QStringLiteral("LC_ALL"), QStringLiteral("POSIX"));
}

void wrongClock(Server server)
{
    // For all programs of the sessions it is three years earlier.
    const QStringList libraries = LabMachine::findFiles(QStringLiteral("/usr/lib"), QStringLiteral("libfaketime.so.1"));
    QVERIFY2(!libraries.isEmpty(), "libfaketime is missing; enable with: apt-get install faketime");
    server.setLoginShell("/bin/bash", "export FAKETIME=-1095d LD_PRELOAD=" + libraries.first().toUtf8() + "\n");
}

void noexecHome(Server server)
{
    const QByteArray home = server.machine.home().toUtf8();
    if (mount("none", home.constData(), "tmpfs", MS_NOEXEC, "size=16m") != 0)
        QSKIP("a file system without execution cannot be mounted; enable with: sudo ./test");
}

}  // namespace

class TestServers : public QObject {
    Q_OBJECT

    using Setup = void (*)(Server);

    static void addServers()
    {
        QTest::addColumn<Setup>("setup");
        QTest::newRow("fish") << &fishShell;
        QTest::newRow("tcsh") << &cShell;
        QTest::newRow("noisy profile") << &noisyProfile;
        QTest::newRow("busybox userland") << &busyboxUserland;
        QTest::newRow("MaxSessions 1") << &oneSession;
        QTest::newRow("no SFTP subsystem") << &noSftp;
        QTest::newRow("SFTP that cannot start") << &brokenSftp;
        QTest::newRow("locale not UTF-8") << &plainLocale;
        QTest::newRow("clock three years behind") << &wrongClock;
        QTest::newRow("noexec home") << &noexecHome;
    }
    // False: the test has failed or was skipped.
    static bool start(LabMachine &machine, const QString &files, Setup setup)
    {
        setup(Server{machine, files});
        if (QTest::currentTestFailed())
            return false;
        if (machine.start())
            return true;
        [&] {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(machine.problem()));
            QSKIP(qPrintable(machine.problem()));
        }();
        return false;
    }

private Q_SLOTS:
    void aRunGoesItsWay_data() { addServers(); }
    void aRunGoesItsWay()
    {
        QFETCH(Setup, setup);
        QTemporaryDir state, files;
        const QString folder = files.path();
        LabMachine machine(std::nullopt);
        const auto unmount = qScopeGuard([&] { umount2(machine.home().toUtf8().constData(), MNT_DETACH); });
        if (!start(machine, folder, setup))
            return;
        const YardCommand yard(QStringLiteral(TRAINYARD_BIN_DIR "/yard"), state.path());
        const auto added = yard.run({QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("lab"), machine.sshCommand()});
        QVERIFY2(added.status == 0, added.told().constData());

        const QString task = files.filePath(QStringLiteral("task.yaml"));
        QVERIFY(write(task, "name: \u8bad\u7ec3 odd\nenvs:\n  WORD: \"it's \u597d $HOME\"\nrun: |\n"
                            "  trap 'echo bye; exit 143' TERM\n"
                            "  i=0; while [ $i -lt 300 ]; do i=$((i+1)); echo \"line $i $WORD\"; done\n"
                            "  while :; do sleep 0.2; done\n"));
        const auto launched = yard.run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("launch"),
                                        QStringLiteral("--machine"), QStringLiteral("lab"), task});
        QVERIFY2(launched.status == 0, launched.told().constData());
        const QString id = launched.object()[QLatin1String("id")].toString();
        const QString directory = machine.runDirectory(RunId(id));
        QTRY_VERIFY_WITH_TIMEOUT(QFile(directory + QStringLiteral("/metrics")).size() > 0, 60000);
        QTRY_VERIFY_WITH_TIMEOUT(QFile(directory + QStringLiteral("/log")).size() > 300 * 10, 60000);

        const auto stopped = yard.run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("stop"), id});
        QVERIFY2(stopped.status == 0, stopped.told().constData());
        const auto shown = yard.run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("show"), id}).object();
        QCOMPARE(shown[QLatin1String("state")].toString(), QStringLiteral("stopped"));
        QCOMPARE(shown[QLatin1String("exit_code")].toInt(-1), 143);
        QFile there(directory + QStringLiteral("/log"));
        QVERIFY(there.open(QIODevice::ReadOnly));
        const QByteArray log = there.readAll();
        QVERIFY(log.startsWith("line 1 it's \u597d $HOME\nline 2 ") && log.endsWith("bye\n"));
        QCOMPARE(yard.run({QStringLiteral("run"), QStringLiteral("logs"), id}).out, log);
        const auto metrics = yard.run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("metrics"), id});
        QVERIFY2(metrics.status == 0 && metrics.out.count('\n') > 0, metrics.told().constData());
    }

    void aProbeGoesItsWay_data() { addServers(); }
    void aProbeGoesItsWay()
    {
        QFETCH(Setup, setup);
        QTemporaryDir state, files;
        const QString folder = files.path();
        LabMachine machine(std::nullopt);
        const auto unmount = qScopeGuard([&] { umount2(machine.home().toUtf8().constData(), MNT_DETACH); });
        if (!start(machine, folder, setup))
            return;
        YardCommand yard(QStringLiteral(TRAINYARD_BIN_DIR "/yard"), state.path());
        yard.environment.insert(QStringLiteral("TRAINYARD_PROBE_DIR"), folder);
        QVERIFY(QFile::copy(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/support/probe-stand-in"), folder + QStringLiteral("/yard-probe")));
        const auto added = yard.run({QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("lab"), machine.sshCommand()});
        QVERIFY2(added.status == 0, added.told().constData());
        const auto answer = yard.run(
            {QStringLiteral("--json"), QStringLiteral("probe"), QStringLiteral("run"), QStringLiteral("--machine"), QStringLiteral("lab")});
        QVERIFY2(answer.status == 6, answer.told().constData());
        QCOMPARE(answer.object()[QLatin1String("status")].toString(), QStringLiteral("no-gpu"));
        QVERIFY2(answer.object()[QLatin1String("left_behind")].isNull(), answer.told().constData());
        QVERIFY(!QDir(machine.home()).exists(QStringLiteral(".trainyard")));
    }
};

QTEST_GUILESS_MAIN(TestServers)

#include "tst_servers.moc"

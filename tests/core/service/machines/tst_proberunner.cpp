// SPDX-License-Identifier: GPL-3.0-or-later
// The probe's way to a machine and back, with a stand-in program: it measures nothing and reports so. Whatever happens, nothing of it is
// left on the machine.
#include "core/knowledge/benchmark/probereport.h"
#include "core/service/machines/proberunner.h"
#include "tests/core/transport/ssh/sshtesting.h"

#include <QCryptographicHash>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <csignal>
#include <thread>
#include <unistd.h>

using namespace trainyard;
using namespace std::chrono_literals;

namespace {

bool put(const QString &path, const QByteArray &text)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size()
           && file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray standIn() { return contentOf(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/support/probe-stand-in")); }

QStringList everythingBelow(const QString &folder)
{
    QStringList found;
    QDirIterator it(folder, QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
    while (it.hasNext())
        found << it.next();
    found.sort();
    return found;
}

}  // namespace

class TestProbeRunner : public QObject {
    Q_OBJECT

    QTemporaryDir m_programs, m_trace;
    std::unique_ptr<QTemporaryDir> m_home, m_tools;
    std::unique_ptr<SshdFixture> m_sshd;
    std::shared_ptr<SshConnection> m_connection;
    QStringList m_before;  // in the machine's home
    QString m_mounted;
    QStringList m_sshdConfig;

    static ProbeOptions asked(const char *only = nullptr)
    {
        ProbeOptions asked;
        if (only)
            asked.only = QStringList{QString::fromLatin1(only)};
        return asked;
    }
    ProbeRunner runner() const { return ProbeRunner(ProbePrograms{{m_programs.path()}}); }
    qint64 pid() const { return contentOf(m_trace.filePath(QStringLiteral("pid"))).trimmed().toLongLong(); }
    static bool isRunning(qint64 pid) { return pid > 0 && ::kill(static_cast<pid_t>(pid), 0) == 0; }
    // Replaces a command on the machine.
    void replaceTool(const char *name, const QByteArray &script)
    {
        QVERIFY(put(m_tools->filePath(QLatin1String(name)), "#!/bin/sh\n" + script + '\n'));
    }

    // `prepare` fills the machine's home.
    void startMachine(SshdFixture::Server server, const QString &home = {}, const std::function<void()> &prepare = {})
    {
        m_sshd = std::make_unique<SshdFixture>(server);
        m_sshd->setEnvironment(QStringLiteral("HOME"), home.isEmpty() ? m_home->path() : home);
        m_sshd->setEnvironment(QStringLiteral("TRACE"), m_trace.path());
        m_sshd->setEnvironment(QStringLiteral("XDG_RUNTIME_DIR"), m_tools->filePath(QStringLiteral("run")));
        m_sshd->setEnvironment(QStringLiteral("PATH"), m_tools->path() + QStringLiteral(":/usr/sbin:/usr/bin:/sbin:/bin"));
        for (const QString &line : std::as_const(m_sshdConfig))
            m_sshd->addConfig(line);
        START_OR_SKIP(*m_sshd);
        const auto connection = SshConnection::open(m_sshd->target(), {}, soon());
        VERIFY_OK(connection);
        m_connection = *connection;
        if (prepare)
            prepare();
        m_before = everythingBelow(homeOfTheMachine());
    }
    // dropbear takes it from the user database, and the fixture mounts its own folder over that.
    QString homeOfTheMachine() const
    {
        return m_sshd->server() != SshdFixture::Server::OpenSsh ? m_sshd->directory() + QStringLiteral("/home")
               : m_mounted.isEmpty()                            ? m_home->path()
                                                                : m_mounted;
    }
    bool nothingIsLeft() const
    {
        return everythingBelow(homeOfTheMachine()) == m_before && everythingBelow(m_tools->filePath(QStringLiteral("run"))).isEmpty();
    }
    QByteArray whatIsLeft() const { return everythingBelow(homeOfTheMachine()).join(u'\n').toUtf8(); }
    // Runs it on a thread and cancels, or calls `then`, once it reports that it is waiting.
    Result<ProbeAnswer> runUntilItWaits(const ProbeOptions &asked, const std::function<void(std::stop_source &)> &then)
    {
        std::stop_source source;
        std::atomic<bool> isWaiting = false;
        Result<ProbeAnswer> answer = Error{};
        std::jthread worker([&] {
            answer = runner().runOn(
                *m_connection, asked, [&](const QString &line) { isWaiting = isWaiting || line == QLatin1String("waiting"); },
                source.get_token());
        });
        [&] { QTRY_VERIFY_WITH_TIMEOUT(isWaiting.load(), 30'000); }();
        then(source);
        worker.join();
        return answer;
    }
    // A separate file system as the machine's home.
    void mountHome(const QString &options)
    {
        const QString folder = m_home->filePath(QStringLiteral("mounted"));
        QDir().mkpath(folder);
        if (QProcess::execute(QStringLiteral("mount"), {QStringLiteral("-t"), QStringLiteral("tmpfs"), QStringLiteral("-o"), options,
                                                        QStringLiteral("probe-test"), folder})
            == 0)
            m_mounted = folder;
        if (m_mounted.isEmpty() && qEnvironmentVariable("CI") == QLatin1String("true"))
            QFAIL("a file system cannot be mounted: run the tests as root");
        if (m_mounted.isEmpty())
            QSKIP("a file system cannot be mounted; enable by running the tests as root");
    }

private Q_SLOTS:
    void initTestCase_data()
    {
        addServers();
        QTest::newRow("dropbear without SFTP") << SshdFixture::Server::DropbearWithoutSftp;
    }

    void initTestCase()
    {
        QVERIFY(put(m_programs.filePath(QStringLiteral("yard-probe-") + ProbePrograms::ownArchitecture()), standIn()));
        QVERIFY(!standIn().isEmpty());
        qputenv("TRACE", m_trace.path().toUtf8());
    }
    void cleanupTestCase() { qunsetenv("TRACE"); }

    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_tools = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir(m_tools->path()).mkdir(QStringLiteral("run")));
        for (const QString &name : QDir(m_trace.path()).entryList(QDir::Files))
            QFile::remove(m_trace.filePath(name));
    }
    void cleanup()
    {
        m_connection.reset();
        m_sshd.reset();
        m_sshdConfig.clear();
        if (!m_mounted.isEmpty())
            QProcess::execute(QStringLiteral("umount"), {QStringLiteral("-l"), std::exchange(m_mounted, {})});
        if (isRunning(pid()))
            ::kill(static_cast<pid_t>(pid()), SIGKILL);
    }

    void reportComesBackAndNothingIsLeft()
    {
        QFETCH_GLOBAL(SshdFixture::Server, server);
        startMachine(server, {}, [this] {
            QVERIFY(put(homeOfTheMachine() + QStringLiteral("/.bashrc"), "echo welcome; echo trainyard-probe-0 place /etc\n"));
        });
        QStringList lines;
        ProbeOptions all = asked("copy");
        all.isQuick = all.isBusyOk = true;
        all.timeLimit = 90s;
        const auto answer = runner().runOn(*m_connection, all, [&](const QString &line) { lines << line; }, {});
        VERIFY_OK(answer);
        QVERIFY2(ProbeReport::parse(answer->report), answer->report.constData());
        QCOMPARE(answer->exitStatus, 20);
        QCOMPARE(answer->leftBehind, QString());
        QVERIFY2(lines.contains(QStringLiteral("copying  [31m GPU 0")), qPrintable(lines.join(u'\n')));
        QCOMPARE(contentOf(m_trace.filePath(QStringLiteral("arguments"))).trimmed(),
                 QByteArray("--time-limit 90 --quick --busy-ok --only copy"));
        // Its name contains its hash, and other users cannot read it.
        const QByteArray modes = contentOf(m_trace.filePath(QStringLiteral("modes")));
        const QByteArray hash = QCryptographicHash::hash(standIn(), QCryptographicHash::Sha256).toHex().left(16);
        const QByteArrayList seen = modes.trimmed().split('\n');
        QVERIFY2(seen.size() == 2 && seen[0].startsWith("drwx------") && seen[1].startsWith("-rwx------"), modes.constData());
        QVERIFY2(seen[0].contains("/.trainyard/probe/yard-probe.") && seen[1].endsWith("/yard-probe-" + hash), modes.constData());
        QVERIFY2(nothingIsLeft(), whatIsLeft().constData());
    }

    void whatWasThereBeforeStays()
    {
        QFETCH_GLOBAL(SshdFixture::Server, server);
        startMachine(server, {}, [this] {
            QVERIFY(QDir(homeOfTheMachine()).mkpath(QStringLiteral(".trainyard/probe")));
            QVERIFY(put(homeOfTheMachine() + QStringLiteral("/.trainyard/probe/yard-probe-mine"), "mine"));
        });
        VERIFY_OK(runner().runOn(*m_connection, asked(), {}, {}));
        QVERIFY2(nothingIsLeft(), whatIsLeft().constData());
    }

    void anEndWithoutReportIsAnError_data()
    {
        QTest::addColumn<QString>("only");
        QTest::newRow("silent") << QStringLiteral("silent");
        QTest::newRow("killed") << QStringLiteral("killed");
    }
    void anEndWithoutReportIsAnError()
    {
        QFETCH_GLOBAL(SshdFixture::Server, server);
        QFETCH(QString, only);
        startMachine(server);
        const auto answer = runner().runOn(*m_connection, asked(qPrintable(only)), {}, {});
        VERIFY_ERROR(answer, ErrorCode::RemoteCommandFailed);
        QVERIFY(only != QLatin1String("silent") || answer.error().detail.contains(QStringLiteral("nothing to say")));
        QVERIFY2(nothingIsLeft(), whatIsLeft().constData());
    }

    void moreThanAReportIsCutOff()
    {
        QFETCH_GLOBAL(SshdFixture::Server, server);
        startMachine(server);
        VERIFY_ERROR(runner().runOn(*m_connection, asked("flood"), {}, {}), ErrorCode::Corrupt);
        QVERIFY(!isRunning(pid()));
        QVERIFY2(nothingIsLeft(), whatIsLeft().constData());
    }

    void cancellingEndsAndRemovesIt_data()
    {
        QTest::addColumn<QString>("only");
        QTest::newRow("one that obeys") << QStringLiteral("wait");
        QTest::newRow("one with children") << QStringLiteral("parent");
        QTest::newRow("one that does not listen") << QStringLiteral("stubborn");
    }
    void cancellingEndsAndRemovesIt()
    {
        QFETCH_GLOBAL(SshdFixture::Server, server);
        QFETCH(QString, only);
        // It takes ten seconds to be sure that the program ignores the request.
        if (only == QLatin1String("stubborn") && server == SshdFixture::Server::Dropbear)
            return;
        startMachine(server);
        const auto answer = runUntilItWaits(asked(qPrintable(only)), [](std::stop_source &source) { source.request_stop(); });
        VERIFY_ERROR(answer, ErrorCode::Cancelled);
        QVERIFY(pid() > 0);
        QTRY_VERIFY(!isRunning(pid()));
        if (only == QLatin1String("parent"))
            QTRY_VERIFY(!isRunning(contentOf(m_trace.filePath(QStringLiteral("child"))).trimmed().toLongLong()));
        QVERIFY2(nothingIsLeft(), whatIsLeft().constData());
    }

    void whatDoesNotEndInTimeIsEnded()
    {
        QFETCH_GLOBAL(SshdFixture::Server, server);
        startMachine(server);
        ProbeRunner runner = this->runner();
        runner.setGrace(0s);
        ProbeOptions brief = asked("wait");
        brief.timeLimit = 5s;
        VERIFY_ERROR(runner.runOn(*m_connection, brief, {}, {}), ErrorCode::TimedOut);
        QTRY_VERIFY(!isRunning(pid()));
        QVERIFY2(nothingIsLeft(), whatIsLeft().constData());
    }

    void aLostLinkEndsAndRemovesIt()
    {
        QFETCH_GLOBAL(SshdFixture::Server, server);
        startMachine(server);
        const auto answer = runUntilItWaits(asked("wait"), [this](std::stop_source &) { m_sshd->dropConnections(); });
        VERIFY_ERROR(answer, ErrorCode::ConnectionLost);
        QTRY_VERIFY_WITH_TIMEOUT(!isRunning(pid()), 30'000);
        QTRY_VERIFY_WITH_TIMEOUT(nothingIsLeft(), 30'000);
    }

    void aHomeWithoutProgramsIsPassedBy()
    {
        QFETCH_GLOBAL(SshdFixture::Server, server);
        if (server != SshdFixture::Server::OpenSsh)
            return;  // in dropbear's sessions home and PATH come from the system
        mountHome(QStringLiteral("noexec,size=1m"));
        if (m_mounted.isEmpty())
            return;
        startMachine(server, m_mounted);
        VERIFY_OK(runner().runOn(*m_connection, asked(), {}, {}));
        const QByteArray modes = contentOf(m_trace.filePath(QStringLiteral("modes")));
        QVERIFY2(modes.contains(m_tools->filePath(QStringLiteral("run")).toUtf8()), modes.constData());
        QVERIFY2(nothingIsLeft(), whatIsLeft().constData());
    }

    void aFullDiskIsSaid()
    {
        QFETCH_GLOBAL(SshdFixture::Server, server);
        if (server != SshdFixture::Server::OpenSsh)
            return;  // in dropbear's sessions home and PATH come from the system
        mountHome(QStringLiteral("size=16k"));
        if (m_mounted.isEmpty())
            return;
        QTemporaryDir large;
        QVERIFY(
            put(large.filePath(QStringLiteral("yard-probe-") + ProbePrograms::ownArchitecture()), standIn() + QByteArray(100'000, '#')));
        startMachine(server, m_mounted);
        VERIFY_ERROR(ProbeRunner(ProbePrograms{{large.path()}}).runOn(*m_connection, asked(), {}, {}), ErrorCode::NoSpace);
        QVERIFY2(nothingIsLeft(), whatIsLeft().constData());
    }

    void nowhereToRunIsSaid()
    {
        QFETCH_GLOBAL(SshdFixture::Server, server);
        if (server != SshdFixture::Server::OpenSsh)
            return;  // in dropbear's sessions home and PATH come from the system
        replaceTool("mktemp", "exit 1");
        startMachine(server);
        const auto answer = runner().runOn(*m_connection, asked(), {}, {});
        VERIFY_ERROR(answer, ErrorCode::Unsupported);
        QVERIFY2(answer.error().detail.contains(m_home->path()) && answer.error().detail.contains(QStringLiteral("/tmp")),
                 qPrintable(answer.error().detail));
        QVERIFY2(nothingIsLeft(), whatIsLeft().constData());
    }

    void aPlaceOfSomebodyElseIsNotTaken()
    {
        QFETCH_GLOBAL(SshdFixture::Server, server);
        if (server != SshdFixture::Server::OpenSsh)
            return;  // in dropbear's sessions home and PATH come from the system
        const QString trap = m_home->filePath(QStringLiteral("precious"));
        QVERIFY(QDir().mkpath(trap));
        replaceTool("mktemp", "echo " + trap.toUtf8());
        startMachine(server);
        VERIFY_ERROR(runner().runOn(*m_connection, asked(), {}, {}), ErrorCode::Corrupt);
        QVERIFY(!QFile::exists(m_trace.filePath(QStringLiteral("pid"))));
    }

    void anotherProcessorNeedsAnotherProgram()
    {
        QFETCH_GLOBAL(SshdFixture::Server, server);
        if (server != SshdFixture::Server::OpenSsh)
            return;  // in dropbear's sessions home and PATH come from the system
        replaceTool("uname", "echo riscv64");
        startMachine(server);
        const auto answer = runner().runOn(*m_connection, asked(), {}, {});
        VERIFY_ERROR(answer, ErrorCode::Unsupported);
        QVERIFY(answer.error().what.contains(QStringLiteral("riscv64")));
        QVERIFY2(nothingIsLeft(), whatIsLeft().constData());
    }

    void oneSessionAtATimeIsEnough_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::newRow("MaxSessions 1") << QByteArray("MaxSessions 1");
        QTest::newRow("no SFTP subsystem") << QByteArray("Subsystem other /bin/false");
        QTest::newRow("MaxSessions 1 and SFTP that cannot start") << QByteArray("MaxSessions 1\nSubsystem sftp /no/such/sftp-server");
    }
    void oneSessionAtATimeIsEnough()
    {
        QFETCH_GLOBAL(SshdFixture::Server, server);
        QFETCH(QByteArray, config);
        if (server != SshdFixture::Server::OpenSsh)
            return;  // its configuration is of another kind
        m_sshdConfig = QString::fromLatin1(config).split(u'\n');
        startMachine(server);
        const auto answer = runner().runOn(*m_connection, asked(), {}, {});
        VERIFY_OK(answer);
        QCOMPARE(answer->exitStatus, 20);
        QVERIFY2(nothingIsLeft(), whatIsLeft().constData());
        VERIFY_ERROR(runUntilItWaits(asked("wait"), [](std::stop_source &source) { source.request_stop(); }), ErrorCode::Cancelled);
        QVERIFY2(nothingIsLeft(), whatIsLeft().constData());
    }

    // A head like that of POSIX before 2024; and a program with every byte value, longer than any buffer on the way.
    void programsOfAnyBytesArrive_data()
    {
        QTest::addColumn<QByteArray>("head");
        QTest::newRow("head that counts bytes") << QByteArray();
        QTest::newRow("head that counts lines alone") << QByteArray("exit 1");
    }
    void programsOfAnyBytesArrive()
    {
        QFETCH_GLOBAL(SshdFixture::Server, server);
        QFETCH(QByteArray, head);
        if (server != SshdFixture::Server::OpenSsh && !head.isEmpty())
            return;  // in dropbear's sessions home and PATH come from the system
        QByteArray program = standIn() + "\nexit 0\n";
        for (int i = 0; i < 300'000; ++i)
            program += static_cast<char>((i * 7 + i / 256) & 0xff);
        QTemporaryDir large;
        QVERIFY(put(large.filePath(QStringLiteral("yard-probe-") + ProbePrograms::ownArchitecture()), program));
        if (!head.isEmpty())
            replaceTool("head", head);
        startMachine(server);
        const auto answer = ProbeRunner(ProbePrograms{{large.path()}}).runOn(*m_connection, asked(), {}, {});
        VERIFY_OK(answer);
        QCOMPARE(answer->exitStatus, 20);
        QVERIFY2(nothingIsLeft(), whatIsLeft().constData());
    }

    void whatArrivesDamagedIsNotRun()
    {
        QFETCH_GLOBAL(SshdFixture::Server, server);
        if (server != SshdFixture::Server::OpenSsh)
            return;  // in dropbear's sessions home and PATH come from the system
        replaceTool("sha256sum", "cat >/dev/null; echo 0000  -");
        startMachine(server);
        VERIFY_ERROR(runner().runOn(*m_connection, asked(), {}, {}), ErrorCode::Corrupt);
        QVERIFY(!QFile::exists(m_trace.filePath(QStringLiteral("pid"))));
        QVERIFY2(nothingIsLeft(), whatIsLeft().constData());
    }

    void aMachineWithoutSetsidWorks()
    {
        QFETCH_GLOBAL(SshdFixture::Server, server);
        if (server != SshdFixture::Server::OpenSsh)
            return;  // in dropbear's sessions home and PATH come from the system
        // Only what the script needs, and no setsid.
        for (const char *tool :
             {"sh",   "uname", "id", "mkdir", "mktemp", "chmod", "rm", "rmdir", "sleep", "cat", "ls",  "sha256sum", "kill",
              "stat", "mv",    "ln", "head",  "tail",   "dd",    "wc", "sync",  "od",    "tr",  "sed", "env"}) {
            for (const char *folder : {"/usr/bin/", "/bin/"}) {
                if (QFile::exists(QLatin1String(folder) + QLatin1String(tool))
                    && QFile::link(QLatin1String(folder) + QLatin1String(tool), m_tools->filePath(QLatin1String(tool))))
                    break;
            }
        }
        QVERIFY(put(m_home->filePath(QStringLiteral(".bashrc")), "export PATH=" + m_tools->path().toUtf8() + '\n'));
        startMachine(server);
        const auto answer = runUntilItWaits(asked("wait"), [](std::stop_source &source) { source.request_stop(); });
        VERIFY_ERROR(answer, ErrorCode::Cancelled);
        QTRY_VERIFY(!isRunning(pid()));
        QVERIFY2(nothingIsLeft(), whatIsLeft().constData());
    }

    void hereItRunsAsWell()
    {
        QStringList lines;
        const auto answer = runner().runHere(asked(), [&](const QString &line) { lines << line; }, {});
        VERIFY_OK(answer);
        QCOMPARE(answer->exitStatus, 20);
        QVERIFY(ProbeReport::parse(answer->report) && lines.size() == 1);
        VERIFY_ERROR(runner().runHere(asked("silent"), {}, {}), ErrorCode::RemoteCommandFailed);
        VERIFY_ERROR(runner().runHere(asked("flood"), {}, {}), ErrorCode::Corrupt);
        VERIFY_ERROR(ProbeRunner(ProbePrograms{{m_home->path()}}).runHere(asked(), {}, {}), ErrorCode::Unsupported);
        std::stop_source source;
        std::jthread stopper([&] {
            const QDeadlineTimer deadline(30'000);
            while (!QFile::exists(m_trace.filePath(QStringLiteral("child"))) && !deadline.hasExpired())
                std::this_thread::yield();
            source.request_stop();
        });
        VERIFY_ERROR(runner().runHere(asked("parent"), {}, source.get_token()), ErrorCode::Cancelled);
        QTRY_VERIFY(!isRunning(contentOf(m_trace.filePath(QStringLiteral("child"))).trimmed().toLongLong()));
    }

    void wishesAreChecked()
    {
        ProbeOptions asked;
        QVERIFY(asked.check());
        for (const char *name : {"", "-x", "a b", "a;b", "$(x)", "A"}) {
            asked.only = QStringList{QString::fromLatin1(name)};
            VERIFY_ERROR(asked.check(), ErrorCode::InvalidInput);
        }
        asked.only = QStringList{QStringLiteral("h2d-pinned"), QStringLiteral("matmul")};
        QVERIFY(asked.check());
        QCOMPARE(asked.arguments(), (QStringList{QStringLiteral("--time-limit"), QStringLiteral("600"), QStringLiteral("--only"),
                                                 QStringLiteral("h2d-pinned,matmul")}));
        asked.timeLimit = 1s;
        VERIFY_ERROR(asked.check(), ErrorCode::InvalidInput);
    }
};

QTEST_GUILESS_MAIN(TestProbeRunner)
#include "tst_proberunner.moc"

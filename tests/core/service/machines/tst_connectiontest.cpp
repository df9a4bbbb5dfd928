// SPDX-License-Identifier: GPL-3.0-or-later
// The connection test against a real sshd, with each step made to fail in turn.
#include "core/model/sshcommand.h"
#include "core/service/machines/connectiontest.h"
#include "core/service/machines/internal/portprobe.h"
#include "tests/support/sshdfixture.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <thread>

using namespace trainyard;
using namespace std::chrono_literals;

namespace {

// A port of this computer that sends `greeting` to each client and then waits, or answers nobody at all.
class StubPort {
public:
    explicit StubPort(const QByteArray &greeting)
    {
        m_fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address = {};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t length = sizeof address;
        ::bind(m_fd, reinterpret_cast<sockaddr *>(&address), length);
        ::listen(m_fd, 0);
        ::getsockname(m_fd, reinterpret_cast<sockaddr *>(&address), &length);
        m_port = ntohs(address.sin_port);
        if (greeting.isEmpty())
            return;
        m_thread = std::jthread([fd = m_fd, greeting](std::stop_token) {
            int peer = -1;
            while ((peer = ::accept(fd, nullptr, nullptr)) >= 0) {
                ::send(peer, greeting.constData(), size_t(greeting.size()), MSG_NOSIGNAL);
                char byte = 0;
                while (::recv(peer, &byte, 1, 0) > 0) {}
                ::close(peer);
            }
        });
    }
    ~StubPort()
    {
        ::shutdown(m_fd, SHUT_RDWR);
        if (m_thread.joinable())
            m_thread.join();
        for (const int fd : m_fillers)
            ::close(fd);
        ::close(m_fd);
    }
    int port() const { return m_port; }

    // Fills the queue of unaccepted connections: the kernel then drops any further ones, as a firewall would.
    void turnIntoBlackHole()
    {
        for (int i = 0; i < 4; ++i) {
            const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
            sockaddr_in address = {};
            address.sin_family = AF_INET;
            address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
            address.sin_port = htons(quint16(m_port));
            ::connect(fd, reinterpret_cast<sockaddr *>(&address), sizeof address);
            m_fillers << fd;
        }
    }

private:
    int m_fd = -1, m_port = 0;
    QList<int> m_fillers;
    std::jthread m_thread;
};

bool writeScript(const QString &path, const QByteArray &text)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size()
           && file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

}  // namespace

class TestConnectionTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QByteArray m_homeBefore;
    std::unique_ptr<SshdFixture> m_sshd;
    QList<StepFinding> m_reports;

    // Tools of the machine: only what facts.sh needs, so that each test determines what is installed there.
    QString tools() const { return m_folder.filePath(QStringLiteral("bin")); }

    // Short limits are for steps that wait until they expire.
    ConnectionReport test(const SshTarget &target, const SshQuestions &questions = {}, std::chrono::milliseconds limit = 30s)
    {
        m_reports.clear();
        ConnectionTest test(target, questions, [this](const StepFinding &report) { m_reports << report; });
        ConnectionTestLimits limits;
        limits.name = limits.port = limit;
        test.setLimits(limits);
        return test.run();
    }
    static const StepFinding &step(const ConnectionReport &report, ConnectionStep which) { return report.steps[int(which)]; }
    static QString told(const ConnectionReport &report)
    {
        QString text;
        for (const StepFinding &step : report.steps)
            text += connectionStepName(step.step) + u' ' + stepStateName(step.state) + u' ' + step.sentence + u' ' + step.detail + u'\n';
        return text;
    }
    // All steps before `which` succeeded, it failed with or without a remedy, and no later step was tried.
    void verifyFailsAt(const ConnectionReport &report, ConnectionStep which, int status)
    {
        for (const StepFinding &s : report.steps) {
            const StepState wanted = s.step == which ? StepState::Failed : StepState::NotReached;
            if (s.step < which)
                QVERIFY2(s.state == StepState::Ok || s.state == StepState::Note, qPrintable(told(report)));
            else
                QVERIFY2(s.state == wanted, qPrintable(told(report)));
            QVERIFY2(!s.sentence.isEmpty(), qPrintable(told(report)));
        }
        QCOMPARE(report.exitStatus(), status);
        QVERIFY(!report.isOk());
    }
    void startServer(const QStringList &config = {}, const QString &home = {})
    {
        m_sshd = std::make_unique<SshdFixture>();
        m_sshd->setEnvironment(QStringLiteral("PATH"), tools());
        if (!home.isEmpty())
            m_sshd->setEnvironment(QStringLiteral("HOME"), home);
        for (const QString &line : config)
            m_sshd->addConfig(line);
        QVERIFY2(m_sshd->start(), qPrintable(m_sshd->errorText()));
    }

private Q_SLOTS:
    void initTestCase()
    {
        const QString missing = SshdFixture::missingPart();
        if (!missing.isEmpty() && qEnvironmentVariable("CI") == QLatin1String("true"))
            QFAIL(qPrintable(missing));
        if (!missing.isEmpty())
            QSKIP(qPrintable(missing));
        m_homeBefore = qgetenv("HOME");
    }
    void init()
    {
        QDir(tools()).removeRecursively();
        QVERIFY(QDir().mkpath(tools()));
        for (const char *tool : {"sh", "bash", "uname", "id", "sed", "tr", "cut", "grep", "df", "head", "timeout", "cat", "sort"}) {
            const QString path = QStandardPaths::findExecutable(QLatin1String(tool));
            if (!path.isEmpty())
                QFile::link(path, tools() + u'/' + QLatin1String(tool));
        }
        QDir(m_folder.filePath(QStringLiteral("home"))).removeRecursively();
        QVERIFY(QDir().mkpath(m_folder.filePath(QStringLiteral("home/.ssh"))));
        qputenv("HOME", m_folder.filePath(QStringLiteral("home")).toUtf8());
    }
    void cleanup()
    {
        m_sshd.reset();
        qputenv("HOME", m_homeBefore);
    }

    void everyStepOfAGoodMachineIsToldOnceInOrder()
    {
        QVERIFY(writeScript(tools() + QStringLiteral("/docker"), "#!/bin/sh\necho 24.0.7\n"));
        QVERIFY(writeScript(tools() + QStringLiteral("/nvidia-smi"),
                            "#!/bin/sh\nfor i in 0 1; do echo \"$i, GPU-$i, 81559, 550.54.15, NVIDIA H100 80GB HBM3\"; done\n"));
        startServer();
        const ConnectionReport report = test(m_sshd->target());
        QVERIFY2(report.isOk(), qPrintable(told(report)));
        QCOMPARE(report.exitStatus(), 0);
        QList<ConnectionStep> begun, ended;
        for (const StepFinding &s : std::as_const(m_reports))
            (s.state == StepState::Running ? begun : ended) << s.step;
        const QList<ConnectionStep> all(kConnectionSteps.begin(), kConnectionSteps.end());
        QCOMPARE(begun, all);
        QCOMPARE(ended, all);
        for (const StepFinding &s : report.steps)
            QVERIFY2(s.state == StepState::Ok, qPrintable(told(report)));
        QVERIFY(step(report, ConnectionStep::HostKey).detail.contains(m_sshd->hostFingerprint()));
        QVERIFY(step(report, ConnectionStep::Port).detail.startsWith(QLatin1String("SSH-2.0")));
        QVERIFY(step(report, ConnectionStep::Login).sentence.contains(m_sshd->user()));
        QVERIFY(step(report, ConnectionStep::Engine).sentence.contains(QLatin1String("docker 24.0.7")));
        const QString gpus = step(report, ConnectionStep::Gpu).sentence;
        QVERIFY2(gpus.contains(QStringLiteral("2 × NVIDIA H100 80GB HBM3")) && gpus.contains(QLatin1String("550.54.15")), qPrintable(gpus));
    }

    void aNameThatIsNotKnown()
    {
        SshTarget target;
        target.host = QStringLiteral("no-such-machine.invalid");
        const ConnectionReport report = test(target);
        verifyFailsAt(report, ConnectionStep::Name, 3);
        QVERIFY(!step(report, ConnectionStep::Name).remedy.isEmpty());
    }

    void aClosedPort()
    {
        startServer();
        const SshTarget target = m_sshd->target();
        m_sshd->stop();
        const ConnectionReport report = test(target);
        verifyFailsAt(report, ConnectionStep::Port, 3);
        QCOMPARE(step(report, ConnectionStep::Port).code, ErrorCode::Unreachable);
        QVERIFY(!step(report, ConnectionStep::Port).command.isEmpty());
    }

    void aBlackHoleEndsAtItsDeadline()
    {
        StubPort hole{QByteArray()};
        hole.turnIntoBlackHole();
        SshTarget target;
        target.host = QStringLiteral("127.0.0.1");
        target.port = hole.port();
        QElapsedTimer since;
        since.start();
        const ConnectionReport report = test(target, {}, 1500ms);
        verifyFailsAt(report, ConnectionStep::Port, 3);
        QCOMPARE(step(report, ConnectionStep::Port).code, ErrorCode::TimedOut);
        QVERIFY(since.elapsed() >= 1400 && since.elapsed() < 10'000);
        // Of a rented machine, whose provider may let in another address only.
        ConnectionTest rented(target, {}, {});
        ConnectionTestLimits limits;
        limits.port = 200ms;
        rented.setLimits(limits);
        rented.setSilenceRemedy(QStringLiteral("Let it in:"), QStringLiteral("yard machine let-me-in box"));
        const ConnectionReport shut = rented.run();
        QCOMPARE(step(shut, ConnectionStep::Port).remedy, QStringLiteral("Let it in:"));
        QCOMPARE(step(shut, ConnectionStep::Port).command, QStringLiteral("yard machine let-me-in box"));
    }

    void aPortThatIsNoSshServer_data()
    {
        QTest::addColumn<QByteArray>("greeting");
        QTest::newRow("says nothing") << QByteArray();
        QTest::newRow("web server") << QByteArray("HTTP/1.1 400 Bad Request\r\n");
    }
    void aPortThatIsNoSshServer()
    {
        QFETCH(QByteArray, greeting);
        StubPort stub(greeting);
        SshTarget target;
        target.host = QStringLiteral("127.0.0.1");
        target.port = stub.port();
        const ConnectionReport report = test(target, {}, greeting.isEmpty() ? 1500ms : 30'000ms);
        verifyFailsAt(report, ConnectionStep::Port, 3);
        QCOMPARE(step(report, ConnectionStep::Port).detail, QString::fromLatin1(greeting).trimmed());
    }

    void anUnknownKeyIsRefusedUnlessSomebodyAcceptsIt()
    {
        startServer();
        m_sshd->forgetHostKey();
        const ConnectionReport refused = test(m_sshd->target());
        verifyFailsAt(refused, ConnectionStep::HostKey, 4);
        QCOMPARE(step(refused, ConnectionStep::HostKey).detail, m_sshd->hostFingerprint());
        SshQuestions yes;
        yes.acceptUnknownHostKey = [](const auto &...) { return true; };
        const ConnectionReport accepted = test(m_sshd->target(), yes);
        QVERIFY2(accepted.isOk(), qPrintable(told(accepted)));
        QVERIFY(step(accepted, ConnectionStep::HostKey).sentence != step(test(m_sshd->target()), ConnectionStep::HostKey).sentence);
    }

    void aChangedKeyIsRefusedAndItsRemedyWorks()
    {
        startServer();
        QVERIFY(m_sshd->replaceHostKey() && m_sshd->start());
        const ConnectionReport refused = test(m_sshd->target());
        verifyFailsAt(refused, ConnectionStep::HostKey, 4);
        const StepFinding &failed = step(refused, ConnectionStep::HostKey);
        QCOMPARE(failed.code, ErrorCode::HostKeyChanged);
        QCOMPARE(QProcess::execute(QStringLiteral("sh"), {QStringLiteral("-c"), failed.command + QStringLiteral(" >/dev/null 2>&1")}), 0);
        SshQuestions yes;
        yes.acceptUnknownHostKey = [](const auto &...) { return true; };
        const ConnectionReport again = test(m_sshd->target(), yes);
        QVERIFY2(again.isOk(), qPrintable(told(again)));
    }

    void aRevokedKeyHasNoRemedy()
    {
        startServer();
        QFile known(m_sshd->knownHosts());
        QVERIFY(known.open(QIODevice::ReadWrite));
        const QByteArray line = known.readAll();
        known.resize(0);
        known.write("@revoked " + line);
        known.close();
        const ConnectionReport report = test(m_sshd->target());
        verifyFailsAt(report, ConnectionStep::HostKey, 4);
        QVERIFY(step(report, ConnectionStep::HostKey).command.isEmpty());
        QVERIFY(step(report, ConnectionStep::HostKey).detail.contains(QLatin1String("revoked")));
    }

    void aKeyThatIsNotWanted()
    {
        startServer();
        SshTarget target = m_sshd->target();
        const QString other = m_folder.filePath(QStringLiteral("home/other key"));
        QVERIFY(SshdFixture::makeKey(other));
        target.identityFiles = {other};
        const ConnectionReport report = test(target);
        verifyFailsAt(report, ConnectionStep::Login, 4);
        const QString command = step(report, ConnectionStep::Login).command;
        QProcess shell;
        shell.start(QStringLiteral("sh"), {QStringLiteral("-c"), command});
        QVERIFY(shell.waitForFinished());
        QVERIFY2(shell.readAllStandardOutput().startsWith("ssh-ed25519 "), qPrintable(command));  // the line to append
    }

    void aKeyFileThatCannotBeUsedFailsTheLoginNotTheHostKey_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("said");
        QTest::newRow("not there") << "nowhere"
                                   << "does not exist";
        QTest::newRow("not there, newline in its name") << "no\nwhere"
                                                        << "does not exist";
        QTest::newRow("others can read it") << "open"
                                            << "chmod 600";
        QTest::newRow("the public half") << "open.pub"
                                         << "is not a private key";
        QTest::newRow("a folder") << "."
                                  << "is not a private key";
        QTest::newRow("a device that never ends") << "/dev/zero"
                                                  << "is not a private key";
        QTest::newRow("noise") << "noise"
                               << "is not a private key";
        QTest::newRow("key of an unknown type") << "strange"
                                                << "ssh-strange";
        QTest::newRow("cut short") << "cut"
                                   << "damaged";
    }
    void aKeyFileThatCannotBeUsedFailsTheLoginNotTheHostKey()
    {
        QFETCH(QString, name);
        QFETCH(QString, said);
        startServer();
        const QString folder = m_folder.filePath(QStringLiteral("home/keys")), open = folder + QStringLiteral("/open");
        QVERIFY(QDir().mkpath(folder) && SshdFixture::makeKey(open));
        const auto write = [&](const char *file, const QByteArray &text) {
            QFile made(folder + u'/' + QLatin1String(file));
            return made.open(QIODevice::WriteOnly) && made.write(text) == text.size()
                   && made.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
        };
        QFile key(open);
        QVERIFY(key.open(QIODevice::ReadOnly));
        const QByteArray text = key.readAll();
        const auto wire = [](const QByteArray &bytes) { return QByteArray("\0\0\0", 3) + static_cast<char>(bytes.size()) + bytes; };
        const QByteArray strange = QByteArray("openssh-key-v1\0", 15) + wire("none") + wire("none") + wire({}) + QByteArray("\0\0\0\1", 4)
                                   + wire(wire("ssh-strange") + wire("x")) + wire("secret part");
        QVERIFY(write("noise", QByteArray("\x00\xff\x80\n", 4).repeated(1000)));
        QVERIFY(write("strange", "-----BEGIN OPENSSH PRIVATE KEY-----\n" + strange.toBase64() + "\n-----END OPENSSH PRIVATE KEY-----\n"));
        QVERIFY(write("cut", text.left(text.size() / 2) + "\n-----END OPENSSH PRIVATE KEY-----\n"));
        QVERIFY(key.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ReadOther));
        SshTarget target = m_sshd->target();
        target.identityFiles = {name.startsWith(u'/') ? name : folder + u'/' + name};
        const ConnectionReport report = test(target);
        verifyFailsAt(report, ConnectionStep::Login, 4);
        const StepFinding &login = step(report, ConnectionStep::Login);
        QVERIFY2(login.sentence.contains(said), qPrintable(login.sentence));
    }

    void startUpFilesThatPrintAreNoticed()
    {
        const QString home = m_folder.filePath(QStringLiteral("noisy"));
        QVERIFY(QDir().mkpath(home));
        startServer({QStringLiteral("ForceCommand echo 'Welcome to \x1b[31mlab-7'; eval \"$SSH_ORIGINAL_COMMAND\"")}, home);
        const ConnectionReport report = test(m_sshd->target());
        const StepFinding &shell = step(report, ConnectionStep::Shell);
        QVERIFY2(shell.state == StepState::Note, qPrintable(told(report)));
        QVERIFY(shell.sentence.contains(QLatin1String("Welcome to")));
        QVERIFY(!shell.sentence.contains(u'\x1b') && !shell.detail.contains(u'\x1b'));
        QVERIFY(!shell.command.isEmpty());
        QVERIFY2(step(report, ConnectionStep::Engine).state == StepState::Note, qPrintable(told(report)));
    }

    void aLoginShellThatRunsNothing()
    {
        startServer({QStringLiteral("ForceCommand echo This account is currently not available.; exit 1")});
        const ConnectionReport report = test(m_sshd->target());
        verifyFailsAt(report, ConnectionStep::Shell, 1);
        QVERIFY(step(report, ConnectionStep::Shell).detail.contains(QLatin1String("not available")));
    }

    void aServerWithoutSftpStillTellsEngineAndGpu()
    {
        startServer({QStringLiteral("Subsystem sftp /bin/false")});
        const ConnectionReport report = test(m_sshd->target());
        QVERIFY2(step(report, ConnectionStep::Sftp).state == StepState::Failed, qPrintable(told(report)));
        QVERIFY2(step(report, ConnectionStep::Gpu).state == StepState::Note, qPrintable(told(report)));
        QCOMPARE(report.exitStatus(), 1);
    }

    // Files are then transferred by shell commands, and the user should learn why they are slow.
    void aServerWhoseSftpTalksGarbageIsNamed()
    {
        startServer({QStringLiteral("Subsystem sftp echo this is no answer to anything that was asked")});
        QVERIFY(QFile::link(QStandardPaths::findExecutable(QStringLiteral("stat")), tools() + QStringLiteral("/stat")));
        const ConnectionReport report = test(m_sshd->target());
        QVERIFY2(step(report, ConnectionStep::Sftp).state == StepState::Note, qPrintable(told(report)));
        QVERIFY2(step(report, ConnectionStep::Gpu).state == StepState::Note, qPrintable(told(report)));
        QCOMPARE(report.exitStatus(), 0);
    }

    void enginesAndGpusInEveryCondition_data()
    {
        QTest::addColumn<QByteArray>("docker");
        QTest::addColumn<QByteArray>("nvidia");
        QTest::addColumn<StepState>("engine");
        QTest::addColumn<QString>("engineCommand");
        QTest::addColumn<StepState>("gpu");
        QTest::newRow("neither") << QByteArray() << QByteArray() << StepState::Note << QStringLiteral("install podman") << StepState::Note;
        QTest::newRow("docker forbidden, driver broken")
            << QByteArray("echo 'permission denied while trying to connect to the Docker daemon socket'; exit 1")
            << QByteArray("echo \"NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.\"; exit 9")
            << StepState::Note << QStringLiteral("usermod -aG docker") << StepState::Failed;
        QTest::newRow("docker stopped, driver without a GPU")
            << QByteArray("echo 'Cannot connect to the Docker daemon. Is the docker daemon running?'; exit 1")
            << QByteArray("echo 'No devices were found'") << StepState::Note << QStringLiteral("start docker") << StepState::Note;
        QTest::newRow("docker works, one GPU") << QByteArray("echo 27.1") << QByteArray("echo '0, GPU-0, 24564, 535.1, NVIDIA RTX 4090'")
                                               << StepState::Ok << QString() << StepState::Ok;
    }
    void enginesAndGpusInEveryCondition()
    {
        QFETCH(QByteArray, docker);
        QFETCH(QByteArray, nvidia);
        if (!docker.isEmpty())
            QVERIFY(writeScript(tools() + QStringLiteral("/docker"), "#!/bin/sh\n" + docker + '\n'));
        if (!nvidia.isEmpty())
            QVERIFY(writeScript(tools() + QStringLiteral("/nvidia-smi"), "#!/bin/sh\n" + nvidia + '\n'));
        startServer();
        const ConnectionReport report = test(m_sshd->target());
        QTEST(step(report, ConnectionStep::Engine).state, "engine");
        QTEST(step(report, ConnectionStep::Gpu).state, "gpu");
        QFETCH(QString, engineCommand);
        QVERIFY2(step(report, ConnectionStep::Engine).command.contains(engineCommand), qPrintable(told(report)));
        QCOMPARE(report.exitStatus(), step(report, ConnectionStep::Gpu).state == StepState::Failed ? 1 : 0);
    }

    void valuesOfTheSshConfigurationAreNamed()
    {
        startServer();
        QFile config(m_folder.filePath(QStringLiteral("home/.ssh/config")));
        QVERIFY(config.open(QIODevice::WriteOnly));
        config.write(QStringLiteral("Host gpu\n HostName 127.0.0.1\n Port %1\n User %2\n IdentityFile %3\n UserKnownHostsFile %4\n")
                         .arg(m_sshd->port())
                         .arg(m_sshd->user(), m_sshd->clientKey(), m_sshd->knownHosts())
                         .toUtf8());
        config.close();
        SshTarget target;
        target.host = QStringLiteral("gpu");
        const ConnectionReport report = test(target);
        QVERIFY2(report.isOk(), qPrintable(told(report)));
        const QString detail = step(report, ConnectionStep::Name).detail;
        for (const QString &value : {QStringLiteral("HostName 127.0.0.1"), QStringLiteral("Port %1").arg(m_sshd->port()),
                                     QStringLiteral("User ") + m_sshd->user(), QStringLiteral("IdentityFile ") + m_sshd->clientKey()})
            QVERIFY2(detail.contains(value), qPrintable(detail));
    }

    void cancellingEndsTheTestAtOnceAndIsNoFailure()
    {
        StubPort silent{QByteArray()};
        SshTarget target;
        target.host = QStringLiteral("127.0.0.1");
        target.port = silent.port();
        std::stop_source stop;
        QElapsedTimer since;
        ConnectionTest test(target, {}, [&](const StepFinding &report) {
            if (report.step == ConnectionStep::Port && report.state == StepState::Running) {
                since.start();
                stop.request_stop();
            }
        });
        const ConnectionReport report = test.run(stop.get_token());
        QVERIFY2(since.elapsed() < 3000, qPrintable(QString::number(since.elapsed())));
        QVERIFY(report.isCancelled && !report.failure());
        QCOMPARE(report.exitStatus(), 130);
        QCOMPARE(step(report, ConnectionStep::Port).state, StepState::NotReached);
    }

    void whoeverGivesUpAtAQuestionHasCancelled()
    {
        startServer();
        const QString locked = m_folder.filePath(QStringLiteral("home/locked"));
        QVERIFY(SshdFixture::makeKey(locked, QStringLiteral("ed25519"), {QStringLiteral("-N"), QStringLiteral("secret")}));
        QVERIFY(m_sshd->authorize(locked + QStringLiteral(".pub")));
        SshTarget target = m_sshd->target();
        target.identityFiles = {locked};
        SshQuestions questions;
        questions.secret = [](const auto &...) -> std::optional<QString> { return std::nullopt; };
        const ConnectionReport gaveUp = test(target, questions);
        QVERIFY2(gaveUp.isCancelled, qPrintable(told(gaveUp)));
        QCOMPARE(step(gaveUp, ConnectionStep::HostKey).state, StepState::Ok);
        questions.secret = [](const auto &...) -> std::optional<QString> { return QStringLiteral("secret"); };
        const ConnectionReport knew = test(target, questions);
        QVERIFY2(knew.isOk(), qPrintable(told(knew)));
        QVERIFY(step(knew, ConnectionStep::Login).sentence.contains(locked));
    }

    void aTargetComesBackFromItsCommand_data()
    {
        QTest::addColumn<QString>("command");
        QTest::newRow("host") << QStringLiteral("ssh gpu-3");
        QTest::newRow("all") << QStringLiteral("ssh -p 2222 -i '/a b/key' -i ~/k -o 'UserKnownHostsFile=/x y' ubuntu@203.0.113.7");
        QTest::newRow("through others") << QStringLiteral("ssh -J me@gate:2200,inner -o HostKeyAlias=i-0abc ubuntu@10.0.0.7");
        QTest::newRow("ipv6") << QStringLiteral("ssh -p 22022 root@2001:db8::7");
    }
    void aTargetComesBackFromItsCommand()
    {
        QFETCH(QString, command);
        const auto parsed = parseSshCommand(command);
        QVERIFY(parsed);
        const auto back = parseSshCommand(sshCommandFor(parsed->target));
        QVERIFY2(back, qPrintable(sshCommandFor(parsed->target)));
        QVERIFY2(back->target == parsed->target, qPrintable(sshCommandFor(parsed->target)));
    }
};

QTEST_GUILESS_MAIN(TestConnectionTest)
#include "tst_connectiontest.moc"

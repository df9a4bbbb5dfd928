// SPDX-License-Identifier: GPL-3.0-or-later
// The sandbox with a real sshd and a real container engine; the clients are the system's own ssh and sftp.
#include "core/provider/sandbox/internal/processidentity.h"
#include "core/provider/sandbox/internal/sandboxplaces.h"
#include "core/provider/sandbox/internal/sandboxstate.h"
#include "core/provider/sandbox/sandbox.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <thread>

using namespace trainyard;

namespace {

struct Answer {
    int code = -1;
    QByteArray out, err;
};

// ssh splits the values of -o itself: a path with blanks needs additional quotes.
QStringList clientOptions(const SandboxStatus &sandbox)
{
    return {"-F", "none",
            "-o", "BatchMode=yes",
            "-o", "ConnectTimeout=10",
            "-o", "IdentitiesOnly=yes",
            "-o", "StrictHostKeyChecking=yes",
            "-o", "UserKnownHostsFile=\"" + sandbox.target.knownHostsFile + '"',
            "-o", "IdentityFile=\"" + sandbox.target.identityFiles.value(0) + '"',
            "-o", QStringLiteral("Port=%1").arg(sandbox.port)};
}

Answer run(const QString &program, const QStringList &arguments, const QByteArray &input = {})
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove("SSH_AUTH_SOCK");
    process.setProcessEnvironment(environment);
    process.start(program, arguments);
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(60'000))
        return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

Answer ssh(const SandboxStatus &sandbox, const QString &command)
{
    return run("ssh", clientOptions(sandbox) << sandbox.target.user + "@127.0.0.1" << command);
}

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class TestSandbox : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_root;
    std::unique_ptr<Paths> m_paths;
    SandboxStatus m_sandbox;

    // Every test begins with a running sandbox of its own kind; starting it again is cheap.
    void ensureRunning(const SandboxOptions &options = {})
    {
        const auto started = startSandbox(*m_paths, options, {});
        QVERIFY2(started.has_value(), started ? "" : qPrintable(started.error().what + started.error().detail));
        m_sandbox = *started;
    }

private Q_SLOTS:
    void initTestCase()
    {
        const bool isCi = qEnvironmentVariable("CI") == QLatin1String("true");
        if (QStandardPaths::findExecutable("sshd", {"/usr/sbin", "/usr/bin"}).isEmpty()) {
            QVERIFY2(!isCi, "sshd is missing: sudo apt install openssh-server");
            QSKIP("needs an SSH server: sudo apt install openssh-server");
        }
        const QString home = m_root.filePath(QStringLiteral("my data 沙箱 ü"));
        m_paths = std::make_unique<Paths>(Paths{home + "/data", home + "/config"});
    }

    void init() { ensureRunning(); }

    void cleanupTestCase()
    {
        if (!m_paths)
            return;
        QVERIFY(stopSandbox(*m_paths));
        QDir(SandboxPlaces(*m_paths).engineRuntime()).removeRecursively();
    }

    void stepsAreReportedAndTheServerAnswers()
    {
        QVERIFY(stopSandbox(*m_paths));
        QStringList steps;
        const auto started = startSandbox(*m_paths, {}, [&steps](const QString &step) { steps.append(step); });
        QVERIFY(started);
        QVERIFY(steps.size() >= 2);
        QVERIFY(started->isRunning);
        QVERIFY(started->port > 0);
        QCOMPARE(sandboxStatus(*m_paths).pid, started->pid);
        const Answer answer = ssh(*started, "echo fine");
        QVERIFY2(answer.code == 0, answer.err.constData());
        QCOMPARE(answer.out, QByteArray("fine\n"));
    }

    void sessionsLiveInTheSandboxsHome()
    {
        const QByteArray home = QFile::encodeName(m_paths->sandbox() + "/home");
        const Answer answer = ssh(m_sandbox, "pwd; echo \"$HOME\"; cd; pwd; nvidia-smi -L; env | grep -c SSH_ORIGINAL");
        const QList<QByteArray> lines = answer.out.split('\n');
        QVERIFY2(lines.size() >= 6, answer.err.constData());
        QCOMPARE(lines[0], home);
        QCOMPARE(lines[1], home);
        QCOMPARE(lines[2], home);
        QCOMPARE(lines[3], QByteArray("GPU 0: Simulated GPU (UUID: SIM-00000000-0000-0000-0000-000000000000)"));
        QVERIFY(lines[4].startsWith("GPU 1: Simulated GPU"));
        QCOMPARE(lines[5], QByteArray("0"));
    }

    void commandsKeepTheirBytesInputAndExitStatus()
    {
        const Answer answer = run("ssh",
                                  clientOptions(m_sandbox) << "127.0.0.1"
                                                           << "cat; printf '%s' \"a  b'c\"; exit 7",
                                  QByteArray("\0\xff\n", 3));
        QCOMPARE(answer.code, 7);
        QCOMPARE(answer.out, QByteArray("\0\xff\n", 3) + "a  b'c");
    }

    void fileTransfersBeginInTheSandboxsHome()
    {
        const Answer answer = run("sftp", QStringList{"-q", "-b", "-"} << clientOptions(m_sandbox) << "127.0.0.1",
                                  "pwd\nput /proc/version version.txt\n");
        QVERIFY2(answer.code == 0, answer.err.constData());
        QVERIFY2(answer.out.contains(QFile::encodeName(m_paths->sandbox() + "/home\n")), answer.out.constData());
        QVERIFY(QFileInfo::exists(m_paths->sandbox() + "/home/version.txt"));
    }

    void onlyTheSandboxsKeyLogsIn()
    {
        const QString key = m_root.filePath("stranger");
        QCOMPARE(run("ssh-keygen", {"-q", "-t", "ed25519", "-N", "", "-f", key}).code, 0);
        SandboxStatus stranger = m_sandbox;
        stranger.target.identityFiles = {key};
        const Answer answer = ssh(stranger, "true");
        QCOMPARE(answer.code, 255);
        QVERIFY2(answer.err.contains("Permission denied (publickey)"), answer.err.constData());
        QCOMPARE(QFile(m_sandbox.target.identityFiles[0]).permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    }

    void startingAgainChangesNothing()
    {
        const SandboxStatus before = m_sandbox;
        ensureRunning();
        QCOMPARE(m_sandbox.pid, before.pid);
        QCOMPARE(m_sandbox.port, before.port);
        QCOMPARE(m_sandbox.image, before.image);
    }

    void twoStartsAtOnceGiveOneServer()
    {
        QVERIFY(stopSandbox(*m_paths));
        qint64 pids[2] = {0, 0};
        {
            std::jthread other([&] {
                if (const auto started = startSandbox(*m_paths, {}, {}))
                    pids[0] = started->pid;
            });
            if (const auto started = startSandbox(*m_paths, {}, {}))
                pids[1] = started->pid;
        }
        QVERIFY(pids[0] > 0);
        QCOMPARE(pids[0], pids[1]);
    }

    void stopEndsTheServerAndItsConnections()
    {
        QProcess session;
        session.start("ssh", clientOptions(m_sandbox) << "127.0.0.1"
                                                      << "echo here; exec sleep 600");
        QTRY_VERIFY_WITH_TIMEOUT((session.waitForReadyRead(50), session.bytesAvailable() > 0), 60'000);
        const qint64 pid = m_sandbox.pid;
        QVERIFY(stopSandbox(*m_paths));
        QCOMPARE(identityOf(pid).pid, 0);
        QVERIFY(session.waitForFinished(60'000));
        QCOMPARE(session.exitCode(), 255);
        QVERIFY(!sandboxStatus(*m_paths).isRunning);
        QCOMPARE(ssh(m_sandbox, "true").code, 255);
        QVERIFY(stopSandbox(*m_paths));  // fine when not running
    }

    void restartKeepsKeysPortAndFiles()
    {
        const QByteArray known = contents(m_sandbox.target.knownHostsFile);
        const int port = m_sandbox.port;
        QCOMPARE(ssh(m_sandbox, "echo kept > note").code, 0);
        QVERIFY(stopSandbox(*m_paths));
        ensureRunning();
        QCOMPARE(m_sandbox.port, port);
        QCOMPARE(contents(m_sandbox.target.knownHostsFile), known);
        QCOMPARE(ssh(m_sandbox, "cat note").out, QByteArray("kept\n"));
    }

    void aTakenPortIsReplaced()
    {
        QVERIFY(stopSandbox(*m_paths));
        const int port = m_sandbox.port;
        // A second sandbox that wants the same port and gets it first.
        const QString home = m_root.filePath("second");
        const Paths second{home + "/data", home + "/config"};
        QVERIFY(QDir().mkpath(second.sandbox()));
        SandboxState state;
        state.port = port;
        QVERIFY(writeSandboxState(second.sandbox() + "/state.json", state));
        SandboxOptions plain;
        plain.engine = EngineKind::Process;
        const auto other = startSandbox(second, plain, {});
        QVERIFY(other);
        QCOMPARE(other->port, port);
        ensureRunning();
        QVERIFY(m_sandbox.port != port);
        QCOMPARE(ssh(m_sandbox, "echo fine").out, QByteArray("fine\n"));
        QVERIFY(stopSandbox(second));
    }

    void aStalePidIsHarmless()
    {
        QVERIFY(stopSandbox(*m_paths));
        QProcess bystander;
        bystander.start("sleep", {"600"});
        QVERIFY(bystander.waitForStarted());
        // As after a crash or a reboot: the id now belongs to another process.
        const QString file = m_paths->sandbox() + "/state.json";
        SandboxState state = readSandboxState(file);
        state.server = identityOf(bystander.processId());
        state.server.startTime -= 1;
        QVERIFY(writeSandboxState(file, state));
        QFile pidFile(m_paths->sandbox() + "/run/sshd.pid");
        QVERIFY(pidFile.open(QIODevice::WriteOnly));
        pidFile.write(QByteArray::number(bystander.processId()));
        pidFile.close();
        QVERIFY(!sandboxStatus(*m_paths).isRunning);
        QVERIFY(stopSandbox(*m_paths));
        ensureRunning();
        QVERIFY(m_sandbox.pid != bystander.processId());
        QVERIFY(!bystander.waitForFinished(0));  // only checks; its state alone is the last known one
        bystander.kill();
        bystander.waitForFinished();
    }

    void anotherNumberOfGpusIsSeenByNewSessions()
    {
        SandboxOptions three;
        three.simulatedGpus = 3;
        ensureRunning(three);
        QCOMPARE(ssh(m_sandbox, "nvidia-smi -L").out.count('\n'), 3);
        ensureRunning();
        QCOMPARE(ssh(m_sandbox, "nvidia-smi -L").out.count('\n'), 2);
    }

    void theEngineTrainsInAContainer()
    {
        if (m_sandbox.engine == EngineKind::Process) {
            QVERIFY2(qEnvironmentVariable("CI") != QLatin1String("true"), qPrintable(m_sandbox.engineNote));
            QSKIP(qPrintable(m_sandbox.engineNote));
        }
        const QString engine = engineName(m_sandbox.engine);
        const Answer answer = ssh(m_sandbox,
                                  QStringLiteral("mkdir -p out && %1 run --detach --name ty-test --network host --ipc host --mount "
                                                 "\"type=bind,source=$HOME/out,target=/checkpoints\" --entrypoint "
                                                 "/yard-demotrainer %2 --steps 5 "
                                                 "--metrics-every 1 --checkpoint-dir /checkpoints && LC_ALL=C %1 wait ty-test && "
                                                 "LC_ALL=C %1 logs ty-test; "
                                                 "%1 rm -f ty-test >/dev/null")
                                      .arg(engine, m_sandbox.image));
        QVERIFY2(answer.code == 0 && answer.out.contains("step=5 loss="), (answer.out + answer.err).constData());
        QVERIFY(answer.out.contains("\n0\n"));  // the output of wait
        QVERIFY(QFileInfo::exists(m_paths->sandbox() + "/home/out/step-000005.safetensors"));
    }

    void aMissingImageIsBuiltAgain()
    {
        if (m_sandbox.engine == EngineKind::Process)
            QSKIP(qPrintable(m_sandbox.engineNote));
        const QString engine = engineName(m_sandbox.engine);
        QCOMPARE(ssh(m_sandbox, QStringLiteral("%1 image rm -f %2").arg(engine, m_sandbox.image)).code, 0);
        ensureRunning();
        QCOMPARE(ssh(m_sandbox, QStringLiteral("%1 image inspect %2 >/dev/null").arg(engine, m_sandbox.image)).code, 0);
    }

    void dockerAloneCanBeWanted()
    {
        const QString home = m_root.filePath("docker only");
        const Paths paths{home + "/data", home + "/config"};
        SandboxOptions options;
        options.engine = EngineKind::Docker;
        const auto started = startSandbox(paths, options, {});
        QVERIFY2(started.has_value(), started ? "" : qPrintable(started.error().what));
        if (started->engine == EngineKind::Process) {
            QVERIFY(stopSandbox(paths));
            QSKIP(qPrintable("needs docker (as root a private one is started): sudo apt install docker.io; " + started->engineNote));
        }
        QCOMPARE(started->engine, EngineKind::Docker);
        const Answer answer = ssh(*started, "docker run --rm --network host --entrypoint /yard-demotrainer " + started->image
                                                + " --steps 2 --metrics-every 1");
        QVERIFY2(answer.out.contains("step=2 loss="), answer.err.constData());
        const ProcessIdentity daemon = readSandboxState(paths.sandbox() + "/state.json").engineDaemon;
        QVERIFY(stopSandbox(paths));
        QVERIFY(!isAlive(daemon));
        QVERIFY(!contents("/proc/mounts").contains(SandboxPlaces(paths).engineRuntime().toUtf8()));
    }

    void withoutContainersTheTrainerIsAPlainProgram()
    {
        const QString home = m_root.filePath("plain");
        const Paths paths{home + "/data", home + "/config"};
        SandboxOptions options;
        options.engine = EngineKind::Process;
        const auto started = startSandbox(paths, options, {});
        QVERIFY(started);
        QCOMPARE(started->engine, EngineKind::Process);
        QVERIFY(started->image.isEmpty());
        const Answer answer = ssh(*started, "\"$HOME/bin/yard-demotrainer\" --steps 3 --metrics-every 1");
        QVERIFY(answer.out.contains("step=3 loss="));
        QVERIFY(stopSandbox(paths));
    }

    void aRequestToStopIsNoError()
    {
        const QString home = m_root.filePath("cancelled");
        const Paths paths{home + "/data", home + "/config"};
        std::stop_source stop;
        stop.request_stop();
        const auto started = startSandbox(paths, {}, {}, stop.get_token());
        QVERIFY(!started);
        QVERIFY(started.error().isCancelled());
        QVERIFY(!sandboxStatus(paths).isRunning);
    }

    void impossiblePlacesAreRefusedWithASentence()
    {
        const auto colon = startSandbox(Paths{m_root.filePath("a:b"), m_root.filePath("c")}, {}, {});
        QVERIFY(!colon);
        QCOMPARE(colon.error().code, ErrorCode::InvalidInput);
        const auto file = startSandbox(Paths{QStringLiteral("/dev/null/data"), m_root.filePath("c")}, {}, {});
        QVERIFY(!file);
        QVERIFY(!file.error().what.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestSandbox)
#include "tst_sandbox.moc"

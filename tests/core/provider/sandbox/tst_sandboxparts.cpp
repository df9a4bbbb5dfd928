// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the sandbox that need no server: nvidia-smi's stand-in, the image archive, process identities.
#include "core/provider/sandbox/internal/demoimage.h"
#include "core/provider/sandbox/internal/installhint.h"
#include "core/provider/sandbox/internal/placefile.h"
#include "core/provider/sandbox/internal/processidentity.h"
#include "core/provider/sandbox/internal/sandboxstate.h"
#include "core/provider/sandbox/sandbox.h"
#include "tests/support/smalldisk.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <unistd.h>

using namespace trainyard;
using namespace std::chrono_literals;

namespace {

const QString kSmi = QStringLiteral(TRAINYARD_SOURCE_DIR "/resources/demo/nvidia-smi");

struct Answer {
    int code = -1;
    QStringList lines;
};

Answer ask(const QString &shell, const QStringList &arguments, const QString &gpus = QStringLiteral("2"),
           const QString &home = QDir::homePath())
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("TRAINYARD_SIMULATED_GPUS"), gpus);
    environment.insert(QStringLiteral("HOME"), home);
    process.setProcessEnvironment(environment);
    process.start(shell, QStringList{kSmi} + arguments);
    process.waitForFinished();
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()).trimmed().split(QLatin1Char('\n'))};
}

}  // namespace

class TestSandboxParts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void gpusSayThatTheyAreSimulated_data()
    {
        QTest::addColumn<QString>("shell");
        for (const char *shell : {"sh", "dash", "bash"}) {
            if (!QStandardPaths::findExecutable(QLatin1String(shell)).isEmpty())
                QTest::newRow(shell) << QString::fromLatin1(shell);
        }
    }
    void gpusSayThatTheyAreSimulated()
    {
        QFETCH(QString, shell);
        const Answer list = ask(shell, {"-L"}, "3");
        QCOMPARE(list.code, 0);
        QCOMPARE(list.lines.size(), 3);
        QCOMPARE(list.lines[2], QStringLiteral("GPU 2: Simulated GPU (UUID: SIM-00000000-0000-0000-0000-000000000002)"));
        const Answer query = ask(
            shell, {"--query-gpu=index,uuid,name,driver_version,memory.total,no.such.field", "--format=csv,noheader,nounits"});
        QCOMPARE(query.code, 0);
        QCOMPARE(query.lines.size(), 2);
        QCOMPARE(query.lines[1], QStringLiteral("1, SIM-00000000-0000-0000-0000-000000000001, Simulated GPU, "
                                                "0.0 (simulated), 24576, [N/A]"));
    }

    void headerAndUnitsComeUnlessRefused()
    {
        const Answer full = ask("sh", {"--query-gpu=index, memory.total", "--format=csv"}, "1");
        QCOMPARE(full.lines, QStringList({"index, memory.total [MiB]", "0, 24576 MiB"}));
    }

    void whatGoesOverTheLinksIsToldOnce()
    {
        const Answer links = ask("sh", {"dmon", "-s", "t", "-c", "1"}, "2");
        QCOMPARE(links.code, 0);
        QCOMPARE(links.lines.size(), 4);
        QCOMPARE(links.lines[0].simplified(), QStringLiteral("# gpu rxpci txpci"));
        QCOMPARE(links.lines[3].simplified(), QStringLiteral("1 0 0"));
        QCOMPARE(ask("sh", {"dmon", "-s", "p"}).code, 2);
    }

    void oneGpuCanBePicked() { QCOMPARE(ask("sh", {"-i", "1", "--query-gpu=index", "--format=csv,noheader"}).lines, QStringList({"1"})); }

    // A single run has all GPUs; two runs have one each. Stand-ins of the trainer: only their name and their run count.
    void runsShareTheGpusOut()
    {
        const QString sleep = QStandardPaths::findExecutable(QStringLiteral("sleep"));
        QTemporaryDir home;
        QVERIFY(QFile::copy(QFileInfo(sleep).canonicalFilePath(), home.filePath("yard-demotrainer")));
        QProcess trainers[2];
        const auto launch = [&](QProcess &trainer, const QString &run, const QString &inView = {}) {
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            if (!inView.isEmpty())
                environment.insert(QStringLiteral("CUDA_VISIBLE_DEVICES"), inView);
            environment.insert(QStringLiteral("TRAINYARD_RUN_ID"), run);
            trainer.setProcessEnvironment(environment);
            trainer.start(home.filePath("yard-demotrainer"), {"60"});
            return QDir().mkpath(home.filePath(".trainyard/runs/" + run)) && trainer.waitForStarted();
        };
        const auto busy = [&] {
            QStringList values = ask("sh", {"--query-gpu=utilization.gpu", "--format=csv,noheader,nounits"}, "2", home.path()).lines;
            for (QString &value : values)
                value = value.toInt() > 50 ? QStringLiteral("busy") : QStringLiteral("idle");
            return values;
        };
        const auto owners = [&] { return ask("sh", {"--query-compute-apps=pid", "--format=csv,noheader"}, "2", home.path()).lines; };
        QCOMPARE(busy(), QStringList({"idle", "idle"}));
        QVERIFY(launch(trainers[0], QStringLiteral("one-a1")));
        const QString first = QString::number(trainers[0].processId());
        QTRY_COMPARE(owners(), QStringList({first, first}));  // between fork and exec it is a different program
        QCOMPARE(busy(), QStringList({"busy", "busy"}));
        QVERIFY(launch(trainers[1], QStringLiteral("two-a1")));
        const QString second = QString::number(trainers[1].processId());
        QTRY_COMPARE((QSet<QString>{owners().value(0), owners().value(1)}), (QSet<QString>{first, second}));
        for (QProcess &trainer : trainers) {
            trainer.kill();
            trainer.waitForFinished();
        }
        // One that sees only the second GPU.
        QVERIFY(launch(trainers[0], QStringLiteral("one-a1"), QStringLiteral("1")));
        QTRY_COMPARE(busy(), QStringList({"idle", "busy"}));
        QCOMPARE(owners(), QStringList{QString::number(trainers[0].processId())});
        QVERIFY(launch(trainers[1], QStringLiteral("two-a1"), QStringLiteral("0,1")));
        QTRY_COMPARE(busy(), QStringList({"busy", "busy"}));
        QCOMPARE(owners().value(0), QString::number(trainers[1].processId()));
        for (QProcess &trainer : trainers) {
            trainer.kill();
            trainer.waitForFinished();
        }
    }

    void withoutGpusNoneAreFound()
    {
        const Answer none = ask("sh", {"-L"}, "0");
        QCOMPARE(none.code, 6);
        QCOMPARE(none.lines, QStringList({"No devices were found"}));
    }

    void wrongArgumentsAreRefused_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("unknown") << QStringList{"--reset"};
        QTest::newRow("format") << QStringList{"--query-gpu=index", "--format=xml"};
        QTest::newRow("interval") << QStringList{"--query-gpu=index", "--format=csv", "-lms", "$(id)"};
    }
    void wrongArgumentsAreRefused()
    {
        QFETCH(QStringList, arguments);
        QCOMPARE(ask("sh", arguments).code, 2);
    }

    void loopPrintsWholeLinesUntilItsReaderLeaves()
    {
        // The shell waits for both ends of the pipe.
        QProcess process;
        process.start("sh", {"-c",
                             "sh \"$1\" --query-gpu=index,temperature.gpu,power.draw --format=csv,noheader,nounits "
                             "-lms 50 | head -n 8",
                             "sh", kSmi});
        QVERIFY(process.waitForFinished(20'000));
        const QList<QByteArray> lines = process.readAllStandardOutput().trimmed().split('\n');
        QCOMPARE(lines.size(), 8);
        for (const QByteArray &line : lines)
            QCOMPARE(line.count(','), 2);
    }

    void aRunOfThisHomeMakesItsGpusBusy()
    {
        QTemporaryDir home, otherHome;
        QVERIFY(QDir(home.path()).mkpath(QStringLiteral(".trainyard/runs/demo-abcdef-a1")));
        const auto busy = [](const QTemporaryDir &of) {
            const Answer answer = ask("sh", {"--query-gpu=utilization.gpu", "--format=csv,noheader,nounits"}, QStringLiteral("8"),
                                      of.path());
            return answer.lines.size() - answer.lines.count(QStringLiteral("0"));
        };
        QCOMPARE(busy(home), 0);
        QProcess trainer;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("TRAINYARD_RUN_ID"), QStringLiteral("demo-abcdef-a1"));
        trainer.setProcessEnvironment(environment);
        trainer.setStandardOutputFile(QProcess::nullDevice());
        trainer.setStandardErrorFile(QProcess::nullDevice());
        trainer.start(TRAINYARD_BIN_DIR "/yard-demotrainer", {"--steps", "100000", "--steps-per-second", "5"});
        QVERIFY(trainer.waitForStarted());
        QTRY_COMPARE_WITH_TIMEOUT(busy(home), 8, 60'000);
        QCOMPARE(busy(otherHome), 0);  // another sandbox has its own GPUs
        trainer.kill();
        trainer.waitForFinished();
    }

    void archiveIsReadByTar()
    {
        const QByteArray program = trainerProgram();
        QVERIFY(program.startsWith("\x7f"
                                   "ELF"));
        QTemporaryDir dir;
        QFile file(dir.filePath("image.tar"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const QByteArray archive = imageArchive(program);
        QCOMPARE(archive.size() % 512, 0);
        file.write(archive);
        file.close();
        QProcess tar;
        tar.start("tar", {"-xpf", file.fileName(), "-C", dir.path()});
        QVERIFY(tar.waitForFinished());
        QCOMPARE(tar.exitCode(), 0);
        QFile unpacked(dir.filePath("yard-demotrainer"));
        QVERIFY(unpacked.open(QIODevice::ReadOnly));
        QVERIFY(unpacked.readAll() == program);
        QVERIFY(unpacked.permissions() & QFile::ExeOwner);
    }

    void imageNameFollowsTheProgram()
    {
        QCOMPARE(demoImageName("a"), demoImageName("a"));
        QVERIFY(demoImageName("a") != demoImageName("b"));
        QVERIFY(demoImageName("a").startsWith(QLatin1String("localhost/trainyard-demo:")));
    }

    void identityTellsAProcessFromItsSuccessor()
    {
        const ProcessIdentity self = identityOf(::getpid());
        QVERIFY(isAlive(self));
        ProcessIdentity other = self;
        other.startTime += 1;
        QVERIFY(!isAlive(other));
        other = self;
        other.bootId = QStringLiteral("another boot");
        QVERIFY(!isAlive(other));
        QVERIFY(endProcess(other, 100ms));  // counts as ended, and no process is killed: this one still runs
        QVERIFY(!isAlive({}));
    }

    void endingAProcessEndsThatOne()
    {
        QProcess sleeper;
        sleeper.start("sleep", {"600"});
        QVERIFY(sleeper.waitForStarted());
        const ProcessIdentity identity = identityOf(sleeper.processId());
        QVERIFY(isAlive(identity));
        QVERIFY(endProcess(identity, 5s));
        QVERIFY(sleeper.waitForFinished());
    }

    void damagedStateCountsAsNeverStarted()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath("state.json");
        QCOMPARE(readSandboxState(path).port, 0);
        for (const char *text : {"", "[]", "{\"port\":70000,\"server\":{\"pid\":\"-1\"}}", "{\"server\":7}", "\xff\xfe"}) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text);
            file.close();
            const SandboxState state = readSandboxState(path);
            QCOMPARE(state.port, 0);
            QVERIFY(!isAlive(state.server));
        }
    }

    void stateSurvivesTheFile()
    {
        QTemporaryDir dir;
        SandboxState state;
        state.port = 4022;
        state.server = identityOf(::getpid());
        state.engine = EngineKind::Podman;
        state.engineNote = QStringLiteral("说明");
        state.image = QStringLiteral("localhost/trainyard-demo:1");
        state.engineEnvironment = {{QStringLiteral("CONTAINERS_CONF"), QStringLiteral("/a b/c")}};
        QVERIFY(writeSandboxState(dir.filePath("state.json"), state));
        const SandboxState read = readSandboxState(dir.filePath("state.json"));
        QCOMPARE(read.port, state.port);
        QVERIFY(isAlive(read.server));
        QCOMPARE(read.engine, state.engine);
        QCOMPARE(read.engineNote, state.engineNote);
        QCOMPARE(read.image, state.image);
        QCOMPARE(read.engineEnvironment, state.engineEnvironment);
    }

    void aFullDiskIsCalledFull()
    {
        const QTemporaryDir directory;
        const SmallDisk disk(directory.filePath(QStringLiteral("disk")), "size=64k");
        if (!disk.isMounted()) {
            QVERIFY2(qEnvironmentVariable("CI") != QLatin1String("true"), "a small tmpfs is needed: run as root with CAP_SYS_ADMIN");
            QSKIP("needs a small tmpfs: run this test as root, e.g. with sudo");
        }
        const QString file = directory.filePath(QStringLiteral("disk/tool"));
        QVERIFY(placeFile(file, "small", 0700));
        const auto placed = placeFile(file, QByteArray(300'000, 'x'), 0700);
        QVERIFY(!placed);
        QCOMPARE(placed.error().code, ErrorCode::NoSpace);
        QVERIFY2(placed.error().what.contains(QStringLiteral("The disk is full")) && placed.error().what.contains(file),
                 qPrintable(placed.error().what));
        // Existing content stays.
        QFile left(file);
        QVERIFY(left.open(QIODevice::ReadOnly));
        QCOMPARE(left.readAll(), QByteArray("small"));
    }

    void installCommandFitsTheDistribution()
    {
        QCOMPARE(installCommand(Installable::Podman, QStringLiteral("ID=ubuntu\nID_LIKE=debian\n")),
                 QStringLiteral("sudo apt install podman"));
        QCOMPARE(installCommand(Installable::SshServer, QStringLiteral("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n")),
                 QStringLiteral("sudo dnf install openssh-server"));
        QCOMPARE(installCommand(Installable::SshServer, QStringLiteral("ID=arch\n")), QStringLiteral("sudo pacman -S openssh"));
    }

    void demoTaskFitsTheEngine()
    {
        SandboxStatus status;
        status.engine = EngineKind::Podman;
        status.image = QStringLiteral("localhost/trainyard-demo:1");
        const Task container = demoTask(status);
        QCOMPARE(container.image, status.image);
        QVERIFY(container.run.startsWith(QLatin1String("/yard-demotrainer --steps ")));
        QVERIFY(container.checkpoints.has_value());
        QCOMPARE(container.checkpoints->dir, QStringLiteral("/checkpoints"));
        const TaskCheck check = parseTask(writeTask(container));
        QVERIFY2(check.errors.isEmpty(), qPrintable(check.errors.value(0).what));
        QCOMPARE(check.task.run, container.run);

        status.engine = EngineKind::Process;
        status.home = QStringLiteral("/home/me/my data 沙箱");
        status.image.clear();
        const Task plain = demoTask(status);
        QVERIFY(plain.image.isEmpty());
        QVERIFY(plain.run.startsWith(QLatin1String("\"$HOME/bin/yard-demotrainer\"")));
        const TaskCheck plainCheck = parseTask(writeTask(plain));
        QVERIFY2(plainCheck.errors.isEmpty(), qPrintable(plainCheck.errors.value(0).what));
        QCOMPARE(plainCheck.task.run, plain.run);
        QVERIFY(plain.checkpoints->dir.startsWith(status.home + '/'));
        QVERIFY(demoTask(status).checkpoints->dir != plain.checkpoints->dir);
    }

    // A tour goes on while somebody looks, and ends soon after nobody does; `yard demo` needs two checkpoints quickly.
    void aTourLastsAsLongAsSomebodyLooks()
    {
        const auto number = [](const Task &task, const char *option) {
            const QStringList words = task.run.split(u' ');
            return words.value(words.indexOf(QLatin1String(option)) + 1).toDouble();
        };
        const auto minutes = [&](const Task &task) { return number(task, "--steps") / number(task, "--steps-per-second") / 60; };
        const Task tour = demoTask({});
        QCOMPARE(minutes(tour), 24 * 60);
        QVERIFY(tour.limits.lease && *tour.limits.lease >= std::chrono::minutes(5) && *tour.limits.lease <= std::chrono::minutes(15));
        QCOMPARE(parseTask(writeTask(tour)).task.limits, tour.limits);
        // A day of checkpoints would fill the disk.
        QVERIFY(number(tour, "--keep") > 0 && number(tour, "--keep") <= 100);
        const Task check = demoTask({}, DemoLength::Check);
        QVERIFY(!check.limits.lease);
        QVERIFY(minutes(check) < 2);
        QVERIFY(2 * number(check, "--checkpoint-every") / number(check, "--steps-per-second") <= 15);
    }
};

QTEST_GUILESS_MAIN(TestSandboxParts)
#include "tst_sandboxparts.moc"

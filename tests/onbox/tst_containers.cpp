// SPDX-License-Identifier: GPL-3.0-or-later
// supervise.sh with real containers, images with and without a shell. Built once for each engine: TRAINYARD_ENGINE is docker or podman.
#include "containerengines.h"
#include "tests/support/guardedrun.h"
#include "tests/support/labmachine.h"
#include "tests/support/metadataserver.h"
#include "tests/support/storeserver.h"
#include "tests/support/testdepth.h"
#include "tests/support/yardcommand.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QProcess>
#include <QSaveFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <signal.h>
#include <unistd.h>

#include <array>
#include <future>
#include <memory>
#include <vector>

using namespace trainyard;

namespace {

const QString kExit = QStringLiteral("exit");
const QString kLog = QStringLiteral("log");
const QString kShellImage = QStringLiteral("trainyard-test/shell");
const QString kBareImage = QStringLiteral("trainyard-test/bare");

}  // namespace

class ContainersTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void runsAndIsRemoved_data() { rows({"dash", "bash", "busybox"}); }
    void runsAndIsRemoved();
    void imageWithoutShellRunsAPlainCommand_data() { rows({"dash"}); }
    void imageWithoutShellRunsAPlainCommand();
    void imageWithoutShellSaysWhenItNeedsOne_data() { rows({"dash"}); }
    void imageWithoutShellSaysWhenItNeedsOne();
    void filesBelowTheHomeAreLinkedInTheContainer_data() { rows({"dash"}); }
    void filesBelowTheHomeAreLinkedInTheContainer();
    void reportsHowItEnded_data();
    void reportsHowItEnded();
    void stopLetsTheRunSaveFirst_data();
    void stopLetsTheRunSaveFirst();
    void stopKillsWhatIgnoresIt_data();
    void stopKillsWhatIgnoresIt();
    void missingImageSaysSoInTheEnginesWords_data() { rows({"dash", "busybox"}); }
    void missingImageSaysSoInTheEnginesWords();
    void killedLoopIsReplacedWithoutATrace_data() { rows({"dash", "busybox"}); }
    void killedLoopIsReplacedWithoutATrace();
    void endWithoutALoopIsFoundLater_data() { rows({"dash"}); }
    void endWithoutALoopIsFoundLater();
    void killedContainerIsReported_data() { rows({"dash"}); }
    void killedContainerIsReported();
    void removedContainerIsLost_data() { rows({"dash"}); }
    void removedContainerIsLost();
    void manyStartsMakeOneContainer_data() { rows({"dash", "busybox"}); }
    void manyStartsMakeOneContainer();
    void loopKilledDuringTheLaunchRunsItOnce_data() { rows({"dash", "busybox"}); }
    void loopKilledDuringTheLaunchRunsItOnce();
    void nextLoopWaitsForTheLaunchOnItsWay_data() { rows({"dash", "busybox"}); }
    void nextLoopWaitsForTheLaunchOnItsWay();
    void startedAgainByHandDoesNothing_data() { rows({"dash"}); }
    void startedAgainByHandDoesNothing();
    void unreachableEngineIsNotAnEnd_data() { rows({"dash"}); }
    void unreachableEngineIsNotAnEnd();
    void checkpointsLieOnTheMachine_data() { rows({"dash"}); }
    void checkpointsLieOnTheMachine();
    void foldersOfTheMachineAreMounted_data() { rows({"dash"}); }
    void foldersOfTheMachineAreMounted();
    void objectStoreIsMountedIntoTheContainer_data() { rows({"dash"}); }
    void objectStoreIsMountedIntoTheContainer();
    void sharedMemoryHasTheSizeOfTheTask_data() { rows({"dash"}); }
    void sharedMemoryHasTheSizeOfTheTask();
    void withoutANetworkThereIsOnlyTheLoopback_data() { rows({"dash"}); }
    void withoutANetworkThereIsOnlyTheLoopback();
    void thePersonOwnsWhatARunWrites_data() { rows({"dash"}); }
    void thePersonOwnsWhatARunWrites();
    void aNumberedUserOwnsWhatARunWrites_data() { rows({"dash"}); }
    void aNumberedUserOwnsWhatARunWrites();
    void leaseEndsWithAWholeCheckpoint_data() { rows({"dash"}); }
    void leaseEndsWithAWholeCheckpoint();
    void idlenessIsToldFromAValidation_data() { rows({"dash"}); }
    void idlenessIsToldFromAValidation();
    void noticeOfTheCloudSavesTheRun_data() { rows({"dash"}); }
    void noticeOfTheCloudSavesTheRun();
    void signalThatSavesReachesWhoCatchesIt_data() { rows({"dash", "bash", "busybox"}); }
    void signalThatSavesReachesWhoCatchesIt();
    void leaseAsksByTheSignalThatSaves_data() { rows({"dash"}); }
    void leaseAsksByTheSignalThatSaves();

private:
    void rows(const std::vector<const char *> &shells, const std::vector<const char *> &images = {});
    // Makes it a run of the current row's image; false if the engine cannot be used.
    bool prepare(RunDirectory &run);
    bool isGone(const RunDirectory &run) const { return isGone(run.input.runId); }
    bool isGone(const RunId &runId) const;

    std::unique_ptr<ContainerEngine> m_engine;
};

#define PREPARE(run)                                         \
  if (!prepare(run)) {                                       \
    if (qEnvironmentVariable("CI") == QLatin1String("true")) \
      QFAIL(qPrintable(m_engine->problem()));                \
    QSKIP(qPrintable(m_engine->problem()));                  \
  }

void ContainersTest::initTestCase()
{
    const bool isDocker = QLatin1String(TRAINYARD_ENGINE) == QLatin1String("docker");
    m_engine = std::make_unique<ContainerEngine>(isDocker ? ContainerEngine::Kind::Docker : ContainerEngine::Kind::Podman);
    QVERIFY(!m_engine->problem().isEmpty() || m_engine->makeTestImages());
}

void ContainersTest::rows(const std::vector<const char *> &shells, const std::vector<const char *> &images)
{
    QTest::addColumn<QString>("shell");
    QTest::addColumn<QString>("image");
    // Otherwise the first shell with one engine, the last with the other.
    const bool isFirst = QLatin1String(TRAINYARD_ENGINE) == QLatin1String("docker");
    const std::vector<const char *> everyday{isFirst ? shells.front() : shells.back()};
    for (const char *shell : testsThoroughly() ? shells : everyday) {
        if (images.empty())
            QTest::newRow(shell) << shell << kShellImage;
        for (const char *image : images)
            QTest::addRow("%s, %s", shell, image) << shell << QString::fromLatin1(image);
    }
}

bool ContainersTest::prepare(RunDirectory &run)
{
    QFETCH(QString, image);
    m_engine->addTo(run.environment);
    run.input.engine = *engineFromName(m_engine->program());
    run.input.task.image = image;
    // Names must differ between rows: their containers exist at the same time.
    static int count = 0;
    run.input.lineage = QStringLiteral("try-%1").arg(++count);
    run.input.runId = RunId(run.input.lineage + QStringLiteral("-a1"));
    return m_engine->problem().isEmpty();
}

bool ContainersTest::isGone(const RunId &runId) const
{
    return comesTrue([&] {
        const auto all = m_engine->run(
            {QStringLiteral("ps"), QStringLiteral("--all"), QStringLiteral("--format"), QStringLiteral("{{.Names}}")});
        return all.first == 0 && !all.second.contains("ty-" + runId.text().toUtf8());
    });
}

void ContainersTest::runsAndIsRemoved()
{
    QFETCH(QString, shell);
    RunDirectory run(shell);
    PREPARE(run);
    run.input.task.envs = {{QStringLiteral("ODD"), QStringLiteral("it's \"$HOME\" `x`\nline two\\")},
                           {QStringLiteral("DOCKER_HOST"), QStringLiteral("unix:///nowhere")}};
    run.input.task.secrets = {{QStringLiteral("TOKEN"), std::nullopt}};
    run.input.secretValues = {{QStringLiteral("TOKEN"), QStringLiteral("s3'cret")}};
    run.input.task.setup = QStringLiteral("echo setup");
    run.input.task.run = QStringLiteral("echo \"$ODD|$TOKEN|$TRAINYARD_RUN_ID\"\necho error >&2\n") + run.waitForGoOn()
                         + QStringLiteral("\nexit 7\n");
    run.write();
    const Ran started = run.verb({QStringLiteral("start")});
    QVERIFY2(started.code == 0, (started.out + started.err + run.read(kExit)).constData());
    const QByteArray inspected = m_engine->run({QStringLiteral("inspect"), QStringLiteral("ty-") + run.input.runId.text()}).second;
    QVERIFY(inspected.contains(run.input.runId.text().toUtf8()));
    QVERIFY2(!inspected.contains("s3'cret"), "the secret must not be in the engine's records");
    QVERIFY(comesTrue([&] { return run.has(QStringLiteral("handle")); }));  // may come later than the answer to start
    QVERIFY(inspected.contains(run.read(QStringLiteral("handle")).trimmed()));
    QVERIFY(comesTrue([&] { return run.read(QStringLiteral("metrics")).contains(" cpu "); }));

    run.goOn();
    QVERIFY(comesTrue([&] { return run.has(kExit); }));
    QCOMPARE(run.read(kLog), "setup\nit's \"$HOME\" `x`\nline two\\|s3'cret|" + run.input.runId.text().toUtf8() + "\nerror\n");
    QCOMPARE(run.exitRecord()[QStringLiteral("reason")].toString(), QStringLiteral("finished"));
    QCOMPARE(run.exitRecord()[QStringLiteral("code")].toInt(-1), 7);
    QCOMPARE(run.exitRecord()[QStringLiteral("log")].toInteger(), run.read(kLog).size());
    QVERIFY(isGone(run));
    QVERIFY(comesTrue([&] { return run.processes().isEmpty(); }));
}

void ContainersTest::filesBelowTheHomeAreLinkedInTheContainer()
{
    for (const QString &image : {kShellImage, kBareImage}) {
        RunDirectory run(QStringLiteral("dash"));
        PREPARE(run);
        run.input.task.image = image;
        run.input.task.fileMounts = {{QStringLiteral("/abs/a"), QStringLiteral("a")}, {QStringLiteral("~/in/b"), QStringLiteral("b")}};
        run.input.task.run = QStringLiteral("cat /abs/a \"$HOME/in/b\" && cd ~/sky_workdir && pwd -P");
        run.write();
        QVERIFY(QDir().mkpath(run.path(QStringLiteral("mounts"))));
        run.put(QStringLiteral("mounts/0"), "absolute\n");
        run.put(QStringLiteral("mounts/1"), "below the home\n");
        const Ran started = run.verb({QStringLiteral("start")});
        QVERIFY(comesTrue([&] { return run.has(kExit); }));
        if (image == kShellImage) {
            QCOMPARE(started.code, 0);
            QCOMPARE(run.read(kLog), QByteArray("absolute\nbelow the home\n/trainyard/workdir\n"));
            QCOMPARE(run.exitRecord()[QStringLiteral("code")].toInt(-1), 0);
        } else {
            QCOMPARE(run.exitRecord()[QStringLiteral("reason")].toString(), QStringLiteral("not-started"));
            QVERIFY2(run.read(kLog).contains("so nothing can be placed below its home"), run.read(kLog).constData());
        }
        QVERIFY(isGone(run));
    }
}

void ContainersTest::imageWithoutShellRunsAPlainCommand()
{
    RunDirectory run(QStringLiteral("dash"));
    PREPARE(run);
    run.input.task.image = kBareImage;
    run.input.task.envs = {{QStringLiteral("ODD"), QStringLiteral("a 'b'\nc")}};
    run.input.task.run = QStringLiteral("/busybox \\\n  env # shows what it got\n");
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return run.has(kExit); }));
    QVERIFY2(run.read(kLog).contains("ODD=a 'b'\nc\n"), run.read(kLog).constData());
    QCOMPARE(run.exitRecord()[QStringLiteral("code")].toInt(-1), 0);
    QVERIFY(isGone(run));
}

void ContainersTest::imageWithoutShellSaysWhenItNeedsOne()
{
    RunDirectory run(QStringLiteral("dash"));
    PREPARE(run);
    run.input.task.image = kBareImage;
    run.input.task.run = QStringLiteral("/busybox echo a | /busybox cat");
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return run.has(kExit); }));
    QCOMPARE(run.exitRecord()[QStringLiteral("code")].toInt(-1), 127);
    QVERIFY2(run.read(kLog).contains("no shell"), run.read(kLog).constData());
}

void ContainersTest::reportsHowItEnded_data()
{
    QTest::addColumn<QString>("image");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("code");
    QTest::addColumn<int>("signal");
    QTest::newRow("success") << kShellImage << "true" << 0 << 0;
    QTest::newRow("exec keeps the code") << kShellImage << "exec sh -c 'exit 9'" << 9 << 0;
    QTest::newRow("killed") << kShellImage << "kill -9 $$" << 137 << 9;
    QTest::newRow("not found") << kShellImage << "no-such-program" << 127 << 0;
    QTest::newRow("bare: success") << kBareImage << "/busybox true" << 0 << 0;
    QTest::newRow("bare: a code") << kBareImage << "/busybox false" << 1 << 0;
    QTest::newRow("bare: not in PATH") << kBareImage << "exec busybox true" << 127 << 0;
}

void ContainersTest::reportsHowItEnded()
{
    QFETCH(QString, text);
    RunDirectory run(QStringLiteral("dash"));
    PREPARE(run);
    run.input.task.run = text;
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return run.has(kExit); }));
    QCOMPARE(run.exitRecord()[QStringLiteral("reason")].toString(), QStringLiteral("finished"));
    QTEST(run.exitRecord()[QStringLiteral("code")].toInt(-1), "code");
    QTEST(run.exitRecord()[QStringLiteral("signal")].toInt(0), "signal");
}

void ContainersTest::stopLetsTheRunSaveFirst_data() { rows({"dash", "busybox"}, {"trainyard-test/shell", "trainyard-test/bare"}); }

void ContainersTest::stopLetsTheRunSaveFirst()
{
    QFETCH(QString, shell);
    QFETCH(QString, image);
    RunDirectory run(shell);
    PREPARE(run);
    const QString saver = QStringLiteral("trap \"echo saving; /bin/busybox sleep 2; echo saved; exit 0\" TERM; echo up; "
                                         "while :; do /bin/busybox sleep 0.1; done");
    run.input.task.run =
        image == kShellImage
            ? QStringLiteral("sh -c '%1' &\nwait\n").arg(saver)
            : QStringLiteral("/busybox sh -c '%1'").arg(QString(saver).replace(QStringLiteral("/bin/busybox"), QStringLiteral("/busybox")));
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return run.read(kLog).contains("up"); }));
    QCOMPARE(run.verb({QStringLiteral("stop"), QStringLiteral("20")}).code, 0);
    QVERIFY2(run.read(kLog).contains("saved\n"), run.read(kLog).constData());
    QCOMPARE(run.exitRecord()[QStringLiteral("reason")].toString(), QStringLiteral("stopped"));
    QVERIFY(isGone(run));
}

void ContainersTest::stopKillsWhatIgnoresIt_data() { rows({"dash"}, {"trainyard-test/shell", "trainyard-test/bare"}); }

void ContainersTest::stopKillsWhatIgnoresIt()
{
    QFETCH(QString, shell);
    QFETCH(QString, image);
    RunDirectory run(shell);
    PREPARE(run);
    const QString busybox = image == kShellImage ? QStringLiteral("/bin/busybox") : QStringLiteral("/busybox");
    run.input.task.run = QStringLiteral("%1 sh -c 'trap \"\" TERM; echo up; while :; do %1 sleep 0.1; done'").arg(busybox);
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return run.read(kLog).contains("up"); }));
    QCOMPARE(run.verb({QStringLiteral("stop"), QStringLiteral("1")}).code, 0);
    QCOMPARE(run.exitRecord()[QStringLiteral("reason")].toString(), QStringLiteral("stopped"));
    QCOMPARE(run.exitRecord()[QStringLiteral("signal")].toInt(), 9);
    QVERIFY(isGone(run));
}

void ContainersTest::missingImageSaysSoInTheEnginesWords()
{
    QFETCH(QString, shell);
    RunDirectory run(shell);
    PREPARE(run);
    run.input.task.image = QStringLiteral("127.0.0.1:1/no/such:image");
    run.write();
    const Ran refused = run.verb({QStringLiteral("start")});
    QCOMPARE(refused.code, 5);
    const QString message = refused.json()[QStringLiteral("message")].toString();
    QVERIFY2(message.contains(QLatin1String("127.0.0.1:1")) && message.contains(QLatin1String("refused")), qPrintable(message));
    QCOMPARE(run.exitRecord()[QStringLiteral("reason")].toString(), QStringLiteral("not-started"));
    QVERIFY(run.read(kLog).contains("refused"));
    QVERIFY(isGone(run));
}

void ContainersTest::killedLoopIsReplacedWithoutATrace()
{
    QFETCH(QString, shell);
    RunDirectory run(shell);
    PREPARE(run);
    run.input.task.run = QStringLiteral("for i in 1 2 3 4 5 6; do echo line $i; sleep 0.5; done; %1; exit 5").arg(run.waitForGoOn());
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    for (int i = 0; i < 2; ++i) {
        killHard(run.pidIn(QStringLiteral("supervisor")));
        QCOMPARE(run.verb({QStringLiteral("status")}).json()[QStringLiteral("state")].toString(), QStringLiteral("running"));
        QCOMPARE(run.verb({QStringLiteral("ensure")}).json()[QStringLiteral("supervisor")].toBool(), true);
    }
    run.goOn();
    QVERIFY(comesTrue([&] { return run.has(kExit); }));
    QCOMPARE(run.read(kLog), QByteArray("line 1\nline 2\nline 3\nline 4\nline 5\nline 6\n"));
    QCOMPARE(run.exitRecord()[QStringLiteral("code")].toInt(-1), 5);
    QVERIFY(isGone(run));
}

void ContainersTest::endWithoutALoopIsFoundLater()
{
    RunDirectory run(QStringLiteral("dash"));
    PREPARE(run);
    run.input.task.run = run.waitForGoOn() + QStringLiteral("; exit 6");
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    killHard(run.pidIn(QStringLiteral("supervisor")));
    run.goOn();
    QVERIFY(comesTrue(
        [&] { return run.verb({QStringLiteral("status")}).json()[QStringLiteral("state")].toString() == QLatin1String("orphaned"); }));
    QVERIFY(!run.has(kExit));
    run.verb({QStringLiteral("ensure")});
    QVERIFY(comesTrue([&] { return run.has(kExit); }));
    QCOMPARE(run.exitRecord()[QStringLiteral("code")].toInt(-1), 6);
    QVERIFY(isGone(run));
}

void ContainersTest::killedContainerIsReported()
{
    RunDirectory run(QStringLiteral("dash"));
    PREPARE(run);
    run.input.task.run = QStringLiteral("sleep 60");
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    QCOMPARE(m_engine->run({QStringLiteral("kill"), QStringLiteral("ty-") + run.input.runId.text()}).first, 0);
    QVERIFY(comesTrue([&] { return run.has(kExit); }));
    QCOMPARE(run.exitRecord()[QStringLiteral("reason")].toString(), QStringLiteral("finished"));
    QCOMPARE(run.exitRecord()[QStringLiteral("signal")].toInt(), 9);
}

void ContainersTest::removedContainerIsLost()
{
    RunDirectory run(QStringLiteral("dash"));
    PREPARE(run);
    run.input.task.run = QStringLiteral("sleep 60");
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    // Without a loop that watches, nothing can have seen the kill.
    killHard(run.pidIn(QStringLiteral("supervisor")));
    QStringList remove{QStringLiteral("rm"), QStringLiteral("--force"), QStringLiteral("ty-") + run.input.runId.text()};
    if (run.input.engine == EngineKind::Podman)
        remove << QStringLiteral("--time") << QStringLiteral("0");  // else it asks politely first, which leaves a trace
    QCOMPARE(m_engine->run(remove).first, 0);
    run.verb({QStringLiteral("ensure")});
    QVERIFY(comesTrue([&] { return run.has(kExit); }));
    QCOMPARE(run.exitRecord()[QStringLiteral("reason")].toString(), QStringLiteral("lost"));
    QVERIFY(run.exitRecord()[QStringLiteral("code")].isNull());
}

void ContainersTest::manyStartsMakeOneContainer()
{
    QFETCH(QString, shell);
    RunDirectory run(shell);
    PREPARE(run);
    run.input.task.run = QStringLiteral("echo ran; sleep 1");
    run.write();
    std::vector<std::future<Ran>> starts;
    for (int i = 0; i < 5; ++i)
        starts.push_back(std::async(std::launch::async, [&run] { return run.verb({QStringLiteral("start")}); }));
    for (auto &start : starts)
        QCOMPARE(start.get().code, 0);
    QVERIFY(comesTrue([&] { return run.has(kExit); }));
    QCOMPARE(run.read(kLog), QByteArray("ran\n"));
    QVERIFY(isGone(run));
}

// At moments spread over the launch: at whatever stage it is killed, the run happens exactly once.
void ContainersTest::loopKilledDuringTheLaunchRunsItOnce()
{
    QFETCH(QString, shell);
    for (const int delay : {20, 80, 150, 250, 400}) {
        RunDirectory run(shell);
        PREPARE(run);
        run.input.task.run = QStringLiteral("echo ran; %1; exit 3").arg(run.waitForGoOn());
        run.write();
        auto started = std::async(std::launch::async, [&run] { return run.verb({QStringLiteral("start")}); });
        QVERIFY(comesTrue([&] { return run.pidIn(QStringLiteral("supervisor")) > 1; }));
        QTest::qWait(delay);  // the moment under test
        killHard(run.pidIn(QStringLiteral("supervisor")));
        QCOMPARE(started.get().code, 0);
        // The launch may have finished before the loop died; then the desktop's query revives it.
        QCOMPARE(run.verb({QStringLiteral("ensure")}).code, 0);
        run.goOn();
        QVERIFY(comesTrue([&] { return run.has(kExit); }));
        QCOMPARE(run.read(kLog), QByteArray("ran\n"));
        QVERIFY2(run.exitRecord()[QStringLiteral("code")].toInt(-1) == 3, run.read(kExit).constData());
        QVERIFY(isGone(run));
    }
}

// Pulling an image may take minutes: meanwhile nothing of the run is visible, and the name of its container may be taken.
void ContainersTest::nextLoopWaitsForTheLaunchOnItsWay()
{
    QFETCH(QString, shell);
    RunDirectory run(shell);
    PREPARE(run);
    const QString engine = m_engine->program();
    const QString program = QStandardPaths::findExecutable(engine);
    QTemporaryDir slow;
    QFile wrapper(slow.filePath(engine));
    QVERIFY(!program.isEmpty() && wrapper.open(QIODevice::WriteOnly));
    wrapper.write(QStringLiteral("#!/bin/sh\n"
                                 "if [ \"$1\" = run ]; then\n"
                                 "    echo launch >>'%1/launches'\n"
                                 "    until [ -e '%1/go' ]; do sleep 0.05; done\n"
                                 "fi\n"
                                 "exec '%2' \"$@\"\n")
                      .arg(slow.path(), program)
                      .toUtf8());
    wrapper.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    wrapper.close();
    run.environment.insert(QStringLiteral("PATH"), slow.path() + u':' + run.environment.value(QStringLiteral("PATH")));
    run.input.task.run = QStringLiteral("echo ran; exit 3");
    run.write();
    auto started = std::async(std::launch::async, [&run] { return run.verb({QStringLiteral("start")}); });
    QVERIFY(comesTrue([&] { return QFile::exists(slow.filePath(QStringLiteral("launches"))); }));
    const qint64 first = run.pidIn(QStringLiteral("supervisor"));
    killHard(first);
    QVERIFY(comesTrue([&] {
        run.verb({QStringLiteral("ensure")});
        return run.pidIn(QStringLiteral("supervisor")) != first;
    }));
    QTest::qWait(2000);  // a time in which nothing must be launched
    QFile go(slow.filePath(QStringLiteral("go")));
    QVERIFY(go.open(QIODevice::WriteOnly));
    QCOMPARE(started.get().code, 0);
    QVERIFY(comesTrue([&] { return run.has(kExit); }));
    QVERIFY2(run.exitRecord()[QStringLiteral("code")].toInt(-1) == 3, run.read(kExit).constData());
    QFile launches(slow.filePath(QStringLiteral("launches")));
    QVERIFY(launches.open(QIODevice::ReadOnly));
    QCOMPARE(launches.readAll(), QByteArray("launch\n"));
    QVERIFY(isGone(run));
}

void ContainersTest::startedAgainByHandDoesNothing()
{
    RunDirectory run(QStringLiteral("dash"));
    PREPARE(run);
    run.input.task.run = QStringLiteral("echo ran");
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return run.has(kExit); }));
    QVERIFY(isGone(run));
    run.run({QStringLiteral("sh"), run.path(QStringLiteral("launch.sh"))});
    QTest::qWait(1000);  // a time in which nothing must happen
    QCOMPARE(run.read(kLog), QByteArray("ran\n"));
    m_engine->run({QStringLiteral("rm"), QStringLiteral("--force"), QStringLiteral("ty-") + run.input.runId.text()});
}

void ContainersTest::unreachableEngineIsNotAnEnd()
{
    RunDirectory run(QStringLiteral("dash"));
    PREPARE(run);
    run.input.task.run = run.waitForGoOn() + QStringLiteral("; exit 8");
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    killHard(run.pidIn(QStringLiteral("supervisor")));
    // This loop's engine never answers; the run's state must not change.
    const QProcessEnvironment good = run.environment;
    run.environment.insert(QStringLiteral("DOCKER_HOST"), QStringLiteral("unix:///nowhere/docker.sock"));
    run.environment.insert(QStringLiteral("CONTAINERS_CONF"), QStringLiteral("/nowhere/containers.conf"));
    run.verb({QStringLiteral("ensure")});
    QTest::qWait(2500);  // a time in which nothing must happen
    QVERIFY(!run.has(kExit));
    QVERIFY(run.verb({QStringLiteral("status")}).json()[QStringLiteral("state")].toString() != QLatin1String("ended"));
    killHard(run.pidIn(QStringLiteral("supervisor")));
    run.environment = good;
    run.goOn();
    run.verb({QStringLiteral("ensure")});
    QVERIFY(comesTrue([&] { return run.has(kExit); }));
    QCOMPARE(run.exitRecord()[QStringLiteral("code")].toInt(-1), 8);
    QVERIFY(isGone(run));
}

void ContainersTest::checkpointsLieOnTheMachine()
{
    RunDirectory run(QStringLiteral("dash"));
    PREPARE(run);
    run.input.task.checkpoints = CheckpointPlan{QStringLiteral("/my checkpoints"), {}, {}, 0};
    run.input.task.workdir = QStringLiteral(".");
    run.input.task.run = QStringLiteral("cat code.txt >\"$TRAINYARD_CHECKPOINT_DIR/step-1\"");
    run.write();
    QVERIFY(QDir().mkpath(run.path(QStringLiteral("workdir"))));
    run.put(QStringLiteral("workdir/code.txt"), "weights");
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return run.has(kExit); }));
    QFile file(run.environment.value(QStringLiteral("HOME")) + QStringLiteral("/.trainyard/checkpoints/") + run.input.lineage
               + QStringLiteral("/step-1"));
    QVERIFY2(file.open(QIODevice::ReadOnly), run.read(kLog).constData());
    QCOMPARE(file.readAll(), QByteArray("weights"));
}

void ContainersTest::foldersOfTheMachineAreMounted()
{
    RunDirectory run(QStringLiteral("dash"));
    PREPARE(run);
    const QString home = run.environment.value(QStringLiteral("HOME"));
    QVERIFY(QDir(home).mkpath(QStringLiteral("it's data")));
    const QString written = home + QStringLiteral("/it's data/written");
    run.input.task.mounts = {{QStringLiteral("/my data"), {QStringLiteral("~/it's data"), false}},
                             {QStringLiteral("/kept"), {home + QStringLiteral("/it's data"), true}}};
    run.input.task.run = QStringLiteral("echo one >'/my data/written'\ncat /kept/written\n"
                                        "(echo two >/kept/written) 2>/dev/null && echo overwritten\ntrue");
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return run.has(kExit); }));
    QCOMPARE(run.read(kLog), QByteArray("one\n"));
    QFile file(written);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("one\n"));

    RunDirectory missing(QStringLiteral("dash"));
    PREPARE(missing);
    missing.input.task.mounts = {{QStringLiteral("/d"), {QStringLiteral("/nowhere/it's"), false}}};
    missing.input.task.run = QStringLiteral("true");
    missing.write();
    const Ran started = missing.verb({QStringLiteral("start")});
    QVERIFY2((started.out + started.err + missing.read(kExit)).contains("mounts /nowhere/it's, but it is not there"),
             (started.out + started.err + missing.read(kExit)).constData());
}

void ContainersTest::objectStoreIsMountedIntoTheContainer()
{
    if (!QFileInfo::exists(QStringLiteral("/dev/fuse")))
        QSKIP("No /dev/fuse here: nothing can be mounted.");
    if (QStandardPaths::findExecutable(QStringLiteral("rclone")).isEmpty() && qEnvironmentVariable("CI") != QLatin1String("true"))
        QSKIP("rclone is missing: sudo apt-get install rclone fuse3");
    StoreServer swift(StoreServer::Kind::Swift);
    QVERIFY2(swift.start(), qPrintable(swift.problem()));
    QVERIFY(swift.addBucket(QStringLiteral("runs")));
    const auto store = [&swift](const char *target, bool isWritable) {
        MountedStore mounted;
        mounted.target = QString::fromLatin1(target);
        mounted.mount.isWritable = isWritable;
        mounted.store = swift.record(QStringLiteral("runs"));
        mounted.program = QStringLiteral("rclone");
        return mounted;
    };
    for (const bool isWritable : {true, false}) {
        RunDirectory run(QStringLiteral("dash"));
        PREPARE(run)
        // By its own path, and below the home of the container's user.
        run.input.stores = {store(isWritable ? "/in" : "~/in", isWritable)};
        run.input.task.run = isWritable ? QStringLiteral("echo written >/in/a.txt && cat /in/a.txt")
                                        : QStringLiteral("cat ~/in/a.txt; touch ~/in/b 2>/dev/null || echo read-only");
        run.write();
        const Ran started = run.verb({QStringLiteral("start")});
        QVERIFY2(started.code == 0, (started.out + started.err).constData());
        QVERIFY(comesTrue([&] { return run.has(kExit); }));
        QCOMPARE(run.read(kLog), isWritable ? QByteArray("written\n") : QByteArray("written\nread-only\n"));
        QFile mounts(QStringLiteral("/proc/self/mountinfo"));
        QVERIFY(mounts.open(QIODevice::ReadOnly));
        const QByteArray home = run.path().toUtf8().replace(' ', "\\040");  // mounts of other programs may be there
        QVERIFY(!mounts.readAll().contains(home));
        QVERIFY(!run.has(QStringLiteral("stores.conf")));
        QVERIFY(comesTrue([&] { return isGone(run); }));
    }
}

void ContainersTest::sharedMemoryHasTheSizeOfTheTask()
{
    RunDirectory run(QStringLiteral("dash"));
    PREPARE(run);
    run.input.task.sharedMemory = qint64(48) << 20;
    run.input.task.run = QStringLiteral("/bin/busybox df -k /dev/shm");
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return run.has(kExit); }));
    QVERIFY2(run.read(kLog).contains(" 49152 "), run.read(kLog).constData());
}

void ContainersTest::withoutANetworkThereIsOnlyTheLoopback()
{
    RunDirectory run(QStringLiteral("dash"));
    PREPARE(run);
    run.input.task.network = NetworkKind::None;
    run.input.task.run = QStringLiteral("ls /sys/class/net; echo done");
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return run.has(kExit); }));
    QCOMPARE(run.read(kLog), QByteArray("lo\ndone\n"));
}

void ContainersTest::thePersonOwnsWhatARunWrites()
{
    RunDirectory run(QStringLiteral("dash"));
    PREPARE(run);
    run.input.task.user = UserKind::Host;
    run.input.task.run = QStringLiteral("/bin/busybox id -u; echo x >\"$HOME/mine\"");
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return run.has(kExit); }));
    QCOMPARE(run.read(kLog), QByteArray::number(getuid()) + '\n');
    QCOMPARE(QFileInfo(run.path(QStringLiteral("home/mine"))).ownerId(), uint(getuid()));
}

void ContainersTest::aNumberedUserOwnsWhatARunWrites()
{
    RunDirectory run(QStringLiteral("dash"));
    PREPARE(run);
    const bool isRoot = getuid() == 0;
    run.input.task.user = UserKind::Ids;
    run.input.task.userIds = isRoot || m_engine->program() == QLatin1String("podman") ? QStringLiteral("1234:4321")
                                                                                      : QStringLiteral("%1:4321").arg(getuid());
    run.input.task.run = QStringLiteral("/bin/busybox id -u; /bin/busybox id -g; echo x >\"$HOME/mine\"");
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return run.has(kExit); }));
    QCOMPARE(run.read(kLog), run.input.task.userIds.toUtf8().replace(':', '\n') + '\n');
    QCOMPARE(QFileInfo(run.path(QStringLiteral("home/mine"))).ownerId(), isRoot ? 1234U : uint(getuid()));
}

// A client renews beyond the time of one lease and is killed, the lease runs out: signal, complete checkpoint, stop, and the saved file
// opens.
void ContainersTest::leaseEndsWithAWholeCheckpoint()
{
    RunDirectory engine(QStringLiteral("dash"));
    PREPARE(engine);
    const QString trainer = GuardedRun::trainer();
    QVERIFY(m_engine->makeImage(QStringLiteral("trainyard-test/trainer"), {{QStringLiteral("/trainer"), trainer}}, {}));
    LabMachine lab(std::nullopt);
    for (const auto &[name, value] : m_engine->environment())
        lab.sshd().setEnvironment(name, value);
    // The test advances the guard's time, so that a slow computer does not let the lease run out early.
    const QString clock = lab.home() + QStringLiteral("/uptime");
    lab.sshd().setEnvironment(QStringLiteral("TRAINYARD_GUARD_UPTIME"), clock);
    lab.sshd().setEnvironment(QStringLiteral("TRAINYARD_GUARD_TICK"), QStringLiteral("0"));
    const auto setUptime = [&](int seconds) {
        QSaveFile file(clock);
        return file.open(QIODevice::WriteOnly) && file.write(QByteArray::number(seconds) + ".37 1234.56\n") > 0 && file.commit();
    };
    int up = 1000;
    QVERIFY(setUptime(up));
    if (!lab.start()) {
        if (qEnvironmentVariable("CI") == QLatin1String("true"))
            QFAIL(qPrintable(lab.problem()));
        QSKIP(qPrintable(lab.problem()));
    }
    QTemporaryDir home;
    const YardCommand yard(QStringLiteral(TRAINYARD_BIN_DIR "/yard"), home.path());
    const auto added = yard.run({QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("lab"), lab.sshCommand()});
    QVERIFY2(added.status == 0, added.told().constData());
    QFile task(home.filePath(QStringLiteral("task.yaml")));
    QVERIFY(task.open(QIODevice::WriteOnly));
    task.write("name: train\nengine: " + m_engine->program().toUtf8()
               + "\nresources: {image_id: \"docker:trainyard-test/trainer\"}\n"
                 "checkpoints: {dir: /checkpoints}\nlimits: {lease: 40s, grace: 20, spot: off}\n"
                 "run: /trainer --steps 1000000000 --steps-per-second 50 --checkpoint-every 0\n");
    task.close();
    const auto launched = yard.run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("launch"), QStringLiteral("--machine"),
                                    QStringLiteral("lab"), task.fileName()});
    const QString id = launched.object()[QStringLiteral("id")].toString();
    QVERIFY2(!id.isEmpty(), launched.told().constData());
    const auto read = [&](const char *name) {
        QFile file(lab.runDirectory(RunId(id)) + u'/' + QLatin1String(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const auto renewalSeen = [&] { return read("guard-state").split(' ').value(0); };
    QVERIFY(comesTrue([&] { return !renewalSeen().isEmpty(); }));
    const auto client = yard.start({QStringLiteral("run"), QStringLiteral("logs"), QStringLiteral("-f"), id});
    for (int times = 0; times < 3; ++times) {
        const QByteArray seen = renewalSeen();
        QVERIFY(comesTrue([&] { return !read("lease").contains("renewal=" + seen + '\n'); }));
        QVERIFY(setUptime(up += 30));
        QVERIFY(comesTrue([&] { return renewalSeen() != seen; }));
    }
    QVERIFY2(read("exit").isEmpty() && !read("events").contains("\"event\":\"lease\""), read("events").constData());
    QCOMPARE(client->state(), QProcess::Running);
    client->kill();
    QVERIFY(client->waitForFinished());

    QVERIFY(comesTrue([&] { return setUptime(up += 1) && read("events").contains("\"event\":\"lease\""); }));
    QVERIFY(comesTrue([&] { return !read("exit").isEmpty(); }));
    QByteArrayList events;
    for (const QByteArray &line : read("events").trimmed().split('\n'))
        events << QJsonDocument::fromJson(line)[QStringLiteral("event")].toString().toUtf8();
    QCOMPARE(events.join(' '), QByteArray("launching started guard lease checkpoint-signal checkpoint-complete stopping ended"));
    const QJsonObject exit = QJsonDocument::fromJson(read("exit")).object();
    QCOMPARE(exit[QStringLiteral("reason")].toString(), QStringLiteral("lease"));
    QCOMPARE(exit[QStringLiteral("code")].toInt(), 143);
    QVERIFY(isGone(RunId(id)));

    const QStringList saved = LabMachine::findFiles(lab.home() + QStringLiteral("/.trainyard/checkpoints"),
                                                    QStringLiteral("step-*.safetensors"));
    QCOMPARE(saved.size(), 1);
    const Ran resumed = engine.run({trainer, QStringLiteral("--steps"), QStringLiteral("1"), QStringLiteral("--resume"), saved.first()});
    QVERIFY2(resumed.code == 0, resumed.err.constData());
}

// The GPU figures are those of the machine; log and checkpoints are written in the container. The guard's time is accelerated.
void ContainersTest::idlenessIsToldFromAValidation()
{
    GuardedRun hung, validating;
    const std::vector<GuardedRun *> all{&hung, &validating};
    for (GuardedRun *run : all) {
        PREPARE(*run);
        run->input.task.checkpoints = CheckpointPlan{QStringLiteral("/checkpoints"), {}, {}, 0};
        run->input.task.limits.idle = IdleLimit{std::chrono::minutes(5), 30};
        run->input.task.limits.save = std::chrono::seconds(0);
        run->setUptime(1000);
        run->setGpuPercent(4);
    }
    hung.input.task.run = QStringLiteral("echo up; while :; do sleep 0.1; done");
    validating.input.task.run = QStringLiteral(
        "while [ ! -e /trainyard/quiet ]; do echo batch; sleep 0.1; done; while :; do sleep 0.1; done");
    for (GuardedRun *run : all) {
        QVERIFY2(run->start(), run->read(kExit).constData());
        QVERIFY(comesTrue([&] { return run->hasEvent("guard") && run->read(QStringLiteral("metrics")).contains(" gpu "); }));
    }
    // A quarter of an hour, in which the validation prints something every hundred seconds.
    for (int up = 1100; up <= 1900; up += 100) {
        const auto before = validating.read(kLog).size();
        QVERIFY(comesTrue([&] { return validating.read(kLog).size() > before; }));
        QVERIFY(validating.comesTo(up));
    }
    QVERIFY2(!validating.has(kExit) && !validating.hasEvent("idle"), validating.eventNames().constData());
    validating.put(QStringLiteral("quiet"), "");
    int up = 3000;
    for (GuardedRun *run : all) {
        QVERIFY(comesTrue(
            [&] {
                run->setUptime(++up);  // slowly enough for some figures in between
                return run->hasEvent("idle");
            },
            120'000));
        QVERIFY(run->ends());
        QCOMPARE(run->reason(), QStringLiteral("idle"));
        QCOMPARE(run->event("idle")[QStringLiteral("busiest")].toInt(), 4);
        QVERIFY(isGone(*run));
    }
}

void ContainersTest::noticeOfTheCloudSavesTheRun()
{
    MetadataServer server;
    server.answer("/latest/api/token", "to-ken==", "X-aws-ec2-metadata-token-ttl-seconds: 21600");
    GuardedRun run;
    PREPARE(run);
    run.setCloud("Amazon EC2", server.url());
    run.input.task.checkpoints = CheckpointPlan{QStringLiteral("/checkpoints"), {}, {}, 0, QStringLiteral("USR1")};
    run.input.task.run = QStringLiteral("trap \"printf 'PK\\003\\004 and PK\\005\\006 eighteen bytes so' >/checkpoints/step-7.pt\" USR1\n"
                                        "echo up; while :; do sleep 0.1; done");
    QVERIFY2(run.start(), run.read(kExit).constData());
    QVERIFY(comesTrue([&] { return run.read(kLog).contains("up") && server.requests().size() >= 2; }));
    QVERIFY2(!run.hasEvent("spot"), run.eventNames().constData());
    server.answer("/latest/meta-data/spot/instance-action", "{\"action\":\"stop\",\"time\":\"2017-09-18T08:22:00Z\"}",
                  "X-aws-ec2-metadata-token: to-ken==");
    QVERIFY(run.ends());
    QCOMPARE(run.eventNames(), QByteArray("launching started guard spot checkpoint-signal checkpoint-complete stopping ended"));
    QCOMPARE(run.event("checkpoint-complete")[QStringLiteral("file")].toString(), QStringLiteral("step-7.pt"));
    QCOMPARE(run.reason(), QStringLiteral("spot"));
    QVERIFY(isGone(run));
}

void ContainersTest::signalThatSavesReachesWhoCatchesIt()
{
    QFETCH(QString, shell);
    const auto ask = [](const RunDirectory &run, const char *verb, const char *signal) {
        return run.verb({QLatin1String(verb), QLatin1String(signal)}).code;
    };
    RunDirectory saving(shell), deaf(shell);
    PREPARE(saving);
    PREPARE(deaf);
    saving.input.task.run = QStringLiteral("trap 'echo saved' USR1; echo up; while :; do sleep 0.1; done");
    deaf.input.task.run = QStringLiteral("echo up; while :; do sleep 0.1; done");
    for (RunDirectory *run : {&saving, &deaf}) {
        run->write();
        const Ran started = run->verb({QStringLiteral("start")});
        QVERIFY2(started.code == 0, (started.out + started.err).constData());
        QVERIFY(comesTrue([&] { return run->read(kLog).contains("up") && run->has(QStringLiteral("handle")); }));
    }
    QCOMPARE(ask(saving, "catches", "USR1"), 0);
    QCOMPARE(ask(saving, "catches", "USR2"), 1);
    QCOMPARE(ask(saving, "signal", "USR1"), 0);
    QVERIFY(comesTrue([&] { return saving.read(kLog).contains("saved"); }));
    // The starter catches TERM, but that says nothing about the run.
    for (const char *signal : {"USR1", "USR2", "HUP", "TERM"})
        QCOMPARE(ask(deaf, "catches", signal), 1);
    for (const char *signal : {"USR1", "USR2", "HUP"})
        QCOMPARE(ask(deaf, "signal", signal), 1);
    for (RunDirectory *run : {&saving, &deaf}) {
        QVERIFY(!run->has(kExit));
        QCOMPARE(run->verb({QStringLiteral("stop"), QStringLiteral("1")}).code, 0);
        QCOMPARE(run->exitRecord()[QStringLiteral("reason")].toString(), QStringLiteral("stopped"));
    }
    QCOMPARE(saving.read(kLog), QByteArray("up\nsaved\n"));
}

void ContainersTest::leaseAsksByTheSignalThatSaves()
{
    RunDirectory run(QStringLiteral("dash"));
    PREPARE(run);
    run.input.task.checkpoints = CheckpointPlan{QStringLiteral("/checkpoints"), {}, {}, 0, QStringLiteral("USR2")};
    run.input.task.run = QStringLiteral(
        "save() { sleep 1; printf 'PK\\003\\004 and PK\\005\\006 eighteen bytes so' >/checkpoints/step-7.pt; }\n"
        "trap save USR2; echo up; while :; do sleep 0.1; done");
    run.input.task.graceSeconds = 1;
    run.input.task.limits.lease = std::chrono::seconds(5);
    run.environment.insert(QStringLiteral("TRAINYARD_GUARD_TICK"), QStringLiteral("0"));
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return run.has(kExit); }));
    const QByteArray events = run.read(QStringLiteral("events"));
    QVERIFY2(events.contains("\"event\":\"checkpoint-signal\",\"signal\":\"USR2\""), events.constData());
    QVERIFY2(events.contains("\"event\":\"checkpoint-complete\",\"file\":\"step-7.pt\""), events.constData());
    QCOMPARE(run.exitRecord()[QStringLiteral("reason")].toString(), QStringLiteral("lease"));
    QVERIFY(isGone(run));
}

QTEST_GUILESS_MAIN(ContainersTest)
#include "tst_containers.moc"

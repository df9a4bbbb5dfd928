// SPDX-License-Identifier: GPL-3.0-or-later
// supervise.sh with the engine `process`: every promise of docs/run-directory.md, with real processes.
#include "tests/support/rundirectory.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QScopeGuard>
#include <QTest>

#include <signal.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include <algorithm>
#include <future>
#include <vector>

using namespace trainyard;

namespace {

QString fromFile(const char *name) { return QString::fromLatin1(name); }

const QString kExit = QStringLiteral("exit");
const QString kLog = QStringLiteral("log");

}  // namespace

class SuperviseTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void runsFromStartToExit_data() { addShellRows(); }
    void runsFromStartToExit();
    void reportsHowItEnded_data();
    void reportsHowItEnded();
    void stopLetsTheRunSaveFirst_data() { addShellRows(); }
    void stopLetsTheRunSaveFirst();
    void stopKillsWhatIgnoresIt_data() { addShellRows(); }
    void stopKillsWhatIgnoresIt();
    void starterThatHangsIsEndedToo();
    void secondStopIsNeverMorePatient();
    void stopNeedsNoRoom();
    void stopBeforeStartMeansItNeverRuns_data() { addShellRows(); }
    void stopBeforeStartMeansItNeverRuns();
    void timeLimitEndsTheRun_data() { addShellRows(); }
    void timeLimitEndsTheRun();
    void killedLoopIsReplacedWithoutATrace_data() { addShellRows(); }
    void killedLoopIsReplacedWithoutATrace();
    void loopKilledWhileStoppingGoesOnStopping_data() { addShellRows(); }
    void loopKilledWhileStoppingGoesOnStopping();
    void endWithoutALoopIsFoundLater_data() { addShellRows(); }
    void endWithoutALoopIsFoundLater();
    void manyStartsRunItOnce_data() { addShellRows(); }
    void manyStartsRunItOnce();
    void manyEnsuresLeaveOneLoop_data() { addShellRows(); }
    void manyEnsuresLeaveOneLoop();
    void startKilledHalfWayIsTakenUp_data() { addShellRows(); }
    void startKilledHalfWayIsTakenUp();
    void killedStarterLeavesTheRunAloneThenSaysLost_data() { addShellRows(); }
    void killedStarterLeavesTheRunAloneThenSaysLost();
    void rebootIsReportedAsLost_data() { addShellRows(); }
    void rebootIsReportedAsLost();
    void killedSamplerIsRevived_data() { addShellRows(); }
    void killedSamplerIsRevived();
    void samplerEndsWithAKilledLoop_data() { addShellRows(); }
    void samplerEndsWithAKilledLoop();
    void leftoversInTheBackgroundAreEnded_data() { addShellRows(); }
    void leftoversInTheBackgroundAreEnded();
    void daemonsThatLeftTheSessionAreEnded_data() { addShellRows(); }
    void daemonsThatLeftTheSessionAreEnded();
    void endSaysHowLongItRanWhateverTheClock_data() { addShellRows(); }
    void endSaysHowLongItRanWhateverTheClock();
    void refusedStartSaysWhy_data() { addShellRows(); }
    void refusedStartSaysWhy();
    void pipesInPlaceOfItsFilesHoldNothingUp_data() { addShellRows(); }
    void pipesInPlaceOfItsFilesHoldNothingUp();
    void unreadableRecordIsNoEnd_data();
    void unreadableRecordIsNoEnd();
    void recordThatTheRunWroteItselfStopsNoStop_data() { addShellRows(); }
    void recordThatTheRunWroteItselfStopsNoStop();
    void lossOfTheRecordIsMendedAfterTheEnd_data() { addShellRows(); }
    void lossOfTheRecordIsMendedAfterTheEnd();
    void statusChangesNothing();
    void removedDirectoryEndsTheLoop();
};

void SuperviseTest::runsFromStartToExit()
{
    QFETCH(QString, shell);
    RunDirectory run(shell);
    run.input.task.envs = {{QStringLiteral("ODD"), QStringLiteral("it's \"$HOME\" `x`\nline two\\")},
                           {QStringLiteral("PATH"), run.environment.value(QStringLiteral("PATH"))},
                           {QStringLiteral("dir"), QStringLiteral("/nowhere")}};
    run.input.task.secrets = {{QStringLiteral("TOKEN"), std::nullopt}};
    run.input.secretValues = {{QStringLiteral("TOKEN"), QStringLiteral("s3'cret")}};
    run.input.task.setup = QStringLiteral("echo setup");
    run.input.task.run = QStringLiteral("printf '%s|%s\\n' \"$ODD\" \"$TOKEN\"\n"
                                        "printf 'bytes \\000\\377\\r end'\n"
                                        "echo error >&2\n")
                         + run.waitForGoOn() + QStringLiteral("\nprintf 'torn'\nexit 7\n");
    run.write();

    const Ran started = run.verb({QStringLiteral("start")});
    QCOMPARE(started.code, 0);
    QVERIFY2(started.json().contains(QStringLiteral("state")), (started.out + started.err).constData());
    QVERIFY(comesTrue([&] { return run.read(QStringLiteral("metrics")).contains(" cpu "); }));
    QVERIFY(run.read(QStringLiteral("env.sh")).contains("s3'"));
    run.goOn();
    QVERIFY(comesTrue([&] { return run.has(kExit); }));
    // It is not read any more, and the machine may be returned to its owner.
    QVERIFY(comesTrue([&] { return !run.read(QStringLiteral("env.sh")).contains("s3'"); }));
    QVERIFY(run.read(QStringLiteral("env.sh")).contains("# TOKEN was a secret\n") && run.read(QStringLiteral("env.sh")).contains("ODD="));
    QVERIFY(!run.has(QStringLiteral("env-kept.sh")));

    const QByteArray expected = QByteArray("setup\nit's \"$HOME\" `x`\nline two\\|s3'cret\nbytes ") + '\0' + "\377\r enderror\ntorn";
    QCOMPARE(run.read(kLog), expected);
    const QJsonObject exit = run.exitRecord();
    QCOMPARE(exit[QStringLiteral("reason")].toString(), QStringLiteral("finished"));
    QCOMPARE(exit[QStringLiteral("code")].toInt(-1), 7);
    QVERIFY(exit[QStringLiteral("signal")].isNull());
    QCOMPARE(exit[QStringLiteral("log")].toInteger(), run.read(kLog).size());
    QCOMPARE(run.read(QStringLiteral("status")), QByteArray("code=7\n"));

    QStringList events;
    for (const QByteArray &line : run.read(QStringLiteral("events")).trimmed().split('\n')) {
        const QJsonObject event = QJsonDocument::fromJson(line).object();
        QVERIFY2(event[QStringLiteral("t")].toInteger() > 1'600'000'000, line.constData());
        events << event[QStringLiteral("event")].toString();
    }
    QCOMPARE(events, (QStringList{QStringLiteral("launching"), QStringLiteral("started"), QStringLiteral("ended")}));

    QVERIFY(comesTrue([&] { return run.processes().isEmpty(); }));
    // After the end, every verb only reports it.
    const QByteArray before = run.read(kExit);
    QCOMPARE(run.verb({QStringLiteral("start")}).json()[QStringLiteral("state")].toString(), QStringLiteral("ended"));
    QCOMPARE(run.verb({QStringLiteral("ensure")}).json()[QStringLiteral("state")].toString(), QStringLiteral("ended"));
    QCOMPARE(run.verb({QStringLiteral("stop")}).code, 0);
    QCOMPARE(run.read(kExit), before);
    QCOMPARE(run.read(kLog), expected);
}

void SuperviseTest::reportsHowItEnded_data()
{
    QTest::addColumn<QString>("shell");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("code");
    QTest::addColumn<int>("signal");
    struct Row {
        const char *name, *text;
        int code, signal;
    };
    const Row rows[] = {{"success", "true", 0, 0},
                        {"a code", "exit 42", 42, 0},
                        {"exec keeps the code", "exec sh -c 'exit 9'", 9, 0},
                        {"largest code", "exit 255", 255, 0},
                        {"not found", "no-such-program-here", 127, 0},
                        {"killed", "kill -KILL $$", 137, 9},
                        {"its program was killed", "sh -c 'kill -SEGV $$'", 139, 11}};
    for (const QString &shell : shellsToTry()) {
        for (const Row &row : rows) {
            QTest::addRow("%s: %s", qPrintable(shell), row.name) << shell << QString::fromLatin1(row.text) << row.code << row.signal;
        }
    }
}

void SuperviseTest::reportsHowItEnded()
{
    QFETCH(QString, shell);
    QFETCH(QString, text);
    RunDirectory run(shell);
    run.input.task.run = text;
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return run.has(kExit); }));
    const QJsonObject exit = run.exitRecord();
    QCOMPARE(exit[QStringLiteral("reason")].toString(), QStringLiteral("finished"));
    QTEST(exit[QStringLiteral("code")].toInt(-1), "code");
    QTEST(exit[QStringLiteral("signal")].toInt(0), "signal");
    if (text.contains(QLatin1String("-KILL $$")))
        QCOMPARE(run.read(kLog), QByteArray());  // no shell of ours comments on it
}

void SuperviseTest::stopLetsTheRunSaveFirst()
{
    QFETCH(QString, shell);
    RunDirectory run(shell);
    // The script's shell dies of TERM immediately; its child needs two seconds to save.
    run.input.task.run = QStringLiteral("sh -c 'trap \"echo saving; sleep 2; echo saved; exit 0\" TERM; echo up; "
                                        "while :; do sleep 0.1; done'\n");
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return run.read(kLog).contains("up"); }));
    const Ran stopped = run.verb({QStringLiteral("stop"), QStringLiteral("20")});
    QCOMPARE(stopped.code, 0);
    QCOMPARE(stopped.json()[QStringLiteral("state")].toString(), QStringLiteral("ended"));
    QVERIFY2(run.read(kLog).contains("saved\n"), run.read(kLog).constData());
    QCOMPARE(run.exitRecord()[QStringLiteral("reason")].toString(), QStringLiteral("stopped"));
    QCOMPARE(run.exitRecord()[QStringLiteral("log")].toInteger(), run.read(kLog).size());
    QVERIFY(comesTrue([&] { return run.processes().isEmpty(); }));
}

void SuperviseTest::secondStopIsNeverMorePatient()
{
    RunDirectory run(QStringLiteral("dash"));
    run.input.task.run = QStringLiteral("trap 'echo no' TERM; echo up; while :; do sleep 0.1; done");
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return run.read(kLog).contains("up"); }));
    run.put(QStringLiteral("stop"), "2\n");
    QVERIFY(comesTrue([&] { return run.read(QStringLiteral("events")).contains("stopping"); }));
    QCOMPARE(run.verb({QStringLiteral("stop"), QStringLiteral("50")}).code, 0);
    QCOMPARE(run.read(QStringLiteral("stop")), QByteArray("2\n"));
    QCOMPARE(run.exitRecord()[QStringLiteral("signal")].toInt(), 9);
}

void SuperviseTest::stopNeedsNoRoom()
{
    RunDirectory run(QStringLiteral("dash"));
    const QString disk = run.environment.value(QStringLiteral("HOME")) + QStringLiteral("/.trainyard");
    QDir().mkpath(disk);
    if (::mount("none", disk.toUtf8().constData(), "tmpfs", 0, "size=2m") != 0) {
        if (qEnvironmentVariable("CI") == QLatin1String("true"))
            QFAIL("a small file system cannot be mounted");
        QSKIP("mounting a small file system needs root: sudo ./test");
    }
    const auto unmount = qScopeGuard([&] { ::umount2(disk.toUtf8().constData(), MNT_DETACH); });
    run.input.task.run = QStringLiteral("trap '' TERM; echo up; while :; do sleep 0.1; done");
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return run.read(kLog).contains("up") && run.read(QStringLiteral("events")).contains("started"); }));
    QFile filler(disk + QStringLiteral("/filler"));
    QVERIFY(filler.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    while (filler.write(QByteArray(4096, 'x')) == 4096) {}
    const Ran stopped = run.verb({QStringLiteral("stop"), QStringLiteral("1")});
    QVERIFY2(stopped.code == 0, (stopped.out + stopped.err).constData());
    QCOMPARE(run.exitRecord()[QStringLiteral("reason")].toString(), QStringLiteral("stopped"));
}

void SuperviseTest::stopKillsWhatIgnoresIt()
{
    QFETCH(QString, shell);
    RunDirectory run(shell);
    run.input.task.run = QStringLiteral("trap '' TERM INT HUP\necho up\nwhile :; do sleep 0.1; done\n");
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return run.read(kLog).contains("up"); }));
    QCOMPARE(run.verb({QStringLiteral("stop"), QStringLiteral("1")}).code, 0);
    const QJsonObject exit = run.exitRecord();
    QCOMPARE(exit[QStringLiteral("reason")].toString(), QStringLiteral("stopped"));
    QCOMPARE(exit[QStringLiteral("signal")].toInt(), 9);
    QVERIFY(comesTrue([&] { return run.processes().isEmpty(); }));
}

// It gets time to write how the run ended, but not without limit.
void SuperviseTest::starterThatHangsIsEndedToo()
{
    RunDirectory run(QStringLiteral("dash"));
    run.input.task.run = QStringLiteral("echo up; exec sleep 600");
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return run.read(kLog).contains("up") && run.has(fromFile("handle")); }));
    const qint64 starter = run.pidIn(fromFile("handle"));
    QCOMPARE(::kill(static_cast<pid_t>(starter), SIGSTOP), 0);
    QCOMPARE(run.verb({QStringLiteral("stop"), QStringLiteral("1")}).code, 0);
    QCOMPARE(run.exitRecord()[QStringLiteral("reason")].toString(), QStringLiteral("stopped"));
    QVERIFY(run.exitRecord()[QStringLiteral("code")].isNull());
    QVERIFY(!isAlive(starter));
}

void SuperviseTest::stopBeforeStartMeansItNeverRuns()
{
    QFETCH(QString, shell);
    RunDirectory run(shell);
    run.input.task.run = QStringLiteral("echo ran");
    run.write();
    QCOMPARE(run.verb({QStringLiteral("stop")}).code, 0);
    QCOMPARE(run.exitRecord()[QStringLiteral("reason")].toString(), QStringLiteral("stopped"));
    run.verb({QStringLiteral("start")});
    // It cannot be started any more, even by hand.
    run.run({QStringLiteral("sh"), run.path(QStringLiteral("starter.sh")), run.path()});
    QCOMPARE(run.read(kLog), QByteArray());
}

void SuperviseTest::timeLimitEndsTheRun()
{
    QFETCH(QString, shell);
    RunDirectory run(shell);
    run.input.task.run = QStringLiteral("sleep 60");
    run.input.task.limits.hours = 2.0 / 3600;
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return run.has(kExit); }, 40000));
    QCOMPARE(run.exitRecord()[QStringLiteral("reason")].toString(), QStringLiteral("limit"));
    QVERIFY(comesTrue([&] { return run.processes().isEmpty(); }));
}

void SuperviseTest::killedLoopIsReplacedWithoutATrace()
{
    QFETCH(QString, shell);
    RunDirectory run(shell);
    run.input.task.run = QStringLiteral("for i in 1 2 3 4 5 6; do echo line $i; sleep 0.5; done; %1; exit 5").arg(run.waitForGoOn());
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    for (int i = 0; i < 3; ++i) {
        const qint64 loop = run.pidIn(fromFile("supervisor"));
        killHard(loop);
        QVERIFY(comesTrue([&] { return !isAlive(loop); }));
        QCOMPARE(run.verb({QStringLiteral("status")}).json()[QStringLiteral("state")].toString(), QStringLiteral("running"));
        QCOMPARE(run.verb({QStringLiteral("ensure")}).json()[QStringLiteral("supervisor")].toBool(), true);
        QVERIFY(run.pidIn(fromFile("supervisor")) != loop);
    }
    run.goOn();
    QVERIFY(comesTrue([&] { return run.has(kExit); }));
    QCOMPARE(run.read(kLog), QByteArray("line 1\nline 2\nline 3\nline 4\nline 5\nline 6\n"));
    QCOMPARE(run.exitRecord()[QStringLiteral("code")].toInt(-1), 5);
    QCOMPARE(run.read(QStringLiteral("events")).count("started"), 1);
    QVERIFY(comesTrue([&] { return QDir(run.path()).entryList({QStringLiteral("supervisor-*")}).isEmpty(); }));
}

void SuperviseTest::loopKilledWhileStoppingGoesOnStopping()
{
    QFETCH(QString, shell);
    RunDirectory run(shell);
    run.input.task.run = QStringLiteral("trap '%1; echo saved; exit 0' TERM; echo up; while :; do sleep 0.1; done").arg(run.waitForGoOn());
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return run.read(kLog).contains("up"); }));
    run.put(QStringLiteral("stop"), "60\n");
    QVERIFY(comesTrue([&] { return run.read(QStringLiteral("events")).contains("stopping"); }));
    killHard(run.pidIn(fromFile("supervisor")));
    run.goOn();
    QCOMPARE(run.verb({QStringLiteral("stop"), QStringLiteral("60")}).code, 0);
    QCOMPARE(run.exitRecord()[QStringLiteral("reason")].toString(), QStringLiteral("stopped"));
    QVERIFY2(run.read(kLog).endsWith("saved\n"), run.read(kLog).constData());
}

void SuperviseTest::endWithoutALoopIsFoundLater()
{
    QFETCH(QString, shell);
    RunDirectory run(shell);
    run.input.task.run = run.waitForGoOn() + QStringLiteral("; exit 6");
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    killHard(run.pidIn(fromFile("supervisor")));
    run.goOn();
    QVERIFY(comesTrue([&] { return run.has(QStringLiteral("status")) && !isAlive(run.pidIn(fromFile("handle"))); }));
    QCOMPARE(run.verb({QStringLiteral("status")}).json()[QStringLiteral("state")].toString(), QStringLiteral("orphaned"));
    QVERIFY(!run.has(kExit));
    run.verb({QStringLiteral("ensure")});
    QVERIFY(comesTrue([&] { return run.has(kExit); }));
    QCOMPARE(run.exitRecord()[QStringLiteral("reason")].toString(), QStringLiteral("finished"));
    QCOMPARE(run.exitRecord()[QStringLiteral("code")].toInt(-1), 6);
}

void SuperviseTest::manyStartsRunItOnce()
{
    QFETCH(QString, shell);
    RunDirectory run(shell);
    run.input.task.run = QStringLiteral("echo ran; sleep 1");
    run.write();
    std::vector<std::future<Ran>> starts;
    for (int i = 0; i < 5; ++i)
        starts.push_back(std::async(std::launch::async, [&run] { return run.verb({QStringLiteral("start")}); }));
    for (auto &start : starts)
        QCOMPARE(start.get().code, 0);
    // One that came second may still be about to end.
    QVERIFY(comesTrue([&] {
        const auto pids = run.processes();
        return std::count_if(pids.cbegin(), pids.cend(), [](qint64 pid) { return commandLine(pid).contains("supervise.sh loop"); }) <= 1;
    }));
    QVERIFY(comesTrue([&] { return run.has(kExit); }));
    QCOMPARE(run.read(kLog), QByteArray("ran\n"));
    QCOMPARE(run.exitRecord()[QStringLiteral("code")].toInt(-1), 0);
}

void SuperviseTest::manyEnsuresLeaveOneLoop()
{
    QFETCH(QString, shell);
    RunDirectory run(shell);
    run.input.task.run = QStringLiteral("sleep 60");
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    for (int round = 0; round < 3; ++round) {
        killHard(run.pidIn(fromFile("supervisor")));
        std::vector<std::future<Ran>> ensures;
        for (int i = 0; i < 5; ++i)
            ensures.push_back(std::async(std::launch::async, [&run] { return run.verb({QStringLiteral("ensure")}); }));
        for (auto &ensure : ensures)
            QCOMPARE(ensure.get().json()[QStringLiteral("supervisor")].toBool(), true);
        const auto loops = [&] {
            QList<qint64> found;
            for (const qint64 pid : run.processes()) {
                if (commandLine(pid).contains("supervise.sh loop"))
                    found << pid;
            }
            return found;
        };
        QVERIFY(comesTrue([&] { return loops() == QList<qint64>{run.pidIn(fromFile("supervisor"))}; }));
    }
}

void SuperviseTest::startKilledHalfWayIsTakenUp()
{
    QFETCH(QString, shell);
    RunDirectory run(shell);
    run.input.task.run = QStringLiteral("echo ran; %1; exit 4").arg(run.waitForGoOn());
    run.write();
    // The run began, but the loop was killed before it wrote the handle down.
    QCOMPARE(run.run({QStringLiteral("sh"), run.path(QStringLiteral("launch.sh"))}).code, 0);
    run.put(QStringLiteral("start"), "1\n");
    QVERIFY(!run.has(QStringLiteral("handle")));
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return run.has(QStringLiteral("handle")); }));  // may come later than the answer to start
    QCOMPARE(run.read(QStringLiteral("handle")), run.read(QStringLiteral("begun")));
    run.goOn();
    QVERIFY(comesTrue([&] { return run.has(kExit); }));
    QCOMPARE(run.read(kLog), QByteArray("ran\n"));
    QCOMPARE(run.exitRecord()[QStringLiteral("code")].toInt(-1), 4);
}

void SuperviseTest::killedStarterLeavesTheRunAloneThenSaysLost()
{
    QFETCH(QString, shell);
    RunDirectory run(shell);
    run.input.task.run = QStringLiteral("echo up; %1; echo done").arg(run.waitForGoOn());
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return run.read(kLog).contains("up"); }));
    // The same process as in `handle`, which may be written after the answer to start.
    killHard(run.pidIn(QStringLiteral("begun")));
    QTest::qWait(1500);  // a time in which nothing must happen
    QVERIFY(!run.has(kExit));
    run.goOn();
    QVERIFY(comesTrue([&] { return run.has(kExit); }));
    QCOMPARE(run.read(kLog), QByteArray("up\ndone\n"));
    QCOMPARE(run.exitRecord()[QStringLiteral("reason")].toString(), QStringLiteral("lost"));
    QVERIFY(run.exitRecord()[QStringLiteral("code")].isNull());
}

void SuperviseTest::rebootIsReportedAsLost()
{
    QFETCH(QString, shell);
    RunDirectory run(shell);
    run.write();
    const QByteArray old = "1 100 00000000-0000-0000-0000-000000000000\n";  // a process of an earlier boot
    for (const char *name : {"begun", "handle", "supervisor"})
        run.put(QString::fromLatin1(name), old);
    run.put(QStringLiteral("start"), "1\n");
    run.put(kLog, "before the reboot");
    QCOMPARE(run.verb({QStringLiteral("status")}).json()[QStringLiteral("state")].toString(), QStringLiteral("orphaned"));
    run.verb({QStringLiteral("ensure")});
    QVERIFY(comesTrue([&] { return run.has(kExit); }));
    QCOMPARE(run.exitRecord()[QStringLiteral("reason")].toString(), QStringLiteral("lost"));
    QVERIFY(run.exitRecord()[QStringLiteral("code")].isNull());
    QVERIFY(!run.exitRecord().contains(QStringLiteral("seconds")));  // it is unknown
    QCOMPARE(run.read(kLog), QByteArray("before the reboot"));
}

void SuperviseTest::killedSamplerIsRevived()
{
    QFETCH(QString, shell);
    RunDirectory run(shell);
    run.input.task.run = QStringLiteral("sleep 60");
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return run.read(QStringLiteral("metrics")).contains(" cpu "); }));
    const auto before = run.samplers();
    QVERIFY(!before.isEmpty());
    for (const qint64 pid : before)
        ::kill(static_cast<pid_t>(pid), SIGKILL);
    QVERIFY(comesTrue([&] {
        const auto now = run.samplers();
        return !now.isEmpty() && !before.contains(now.first());
    }));
    const auto size = run.read(QStringLiteral("metrics")).size();
    QVERIFY(comesTrue([&] { return run.read(QStringLiteral("metrics")).size() > size; }));
}

void SuperviseTest::samplerEndsWithAKilledLoop()
{
    QFETCH(QString, shell);
    RunDirectory run(shell);
    run.input.task.run = QStringLiteral("sleep 60");
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return !run.samplers().isEmpty(); }));
    killHard(run.pidIn(fromFile("supervisor")));
    QVERIFY(comesTrue([&] { return run.samplers().isEmpty(); }, 30000));  // half as long as the run
}

void SuperviseTest::leftoversInTheBackgroundAreEnded()
{
    QFETCH(QString, shell);
    RunDirectory run(shell);
    run.input.task.run = QStringLiteral("(trap '' TERM; while :; do sleep 0.1; done) &\nsleep 60 &\necho up\nexit 3");
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return run.has(kExit); }, 40000));
    QCOMPARE(run.exitRecord()[QStringLiteral("code")].toInt(-1), 3);
    QVERIFY(comesTrue([&] { return run.processes().isEmpty(); }));
}

void SuperviseTest::daemonsThatLeftTheSessionAreEnded()
{
    QFETCH(QString, shell);
    RunDirectory run(shell);
    run.input.task.run = QStringLiteral("setsid sh -c 'trap \"\" TERM; sleep 60' &\nsleep 0.5; echo up; sleep 60");
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return run.read(kLog).contains("up"); }));
    QCOMPARE(run.verb({QStringLiteral("stop"), QStringLiteral("1")}).code, 0);
    QVERIFY(comesTrue([&] { return run.processes().isEmpty(); }, 20000));  // far below what they would sleep
    QCOMPARE(run.exitRecord()[QStringLiteral("reason")].toString(), QStringLiteral("stopped"));
}

void SuperviseTest::endSaysHowLongItRanWhateverTheClock()
{
    QFETCH(QString, shell);
    RunDirectory run(shell);
    // A clock that the scripts see stand still at a time long ago.
    const QString date = run.home() + QStringLiteral("/bin/date");
    QFile::remove(date);  // may be a link to busybox
    QFile file(date);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("#!/bin/sh\necho 1000000000\n") > 0);
    file.close();
    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    run.input.task.run = run.waitForGoOn();
    run.write();
    QElapsedTimer whole, least;
    whole.start();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    least.start();
    QTest::qWait(3000);  // time in which it could have been told
    const qint64 atLeast = least.elapsed() / 1000;
    run.goOn();
    QVERIFY(comesTrue([&] { return run.has(kExit); }));
    const qint64 atMost = whole.elapsed() / 1000 + 1;
    const QJsonObject exit = run.exitRecord();
    if (shell != QLatin1String("busybox"))  // which prefers its own date
        QCOMPARE(exit[QStringLiteral("ended")].toInteger(), 1000000000);
    const qint64 seconds = exit[QStringLiteral("seconds")].toInteger(-1);
    QVERIFY2(seconds >= atLeast && seconds <= atMost, run.read(kExit).constData());
}

void SuperviseTest::refusedStartSaysWhy()
{
    QFETCH(QString, shell);
    RunDirectory run(shell);
    run.write();
    run.put(QStringLiteral("launch.sh"), "echo 'pulling' >&2\necho 'Error: \"no\" such \\image' >&2\nexit 125\n", 0700);
    for (int i = 0; i < 2; ++i) {
        const Ran refused = run.verb({QStringLiteral("start")});
        QCOMPARE(refused.code, 5);
        QCOMPARE(refused.json()[QStringLiteral("message")].toString(), QStringLiteral("Error: \"no\" such \\image"));
    }
    QCOMPARE(run.exitRecord()[QStringLiteral("reason")].toString(), QStringLiteral("not-started"));
    QCOMPARE(run.exitRecord()[QStringLiteral("message")].toString(), QStringLiteral("Error: \"no\" such \\image"));
    QVERIFY(!run.exitRecord().contains(QStringLiteral("seconds")));
    QCOMPARE(run.read(kLog), QByteArray("pulling\nError: \"no\" such \\image\n"));
    QCOMPARE(run.exitRecord()[QStringLiteral("log")].toInteger(), run.read(kLog).size());
}

void SuperviseTest::pipesInPlaceOfItsFilesHoldNothingUp()
{
    QFETCH(QString, shell);
    RunDirectory run(shell);
    run.input.task.run = QStringLiteral("echo up; sleep 60");
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    // Done once it has printed everything that belongs to the start: a shell cannot check for a pipe and open the file in one step.
    QVERIFY(comesTrue(
        [&] { return run.read(kLog).contains("up") && run.read(fromFile("events")).contains("started") && run.has(fromFile("metrics")); }));
    for (const char *name : {"log", "metrics", "events", "status"}) {
        const QString file = run.path(QString::fromLatin1(name));
        QFile::remove(file);
        QCOMPARE(mkfifo(QFile::encodeName(file).constData(), 0600), 0);
    }
    QElapsedTimer clock;
    clock.start();
    QCOMPARE(run.verb({QStringLiteral("status")}).json()[QStringLiteral("state")].toString(), QStringLiteral("running"));
    QCOMPARE(run.verb({QStringLiteral("stop"), QStringLiteral("1")}).code, 0);
    QVERIFY2(clock.elapsed() < 30'000, "a pipe held the supervisor up");
    QVERIFY(comesTrue([&] { return run.processes().isEmpty(); }));
}

void SuperviseTest::unreadableRecordIsNoEnd_data()
{
    QTest::addColumn<QString>("shell");
    QTest::addColumn<QString>("spoil");  // a command in the run directory
    for (const QString &shell : shellsToTry()) {
        for (const auto &[name, command] : {std::pair{"empty", ": >exit"},
                                            {"torn", "printf '{\"reason\":\"finished\",\"code\":0' >exit"},
                                            {"binary", "head -c 70000 /dev/urandom >exit"},
                                            {"another reason", "echo '{\"reason\":\"x\",\"code\":0,\"log\":1,\"ended\":1}' >exit"},
                                            {"folder", "mkdir exit"},
                                            {"full folder", "mkdir -p exit/a"},
                                            {"pipe", "mkfifo exit"},
                                            {"link", "ln -s /etc/passwd exit"},
                                            {"link to nothing", "ln -s /nowhere/at/all exit"}}) {
            QTest::addRow("%s, %s", qPrintable(shell), name) << shell << QString::fromLatin1(command);
        }
    }
}

void SuperviseTest::unreadableRecordIsNoEnd()
{
    QFETCH(QString, shell);
    QFETCH(QString, spoil);
    RunDirectory run(shell);
    run.input.task.run = QStringLiteral("while :; do sleep 0.2; done");
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    QCOMPARE(
        run.run({QStringLiteral("sh"), QStringLiteral("-c"), QStringLiteral("cd \"$1\" && ") + spoil, QStringLiteral("sh"), run.path()})
            .code,
        0);
    QCOMPARE(run.verb({QStringLiteral("status")}).json()[QStringLiteral("state")].toString(), QStringLiteral("running"));
    QCOMPARE(run.verb({QStringLiteral("ensure")}).json()[QStringLiteral("state")].toString(), QStringLiteral("running"));
    QVERIFY(!run.processes().isEmpty());
    const Ran stopped = run.verb({QStringLiteral("stop"), QStringLiteral("5")});
    QVERIFY2(stopped.code == 0, (stopped.out + stopped.err).constData());
    QCOMPARE(stopped.json()[QStringLiteral("state")].toString(), QStringLiteral("ended"));
    QCOMPARE(stopped.json()[QStringLiteral("exit")].toObject()[QStringLiteral("reason")].toString(), QStringLiteral("stopped"));
    QCOMPARE(run.exitRecord()[QStringLiteral("reason")].toString(), QStringLiteral("stopped"));
    QVERIFY(comesTrue([&] { return run.processes().isEmpty(); }));
}

void SuperviseTest::recordThatTheRunWroteItselfStopsNoStop()
{
    QFETCH(QString, shell);
    RunDirectory run(shell);
    run.input.task.run = QStringLiteral("while :; do sleep 0.2; done");
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    run.put(kExit, "{\"reason\":\"finished\",\"code\":0,\"signal\":null,\"oom\":false,\"log\":0,\"ended\":1732176000}\n");
    const Ran stopped = run.verb({QStringLiteral("stop"), QStringLiteral("5")});
    QVERIFY2(stopped.code == 0, (stopped.out + stopped.err).constData());
    QCOMPARE(run.exitRecord()[QStringLiteral("reason")].toString(), QStringLiteral("stopped"));
    QVERIFY(comesTrue([&] { return run.processes().isEmpty(); }));
}

// A power cut may leave the name without the bytes.
void SuperviseTest::lossOfTheRecordIsMendedAfterTheEnd()
{
    QFETCH(QString, shell);
    RunDirectory run(shell);
    run.input.task.run = QStringLiteral("exit 7");
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return run.has(kExit) && run.processes().isEmpty(); }));
    run.put(kExit, {});
    QVERIFY(run.verb({QStringLiteral("status")}).json()[QStringLiteral("state")].toString() != QStringLiteral("ended"));
    QCOMPARE(run.verb({QStringLiteral("ensure")}).code, 0);
    QVERIFY(comesTrue([&] { return run.exitRecord()[QStringLiteral("code")].toInt(-1) == 7; }));
}

void SuperviseTest::statusChangesNothing()
{
    RunDirectory run(QStringLiteral("dash"));
    run.write();
    for (const char *verb : {"status", "ensure"}) {
        QCOMPARE(run.verb({QString::fromLatin1(verb)}).out,
                 QByteArray("{\"state\":\"new\",\"supervisor\":false,\"log\":0,\"metrics\":0,\"events\":0}\n"));
    }
    for (const char *name : {"start", "supervisor", "log", "events"})
        QVERIFY(!run.has(QString::fromLatin1(name)));
    QCOMPARE(run.verb({QStringLiteral("fly")}).code, 2);
}

void SuperviseTest::removedDirectoryEndsTheLoop()
{
    RunDirectory run(QStringLiteral("dash"));
    run.input.task.run = QStringLiteral("sleep 5");
    run.write();
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    const qint64 loop = run.pidIn(fromFile("supervisor"));
    QVERIFY(QFile::rename(run.path(), run.path() + QStringLiteral(".gone")));
    QFile::remove(run.path() + QStringLiteral(".gone/supervisor"));
    QVERIFY(comesTrue([&] { return !isAlive(loop); }));
}

QTEST_GUILESS_MAIN(SuperviseTest)
#include "tst_supervise.moc"

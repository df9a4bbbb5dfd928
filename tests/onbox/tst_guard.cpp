// SPDX-License-Identifier: GPL-3.0-or-later
// guard.sh with the engine `process`: the promises of docs/lease.md, with real processes. GPUs are stand-ins.
#include "tests/support/guardedrun.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QTest>

#include <signal.h>
#include <sys/mount.h>

#include <memory>
#include <vector>

using namespace trainyard;
using namespace std::chrono_literals;

namespace {

const QString kExit = QStringLiteral("exit");
const QString kLog = QStringLiteral("log");
const QString kTrainer = GuardedRun::trainer();

// The whole sequence: signal, complete checkpoint, stop.
const char kWholeWay[] = " checkpoint-signal checkpoint-complete stopping ended";

}  // namespace

class GuardTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void leaseUsedUpSavesAndThenStops();
    void moneyUsedUpEndsTheRun();
    void checkpointIsWaitedForUntilItIsWhole();
    void renewalCountsAnewAndNoClockMatters();
    void killedGuardAndLoopForgetNothing();
    void rebootForgetsNothing();
    void idleMachineIsNoticedAndABusyOneLeftAlone();
    void hostileLeaseIsData();
    void fullDiskDelaysNothing();
    void shutdownCommandRunsOnceAfterTheEnd();
    void wholeCheckpointsAreToldFromCutOnes();
    void personsStopStaysAStop();
    void declaredSignalMakesItSave();
    void machineThatIsGivenBackSoonMakesItSaveAndGoOn();
    void whoSavesOnlyWhenStoppedIsStoppedInTimeBeforeTheGiveBack();
    void slowCheckpointBeforeTheGiveBackHasOnlyTheTimeThatIsLeft();
    void whoWouldDieOfTheSignalIsWaitedFor();
    void manyCheckpointFilesDelayNothing();
    void oddStateIsData();
    void shutdownWaitsForOtherRuns();
};

void GuardTest::leaseUsedUpSavesAndThenStops()
{
    std::vector<std::unique_ptr<GuardedRun>> runs;
    for (const char *shell : {"dash", "bash", "busybox"}) {
        runs.push_back(std::make_unique<GuardedRun>(QString::fromLatin1(shell)));
        GuardedRun &run = *runs.back();
        run.input.task.limits.lease = 3s;
        run.input.task.graceSeconds = 20;
        run.train();
        QVERIFY(run.start());
    }
    for (const auto &run : runs) {
        QVERIFY(run->ends());
        QCOMPARE(run->eventNames(), QByteArray("launching started guard lease") + kWholeWay);
        QCOMPARE(run->reason(), QStringLiteral("lease"));
        QCOMPARE(run->exitRecord()[QStringLiteral("code")].toInt(), 143);
        QCOMPARE(run->event("lease")[QStringLiteral("seconds")].toInt(), 3);
        // The saved file opens, and training continues from it.
        const QString saved = run->event("checkpoint-complete")[QStringLiteral("file")].toString();
        QVERIFY2(saved.startsWith(QLatin1String("step-")) && saved.endsWith(QLatin1String(".safetensors")), qPrintable(saved));
        const Ran resumed = run->run(
            {kTrainer, QStringLiteral("--steps"), QStringLiteral("1"), QStringLiteral("--resume"), run->checkpoints() + u'/' + saved});
        QVERIFY2(resumed.code == 0, resumed.err.constData());
        QVERIFY(comesTrue([&] { return run->processes().isEmpty(); }));
    }
}

void GuardTest::moneyUsedUpEndsTheRun()
{
    GuardedRun run;
    run.setUptime(1000);
    run.input.task.limits.budget = *Money::parse("5", Currency::CNY);
    run.input.task.limits.price = *Money::parse("15.2", Currency::CNY);  // 1184.2 s
    run.input.task.checkpoints->signal = QStringLiteral("USR1");
    run.input.task.run = QStringLiteral(
        "save() { printf 'PK\\003\\004 and PK\\005\\006 eighteen bytes so' >\"$TRAINYARD_CHECKPOINT_DIR/step-$n.pt\"; n=$((n + 1)); echo saved; }\n"
        "n=1; trap save USR1; echo up; while :; do sleep 0.1; done");
    QVERIFY(run.start());
    QVERIFY(comesTrue([&] { return run.hasEvent("guard") && run.read(kLog).contains("up"); }));
    QCOMPARE(run.event("guard")[QStringLiteral("money")].toInt(), 1184);
    QVERIFY(run.comesTo(1000 + 561));  // and 591
    QVERIFY(!run.hasEvent("budget-half"));
    QVERIFY(run.comesTo(1000 + 916));  // and 946: each step is taken once
    QCOMPARE(run.eventNames(), QByteArray("launching started guard budget-half"));
    QVERIFY(!run.read(kLog).contains("saved"));
    QVERIFY(run.comesTo(1000 + 1000));
    QVERIFY(run.comesTo(1000 + 1100));
    QVERIFY(comesTrue([&] { return run.read(kLog).contains("saved"); }));
    QCOMPARE(run.event("budget-save")[QStringLiteral("signal")].toString(), QStringLiteral("USR1"));
    // A new guard after a killed one knows what has been done.
    killHard(run.guard());
    run.setUptime(1000 + 1183);
    QVERIFY(comesTrue([&] { return run.state().value(2) == "1183"; }));
    QCOMPARE(run.read(kLog).count("saved"), 1);
    // Renewing the lease adds no money.
    auto lease = *parseLease(run.read(QStringLiteral("lease")));
    lease.renewal = QStringLiteral("b1");
    run.renew(lease);
    QVERIFY(!run.hasEvent("budget"));
    run.setUptime(1000 + 1184);
    QVERIFY(run.ends());
    QCOMPARE(run.eventNames(), QByteArray("launching started guard budget-half budget-save budget") + kWholeWay);
    QCOMPARE(run.read(kLog).count("saved"), 2);
    QCOMPARE(run.reason(), QStringLiteral("budget"));
}

void GuardTest::checkpointIsWaitedForUntilItIsWhole()
{
    // Longer than its grace, in two halves; the file is a zip like PyTorch's, as far as a guard can tell.
    const QString begin = QStringLiteral("printf 'PK\\003\\004 and so on, and so on' >\"$TRAINYARD_CHECKPOINT_DIR/step-7.pt\"; echo half");
    const QString rest = QStringLiteral("printf 'PK\\005\\006 eighteen bytes so' >>\"$TRAINYARD_CHECKPOINT_DIR/step-7.pt\"; echo whole");
    const auto trapped = [&](const QString &text) {
        return QStringLiteral("save() {\n%1\n}\ntrap save TERM\necho up\nwhile :; do sleep 0.1; done\n").arg(text);
    };

    GuardedRun slow, never, half, unknown;
    slow.input.task.run = trapped(begin + QStringLiteral("; sleep 4; ") + rest);
    never.input.task.run = trapped(QStringLiteral("echo no"));
    half.input.task.run = trapped(begin);
    unknown.input.task.run = trapped(QStringLiteral("sleep 1; echo state >\"$TRAINYARD_CHECKPOINT_DIR/state.orbax\""));
    never.input.task.limits.save = half.input.task.limits.save = 2s;
    unknown.input.task.limits.save = 20h;
    const std::vector<GuardedRun *> all{&slow, &never, &half, &unknown};
    for (GuardedRun *run : all) {
        run->input.task.limits.lease = 1h;
        run->setUptime(100);
        QVERIFY(run->start());
        // Existing files do not answer the request.
        QVERIFY(comesTrue([&] { return run->read(kLog).contains("up") && run->hasEvent("guard"); }));
        run->putFile(run->checkpoints() + QStringLiteral("/step-1.pt"), "PK\003\004 old PK\005\006 eighteen bytes so");
        run->setUptime(100 + 3600);
    }
    for (GuardedRun *run : all)
        QVERIFY(comesTrue([&] { return run->hasEvent("checkpoint-signal"); }));
    // Time advances for those that wait in vain, and for the one whose format does not show where it ends.
    for (GuardedRun *run : {&never, &half})
        run->setUptime(100 + 3600 + 3);
    QVERIFY(comesTrue([&] { return QFile::exists(unknown.checkpoints() + QStringLiteral("/state.orbax")); }));
    QVERIFY(!unknown.hasEvent("stopping"));
    int up = 100 + 3600;
    QVERIFY(comesTrue([&] {
        unknown.setUptime(++up);  // its time is accelerated: the file has to rest for ten of its seconds
        return unknown.has(kExit);
    }));
    for (GuardedRun *run : all)
        QVERIFY2(run->ends(), run->read(QStringLiteral("events")).constData());
    QCOMPARE(slow.eventNames(), QByteArray("launching started guard lease") + kWholeWay);
    QCOMPARE(slow.event("checkpoint-complete")[QStringLiteral("file")].toString(), QStringLiteral("step-7.pt"));
    QVERIFY2(slow.read(kLog).contains("half\nwhole\n"), slow.read(kLog).constData());
    QCOMPARE(slow.exitRecord()[QStringLiteral("signal")].toInt(), 9);  // it continued, so it was ended
    QCOMPARE(never.eventNames(), QByteArray("launching started guard lease checkpoint-signal checkpoint-missing stopping ended"));
    QCOMPARE(never.event("checkpoint-missing")[QStringLiteral("found")].toString(), QStringLiteral("none"));
    QCOMPARE(half.event("checkpoint-missing")[QStringLiteral("found")].toString(), QStringLiteral("partial"));
    QCOMPARE(half.reason(), QStringLiteral("lease"));
    QCOMPARE(unknown.event("checkpoint-complete")[QStringLiteral("file")].toString(), QStringLiteral("state.orbax"));
}

void GuardTest::renewalCountsAnewAndNoClockMatters()
{
    GuardedRun run;
    run.setUptime(5000);
    // A clock that jumps: only the scripts see this date.
    run.addProgram(QStringLiteral("date"), "#!/bin/sh\ncat \"" + run.home().toUtf8() + "/clock\"\n");
    run.putFile(run.home() + QStringLiteral("/clock"), "1700000000\n");
    run.input.task.limits.lease = 1h;
    run.train();
    QVERIFY(run.start());
    QVERIFY(comesTrue([&] { return run.hasEvent("guard"); }));
    run.putFile(run.home() + QStringLiteral("/clock"), "4000000000\n");  // seventy years ahead
    run.setUptime(5000 + 3500);
    QVERIFY(comesTrue([&] { return run.state().value(1) == "3500"; }));

    auto lease = *parseLease(run.read(QStringLiteral("lease")));
    lease.renewal = QStringLiteral("b1");
    run.renew(lease);
    run.setUptime(5000 + 3520);
    QVERIFY(comesTrue([&] { return run.state().value(0) == "b1"; }));
    // It counts from when it read the renewal: at this uptime, or still at the one before.
    const int renewedAt = run.state().value(3).toInt() - run.state().value(1).toInt();
    QVERIFY2(renewedAt == 5000 + 3500 || renewedAt == 5000 + 3520, qPrintable(QString::number(renewedAt)));
    run.setUptime(renewedAt + 3590);
    QVERIFY(comesTrue([&] { return run.state().value(1) == "3590"; }));
    QCOMPARE(run.state().value(2).toInt(), renewedAt + 3590 - 5000);
    QVERIFY(!run.hasEvent("lease"));
    // Extended: the same renewal with more time.
    lease.time += 1h;
    run.renew(lease);
    run.setUptime(renewedAt + 6590);
    QVERIFY(comesTrue([&] { return run.state().value(1) == "6590"; }));
    QVERIFY(!run.hasEvent("lease"));
    run.putFile(run.home() + QStringLiteral("/clock"), "1000\n");  // back to 1970
    run.setUptime(renewedAt + 7200);
    QVERIFY(run.ends());
    QCOMPARE(run.eventNames(), QByteArray("launching started guard lease") + kWholeWay);
    QCOMPARE(run.event("lease")[QStringLiteral("used")].toInt(), 7200);
}

void GuardTest::killedGuardAndLoopForgetNothing()
{
    GuardedRun run;
    run.setUptime(1000);
    run.input.task.limits.lease = 1h;
    run.train();
    QVERIFY(run.start());
    QVERIFY(comesTrue([&] { return run.hasEvent("guard"); }));
    run.setUptime(1100);
    QVERIFY(comesTrue([&] { return run.state().value(1) == "100"; }));
    const qint64 first = run.guard();
    killHard(first);
    QVERIFY(comesTrue([&] { return run.guard() > 0 && run.guard() != first; }));
    // Without the desktop, the guard restarts the loop.
    const qint64 loop = run.pidIn(QStringLiteral("supervisor"));
    killHard(loop);
    QVERIFY(comesTrue([&] { return run.pidIn(QStringLiteral("supervisor")) != loop && isAlive(run.pidIn(QStringLiteral("supervisor"))); }));
    QVERIFY(comesTrue([&] { return run.guard() > 0; }));
    QVERIFY(!run.hasEvent("lease"));
    run.setUptime(1000 + 3600);
    QVERIFY(comesTrue([&] { return run.hasEvent("checkpoint-signal"); }));
    // And killed in the middle of the end.
    if (const qint64 ending = run.guard())
        killHard(ending);
    QVERIFY(run.ends());
    QCOMPARE(run.eventNames(), QByteArray("launching started guard lease") + kWholeWay);
    QCOMPARE(run.event("lease")[QStringLiteral("used")].toInt(), 3600);
    QCOMPARE(run.reason(), QStringLiteral("lease"));
}

void GuardTest::rebootForgetsNothing()
{
    GuardedRun run;
    run.setUptime(101);
    run.input.task.limits.lease = 1h;
    run.train();
    run.write();
    // As left by another boot: 3550 s used, counted at an uptime of 90000 s.
    run.put(QStringLiteral("guard-state"), "start 3550 3550 90000 another-boot 0 3600 0 0 30\n");
    QVERIFY(run.start());
    QVERIFY(run.ends());
    QCOMPARE(run.reason(), QStringLiteral("lease"));
    QCOMPARE(run.event("lease")[QStringLiteral("used")].toInt(), 3651);
}

void GuardTest::idleMachineIsNoticedAndABusyOneLeftAlone()
{
    GuardedRun hung, validating, busy, unknown;
    const std::vector<GuardedRun *> all{&hung, &validating, &busy, &unknown};
    for (GuardedRun *run : all) {
        run->input.task.limits.idle = IdleLimit{5s, 30};
        run->input.task.limits.save = 0s;
        run->input.task.run = QStringLiteral("echo up; while :; do sleep 0.1; done");
    }
    hung.setGpuPercent(3);
    busy.setGpuPercent(97);
    // A long validation: the GPU is nearly idle, but the log continues.
    validating.setGpuPercent(5);
    validating.input.task.run =
        QStringLiteral("while [ ! -e %1/quiet ]; do echo batch; sleep 0.2; done; while :; do sleep 0.1; done").arg(validating.home());
    // Missing figures are not a sign of idleness.
    unknown.addProgram(QStringLiteral("nvidia-smi"), "#!/bin/sh\necho 'NVIDIA-SMI has failed'\nexit 9\n");
    for (GuardedRun *run : all)
        QVERIFY(run->start());
    QVERIFY(hung.ends());
    QCOMPARE(hung.reason(), QStringLiteral("idle"));
    QCOMPARE(hung.eventNames(), QByteArray("launching started guard idle checkpoint-signal checkpoint-missing stopping ended"));
    QCOMPARE(hung.event("idle")[QStringLiteral("busiest")].toInt(), 3);
    QVERIFY(hung.event("idle")[QStringLiteral("seconds")].toInt() >= 5);
    QTest::qWait(6000);  // again as long as it took to notice the hung one
    for (GuardedRun *run : {&validating, &busy, &unknown})
        QVERIFY2(!run->has(kExit), run->read(QStringLiteral("events")).constData());
    // The same two are noticed when they become idle too.
    validating.putFile(validating.home() + QStringLiteral("/quiet"), "");
    busy.setGpuPercent(10);
    QVERIFY(validating.ends() && busy.ends());
    QCOMPARE(validating.reason(), QStringLiteral("idle"));
    QCOMPARE(busy.reason(), QStringLiteral("idle"));
    QVERIFY(!unknown.has(kExit));
}

void GuardTest::hostileLeaseIsData()
{
    GuardedRun run;
    run.setUptime(1000);
    run.input.task.limits.lease = 1h;
    run.train();
    QVERIFY(run.start());
    QVERIFY(comesTrue([&] { return run.hasEvent("guard"); }));
    const QByteArray lure = "touch " + run.home().toUtf8() + "/lured";
    const QByteArray odd[] = {
        "renewal=$(" + lure + ")\nseconds=`" + lure + "`\nspot=aws;" + lure + "\n",
        "seconds=99999999999999999999999\nmoney_seconds=-1\nidle_seconds=0x10\nidle_percent=1000\n",
        "seconds=a[$(" + lure + ")]\nmoney_seconds=up\nsave_seconds=007 ; " + lure + "\n",
        QByteArray(1'000'000, 'x'),
        QByteArray("\0\0\n\xff\xfe=\n=\n==\n", 12),
        QByteArray("seconds=\n").repeated(10'000),
    };
    int up = 1000;
    for (const QByteArray &text : odd) {
        run.putFile(run.path(QStringLiteral("lease")), text);
        run.setUptime(up += 100);  // more than the guard's interval between reads
        QVERIFY(comesTrue([&] { return run.state().value(3) == QByteArray::number(up); }));
        run.setUptime(up += 40);  // it reads after counting, so when it counts again it has read
        QVERIFY(comesTrue([&] { return run.state().value(3) == QByteArray::number(up); }));
        QVERIFY2(!run.has(kExit) && run.guard() > 0, text.left(100).constData());
    }
    QVERIFY(!QFile::exists(run.home() + QStringLiteral("/lured")));
    // A pipe in its place does not block anything, and the earlier values still apply.
    QFile::remove(run.path(QStringLiteral("lease")));
    QCOMPARE(run.run({QStringLiteral("mkfifo"), run.path(QStringLiteral("lease"))}).code, 0);
    const qint64 before = run.guard();
    killHard(before);
    run.setUptime(1000 + 3600);
    QVERIFY(run.ends());
    QCOMPARE(run.reason(), QStringLiteral("lease"));
    QCOMPARE(run.event("lease")[QStringLiteral("seconds")].toInt(), 3600);
}

void GuardTest::fullDiskDelaysNothing()
{
    GuardedRun run;
    run.setUptime(1000);
    const QString disk = run.environment.value(QStringLiteral("HOME")) + QStringLiteral("/.trainyard");
    QDir().mkpath(disk);
    if (::mount("none", disk.toUtf8().constData(), "tmpfs", 0, "size=2m") != 0) {
        if (qEnvironmentVariable("CI") == QLatin1String("true"))
            QFAIL("a small file system cannot be mounted");
        QSKIP("mounting a small file system needs root: sudo ./test");
    }
    const auto unmount = qScopeGuard([&] {
        run.verb({QStringLiteral("stop"), QStringLiteral("0")});
        ::umount2(disk.toUtf8().constData(), MNT_DETACH);
    });
    run.input.task.limits.lease = 1h;
    run.input.task.limits.save = 3s;
    run.input.task.limits.shutdown = QStringLiteral("touch %1/off").arg(run.home());
    run.input.task.run = QStringLiteral("trap 'touch %1/asked' TERM; while :; do sleep 0.1; done").arg(run.home());
    run.write();
    run.put(QStringLiteral("spec.sh"), run.read(QStringLiteral("spec.sh")) + "SHUTDOWN_WAIT=0\n");
    QCOMPARE(run.verb({QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return run.hasEvent("guard") && run.has(QStringLiteral("guard-stop")); }));
    QFile filler(disk + QStringLiteral("/filler"));
    QVERIFY(filler.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    while (filler.write(QByteArray(4096, 'x')) == 4096) {}
    run.setUptime(1000 + 3600);
    // Asked to save and ended, although not one byte about it can be written.
    QVERIFY(comesTrue([&] { return QFile::exists(run.home() + QStringLiteral("/asked")); }));
    run.setUptime(1000 + 3604);
    const auto isTraining = [&] {
        for (const qint64 pid : run.processes()) {
            if (commandLine(pid).contains("run.sh"))
                return true;
        }
        return false;
    };
    QVERIFY(comesTrue([&] { return !isTraining(); }));
    QVERIFY(run.ends());
    QCOMPARE(run.reason(), QStringLiteral("lease"));
    QVERIFY(comesTrue([&] { return QFile::exists(run.home() + QStringLiteral("/off")); }));
    filler.remove();
    QVERIFY2(run.hasEvent("stopping") && run.hasEvent("ended"), run.eventNames().constData());
}

void GuardTest::shutdownCommandRunsOnceAfterTheEnd()
{
    GuardedRun run, stopped;
    for (GuardedRun *one : {&run, &stopped}) {
        one->setUptime(1000);
        one->input.task.limits.lease = 1h;
        one->input.task.limits.shutdown = QStringLiteral("echo \"off $(test -e '%1' && echo after)\" >>%2/shutdown-log")
                                              .arg(one->path(kExit).replace(u'\'', QStringLiteral("'\\''")), one->home());
        one->train();
        one->write();
        one->put(QStringLiteral("spec.sh"), one->read(QStringLiteral("spec.sh")) + "SHUTDOWN_WAIT=0\n");
        QCOMPARE(one->verb({QStringLiteral("start")}).code, 0);
        QVERIFY(comesTrue([&] { return one->hasEvent("guard"); }));
    }
    const auto log = [](const GuardedRun &of) {
        QFile file(of.home() + QStringLiteral("/shutdown-log"));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    // A person who stops a run did not ask to end the machine.
    QCOMPARE(stopped.verb({QStringLiteral("stop")}).code, 0);
    run.setUptime(1000 + 3600);
    QVERIFY(run.ends());
    QVERIFY(comesTrue([&] { return !log(run).isEmpty(); }));
    QVERIFY(comesTrue([&] { return run.processes().isEmpty(); }));
    for (int i = 0; i < 2; ++i)
        QCOMPARE(run.verb({QStringLiteral("ensure")}).code, 0);
    QVERIFY(comesTrue([&] { return run.processes().isEmpty(); }));
    QCOMPARE(log(run), QByteArray("off after\n"));
    QVERIFY(run.hasEvent("shutdown") && !run.hasEvent("shutdown-failed"));
    QVERIFY(comesTrue([&] { return stopped.processes().isEmpty(); }));
    QCOMPARE(log(stopped), QByteArray());
}

void GuardTest::wholeCheckpointsAreToldFromCutOnes()
{
    QTemporaryDir dir;
    const QString folder = dir.path();
    GuardedRun run;
    QCOMPARE(run.run({kTrainer, QStringLiteral("--steps"), QStringLiteral("1"), QStringLiteral("--checkpoint-dir"), folder}).code, 0);
    const auto read = [](const QString &path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QByteArray tensors = read(folder + QStringLiteral("/step-000001.safetensors"));
    const QByteArray zip = read(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/checkpoints/torch-1.13.pt"));
    const QByteArray legacy = read(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/checkpoints/torch-legacy.pt"));
    QVERIFY(tensors.size() > 1000 && zip.size() > 100 && !legacy.isEmpty());
    QList<QPair<QString, QByteArray>> cases;  // expected word before the name
    const auto add = [&](const char *expected, const char *end, const QByteArray &content) {
        cases << qMakePair(QStringLiteral("%1-%2%3").arg(QLatin1String(expected)).arg(cases.size()).arg(QLatin1String(end)), content);
    };
    add("complete", ".safetensors", tensors);
    for (const qsizetype cut :
         {qsizetype(0), qsizetype(4), qsizetype(8), qsizetype(9), qsizetype(500), tensors.size() / 2, tensors.size() - 1})
        add("partial", ".safetensors", tensors.left(cut));
    add("partial", ".safetensors", tensors + 'x');
    add("partial", ".safetensors", QByteArray(8, '\xff') + tensors.mid(8));
    add("complete", ".safetensors", QByteArray("\x02\0\0\0\0\0\0\0{}", 10));
    add("complete", ".pt", zip);
    for (const qsizetype cut : {qsizetype(4), qsizetype(60), zip.size() / 2, zip.size() - 1})
        add("partial", ".pt", zip.left(cut));
    add("unknown", ".pt", legacy);
    add("unknown", ".pt", QByteArray());
    for (const char *shell : {"dash", "bash", "busybox"}) {
        const GuardedRun with(QString::fromLatin1(shell));
        QStringList words{QStringLiteral("sh"), QStringLiteral(TRAINYARD_SOURCE_DIR "/resources/onbox/guard.sh"), QStringLiteral("check")};
        for (const auto &[name, content] : cases) {
            with.putFile(folder + u'/' + name, content);
            words << folder + u'/' + name;
        }
        const Ran ran = with.run(words);
        const QByteArrayList lines = ran.out.trimmed().split('\n');
        QCOMPARE(lines.size(), cases.size());
        for (qsizetype i = 0; i < cases.size(); ++i)
            QVERIFY2(cases[i].first.toUtf8().startsWith(lines[i] + '-'), (cases[i].first.toUtf8() + ": " + lines[i]).constData());
    }
}

void GuardTest::personsStopStaysAStop()
{
    GuardedRun run;
    run.setUptime(1000);
    run.input.task.limits.lease = 1h;
    run.input.task.graceSeconds = 30;
    run.input.task.run = QStringLiteral(
                             "trap 'while [ ! -e %1/done ]; do sleep 0.1; done; exit 0' TERM; echo up; while :; do sleep 0.1; done")
                             .arg(run.home());
    QVERIFY(run.start());
    QVERIFY(comesTrue([&] { return run.read(kLog).contains("up") && run.hasEvent("guard"); }));
    run.put(QStringLiteral("stop"), "30\n");
    QVERIFY(comesTrue([&] { return run.hasEvent("stopping"); }));
    run.setUptime(1000 + 3600);
    QVERIFY(comesTrue([&] { return run.state().value(1) == "3600"; }));
    run.putFile(run.home() + QStringLiteral("/done"), "");
    QVERIFY(run.ends());
    QCOMPARE(run.reason(), QStringLiteral("stopped"));
    QVERIFY(!run.hasEvent("lease"));
}

void GuardTest::declaredSignalMakesItSave()
{
    GuardedRun run;
    run.setUptime(1000);
    run.input.task.limits.lease = 1h;
    run.input.task.checkpoints->signal = QStringLiteral("USR1");
    // TERM would end it, with everything since its last checkpoint lost.
    run.input.task.run = QStringLiteral(
        "save() { sleep 1; printf 'PK\\003\\004 and PK\\005\\006 eighteen bytes so' >\"$TRAINYARD_CHECKPOINT_DIR/step-7.pt\"; echo saved; }\n"
        "trap save USR1; echo up; while :; do sleep 0.1; done");
    QVERIFY(run.start());
    QVERIFY(comesTrue([&] { return run.read(kLog).contains("up") && run.hasEvent("guard"); }));
    run.setUptime(1000 + 3600);
    QVERIFY(run.ends());
    QCOMPARE(run.eventNames(), QByteArray("launching started guard lease") + kWholeWay);
    QCOMPARE(run.event("checkpoint-signal")[QStringLiteral("signal")].toString(), QStringLiteral("USR1"));
    QCOMPARE(run.event("checkpoint-complete")[QStringLiteral("file")].toString(), QStringLiteral("step-7.pt"));
    QCOMPARE(run.read(kLog).count("saved"), 1);
    QCOMPARE(run.reason(), QStringLiteral("lease"));
}

// The guard is there for nothing else, and this computer does nothing meanwhile.
void GuardTest::machineThatIsGivenBackSoonMakesItSaveAndGoOn()
{
    const qint64 end = QDateTime::currentSecsSinceEpoch() + 7200;
    GuardedRun saving, silent;
    for (GuardedRun *run : {&saving, &silent}) {
        run->setUptime(1000);
        run->input.givenBackAt = end;
        run->input.saveBefore = 300s;
        run->input.task.run = QStringLiteral(
            "save() { n=$((n + 1)); printf 'PK\\003\\004 and PK\\005\\006 eighteen bytes so' >\"$TRAINYARD_CHECKPOINT_DIR/step-$n.pt\"; echo saved; }\n"
            "n=0; trap save USR1; echo up; while :; do sleep 0.1; done");
    }
    saving.input.task.checkpoints->signal = QStringLiteral("USR1");
    for (GuardedRun *run : {&saving, &silent}) {
        QVERIFY(run->start());
        QVERIFY(comesTrue([&] { return run->hasEvent("guard") && run->read(kLog).contains("up"); }));
    }
    QVERIFY(GuardedRun::allComeTo({&saving, &silent}, 1000 + 6700));  // and 6730
    QCOMPARE(saving.eventNames(), QByteArray("launching started guard"));
    QVERIFY(GuardedRun::allComeTo({&saving, &silent}, 1000 + 6910));
    QCOMPARE(qint64(saving.event("give-back-save")[QStringLiteral("at")].toDouble()), end);
    QCOMPARE(saving.event("give-back-save")[QStringLiteral("signal")].toString(), QStringLiteral("USR1"));
    QVERIFY(comesTrue([&] { return saving.hasEvent("give-back-saved"); }));
    QCOMPARE(saving.event("give-back-saved")[QStringLiteral("file")].toString(), QStringLiteral("step-1.pt"));
    // A new guard after a killed one knows what has been done; the run goes on to the end, which is not the guard's.
    killHard(saving.guard());
    QVERIFY(GuardedRun::allComeTo({&saving, &silent}, 1000 + 7000));
    QVERIFY(GuardedRun::allComeTo({&saving, &silent}, 1000 + 7300));
    QCOMPARE(saving.eventNames(), QByteArray("launching started guard give-back-save give-back-saved"));
    QCOMPARE(saving.read(kLog).count("saved"), 1);
    QCOMPARE(silent.eventNames(), QByteArray("launching started guard give-back-soon"));
    QVERIFY(!silent.read(kLog).contains("saved"));
    for (GuardedRun *run : {&saving, &silent})
        QVERIFY(!run->has(QStringLiteral("exit")));
}

void GuardTest::whoSavesOnlyWhenStoppedIsStoppedInTimeBeforeTheGiveBack()
{
    const qint64 end = QDateTime::currentSecsSinceEpoch() + 7200;
    std::vector<std::unique_ptr<GuardedRun>> runs;
    std::vector<GuardedRun *> all;
    for (const char *shell : {"dash", "bash", "busybox"}) {
        runs.push_back(std::make_unique<GuardedRun>(QString::fromLatin1(shell)));
        all.push_back(runs.back().get());
    }
    // Its signal is not caught by the program, which is asked by TERM as well.
    all[1]->input.task.checkpoints->signal = QStringLiteral("USR2");
    for (GuardedRun *run : all) {
        run->setUptime(1000);
        run->input.givenBackAt = end;
        run->input.saveBefore = 300s;
        run->input.task.graceSeconds = 20;
        run->train();
        QVERIFY(run->start());
    }
    for (GuardedRun *run : all)
        QVERIFY(comesTrue([&] { return run->hasEvent("guard") && run->read(kLog).contains("step"); }));
    QVERIFY(GuardedRun::allComeTo(all, 1000 + 6700));
    for (GuardedRun *run : all)
        QCOMPARE(run->eventNames(), QByteArray("launching started guard"));
    for (GuardedRun *run : all)
        run->setUptime(1000 + 6910);
    for (GuardedRun *run : all) {
        QVERIFY(run->ends());
        QCOMPARE(run->eventNames(), QByteArray("launching started guard give-back") + kWholeWay);
        QCOMPARE(qint64(run->event("give-back")[QStringLiteral("at")].toDouble()), end);
        QCOMPARE(run->event("checkpoint-signal")[QStringLiteral("signal")].toString(), QStringLiteral("TERM"));
        QCOMPARE(run->reason(), QStringLiteral("give-back"));
        QCOMPARE(run->verb({QStringLiteral("ensure")}).json()[QStringLiteral("state")].toString(), QStringLiteral("ended"));
        const QString saved = run->event("checkpoint-complete")[QStringLiteral("file")].toString();
        const Ran resumed = run->run(
            {kTrainer, QStringLiteral("--steps"), QStringLiteral("1"), QStringLiteral("--resume"), run->checkpoints() + u'/' + saved});
        QVERIFY2(resumed.code == 0, resumed.err.constData());
        QVERIFY(comesTrue([&] { return run->processes().isEmpty(); }));
    }
}

void GuardTest::slowCheckpointBeforeTheGiveBackHasOnlyTheTimeThatIsLeft()
{
    GuardedRun run;
    run.setUptime(1000);
    run.input.givenBackAt = QDateTime::currentSecsSinceEpoch() + 7200;
    run.input.saveBefore = 300s;
    run.input.task.graceSeconds = 20;
    run.input.task.limits.save = 1h;
    run.input.task.run = QStringLiteral("trap 'echo asked' TERM; echo up; while :; do sleep 0.1; done");
    QVERIFY(run.start());
    QVERIFY(comesTrue([&] { return run.hasEvent("guard") && run.read(kLog).contains("up"); }));
    run.setUptime(1000 + 6910);
    QVERIFY(comesTrue([&] { return run.read(kLog).contains("asked"); }));
    run.setUptime(1000 + 7100);
    QVERIFY(comesTrue([&] { return run.hasEvent("checkpoint-signal"); }));
    QVERIFY(!run.hasEvent("checkpoint-missing"));
    run.setUptime(1000 + 7185);  // less than its grace is left
    QVERIFY(comesTrue([&] { return run.hasEvent("checkpoint-missing") && run.has(QStringLiteral("stop")); }));
    QVERIFY(run.ends());
    QCOMPARE(run.reason(), QStringLiteral("give-back"));
}

void GuardTest::whoWouldDieOfTheSignalIsWaitedFor()
{
    GuardedRun run;
    run.setUptime(1000);
    run.input.task.limits.lease = 1h;
    // It declares a signal, but the library that should catch it is missing.
    run.input.task.checkpoints->signal = QStringLiteral("USR2");
    run.input.task.run = QStringLiteral(
                             "file=$TRAINYARD_CHECKPOINT_DIR/step-7.pt\necho up\n"
                             "while [ ! -e %1/due ]; do sleep 0.1; done\n"
                             "printf 'PK\\003\\004 and so on' >\"$file\"; sleep 2; printf 'PK\\005\\006 eighteen bytes so' >>\"$file\"\n"
                             "while :; do sleep 0.1; done")
                             .arg(run.home());
    QVERIFY(run.start());
    QVERIFY(comesTrue([&] { return run.read(kLog).contains("up") && run.hasEvent("guard"); }));
    run.setUptime(1000 + 3600);
    QVERIFY(comesTrue([&] { return run.hasEvent("checkpoint-wait"); }));
    run.putFile(run.home() + QStringLiteral("/due"), "");
    QVERIFY(run.ends());
    QCOMPARE(run.eventNames(), QByteArray("launching started guard lease checkpoint-wait checkpoint-complete stopping ended"));
    QCOMPARE(run.reason(), QStringLiteral("lease"));
}

// Sharded checkpoints, and whatever else a training leaves in that folder.
void GuardTest::manyCheckpointFilesDelayNothing()
{
    GuardedRun run;
    run.setUptime(1000);
    run.input.task.limits.lease = 1h;
    run.train();
    QVERIFY(run.start());
    QVERIFY(comesTrue([&] { return run.hasEvent("guard"); }));
    for (int i = 0; i < 10'000; ++i) {
        QFile file(run.checkpoints() + QStringLiteral("/shard-%1-of-many.distcp").arg(i));
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    run.setUptime(1000 + 3600);
    QVERIFY(run.ends(30'000));  // comparing all pairs takes minutes
    QCOMPARE(run.eventNames(), QByteArray("launching started guard lease") + kWholeWay);
}

void GuardTest::oddStateIsData()
{
    GuardedRun run;
    run.setUptime(1000);
    run.input.task.limits.lease = 1h;
    run.train();
    QVERIFY(run.start());
    QVERIFY(comesTrue([&] { return run.hasEvent("guard"); }));
    QVERIFY(comesTrue([&] { return run.state().size() == 10; }));
    const QByteArray boot = run.state().value(4);
    const qint64 first = run.guard();
    QVERIFY(::kill(pid_t(first), SIGSTOP) == 0);  // so that it does not write the file again
    run.putFile(run.path(QStringLiteral("guard-state")), "start 0089 0098 0900 " + boot + " 0 3600 0 0 030\n");
    killHard(first);
    QVERIFY(comesTrue([&] { return run.state().value(1) == "189" && run.state().value(2) == "198"; }, 30'000));
    run.setUptime(1000 + 3600);
    QVERIFY(run.ends());
    QCOMPARE(run.reason(), QStringLiteral("lease"));
}

// Another run trains on the same machine: it must not lose the machine because of the first one.
void GuardTest::shutdownWaitsForOtherRuns()
{
    GuardedRun run;
    run.setUptime(1000);
    run.input.task.limits.lease = 1h;
    run.input.task.limits.shutdown = QStringLiteral("echo off >>%1/shutdown-log").arg(run.home());
    run.train();
    run.write();
    run.put(QStringLiteral("spec.sh"), run.read(QStringLiteral("spec.sh")) + "SHUTDOWN_WAIT=0\n");
    // Its neighbour, in a separate run directory.
    const QString other = QFileInfo(run.path()).path() + QStringLiteral("/other-a1");
    QCOMPARE(run.run({QStringLiteral("cp"), QStringLiteral("-R"), run.path(), other}).code, 0);
    const auto inOther = [&](const QString &name, const QByteArray &text) { run.putFile(other + u'/' + name, text); };
    inOther(QStringLiteral("lease"), "renewal=start\n");
    inOther(QStringLiteral("run.sh"), "while [ ! -e " + run.home().toUtf8() + "/enough ]; do sleep 0.1; done\n");
    const auto supervise = [&](const QString &verb) {
        return run.run({QStringLiteral("sh"), other + QStringLiteral("/supervise.sh"), verb}).code;
    };
    QCOMPARE(supervise(QStringLiteral("start")), 0);
    QVERIFY(run.start());
    QVERIFY(comesTrue([&] { return run.hasEvent("guard"); }));
    run.setUptime(1000 + 3600);
    QVERIFY(run.ends());
    const QString log = run.home() + QStringLiteral("/shutdown-log");
    QVERIFY(comesTrue([&] { return run.hasEvent("shutdown-waits"); }));
    QVERIFY(!QFile::exists(log) && !QFile::exists(other + QStringLiteral("/exit")));
    run.putFile(run.home() + QStringLiteral("/enough"), "");
    QVERIFY(comesTrue([&] { return QFile::exists(log); }));
    QVERIFY(QFile::exists(other + QStringLiteral("/exit")));
}

QTEST_GUILESS_MAIN(GuardTest)
#include "tst_guard.moc"

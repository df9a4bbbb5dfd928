// SPDX-License-Identifier: GPL-3.0-or-later
// gpus.sh: which run owns which GPU of a machine, with real processes of real runs and an nvidia-smi that lists them.
#include "core/observe/metrics/gpuuse.h"
#include "tests/support/guardedrun.h"

#include <QFile>
#include <QJsonArray>
#include <QProcess>
#include <QScopeGuard>
#include <QTest>

using namespace trainyard;

namespace {

// Its list is in $SMI_LIST; a line "UUID NAME" of $SMI_APPS is a program on it: NAME stands for the processes `sleep NAME.0`.
const char kSmi[] = R"sh(#!/bin/sh
case $* in
-L) cat "$SMI_LIST" ;;
*compute-apps*)
    while read -r uuid pid; do
        case $pid in
        @*) for program in /proc/[0-9]*; do
                case $(tr '\0' ' ' <"$program/cmdline" 2>/dev/null) in *"sleep ${pid#@} ") echo "$uuid, ${program#/proc/}" ;; esac
            done ;;
        *) echo "$uuid, $pid" ;;
        esac
    done <"$SMI_APPS" ;;
*) exit 6 ;;
esac
)sh";

const char kFour[] = "GPU 0: NVIDIA A100-SXM4-80GB (UUID: GPU-aaaa0000-1)\nGPU 1: NVIDIA A100-SXM4-80GB (UUID: GPU-bbbb1111-2)\n"
                     "  MIG 3g.40gb     Device  0: (UUID: MIG-cccc2222-3)\n"
                     "GPU 2: NVIDIA A100-SXM4-80GB (UUID: GPU-dddd3333-4)\nGPU 3: NVIDIA A100-SXM4-80GB (UUID: GPU-eeee4444-5)\n";

}  // namespace

class GpusTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void ownAreThoseItsProgramsWorkOn_data() { addShellRows(); }
    void ownAreThoseItsProgramsWorkOn();
    void ownAreThoseItIsToldToUse_data();
    void ownAreThoseItIsToldToUse();
    void whatStandsInTheTextItselfCounts_data() { addShellRows(); }
    void whatStandsInTheTextItselfCounts();
    void numbersOfAnotherWorldSayNothing();
    void comingAndGoingOfOthersDoesNotFillEvents();
    void withoutADriverNothingIsSaid();
    void idlenessIsThatOfItsOwn();

private:
    static void prepare(GuardedRun &run, const QByteArray &apps)
    {
        run.addProgram(QStringLiteral("nvidia-smi"), kSmi);
        run.environment.insert(QStringLiteral("SMI_LIST"), run.home() + QStringLiteral("/list"));
        run.environment.insert(QStringLiteral("SMI_APPS"), run.home() + QStringLiteral("/apps"));
        run.putFile(run.home() + QStringLiteral("/list"), kFour);
        setApps(run, apps);
    }
    static void setApps(const GuardedRun &run, const QByteArray &apps) { run.putFile(run.home() + QStringLiteral("/apps"), apps); }
    static GpuUse use(const GuardedRun &run) { return GpuUse::fromEvents(run.read(QStringLiteral("events"))); }
    static int look(const GuardedRun &run) { return run.run({QStringLiteral("sh"), run.path(QStringLiteral("gpus.sh"))}).code; }
};

void GpusTest::ownAreThoseItsProgramsWorkOn()
{
    QFETCH(QString, shell);
    GuardedRun run(shell);
    // Two runs would share this computer's process table: one program belongs to this run, one to another user.
    const QString mine = QStringLiteral("4711%1").arg(QCoreApplication::applicationPid()),
                  theirs = QStringLiteral("4712%1").arg(QCoreApplication::applicationPid());
    prepare(run, "GPU-dddd3333-4 @" + mine.toLatin1() + "\nGPU-aaaa0000-1 @" + theirs.toLatin1() + '\n');
    QProcess other;
    const auto end = qScopeGuard([&other] {
        other.kill();
        other.waitForFinished();
    });
    other.start(QStringLiteral("sleep"), {theirs});
    QVERIFY(other.waitForStarted());
    run.input.task.run = QStringLiteral("sleep %1 &\n").arg(mine) + run.waitForGoOn() + QStringLiteral("\nkill $!\n");
    QVERIFY(run.start());
    QVERIFY(comesTrue([&] { return use(run).own() == QList<int>{2}; }));
    QVERIFY2(use(run).others() == QList<int>{0}, run.read(QStringLiteral("events")).constData());
    QCOMPARE(use(run).shareOf(1), GpuShare::Free);
    // The run keeps its GPU after its program has ended.
    setApps(run, "");
    run.goOn();
    QVERIFY(run.ends());
    QCOMPARE(use(run).own(), QList<int>{2});
}

void GpusTest::ownAreThoseItIsToldToUse_data()
{
    QTest::addColumn<QString>("told");
    QTest::addColumn<QList<int>>("own");
    QTest::newRow("numbers") << QStringLiteral("3, 1") << QList<int>{1, 3};
    QTest::newRow("the beginning of a UUID") << QStringLiteral("GPU-dddd") << QList<int>{2};
    QTest::newRow("a MIG device") << QStringLiteral("MIG-cccc2222-3") << QList<int>{1};
    QTest::newRow("a MIG device as old drivers call it") << QStringLiteral("MIG-GPU-eeee4444-5/3/0") << QList<int>{3};
    QTest::newRow("one that is not there ends the list") << QStringLiteral("0,9,1") << QList<int>{0};
    QTest::newRow("none") << QString() << QList<int>{};
    QTest::newRow("none, as a number") << QStringLiteral("-1") << QList<int>{};
}

void GpusTest::ownAreThoseItIsToldToUse()
{
    QFETCH(QString, told);
    GuardedRun run(QStringLiteral("dash"));
    prepare(run, "");
    run.input.task.envs.insert(QStringLiteral("CUDA_VISIBLE_DEVICES"), told);
    run.write();
    QCOMPARE(look(run), 0);
    QTEST(use(run).own(), "own");
    QVERIFY(use(run).isKnown() && !use(run).isOpen());
}

void GpusTest::whatStandsInTheTextItselfCounts()
{
    QFETCH(QString, shell);
    GuardedRun run(shell);
    prepare(run, "");
    run.input.task.run = QStringLiteral("export CUDA_VISIBLE_DEVICES=1,2\nsh -c '")
                         + run.waitForGoOn().replace(u'\'', QLatin1String("'\\''")) + QStringLiteral("; :'\n");
    QVERIFY(run.start());
    QVERIFY(comesTrue([&] { return use(run).own() == (QList<int>{1, 2}); }));
    run.goOn();
    QVERIFY(run.ends());
}

void GpusTest::numbersOfAnotherWorldSayNothing()
{
    // In a container the driver may list processes that do not exist there: they belong to nobody else.
    GuardedRun run(QStringLiteral("dash"));
    prepare(run, "GPU-aaaa0000-1 4194303\nGPU-bbbb1111-2 4194302\n");
    run.write();
    QCOMPARE(look(run), 0);
    QVERIFY(use(run).others().isEmpty());
    QCOMPARE(use(run).own(), (QList<int>{0, 1, 2, 3}));
}

void GpusTest::comingAndGoingOfOthersDoesNotFillEvents()
{
    GuardedRun run(QStringLiteral("dash"));
    prepare(run, "");
    run.input.task.envs.insert(QStringLiteral("CUDA_VISIBLE_DEVICES"), QStringLiteral("0"));
    run.write();
    const QByteArray pid = QByteArray::number(QCoreApplication::applicationPid());
    for (int i = 0; i < 6; ++i) {
        setApps(run, i % 2 ? "GPU-dddd3333-4 " + pid + '\n' : QByteArray());
        QCOMPARE(look(run), 0);
    }
    QCOMPARE(run.read(QStringLiteral("events")).count("\"gpus\""), 1);
}

void GpusTest::withoutADriverNothingIsSaid()
{
    GuardedRun run(QStringLiteral("dash"));
    prepare(run, "");
    run.putFile(run.home() + QStringLiteral("/list"), "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.\n");
    run.write();
    QCOMPARE(look(run), 3);
    QVERIFY(!run.has(QStringLiteral("events")));
    QVERIFY(!run.has(QStringLiteral("gpus")));
}

void GpusTest::idlenessIsThatOfItsOwn()
{
    // Another user's GPU at 100 % does not keep an idle run alive.
    GuardedRun run(QStringLiteral("dash"));
    run.addProgram(QStringLiteral("nvidia-smi"), "#!/bin/sh\ncase $* in *--query-gpu*) ;; *) exit 6 ;; esac\n"
                                                 "while :; do printf '0, SIM-0, Stub, 100\\n1, SIM-1, Stub, 0\\n'; sleep 0.5; done\n");
    run.input.task.limits.idle = IdleLimit{std::chrono::seconds(2), 30};
    run.input.task.run = QStringLiteral("sleep 600\n");
    run.write();
    run.put(QStringLiteral("gpus"), "there=0 1\nasked=1\nused=1\nothers=0\nown=1\n");
    QVERIFY(run.verb({QStringLiteral("start")}).code == 0);
    QVERIFY(run.ends());
    QCOMPARE(run.reason(), QStringLiteral("idle"));
}

QTEST_GUILESS_MAIN(GpusTest)
#include "tst_gpus.moc"

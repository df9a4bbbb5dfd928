// SPDX-License-Identifier: GPL-3.0-or-later
// slurm.sh in several shells, with a stand-in for Slurm's programs (stub-slurm.sh) that loses answers, refuses, and says that nodes failed. The
// job itself is real: it is started here instead of on a node.
#include "core/execution/slurm/slurmbackend.h"
#include "tests/support/rundirectory.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTest>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

struct Submitted : RunDirectory {
    explicit Submitted(const QString &shell) : RunDirectory(shell)
    {
        input.task.run = s("echo hello; ") + waitForGoOn() + s("; echo bye");
        input.task.graceSeconds = 3;
        QDir().mkpath(stub());
        for (const char *program : {"sbatch", "squeue", "scancel", "scontrol", "sacct"})
            QFile::link(s(TRAINYARD_SOURCE_DIR "/tests/onbox/stub-slurm.sh"), stub(QLatin1String(program)));
        environment.insert(s("TRAINYARD_STUB"), stub());
        environment.insert(s("PATH"), environment.value(s("PATH")).section(u':', 0, 0) + u':' + stub() + u':'
                                          + environment.value(s("PATH")).section(u':', 1));
    }
    ~Submitted()
    {
        if (job.state() != QProcess::NotRunning)
            job.waitForFinished(20'000);
    }

    QString stub(const QString &name = {}) const { return home() + s("/stub/") + name; }
    QByteArray stubbed(const char *name) const
    {
        QFile file(stub(QLatin1String(name)));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void putStub(const char *name, const QByteArray &text) const
    {
        QFile file(stub(QLatin1String(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write %s", name);
    }
    qsizetype calls(const QByteArray &program) const { return stubbed("calls").split('\n').count(program); }
    qsizetype jobs() const { return stubbed("jobs").count('\n'); }
    // The cluster changes the job, and the answer that all runs share is forgotten.
    void becomes(const char *state) const
    {
        const QByteArrayList columns = stubbed("jobs").split('|');
        putStub("jobs", columns[0] + '|' + state + '|' + columns.mid(2).join('|'));
        QFile::remove(path(s("../.slurm-queue")));
    }

    void write()
    {
        RunDirectory::write();
        LaunchInput asked = input;
        asked.engine = EngineKind::Slurm;
        const auto plan = SlurmBackend().plan(asked);
        if (!plan)
            qFatal("%s", qPrintable(plan.error().what));
        for (const RunFile &file : plan->files)
            put(file.name, file.content, file.mode);
    }
    QString state(const char *verbName) const { return verb({s(verbName)}).json()[s("state")].toString(); }

    // What the node does with the batch script.
    void startJob()
    {
        QProcessEnvironment onNode = environment;
        onNode.insert(s("SLURM_JOB_ID"), s("7"));
        job.setProcessEnvironment(onNode);
        job.setWorkingDirectory(path());
        job.start(s("/usr/bin/env"), {s("sh"), s("./job.sh")});
        becomes("RUNNING");
    }
    QProcess job;
};

}  // namespace

class TestSlurmScript : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void waitsRunsAndEnds_data() { addShellRows(); }
    void waitsRunsAndEnds();
    void queueIsNotAskedTwiceInHalfAMinute_data() { addShellRows(); }
    void queueIsNotAskedTwiceInHalfAMinute();
    void lostAnswerIsNoSecondJob_data() { addShellRows(); }
    void lostAnswerIsNoSecondJob();
    void refusalIsSlurmsOwn_data() { addShellRows(); }
    void refusalIsSlurmsOwn();
    void silentControllerLeavesItUnclear_data() { addShellRows(); }
    void silentControllerLeavesItUnclear();
    void stopTakesItOutOfTheQueue_data() { addShellRows(); }
    void stopTakesItOutOfTheQueue();
    void stopAndSignalsReachTheNode_data() { addShellRows(); }
    void stopAndSignalsReachTheNode();
    void jobOverWithoutARecordIsConcluded_data();
    void jobOverWithoutARecordIsConcluded();
    void secondJobOfARunDoesNothing_data() { addShellRows(); }
    void secondJobOfARunDoesNothing();
    void noLoopOnTheLoginNode_data() { addShellRows(); }
    void noLoopOnTheLoginNode();
};

void TestSlurmScript::waitsRunsAndEnds()
{
    QFETCH(QString, shell);
    Submitted run(shell);
    run.write();
    QCOMPARE(run.state("status"), s("new"));
    QCOMPARE(run.state("ensure"), s("new"));
    QCOMPARE(run.calls("sbatch"), 0);
    const Ran started = run.verb({s("start")});
    QVERIFY2(started.code == 0 && started.json()[s("state")] == s("waiting"), (started.out + started.err).constData());
    QCOMPARE(run.read(s("job")), QByteArray("7\n"));
    const QJsonObject waiting = run.verb({s("ensure")}).json();
    QCOMPARE(waiting[s("state")].toString(), s("waiting"));
    QCOMPARE(waiting[s("reason")].toString(), s("Priority"));
    QVERIFY(waiting[s("supervisor")].toBool());
    run.verb({s("start")});
    QCOMPARE(run.calls("sbatch"), 1);

    run.startJob();
    QVERIFY(comesTrue([&] { return run.read(s("log")).contains("hello"); }));
    QCOMPARE(run.state("ensure"), s("running"));
    run.goOn();
    QVERIFY(comesTrue([&] { return run.has(s("exit")); }));
    QCOMPARE(run.exitRecord()[s("reason")].toString(), s("finished"));
    QCOMPARE(run.exitRecord()[s("code")].toInt(-1), 0);
    QCOMPARE(run.read(s("log")), QByteArray("hello\nbye\n"));
    QVERIFY(run.job.waitForFinished(20'000));
    QCOMPARE(run.job.exitCode(), 0);
    QCOMPARE(run.state("ensure"), s("ended"));
}

void TestSlurmScript::queueIsNotAskedTwiceInHalfAMinute()
{
    QFETCH(QString, shell);
    Submitted run(shell);
    run.write();
    run.verb({s("start")});
    for (int i = 0; i < 5; ++i)
        QCOMPARE(run.state("ensure"), s("waiting"));
    QCOMPARE(run.calls("squeue"), 1);
    // Neither if it does not answer.
    run.putStub("deaf", "");
    QFile::remove(run.path(s("../.slurm-queue")));
    for (int i = 0; i < 3; ++i) {
        const QJsonObject asked = run.verb({s("ensure")}).json();
        QCOMPARE(asked[s("state")].toString(), s("waiting"));
        QVERIFY2(asked[s("message")].toString().contains(s("Unable to contact")), qPrintable(asked[s("message")].toString()));
    }
    QCOMPARE(run.calls("squeue"), 2);
}

void TestSlurmScript::lostAnswerIsNoSecondJob()
{
    QFETCH(QString, shell);
    Submitted run(shell);
    run.write();
    run.putStub("lose", "");
    // Its number is found in the queue by the name.
    const Ran started = run.verb({s("start")});
    QVERIFY2(started.code == 0, (started.out + started.err).constData());
    QCOMPARE(run.jobs(), 1);
    QCOMPARE(run.calls("sbatch"), 1);
    QCOMPARE(run.read(s("job")), QByteArray("7\n"));
}

void TestSlurmScript::refusalIsSlurmsOwn()
{
    QFETCH(QString, shell);
    Submitted run(shell);
    run.write();
    run.putStub("refuse", "sbatch: error: Memory specification can not be satisfied\n"
                          "sbatch: error: Batch job submission failed: Requested \"node\" configuration is not available\n");
    const Ran started = run.verb({s("start")});
    QCOMPARE(started.code, 5);
    const QString message = s("Memory specification can not be satisfied; Requested \"node\" configuration is not available");
    QCOMPARE(started.json()[s("message")].toString(), message);
    QCOMPARE(run.exitRecord()[s("reason")].toString(), s("not-started"));
    QCOMPARE(run.exitRecord()[s("message")].toString(), message);
    QVERIFY(run.read(s("log")).startsWith("sbatch: error: Memory"));
    QCOMPARE(run.state("ensure"), s("ended"));
    QCOMPARE(run.calls("sbatch"), 1);
}

void TestSlurmScript::silentControllerLeavesItUnclear()
{
    QFETCH(QString, shell);
    Submitted run(shell);
    run.write();
    run.putStub("deaf", "");
    const Ran started = run.verb({s("start")});
    QCOMPARE(started.code, 4);
    QVERIFY2(started.err.contains("Unable to contact"), started.err.constData());
    QVERIFY(!run.has(s("exit")) && run.jobs() == 0);
    QFile::remove(run.stub(s("deaf")));
    QFile::remove(run.path(s("../.slurm-queue")));
    QCOMPARE(run.state("ensure"), s("waiting"));
    QCOMPARE(run.jobs(), 1);
}

void TestSlurmScript::stopTakesItOutOfTheQueue()
{
    QFETCH(QString, shell);
    Submitted run(shell);
    run.write();
    run.verb({s("start")});
    const Ran stopped = run.verb({s("stop")});
    QVERIFY2(stopped.code == 0 && stopped.json()[s("state")] == s("ended"), (stopped.out + stopped.err).constData());
    QCOMPARE(run.exitRecord()[s("reason")].toString(), s("stopped"));
    QVERIFY(run.exitRecord()[s("code")].isNull());
    QVERIFY(run.stubbed("jobs").contains("|CANCELLED|"));
    // Before it was submitted.
    Submitted early(shell);
    early.write();
    QCOMPARE(early.verb({s("stop")}).code, 0);
    QCOMPARE(early.exitRecord()[s("reason")].toString(), s("stopped"));
    QCOMPARE(early.verb({s("start")}).json()[s("state")].toString(), s("ended"));
    QCOMPARE(early.calls("sbatch"), 0);
}

void TestSlurmScript::stopAndSignalsReachTheNode()
{
    QFETCH(QString, shell);
    Submitted run(shell);
    run.input.task.run = s("trap 'echo saved' USR1; trap 'echo ending; exit 3' TERM; echo ready; while :; do sleep 0.1; done");
    run.write();
    run.verb({s("start")});
    run.startJob();
    QVERIFY(comesTrue([&] { return run.read(s("log")).contains("ready"); }));
    QCOMPARE(run.verb({s("catches"), s("USR1")}).code, 0);
    QCOMPARE(run.verb({s("catches"), s("HUP")}).code, 1);
    QCOMPARE(run.verb({s("signal"), s("USR1")}).code, 0);
    QVERIFY(comesTrue([&] { return run.read(s("log")).contains("saved"); }));
    const Ran stopped = run.verb({s("stop")});
    QVERIFY2(stopped.code == 0, (stopped.out + stopped.err).constData());
    QCOMPARE(run.exitRecord()[s("reason")].toString(), s("stopped"));
    QCOMPARE(run.exitRecord()[s("code")].toInt(), 3);
    QVERIFY(run.read(s("log")).endsWith("ending\n"));
}

void TestSlurmScript::jobOverWithoutARecordIsConcluded_data()
{
    QTest::addColumn<QString>("shell");
    QTest::addColumn<QByteArray>("state");
    QTest::addColumn<bool>("hasBegun");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char *state, bool hasBegun, const char *reason) {
        for (const char *shell : {"dash", "bash", "busybox"})
            QTest::addRow("%s %s %s", state, hasBegun ? "begun" : "waiting", shell)
                << s(shell) << QByteArray(state) << hasBegun << s(reason);
    };
    row("NODE_FAIL", true, "node-failed");
    row("TIMEOUT", true, "limit");
    row("PREEMPTED", true, "preempted");
    row("CANCELLED", true, "cancelled");
    row("CANCELLED", false, "cancelled");
    row("OUT_OF_MEMORY", true, "finished");
    row("FAILED", false, "not-started");
    row("FAILED", true, "lost");
    row("COMPLETED", true, "lost");
}

void TestSlurmScript::jobOverWithoutARecordIsConcluded()
{
    QFETCH(QString, shell);
    QFETCH(QByteArray, state);
    QFETCH(bool, hasBegun);
    QFETCH(QString, reason);
    Submitted run(shell);
    run.input.secretValues.insert(s("KEY"), s("hidden"));
    run.input.task.secrets.insert(s("KEY"), std::nullopt);
    run.write();
    run.verb({s("start")});
    // As the loop of another machine left it.
    if (hasBegun) {
        for (const char *name : {"begun", "handle", "supervisor"})
            run.put(s(name), "123 456 00000000-1111-2222-3333-444444444444\n");
    }
    run.becomes(state.constData());
    const Ran asked = run.verb({s("ensure")});
    QVERIFY2(asked.json()[s("state")] == s("ended"), (asked.out + asked.err).constData());
    const QJsonObject record = run.exitRecord();
    QCOMPARE(record[s("reason")].toString(), reason);
    QCOMPARE(record[s("oom")].toBool(), state == "OUT_OF_MEMORY");
    if (hasBegun)
        QCOMPARE(record[s("seconds")].toInt(), 90);
    QCOMPARE(record[s("ended")].toInt(), 1795800090);
    if (reason != s("finished"))
        QVERIFY2(record[s("message")].toString().contains(QString::fromLatin1(state) + s(", on n7")), run.read(s("exit")).constData());
    QVERIFY(!run.read(s("env.sh")).contains("hidden"));
    // It is never written twice.
    const QByteArray before = run.read(s("exit"));
    run.verb({s("ensure")});
    QCOMPARE(run.read(s("exit")), before);
}

void TestSlurmScript::secondJobOfARunDoesNothing()
{
    QFETCH(QString, shell);
    Submitted run(shell);
    run.write();
    run.verb({s("start")});
    run.put(s("job"), "8\n");
    run.startJob();
    QVERIFY(run.job.waitForFinished(20'000));
    QCOMPARE(run.job.exitCode(), 0);
    QVERIFY(run.job.readAllStandardOutput().contains("another job, 8"));
    QVERIFY(!run.has(s("begun")) && !run.has(s("exit")));
}

void TestSlurmScript::noLoopOnTheLoginNode()
{
    QFETCH(QString, shell);
    Submitted run(shell);
    run.write();
    run.verb({s("start")});
    run.becomes("RUNNING");
    for (const char *verb : {"ensure", "status", "start"})
        QCOMPARE(run.state(verb), s("running"));
    QVERIFY(!run.has(s("supervisor")) && !run.has(s("begun")) && run.samplers().isEmpty());
}

QTEST_GUILESS_MAIN(TestSlurmScript)

#include "tst_slurmscript.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The two starters, starter.sh and the static yard-starter, tested with one table: a run or a reader of the run directory must not see any
// difference.
#include "tests/support/rundirectory.h"

#include <QFile>
#include <QProcess>
#include <QTest>

#include <signal.h>

using namespace trainyard;

namespace {

const QString kStatus = QStringLiteral("status");
const QString kLog = QStringLiteral("log");

// "dash", "bash", "busybox": starter.sh in that shell; "static": the program.
QStringList commandOf(const QString &starter, const RunDirectory &run)
{
    if (starter == QLatin1String("static"))
        return {QStringLiteral(TRAINYARD_BIN_DIR "/yard-starter"), run.path()};
    return {QStringLiteral("sh"), run.path(QStringLiteral("starter.sh")), run.path()};
}

QString shellOf(const QString &starter) { return starter == QLatin1String("static") ? QStringLiteral("dash") : starter; }

class Started {
public:
    Started(const QString &starter, const RunDirectory &run)
    {
        m_process.setProcessEnvironment(run.environment);
        const QStringList command = commandOf(starter, run);
        m_process.start(QStringLiteral("/usr/bin/env"), command);
    }
    // Its exit status; -1 = still running after `milliseconds`.
    int wait(int milliseconds = 60000)
    {
        return m_process.state() == QProcess::NotRunning || m_process.waitForFinished(milliseconds) ? m_process.exitCode() : -1;
    }
    bool isRunning() { return !m_process.waitForFinished(0) && m_process.state() == QProcess::Running; }
    bool send(int signal)
    {
        const qint64 pid = m_process.processId();  // 0 if it has ended, which for kill() means everybody in our group
        return pid > 0 && ::kill(static_cast<pid_t>(pid), signal) == 0;
    }

private:
    QProcess m_process;
};

}  // namespace

class StarterTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void writesHowItEnded_data();
    void writesHowItEnded();
    void environmentArrivesByteForByte_data() { rows(); }
    void environmentArrivesByteForByte();
    void logKeepsTheOrderOfBothStreams_data() { rows(); }
    void logKeepsTheOrderOfBothStreams();
    void failingSetupEndsTheRun_data() { rows(); }
    void failingSetupEndsTheRun();
    void worksInTheWorkdir_data() { rows(); }
    void worksInTheWorkdir();
    void terminateReachesTheWholeGroupAndIsWaitedFor_data() { rows(); }
    void terminateReachesTheWholeGroupAndIsWaitedFor();
    void hangUpMeansNothing_data() { rows(); }
    void hangUpMeansNothing();
    void backgroundIsEndedWithTheRun_data() { rows(); }
    void backgroundIsEndedWithTheRun();
    void secondStartDoesNothing_data() { rows(); }
    void secondStartDoesNothing();
    void standardInputIsEmpty_data() { rows(); }
    void standardInputIsEmpty();

private:
    void rows()
    {
        QTest::addColumn<QString>("starter");
        for (const char *starter : {"dash", "bash", "busybox", "static"})
            QTest::newRow(starter) << QString::fromLatin1(starter);
    }
};

void StarterTest::initTestCase()
{
    if (!QFile::exists(QStringLiteral(TRAINYARD_BIN_DIR "/yard-starter")))
        QSKIP("The static starter is built on x86-64 Linux only");
}

void StarterTest::writesHowItEnded_data()
{
    QTest::addColumn<QString>("starter");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("status");
    QTest::addColumn<int>("code");
    struct Row {
        const char *name, *text, *status;
        int code;
    };
    const Row rows[] = {{"success", "true", "code=0\n", 0},
                        {"a code", "exit 42", "code=42\n", 42},
                        {"exec", "exec sh -c 'exit 9'", "code=9\n", 9},
                        {"largest code", "exit 255", "code=255\n", 255},
                        {"not found", "no-such-program 2>/dev/null", "code=127\n", 127},
                        {"killed", "kill -KILL $$", "signal=9\n", 137},
                        {"terminated", "kill -TERM $$", "signal=15\n", 143},
                        {"its program was killed", "sh -c 'kill -SEGV $$'", "signal=11\n", 139},
                        {"a code that stands for a signal", "exit 130", "signal=2\n", 130}};
    for (const char *starter : {"dash", "bash", "busybox", "static"}) {
        for (const Row &row : rows) {
            QTest::addRow("%s: %s", starter, row.name)
                << QString::fromLatin1(starter) << QString::fromLatin1(row.text) << QByteArray(row.status) << row.code;
        }
    }
}

void StarterTest::writesHowItEnded()
{
    QFETCH(QString, starter);
    QFETCH(QString, text);
    RunDirectory run(shellOf(starter));
    run.input.task.run = text;
    run.write();
    Started started(starter, run);
    QTEST(started.wait(), "code");
    QTEST(run.read(kStatus), "status");
    QCOMPARE(run.read(QStringLiteral("begun")).split(' ').size(), 3);
}

void StarterTest::environmentArrivesByteForByte()
{
    QFETCH(QString, starter);
    RunDirectory run(shellOf(starter));
    run.input.task.envs = {{QStringLiteral("A"), QStringLiteral("it's \"$HOME\" `x` \\ $(y)\nline two\n")},
                           {QStringLiteral("B"), QString()},
                           {QStringLiteral("C"), QStringLiteral("'")},
                           {QStringLiteral("D"), QStringLiteral("数据 = é")},
                           {QStringLiteral("HOME"), QStringLiteral("/another/home")},
                           {QStringLiteral("IFS"), QStringLiteral("x")},
                           {QStringLiteral("dir"), QStringLiteral("/nowhere")}};
    run.input.task.checkpoints = CheckpointPlan{};
    run.input.resumePath = QStringLiteral("~/it's/step 5");
    run.input.resumeStep = 5;
    run.input.task.run = QStringLiteral("printf '%s|' \"$A\" \"${B+set}\" \"$C\" \"$D\" \"$HOME\" \"$dir\" \"$TRAINYARD_RUN_ID\" "
                                        "\"$TRAINYARD_CHECKPOINT_DIR\" \"$TRAINYARD_RESUME\" \"$SKYPILOT_NODE_RANK\"\n");
    run.write();
    Started started(starter, run);
    QCOMPARE(started.wait(), 0);
    const QByteArray home = run.environment.value(QStringLiteral("HOME")).toUtf8();
    QCOMPARE(run.read(kLog), "it's \"$HOME\" `x` \\ $(y)\nline two\n|set|'|数据 = é|/another/home|/nowhere|try-abc234-a1|" + home
                                 + "/.trainyard/checkpoints/try-abc234|" + home + "/it's/step 5|0|");
}

void StarterTest::logKeepsTheOrderOfBothStreams()
{
    QFETCH(QString, starter);
    RunDirectory run(shellOf(starter));
    run.input.task.run = QStringLiteral("for i in 1 2 3 4 5 6 7 8 9; do echo out $i; echo err $i >&2; done\n"
                                        "printf '\\000\\001\\377\\033[2K\\r'");
    run.write();
    run.put(kLog, "was there");
    Started started(starter, run);
    QCOMPARE(started.wait(), 0);
    QByteArray expected = "was there";
    for (int i = 1; i <= 9; ++i)
        expected += "out " + QByteArray::number(i) + "\nerr " + QByteArray::number(i) + '\n';
    expected += QByteArray("\0\1\377\033[2K\r", 8);
    QCOMPARE(run.read(kLog), expected);
}

void StarterTest::failingSetupEndsTheRun()
{
    QFETCH(QString, starter);
    RunDirectory run(shellOf(starter));
    run.input.task.setup = QStringLiteral("echo setting up\nexit 3\n");
    run.input.task.run = QStringLiteral("echo ran");
    run.write();
    Started started(starter, run);
    QCOMPARE(started.wait(), 3);
    QCOMPARE(run.read(kLog), QByteArray("setting up\n"));
    QCOMPARE(run.read(kStatus), QByteArray("code=3\n"));
}

void StarterTest::worksInTheWorkdir()
{
    QFETCH(QString, starter);
    RunDirectory run(shellOf(starter));
    run.input.task.setup = QStringLiteral("pwd");
    run.input.task.run = QStringLiteral("pwd");
    run.write();
    QVERIFY(QDir().mkpath(run.path(QStringLiteral("workdir"))));
    Started started(starter, run);
    QCOMPARE(started.wait(), 0);
    const QByteArray workdir = run.path(QStringLiteral("workdir")).toUtf8() + '\n';
    QCOMPARE(run.read(kLog), workdir + workdir);
}

void StarterTest::terminateReachesTheWholeGroupAndIsWaitedFor()
{
    QFETCH(QString, starter);
    for (const int signal : {SIGTERM, SIGINT}) {
        RunDirectory run(shellOf(starter));
        run.input.task.run = QStringLiteral("sh -c 'trap \"echo saving; %1; echo saved; exit 0\" TERM; echo up; "
                                            "while :; do sleep 0.1; done'\n:\n")
                                 .arg(run.waitForGoOn());
        run.write();
        Started started(starter, run);
        QVERIFY(comesTrue([&] { return run.read(kLog).contains("up"); }));
        QVERIFY(started.send(signal));
        QVERIFY(comesTrue([&] { return run.read(kLog).contains("saving"); }));
        QVERIFY(started.send(signal));
        run.goOn();
        QVERIFY(started.wait() >= 0);
        QVERIFY2(run.read(kLog).contains("saved\n"), run.read(kLog).constData());
        QCOMPARE(run.read(kLog).count("saving"), 1);
        QCOMPARE(run.read(kStatus), QByteArray("signal=15\n"));  // the signal that ended the leader, the shell of run.sh
        QVERIFY(run.processes().isEmpty());
    }
}

void StarterTest::hangUpMeansNothing()
{
    QFETCH(QString, starter);
    RunDirectory run(shellOf(starter));
    run.input.task.run = QStringLiteral("echo up; %1; echo end").arg(run.waitForGoOn());
    run.write();
    Started started(starter, run);
    QVERIFY(comesTrue([&] { return run.read(kLog).contains("up"); }));
    QVERIFY(started.send(SIGHUP));
    run.goOn();
    QCOMPARE(started.wait(), 0);
    QCOMPARE(run.read(kLog), QByteArray("up\nend\n"));
}

void StarterTest::backgroundIsEndedWithTheRun()
{
    QFETCH(QString, starter);
    RunDirectory run(shellOf(starter));
    run.input.task.run = QStringLiteral("sleep 60 &\nsetsid sleep 60 &\nsleep 0.5\nexit 4\n");
    run.write();
    Started started(starter, run);
    QCOMPARE(started.wait(), 4);
    QCOMPARE(run.read(kStatus), QByteArray("code=4\n"));
    QByteArray left;
    for (const qint64 pid : run.processes())
        left += commandLine(pid) + '\n';
    QCOMPARE(left, QByteArray());
}

void StarterTest::secondStartDoesNothing()
{
    QFETCH(QString, starter);
    RunDirectory run(shellOf(starter));
    run.input.task.run = QStringLiteral("echo ran");
    run.write();
    Started first(starter, run), second(starter, run);
    const QList<int> codes{first.wait(), second.wait()};
    QVERIFY(codes.contains(0) && codes.contains(126));
    QCOMPARE(run.read(kLog), QByteArray("ran\n"));
    QCOMPARE(run.read(kStatus), QByteArray("code=0\n"));
}

void StarterTest::standardInputIsEmpty()
{
    QFETCH(QString, starter);
    RunDirectory run(shellOf(starter));
    run.input.task.run = QStringLiteral("cat; echo end");
    run.write();
    Started started(starter, run);
    QCOMPARE(started.wait(), 0);
    QCOMPARE(run.read(kLog), QByteArray("end\n"));
}

QTEST_GUILESS_MAIN(StarterTest)
#include "tst_starter.moc"

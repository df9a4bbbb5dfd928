// SPDX-License-Identifier: GPL-3.0-or-later
// The two starters, starter.sh and the static yard-starter, tested with one table: a run or a reader of the run directory must not see any
// difference.
#include "tests/support/rundirectory.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <signal.h>
#include <unistd.h>

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

QString homeOf(const RunDirectory &run) { return run.environment.value(QStringLiteral("HOME")); }

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
    void condaAndUvAreAtHandAsInALogin();
    void profileCannotHarmTheRun_data();
    void profileCannotHarmTheRun();
    void skyWorkdirLeadsToTheWorkdir();
    void filesOfAContainerAreLinkedBelowItsHome();
    void sudoIsReplacedWhereTheUserIsRoot();

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

// A stand-in for Miniconda: conda.sh defines the function, as the real one does.
void StarterTest::condaAndUvAreAtHandAsInALogin()
{
    RunDirectory run(QStringLiteral("bash"));
    run.input.task.envs = {{QStringLiteral("FROM_BOTH"), QStringLiteral("task")}};
    run.input.task.setup = QStringLiteral("conda activate first\nuv setup\n"
                                          "echo 'export ADDED=\"$HOME/added\"' >>~/.bashrc\n");
    run.input.task.run = QStringLiteral("conda activate second\nuv run\necho \"$ADDED $FROM_PROFILE $FROM_BOTH ${BASH_ENV-none}\"\n");
    run.write();
    const QString home = run.environment.value(QStringLiteral("HOME"));
    const auto put = [&home](const QString &name, const QByteArray &content) {
        const QString path = home + u'/' + name;
        QFile file(path);
        return QDir().mkpath(QFileInfo(path).path()) && file.open(QIODevice::WriteOnly) && file.write(content) == content.size()
               && file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    };
    QVERIFY(put(QStringLiteral("miniconda3/etc/profile.d/conda.sh"), "conda() { echo \"stub conda: $*\"; }\n"));
    QVERIFY(put(QStringLiteral(".local/bin/uv"), "#!/bin/sh\necho \"stub uv: $*\"\n"));
    QVERIFY(put(QStringLiteral(".bashrc"), "echo welcome\nexport FROM_PROFILE=profile FROM_BOTH=profile\n"
                                           "case $- in *i*) ;; *) return ;; esac\nexport PS1='$(date)'\n"));
    Started started(QStringLiteral("bash"), run);
    QCOMPARE(started.wait(), 0);
    QCOMPARE(run.read(kLog), "stub conda: activate first\nstub uv: setup\nstub conda: activate second\nstub uv: run\n" + home.toUtf8()
                                 + "/added profile task none\n");
}

void StarterTest::profileCannotHarmTheRun_data()
{
    QTest::addColumn<QByteArray>("profile");
    QTest::newRow("ends its shell") << QByteArray("exit 3\n");
    QTest::newRow("becomes another program") << QByteArray("exec true\n");
    QTest::newRow("goes elsewhere") << QByteArray("cd /\n");
    QTest::newRow("ends at the first error") << QByteArray("set -eu\n");
    QTest::newRow("is not shell text") << QByteArray("if then (\nexport X=\"\n");
    QTest::newRow("reads and prints") << QByteArray("read -r x; echo \"$x\"; echo loud >&2\n");
}

void StarterTest::profileCannotHarmTheRun()
{
    QFETCH(QByteArray, profile);
    RunDirectory run(QStringLiteral("bash"));
    run.input.task.run = QStringLiteral("false\necho \"$unset\"; pwd");
    run.write();
    QVERIFY(QDir().mkpath(run.path(QStringLiteral("workdir"))));
    QFile file(homeOf(run) + QStringLiteral("/.bashrc"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(profile) == profile.size());
    file.close();
    Started started(QStringLiteral("bash"), run);
    QCOMPARE(started.wait(), 0);
    QCOMPARE(run.read(kLog), '\n' + run.path(QStringLiteral("workdir")).toUtf8() + '\n');
}

void StarterTest::skyWorkdirLeadsToTheWorkdir()
{
    for (const char *shell : {"dash", "bash", "busybox"}) {
        RunDirectory run(QString::fromLatin1(shell));
        run.input.task.run = QStringLiteral("cd ~/sky_workdir && pwd -P");
        run.write();
        const QString link = homeOf(run) + QStringLiteral("/sky_workdir");
        const QString other = homeOf(run) + QStringLiteral("/.trainyard/runs/other-abc234-a1");
        QVERIFY(QDir().mkpath(other + QStringLiteral("/workdir")));
        QVERIFY(QFile::link(other + QStringLiteral("/workdir"), link));
        QFile begun(other + QStringLiteral("/begun"));
        QVERIFY(begun.open(QIODevice::WriteOnly));
        {
            Started started(QString::fromLatin1(shell), run);
            QCOMPARE(started.wait(), 126);
            QVERIFY2(run.read(kLog).contains("belongs to another run that has not ended"), run.read(kLog).constData());
            QCOMPARE(QFileInfo(link).symLinkTarget(), other + QStringLiteral("/workdir"));
        }
        // That run has ended: the link is replaced.
        QFile exit(other + QStringLiteral("/exit"));
        QVERIFY(exit.open(QIODevice::WriteOnly));
        RunDirectory next(QString::fromLatin1(shell));
        next.input.task.run = run.input.task.run;
        next.write();
        QVERIFY(QFile::link(other + QStringLiteral("/workdir"), homeOf(next) + QStringLiteral("/sky_workdir")));
        Started again(QString::fromLatin1(shell), next);
        QCOMPARE(again.wait(), 0);
        QCOMPARE(next.read(kLog), next.path(QStringLiteral("workdir")).toUtf8() + '\n');
    }
    // A person's own folder stays as it is.
    RunDirectory run(QStringLiteral("bash"));
    run.input.task.run = QStringLiteral("ls ~/sky_workdir");
    run.write();
    QVERIFY(QDir().mkpath(homeOf(run) + QStringLiteral("/sky_workdir/own")));
    Started started(QStringLiteral("bash"), run);
    QCOMPARE(started.wait(), 126);
    QVERIFY2(run.read(kLog).contains("is there already and is not replaced"), run.read(kLog).constData());
    QVERIFY(QDir(homeOf(run) + QStringLiteral("/sky_workdir/own")).exists());
}

void StarterTest::filesOfAContainerAreLinkedBelowItsHome()
{
    for (const char *shell : {"dash", "bash", "busybox"}) {
        RunDirectory run(QString::fromLatin1(shell));
        run.input.engine = EngineKind::Docker;
        run.input.task.image = QStringLiteral("debian:12");
        run.input.task.fileMounts = {{QStringLiteral("/abs"), QStringLiteral("a")},
                                     {QStringLiteral("./data/it's $(x)"), QStringLiteral("b")},
                                     {QStringLiteral("~/.netrc"), QStringLiteral("c")}};
        run.input.task.run = QStringLiteral("cat ~/.netrc ~/data/*/b");
        run.write();
        for (const char *name : {"mounts/0", "mounts/1"})
            QVERIFY(QDir().mkpath(run.path(QString::fromLatin1(name))));
        run.put(QStringLiteral("mounts/0/b"), "folder\n");
        QVERIFY(QDir().rmdir(run.path(QStringLiteral("mounts/1"))));
        run.put(QStringLiteral("mounts/2"), "file\n");
        Started started(QString::fromLatin1(shell), run);
        QCOMPARE(started.wait(), 0);
        QCOMPARE(run.read(kLog), QByteArray("file\nfolder\n"));
    }
}

void StarterTest::sudoIsReplacedWhereTheUserIsRoot()
{
    RunDirectory run(QStringLiteral("bash"));
    run.input.task.run = QStringLiteral("sudo -E apt=1 sh -c 'echo \"$apt\"'\nsudo -u root echo as root\nbash -c 'sudo echo nested'\n"
                                        "sudo -i; echo $?\n");
    run.write();
    if (geteuid() != 0)
        QSKIP("needs root");
    // The computer may have sudo: every program of its folders but that one.
    const QTemporaryDir programs;
    QStringList path = run.environment.value(QStringLiteral("PATH")).split(u':');
    for (const QString &folder : path.mid(1)) {
        for (const QFileInfo &program : QDir(folder).entryInfoList(QDir::Files)) {
            if (program.fileName() != QLatin1String("sudo"))
                QFile::link(program.filePath(), programs.filePath(program.fileName()));
        }
    }
    run.environment.insert(QStringLiteral("PATH"), path.first() + u':' + programs.path());
    Started started(QStringLiteral("bash"), run);
    QCOMPARE(started.wait(), 0);
    QCOMPARE(run.read(kLog), QByteArray("1\nas root\nnested\n"
                                        "sudo is not installed here; the user is root. Its option -i cannot be replaced.\n1\n"));
}

QTEST_GUILESS_MAIN(StarterTest)
#include "tst_starter.moc"

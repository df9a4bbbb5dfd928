// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/taskvariables.h"

#include <QTest>

using namespace trainyard;

namespace {

QByteArray withRun(const char *text) { return QByteArray(text) + "run: ./train\n"; }

QString firstError(const QByteArray &yaml)
{
    const TaskCheck check = parseTask(yaml);
    if (check.errors.isEmpty())
        return {};
    const TaskIssue &issue = check.errors.first();
    return QStringLiteral("%1:%2 %3").arg(issue.line).arg(issue.column).arg(issue.what);
}

}  // namespace

class TaskVariablesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void pathsAndNameAreFilledIn();
    void dollarSignsSurviveEveryRound_data();
    void dollarSignsSurviveEveryRound();
    void unknownVariablesAreErrorsWithTheirPlace_data();
    void unknownVariablesAreErrorsWithTheirPlace();
    void valuesThatMakeNoPathAreRefused_data();
    void valuesThatMakeNoPathAreRefused();
    void targetsBelowTheHome_data();
    void targetsBelowTheHome();
    void valueThatIsTakenAtLaunchCounts();
};

void TaskVariablesTest::pathsAndNameAreFilledIn()
{
    const TaskCheck check = parseTask(withRun("name: train-$MODEL\nworkdir: ./${MODEL}/code\n"
                                              "file_mounts:\n  /data/${SET}: ./$SET.d\n  ~/x: $MODEL-$SET\n"
                                              "envs: {MODEL: gpt, SET: 'a b'}\n"));
    QVERIFY(check.errors.isEmpty());
    QCOMPARE(check.task.workdir, QStringLiteral("./${MODEL}/code"));
    const auto filled = withVariables(check.task);
    QVERIFY(filled.has_value());
    QCOMPARE(filled->name, QStringLiteral("train-gpt"));
    QCOMPARE(filled->workdir, QStringLiteral("./gpt/code"));
    const QMap<QString, QString> mounts{{QStringLiteral("/data/a b"), QStringLiteral("./a b.d")},
                                        {QStringLiteral("~/x"), QStringLiteral("gpt-a b")}};
    QCOMPARE(filled->fileMounts, mounts);
    QCOMPARE(filled->run, check.task.run);
}

void TaskVariablesTest::dollarSignsSurviveEveryRound_data()
{
    QTest::addColumn<QString>("path");
    for (const char *path : {"a$", "$5", "$$", "$$5", "$X", "${X}", "$${X}", "$$$X", "${X", "${X:-y}", "a$X/$Y"})
        QTest::newRow(path) << QString::fromLatin1(path);
}

void TaskVariablesTest::dollarSignsSurviveEveryRound()
{
    QFETCH(QString, path);
    Task task;
    task.name = task.workdir = path;
    task.fileMounts = {{u'/' + path, path}};
    task.run = QStringLiteral("./train");
    const TaskCheck written = parseTask(writeTask(withDollarsKept(task)));
    QVERIFY(written.errors.isEmpty());
    const auto read = withVariables(written.task);
    QVERIFY(read.has_value());
    QCOMPARE(*read, task);
}

void TaskVariablesTest::unknownVariablesAreErrorsWithTheirPlace_data()
{
    QTest::addColumn<QByteArray>("yaml");
    QTest::addColumn<QString>("error");
    const auto row = [](const char *name, const char *yaml, const char *error) {
        QTest::newRow(name) << withRun(yaml) << QString::fromUtf8(error);
    };
    row("target", "file_mounts:\n  /data/${D}: ./x\n", "2:3 'D' is not in 'envs': add it there. '$$' is a dollar sign.");
    row("source", "file_mounts:\n  /data: ./$D\n", "2:10 'D' is not in 'envs': add it there. '$$' is a dollar sign.");
    row("workdir", "workdir: $D\nenvs: {E: 1}\n", "1:10 'D' is not in 'envs': add it there. '$$' is a dollar sign.");
    row("home", "file_mounts:\n  $HOME/x: ./x\n", "2:3 'HOME' is not in 'envs': write ~ for the home, or add it there.");
    row("other forms of the shell", "workdir: ${D:-x}\nenvs: {D: 1}\n",
        "1:10 Only $NAME and ${NAME} are filled in here, not '${D:-x}': use a variable from 'envs'. '$$' is a dollar sign.");
    row("secret", "workdir: ./$S\nsecrets: {S: null}\n",
        "1:10 'S' is a secret, which cannot be part of a name or path: use a variable from 'envs' whose name does not suggest a secret.");
    row("secret by its name", "workdir: ./$HF_TOKEN\nenvs: {HF_TOKEN: null}\n",
        "1:10 'HF_TOKEN' is a secret, which cannot be part of a name or path: use a variable from 'envs' whose name does not suggest a "
        "secret.");
    row("merged", "config: &m\n  /a: $D\nfile_mounts:\n  <<: *m\n", "2:7 'D' is not in 'envs': add it there. '$$' is a dollar sign.");
    row("defined below", "workdir: ./$D\nenvs: {D: x}\n", "");
    row("an alias that contains itself", "workdir: &a [*a]\n",
        "1:10 'workdir' must be one text value: write it on one line, or after '|'.");
}

void TaskVariablesTest::unknownVariablesAreErrorsWithTheirPlace()
{
    QFETCH(QByteArray, yaml);
    QTEST(firstError(yaml), "error");
}

void TaskVariablesTest::valuesThatMakeNoPathAreRefused_data()
{
    QTest::addColumn<QByteArray>("yaml");
    QTest::addColumn<QString>("error");
    QTest::newRow("no folder") << withRun("workdir: $D\nenvs: {D: ''}\n")
                               << QStringLiteral("'workdir: $D' names no folder: its variables are empty.");
    QTest::newRow("no file") << withRun("file_mounts: {/x: $D}\nenvs: {D: ''}\n") << QStringLiteral("'' is not a local file or folder.");
    QTest::newRow("same target") << withRun("file_mounts: {/$A: x, /$B: y}\nenvs: {A: 1, B: 1}\n")
                                 << QStringLiteral("'/$B' and another target in 'file_mounts' are the same place: /1.");
    QTest::newRow("leaves the home") << withRun("file_mounts: {~/$A: x}\nenvs: {A: ../y}\n")
                                     << QStringLiteral("'~/../y' is no place below the home: write ~/NAME, or a path from /.");
}

void TaskVariablesTest::valuesThatMakeNoPathAreRefused()
{
    QFETCH(QByteArray, yaml);
    const TaskCheck check = parseTask(yaml);
    QVERIFY(check.errors.isEmpty());
    const auto filled = withVariables(check.task);
    QVERIFY(!filled.has_value());
    QTEST(filled.error().what, "error");
}

void TaskVariablesTest::targetsBelowTheHome_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("place");
    QTest::addColumn<bool>("isRefused");
    const auto row = [](const char *target, const char *place, bool isRefused) {
        QTest::newRow(target) << QString::fromLatin1(target) << QString::fromLatin1(place) << isRefused;
    };
    row("/data", "", false);
    row("~/data/", "data", false);
    row("data", "data", false);
    row("./a//b/.", "a/b", false);
    row("~", "~", true);
    row("~/", "", true);
    row(".", "", true);
    row("~user/x", "~user/x", true);
    row("../x", "../x", true);
    row("~/a/../../x", "a/../../x", true);
}

void TaskVariablesTest::targetsBelowTheHome()
{
    QFETCH(QString, target);
    QTEST(homeTarget(target), "place");
    Task task;
    task.run = QStringLiteral("./train");
    task.fileMounts = {{target, QStringLiteral("./x")}};
    QTEST(!parseTask(writeTask(task)).errors.isEmpty(), "isRefused");
}

void TaskVariablesTest::valueThatIsTakenAtLaunchCounts()
{
    const TaskCheck check = parseTask(withRun("workdir: $D\nenvs: {D: null}\n"));
    QVERIFY(check.errors.isEmpty());
    Task task = check.task;
    task.envsToTake.clear();
    QVERIFY(!withVariables(task).has_value());
    task.envs.insert(QStringLiteral("D"), QStringLiteral("code"));
    QCOMPARE(withVariables(task)->workdir, QStringLiteral("code"));
}

QTEST_GUILESS_MAIN(TaskVariablesTest)
#include "tst_taskvariables.moc"

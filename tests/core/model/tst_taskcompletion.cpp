// SPDX-License-Identifier: GPL-3.0-or-later
// What is at a place of a task file that is being written, and what can be written there. In the texts, "^" is the place.
#include "core/model/task.h"
#include "core/model/taskcompletion.h"
#include "core/model/taskcursor.h"
#include "core/model/tasklines.h"

#include <QRandomGenerator>
#include <QTest>

using namespace trainyard;

namespace {

using In = TaskCursor::In;

TaskCursor cursorIn(QString text, QString *without = nullptr)
{
    const qsizetype at = text.indexOf(u'^');
    text.remove(at, 1);
    if (without)
        *without = text;
    return taskCursorAt(text, at);
}

QList<TaskCandidate> candidatesIn(const QString &marked)
{
    QString text;
    const TaskCursor cursor = cursorIn(marked, &text);
    TaskVocabulary known;
    known.gpus = {QStringLiteral("H100"), QStringLiteral("A100-80GB")};
    known.images = {QStringLiteral("pytorch/pytorch:2.9.1"), QStringLiteral("nvcr.io/nvidia/pytorch:24.05-py3")};
    return taskOffer(text, cursor, known).candidates;
}

QStringList wordsIn(const QString &marked)
{
    QStringList words;
    for (const TaskCandidate &one : candidatesIn(marked))
        words << one.word;
    return words;
}

// The text after the candidate of this name was taken, with the stops in brackets.
QString taken(const QString &marked, const QString &word)
{
    QString text;
    const TaskCursor cursor = cursorIn(marked, &text);
    for (const TaskCandidate &one : candidatesIn(marked)) {
        if (one.word != word)
            continue;
        QString inserted = one.snippet.text;
        for (auto stop = one.snippet.stops.rbegin(); stop != one.snippet.stops.rend(); ++stop)
            inserted.insert(stop->start + stop->length, u']').insert(stop->start, u'[');
        return text.replace(cursor.start, cursor.end - cursor.start, inserted);
    }
    return QStringLiteral("not offered");
}

}  // namespace

class TestTaskCompletion : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void thePlaceIsKnown_data();
    void thePlaceIsKnown();
    void whatFitsIsOffered_data();
    void whatFitsIsOffered();
    void takingOneWritesWhatBelongsToIt_data();
    void takingOneWritesWhatBelongsToIt();
    void snippetsAreTasks();
    void keysOfTheSectionAreNotOfferedAgain();
    void keysWithoutEffectComeLast();
    void theHelpSaysWhatTheKeyDoes();
    void theIndentationIsTheFiles();
    void aNewLineIsIndentedLikeItsPlace_data();
    void aNewLineIsIndentedLikeItsPlace();
    void linesAreIndentedAndCommented();
    void anyTextIsRead();
};

void TestTaskCompletion::thePlaceIsKnown_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("in");
    QTest::addColumn<QString>("section");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("typed");
    const auto row = [](const char *name, const char *text, In in, const char *section, const char *key, const char *typed) {
        QTest::newRow(name) << QString::fromUtf8(text) << int(in) << section << key << typed;
    };
    row("empty file", "^", In::Key, "", "", "");
    row("key at the top", "name: x\nlim^", In::Key, "", "", "lim");
    row("key with its value", "na^me: x\n", In::Key, "", "name", "na");
    row("key of a section", "limits:\n  ho^\n", In::Key, "limits", "", "ho");
    row("empty line in a section", "limits:\n  hours: 3\n  ^\nrun: x\n", In::Key, "limits", "", "");
    row("empty line at the top below a section", "limits:\n  hours: 3\n^\nrun: x\n", In::Key, "", "", "");
    row("deeper than any section", "limits:\n  hours: 3\n    ^\n", In::Nothing, "", "", "");
    row("section in a section", "checkpoints:\n  dir: /c\n  keep:\n    b^\n", In::Key, "checkpoints.keep", "", "b");
    row("value", "engine: do^\n", In::Value, "", "engine", "do");
    row("value without a blank", "engine:^", In::Value, "", "engine", "");
    row("value in a section", "limits:\n  spot: ^", In::Value, "limits", "limits.spot", "");
    row("middle of a value", "engine: do^cker", In::Value, "", "engine", "do");
    row("comment", "engine: docker  # wh^y", In::Nothing, "", "engine", "");
    row("comment line", "limits:\n  # no^te\n", In::Nothing, "", "", "");
    row("hash in a value", "name: a#b^", In::Value, "", "name", "a#b");
    row("free names", "envs:\n  EPOCHS: 1^\n", In::Value, "envs", "envs.EPOCHS", "1");
    row("flow map, key", "limits: {idle: {af^}}", In::Key, "limits.idle", "limits.idle.af", "af");
    row("flow map, value", "limits: {idle: {after: 3^, below: 2}}", In::Value, "limits.idle", "limits.idle.after", "3");
    row("flow map, next key", "limits: {hours: 3, ^}", In::Key, "limits", "", "");
    row("behind a flow map", "limits: {hours: 3} ^", In::Nothing, "", "limits", "");
    row("flow list", "alerts:\n  notify: [desktop, w^]\n", In::Value, "alerts.notify", "alerts.notify", "w");
    row("list", "alerts:\n  notify:\n    - de^\n", In::Value, "alerts.notify", "alerts.notify", "de");
    row("list at the column of its key", "tensorboard:\n- /lo^\n", In::Value, "tensorboard", "tensorboard", "/lo");
    row("list of maps", "resources:\n  any_of:\n    - acc^\n", In::Key, "resources.any_of", "", "acc");
    row("value in a list of maps", "resources:\n  any_of:\n    - accelerators: H^\n", In::Value, "resources.any_of",
        "resources.any_of.accelerators", "H");
    row("key below a list", "resources:\n  any_of:\n  - accelerators: H\n  im^\n", In::Key, "resources", "", "im");
    row("script", "run: |\n  py^thon train.py\n", In::Script, "", "run", "py");
    row("script with colons", "run: |\n  name: x^\nengine: docker\n", In::Script, "", "run", "name: x");
    row("empty line in a script", "run: |\n  a\n\n  ^\n  b\n", In::Script, "", "run", "");
    row("empty line below a script", "run: |\n  a\n^\n", In::Key, "", "", "");
    row("variable", "run: |\n  echo $SKY^\n", In::Variable, "", "run", "SKY");
    row("variable in braces", "run: |\n  echo ${^}\n", In::Variable, "", "run", "");
    row("variable in a script of one line", "run: python $A^", In::Variable, "", "run", "A");
    row("no variable in other values", "name: $A^", In::Value, "", "name", "$A");
    row("field", "checkpoints:\n  resume: --resume {pa^\n", In::Field, "checkpoints", "checkpoints.resume", "pa");
    row("quoted key", "\"lim^its\":\n  hours: 3\n", In::Key, "", "limits", "\"lim");
    row("second line of a text", "name: a\n  b^\n", In::Nothing, "", "", "");
    row("letters of two bytes", "project: 视觉^", In::Value, "", "project", "视觉");
}

void TestTaskCompletion::thePlaceIsKnown()
{
    QFETCH(QString, text);
    const TaskCursor cursor = cursorIn(text);
    QTEST(int(cursor.in), "in");
    QTEST(cursor.section, "section");
    QTEST(cursor.key, "key");
    QTEST(cursor.typed, "typed");
}

void TestTaskCompletion::whatFitsIsOffered_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("words");
    const auto row = [](const char *name, const char *text, const QStringList &words) {
        QTest::newRow(name) << QString::fromUtf8(text) << words;
    };
    const auto s = [](const char *text) { return QString::fromUtf8(text); };
    row("words of a value", "engine: ^", {s("auto"), s("docker"), s("podman"), s("process"), s("slurm")});
    row("words that begin so", "engine: po^", {s("podman")});
    row("the whole word is not offered", "engine: podman^", {});
    row("words that contain it come later", "engine: o^", {});
    row("two letters inside a word", "engine: oc^", {s("docker"), s("process")});
    row("words of an alert", "alerts:\n  hung: o^", {s("on"), s("off")});
    row("GPUs", "resources:\n  accelerators: ^", {s("H100"), s("A100-80GB")});
    row("GPUs as keys", "resources:\n  accelerators: {H^}", {s("H100")});
    row("GPUs of an alternative", "resources:\n  any_of:\n    - accelerators: a1^", {s("A100-80GB")});
    row("images by any part", "resources:\n  image_id: nvidia^", {s("docker:nvcr.io/nvidia/pytorch:24.05-py3")});
    row("own variables first", "envs:\n  SEED: 1\nsecrets:\n  SEND_KEY:\nrun: |\n  echo $SE^\n", {s("SEED"), s("SEND_KEY")});
    row("fields", "checkpoints:\n  resume: --resume {^", {s("path"), s("dir"), s("name"), s("step")});
    row("keys of a section", "checkpoints:\n  keep:\n    b^", {s("best"), s("by"), s("better")});
    row("keys of an alert", "alerts:\n  gpu_memory: {^}", {s("at"), s("for")});
    row("nothing in a text", "name: ^", {});
    row("nothing in a comment", "# li^", {});
    row("a section that does not exist", "nonsense:\n  a^", {});
    row("a line of a script", "run: |\n  tor^", {s("torchrun …")});
    row("not in setup", "setup: |\n  tor^", {});
}

void TestTaskCompletion::whatFitsIsOffered()
{
    QFETCH(QString, text);
    QTEST(wordsIn(text), "words");
    // Nothing more is to be said about a whole word, although longer ones may begin with it.
    QString plain;
    const TaskCursor cursor = cursorIn(text, &plain);
    QCOMPARE(taskOffer(plain, cursor, {}).isWhole, cursor.typed == QLatin1String("podman"));
}

void TestTaskCompletion::takingOneWritesWhatBelongsToIt_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("after");
    const auto row = [](const char *name, const char *text, const char *word, const char *after) {
        QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(word) << QString::fromUtf8(after);
    };
    row("key with a value", "limits:\n  ho^\n", "hours", "limits:\n  hours: \n");
    row("key of a section", "lim^", "limits", "limits:\n  ");
    row("section with the file's step", "envs:\n    A: 1\nlim^", "limits", "envs:\n    A: 1\nlimits:\n    ");
    row("script", "ru^", "run", "run: |\n  ");
    row("name only, before a colon", "lim^: {hours: 3}", "limits", "limits: {hours: 3}");
    row("key in braces", "limits: {id^}", "idle", "limits: {idle: }");
    row("word", "engine: do^", "docker", "engine: docker");
    row("word in place of another", "engine: po^x # c", "podman", "engine: podman # c");
    row("a word that does not fit", "engine: po^", "docker", "not offered");
    row("word behind the colon", "engine:^", "docker", "engine: docker");
    row("variable in open braces", "run: |\n  a ${SKYPILOT_TASK^\n", "SKYPILOT_TASK_ID", "run: |\n  a ${SKYPILOT_TASK_ID}\n");
    row("variable in closed braces", "run: |\n  a ${SKYPILOT_TASK^}\n", "SKYPILOT_TASK_ID", "run: |\n  a ${SKYPILOT_TASK_ID}\n");
    row("variable", "run: |\n  a $SKYPILOT_TASK^ b\n", "SKYPILOT_TASK_ID", "run: |\n  a $SKYPILOT_TASK_ID b\n");
    row("snippet", "check^", "checkpoints: …",
        "checkpoints:\n  dir: [/checkpoints]\n  pattern: [step-*.pt]\n  resume: [--resume {path}]\n  keep: [3]\n");
    row("snippet with the file's step", "envs:\n    A: 1\nlimits^", "limits: …",
        "envs:\n    A: 1\nlimits:\n    hours: [12]\n    budget: [40 USD]\n    price: [2.49 USD]\n    idle: [30m]\n");
    row("line of a script", "run: |\n  torch^", "torchrun …",
        "run: |\n  torchrun --standalone --nproc-per-node=$SKYPILOT_NUM_GPUS_PER_NODE [train.py] $TRAINYARD_RESUME_ARGS");
}

void TestTaskCompletion::takingOneWritesWhatBelongsToIt()
{
    QFETCH(QString, text);
    QFETCH(QString, word);
    QTEST(taken(text, word), "after");
}

void TestTaskCompletion::snippetsAreTasks()
{
    int count = 0;
    for (const TaskCandidate &one : candidatesIn(QStringLiteral("^"))) {
        if (one.kind != TaskCandidate::Kind::Snippet)
            continue;
        ++count;
        QByteArray yaml = one.snippet.text.toUtf8();
        if (!yaml.contains("run:"))
            yaml += "run: x\n";
        const TaskCheck check = parseTask(yaml);
        QVERIFY2(check.errors.isEmpty() && check.warnings.isEmpty(), yaml.constData());
        QVERIFY(!one.about.isEmpty() && !one.snippet.stops.isEmpty());
    }
    QCOMPARE(count, 4);
}

void TestTaskCompletion::keysOfTheSectionAreNotOfferedAgain()
{
    const QStringList words = wordsIn(QStringLiteral("limits:\n  hours: 3\n  ^\n  budget: 4 USD\nrun: x\n"));
    QVERIFY(words.contains(QStringLiteral("idle")));
    QVERIFY(!words.contains(QStringLiteral("hours")));
    QVERIFY(!words.contains(QStringLiteral("budget")));
    // Two items of a list are two maps.
    QCOMPARE(wordsIn(QStringLiteral("resources:\n  any_of:\n    - accelerators: H100\n    - acc^\n")),
             QStringList(QStringLiteral("accelerators")));
    QVERIFY(!wordsIn(QStringLiteral("limits:\n  hours: 3\n^")).contains(QStringLiteral("limits: …")));
}

void TestTaskCompletion::keysWithoutEffectComeLast()
{
    const QStringList words = wordsIn(QStringLiteral("resources:\n  a^\n"));
    QCOMPARE(words.first(), QStringLiteral("accelerators"));
    QCOMPARE(words.mid(words.size() - 2), QStringList({QStringLiteral("autostop"), QStringLiteral("accelerator_args")}));
}

void TestTaskCompletion::theHelpSaysWhatTheKeyDoes()
{
    const TaskHelp help = taskHelpAt(cursorIn(QStringLiteral("limits:\n  sa^ve: 3m\n")));
    QCOMPARE(help.title, QStringLiteral("limits.save"));
    QVERIFY(help.what.contains(QStringLiteral("complete checkpoint")));
    QCOMPARE(help.standard, QStringLiteral("5m"));
    QCOMPARE(help.example, QStringLiteral("save: 10m"));
    QCOMPARE(taskHelpAt(cursorIn(QStringLiteral("run: |\n  python^\n"))).title, QStringLiteral("run"));
    QVERIFY(taskHelpAt(cursorIn(QStringLiteral("nonsense: 3^\n"))).title.isEmpty());
    QVERIFY(taskHelpAt(cursorIn(QStringLiteral("^"))).title.isEmpty());
}

void TestTaskCompletion::theIndentationIsTheFiles()
{
    QCOMPARE(taskIndentStep(QString()), 2);
    QCOMPARE(taskIndentStep(QStringLiteral("name: x\nlimits:\n    hours: 3\n")), 4);
    QCOMPARE(taskIndentStep(QStringLiteral("limits: \n  hours: 3\n")), 2);
}

void TestTaskCompletion::aNewLineIsIndentedLikeItsPlace_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<int>("blanks");
    const auto row = [](const char *before, int blanks) { QTest::newRow(before) << QString::fromUtf8(before) << blanks; };
    row("", 0);
    row("name: x", 0);
    row("limits:", 2);
    row("limits:  # ends it", 2);
    row("  hours: 3", 2);
    row("  keep:", 4);
    row("run: |", 2);
    row("run: |-", 2);
    row("  echo a: b", 2);
    row("- a", 0);
    row("  - accelerators: H100", 4);
    row("  - keep:", 6);
    row("# note:", 0);
}

void TestTaskCompletion::aNewLineIsIndentedLikeItsPlace()
{
    QFETCH(QString, before);
    QTEST(int(taskIndentBelow(before, 2).size()), "blanks");
}

void TestTaskCompletion::linesAreIndentedAndCommented()
{
    const QStringList lines{QStringLiteral("a:"), QString(), QStringLiteral("  b: 1")};
    QCOMPARE(indentedLines(lines, 2), QStringList({QStringLiteral("  a:"), QString(), QStringLiteral("    b: 1")}));
    QCOMPARE(outdentedLines(lines, 2), QStringList({QStringLiteral("a:"), QString(), QStringLiteral("b: 1")}));
    const QStringList comments = commentedLines(lines);
    QCOMPARE(comments, QStringList({QStringLiteral("# a:"), QString(), QStringLiteral("#   b: 1")}));
    QCOMPARE(commentedLines(comments), lines);
    QCOMPARE(commentedLines({QStringLiteral("  #b")}), QStringList(QStringLiteral("  b")));
}

// Half-written files and hostile ones: any answer, but no crash, and positions that are in the text.
void TestTaskCompletion::anyTextIsRead()
{
    QRandomGenerator random(20261126);
    const QString letters = QStringLiteral("ab:- \n\n  {}[],|>#\"'$\t视&*");
    for (int i = 0; i < 3000; ++i) {
        QString text;
        const int size = random.bounded(60);
        for (int k = 0; k < size; ++k)
            text += letters[random.bounded(int(letters.size()))];
        const qsizetype at = random.bounded(size + 1);
        const TaskCursor cursor = taskCursorAt(text, at);
        if (cursor.in != In::Nothing) {
            QVERIFY2(cursor.start >= 0 && cursor.start <= at && at <= cursor.end && cursor.end <= text.size(), qPrintable(text));
            QCOMPARE(cursor.typed, text.mid(cursor.start, at - cursor.start));
        }
        taskOffer(text, cursor, {});
        taskHelpAt(cursor);
    }
}

QTEST_GUILESS_MAIN(TestTaskCompletion)
#include "tst_taskcompletion.moc"

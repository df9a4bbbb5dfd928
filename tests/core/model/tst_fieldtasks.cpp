// SPDX-License-Identifier: GPL-3.0-or-later
// Files as people write them: what each says is read exactly, and a change of one key leaves every other line.
#include "core/base/duration.h"
#include "core/model/taskkeys.h"
#include "core/model/tasktext.h"
#include "tests/support/fieldtasks.h"

#include <QSet>
#include <QTest>

#include <algorithm>
#include <functional>

using namespace trainyard;

namespace {

using Change = std::function<void(Task &)>;

QString alertText(const AlertOverride &rule)
{
    if (!rule.threshold)
        return rule.isOn ? QStringLiteral("on") : QStringLiteral("off");
    const QString at = alertUnit(rule.kind) == AlertUnit::Seconds ? durationText(std::chrono::seconds(qint64(*rule.threshold)))
                                                                  : QString::number(*rule.threshold);
    return rule.after ? at + QStringLiteral(" for ") + durationText(*rule.after) : at;
}

// "key = value" lines, sorted.
QStringList saidBy(const Task &task)
{
    QStringList lines;
    for (const TaskKey &key : taskKeys(task))
        lines << key.key + QStringLiteral(" = ") + key.value;
    for (const AlertOverride &rule : task.alerts.rules)
        lines << QStringLiteral("alerts.") + alertKindName(rule.kind) + QStringLiteral(" = ") + alertText(rule);
    if (task.alerts.ways) {
        QStringList names;
        for (const AlertChannel way : *task.alerts.ways)
            names << alertWayName(way);
        lines << QStringLiteral("alerts.notify = ") + (names.isEmpty() ? QStringLiteral("off") : names.join(u' '));
    }
    lines.sort();
    return lines;
}

QStringList saidBy(const FieldTask &file)
{
    QStringList lines;
    for (const auto &[key, value] : file.keys)
        lines << key + QStringLiteral(" = ") + value;
    lines.sort();
    return lines;
}

// The lines that a change takes and brings: between what both texts begin and end with.
struct ChangedLines {
    QByteArrayList gone, come;

    ChangedLines(const QByteArray &before, const QByteArray &after)
    {
        QByteArrayList old = before.split('\n'), now = after.split('\n');
        while (!old.isEmpty() && !now.isEmpty() && old.first() == now.first()) {
            old.removeFirst();
            now.removeFirst();
        }
        while (!old.isEmpty() && !now.isEmpty() && old.last() == now.last()) {
            old.removeLast();
            now.removeLast();
        }
        gone = old;
        come = now;
    }
};

}  // namespace

class TestFieldTasks : public QObject {
    Q_OBJECT

    static void addRows(bool areRefusedAdded);

private Q_SLOTS:
    void everyFileHasItsExpectation();
    void whatAFileSaysIsRead_data() { addRows(false); }
    void whatAFileSaysIsRead();
    void whatIsMissingIsSaid_data();
    void whatIsMissingIsSaid();
    void linesThatNoFieldShowsAreCounted_data() { addRows(false); }
    void linesThatNoFieldShowsAreCounted();
    void whatStaysKeepsEveryByte_data() { addRows(false); }
    void whatStaysKeepsEveryByte();
    void aChangeTakesTheLinesOfItsKeyOnly_data() { addRows(false); }
    void aChangeTakesTheLinesOfItsKeyOnly();
};

void TestFieldTasks::addRows(bool areRefusedAdded)
{
    QTest::addColumn<int>("index");
    const QList<FieldTask> all = fieldTasks();
    for (int i = 0; i < all.size(); ++i) {
        if ((all[i].refusedLine > 0) == areRefusedAdded)
            QTest::newRow(qPrintable(all[i].name)) << i;
    }
}

void TestFieldTasks::everyFileHasItsExpectation()
{
    QStringList names{QStringLiteral("expected")};
    for (const FieldTask &file : fieldTasks()) {
        QVERIFY2(!file.text.isEmpty(), qPrintable(file.name));
        names << file.name;
    }
    names.sort();
    QStringList files = QDir(fieldFolder()).entryList(QDir::Files);
    files.sort();
    QCOMPARE(files, names);
    QVERIFY(files.size() > 40);
}

void TestFieldTasks::whatAFileSaysIsRead()
{
    QFETCH(int, index);
    const FieldTask file = fieldTasks().at(index);
    if (!file.isTaskFile()) {
        const auto imported = importedTask(file.text);
        QVERIFY(imported);
        QStringList all;
        for (const ImportNote &note : imported->notes)
            all << QStringLiteral("%1: %2").arg(note.line).arg(note.what);
        for (const auto &[line, part] : file.notes) {
            const bool isTold = std::any_of(
                imported->notes.begin(), imported->notes.end(),
                [line = line, part = part](const ImportNote &note) { return note.line == line && note.what.contains(part); });
            QVERIFY2(isTold, qPrintable(part + u'\n' + all.join(u'\n')));
        }
        QVERIFY2(imported->notes.size() == file.notes.size(), qPrintable(all.join(u'\n')));
    }
    const TaskCheck check = parseTask(fieldYaml(file));
    QVERIFY2(check.errors.isEmpty(), check.errors.isEmpty() ? "" : qPrintable(check.errors.first().what));
    QCOMPARE(saidBy(check.task), saidBy(file));
}

void TestFieldTasks::whatIsMissingIsSaid_data() { addRows(true); }

void TestFieldTasks::whatIsMissingIsSaid()
{
    QFETCH(int, index);
    const FieldTask file = fieldTasks().at(index);
    const TaskCheck check = parseTask(file.text);
    QVERIFY(!check.errors.isEmpty());
    QCOMPARE(check.errors.first().line, file.refusedLine);
    QVERIFY2(check.errors.first().what.contains(file.refusal), qPrintable(check.errors.first().what));
    // What is missing is said once, for each place.
    QSet<int> lines;
    for (const TaskIssue &issue : check.errors)
        lines << issue.line;
    QCOMPARE(lines.size(), check.errors.size());
}

void TestFieldTasks::linesThatNoFieldShowsAreCounted()
{
    QFETCH(int, index);
    const FieldTask file = fieldTasks().at(index);
    const QByteArray yaml = fieldYaml(file);
    // Of an import, the notes at its head.
    const auto imported = file.isTaskFile() ? Result<ImportedTask>(ImportedTask()) : importedTask(file.text);
    QVERIFY(imported);
    const qsizetype head = file.isTaskFile() ? 0 : 1 + imported->notes.size();
    QCOMPARE(linesOnlyInFile(yaml, parseTask(yaml).task), file.unshownLines + head);
}

void TestFieldTasks::whatStaysKeepsEveryByte()
{
    QFETCH(int, index);
    const QByteArray yaml = fieldYaml(fieldTasks().at(index));
    const Task task = parseTask(yaml).task;
    QCOMPARE(*editedTask(yaml, task), yaml);
    const TaskCheck again = parseTask(writeTask(task));
    QVERIFY(again.errors.isEmpty() && again.task == task);
}

void TestFieldTasks::aChangeTakesTheLinesOfItsKeyOnly()
{
    QFETCH(int, index);
    const QByteArray yaml = fieldYaml(fieldTasks().at(index));
    const Task task = parseTask(yaml).task;
    struct Row {
        const char *key;
        Change change;
    };
    const QList<Row> rows{{"name", [](Task &wanted) { wanted.name = QStringLiteral("another"); }},
                          {"image_id", [](Task &wanted) { wanted.image = QStringLiteral("python:3.13"); }},
                          {"hours", [](Task &wanted) { wanted.limits.hours = 7; }},
                          {"ADDED", [](Task &wanted) { wanted.envs.insert(QStringLiteral("ADDED"), QStringLiteral("1")); }},
                          {"accelerators",
                           [](Task &wanted) {
                               wanted.accelerators = Accelerators{QStringLiteral("B200"), 8};
                               wanted.otherAccelerators.clear();
                           }},
                          {"shm", [](Task &wanted) { wanted.sharedMemory = qint64(3) << 30; }},
                          {"network", [](Task &wanted) { wanted.network = NetworkKind::Bridge; }}};
    for (const Row &row : rows) {
        Task wanted = task;
        row.change(wanted);
        const auto edited = editedTask(yaml, wanted);
        QVERIFY2(edited, row.key);
        const TaskCheck check = parseTask(*edited);
        QVERIFY2(check.errors.isEmpty() && check.task == wanted, (row.key + QByteArray("\n") + *edited).constData());
        const ChangedLines lines(yaml, *edited);
        // An alias of the value is written out, and alternatives and images by region have lines of their own.
        const QByteArray told = row.key + QByteArray(": -") + lines.gone.join("\n-") + "\n+" + lines.come.join("\n+");
        const bool isList = row.key == QByteArray("accelerators") && !task.otherAccelerators.isEmpty();
        QVERIFY2(lines.gone.size() <= (isList ? 12 : 3) && lines.come.size() <= 3, told.constData());
        for (const QByteArray &line : lines.gone) {
            const bool isComment = line.trimmed().startsWith('#');
            QVERIFY2(!isComment || isList || lines.come.contains(line), told.constData());
        }
        const auto back = editedTask(*edited, task);
        QVERIFY2(back && parseTask(*back).task == task, told.constData());
    }
}

QTEST_APPLESS_MAIN(TestFieldTasks)
#include "tst_fieldtasks.moc"

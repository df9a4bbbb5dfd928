// SPDX-License-Identifier: GPL-3.0-or-later
// The table of keys agrees with the parser and with docs/task-file.md.
#include "core/model/task.h"
#include "core/model/taskschema.h"

#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <algorithm>

using namespace trainyard;

namespace {

// A name that a person might choose for a key of this section.
QString anyNameIn(const QString &section)
{
    return section.endsWith(QLatin1String("mounts")) || section == QLatin1String("volumes") ? QStringLiteral("/data")
           : section == QLatin1String("alerts")                                             ? QStringLiteral("gpu_memory")
                                                                                            : QStringLiteral("NAME");
}

// A task with this key, which is in its last line, and with what the key needs beside it.
QString taskWith(const TaskSchemaKey &key, const QString &value)
{
    const QStringList parts = QString::fromLatin1(key.path).split(u'.');
    QString text = parts.first() == QLatin1String("run") ? QString() : QStringLiteral("run: python train.py\n");
    QString indent;
    for (const QString &part : parts.mid(0, parts.size() - 1)) {
        text += indent + (part == QLatin1String("*") ? anyNameIn(parts.first()) : part) + QStringLiteral(":\n");
        indent += QStringLiteral("  ");
        if (part == QLatin1String("checkpoints") && parts.last() != QLatin1String("dir"))
            text += indent + QStringLiteral("dir: /checkpoints\n");
        if (part == QLatin1String("workdir") && parts.last() == QLatin1String("ref"))
            text += indent + QStringLiteral("url: https://host/name.git\n");
        if (part == QLatin1String("*") && parts.last() == QLatin1String("read_only"))
            text += indent
                    + (parts.first() == QLatin1String("volumes")  ? QStringLiteral("name: data\n")
                       : parts.first() == QLatin1String("mounts") ? QStringLiteral("source: /srv/data\n")
                                                                  : QStringLiteral("source: s3://bucket\n"));
        if (part == QLatin1String("any_of") || part == QLatin1String("ordered"))
            indent += QStringLiteral("- ");
    }
    const QString name = parts.last() == QLatin1String("*") ? anyNameIn(parts.first()) : parts.last();
    return text + indent + name + QStringLiteral(": ") + value + u'\n';
}

// What the parser says about the last line.
QString refusal(const QString &text)
{
    const int last = int(text.count(u'\n'));
    for (const TaskIssue &issue : parseTask(text.toUtf8()).errors) {
        if (issue.line == last)
            return issue.what;
    }
    return {};
}

QString document()
{
    QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/docs/task-file.md"));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

// The rows of its table: first cell and the others.
QList<std::pair<QString, QString>> documentRows()
{
    QList<std::pair<QString, QString>> rows;
    for (const QString &line : document().split(u'\n')) {
        if (line.startsWith(QLatin1String("| `")))
            rows.append({line.section(u'|', 1, 1), line.section(u'|', 2)});
    }
    return rows;
}

// The keys that a cell names: a later one without a section is in that of the one before.
QStringList pathsIn(const QString &cell)
{
    QStringList paths;
    QString section;
    static const QRegularExpression quoted(QStringLiteral("`([^`]+)`"));
    for (auto match = quoted.globalMatch(cell); match.hasNext();) {
        const QString named = match.next().captured(1);
        paths << (named.contains(u'.') || section.isEmpty() ? named : section + u'.' + named);
        section = paths.last().section(u'.', 0, -2);
    }
    return paths;
}

}  // namespace

class TestTaskSchema : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theParserAcceptsEachKeyWithItsExample_data();
    void theParserAcceptsEachKeyWithItsExample();
    void theParserAcceptsTheWordsAndNoOthers();
    void keysWithoutEffectAreWarnedOf();
    void eachAlertHasItsKey();
    void eachKeyHasItsSectionAndItsSentence();
    void theDocumentNamesEachKey();
    void eachKeyOfTheDocumentIsInTheTable();
    void keysAreFoundByTheirPath();
};

void TestTaskSchema::theParserAcceptsEachKeyWithItsExample_data()
{
    QTest::addColumn<QString>("text");
    for (const TaskSchemaKey &key : taskSchema()) {
        if (key.value != TaskValue::Section)
            QTest::newRow(key.path) << taskWith(key, QString::fromUtf8(key.example));
    }
}

void TestTaskSchema::theParserAcceptsEachKeyWithItsExample()
{
    QFETCH(QString, text);
    // A rule of its own that stands beside the key, not in its line.
    if (text.contains(QLatin1String("by: ")))
        text.replace(QLatin1String("    by:"), QLatin1String("    better: higher\n    by:"));
    QCOMPARE(refusal(text), QString());
}

void TestTaskSchema::theParserAcceptsTheWordsAndNoOthers()
{
    for (const TaskSchemaKey &key : taskSchema()) {
        for (const QString &word : key.wordList())
            QVERIFY2(refusal(taskWith(key, word)).isEmpty(), qPrintable(taskWith(key, word)));
        if (key.value == TaskValue::Word)
            QVERIFY2(!refusal(taskWith(key, QStringLiteral("zebra"))).isEmpty(), key.path);
    }
}

void TestTaskSchema::keysWithoutEffectAreWarnedOf()
{
    for (const TaskSchemaKey &key : taskSchema()) {
        const QString text = taskWith(key, QString::fromUtf8(key.example));
        if (key.isUnused()) {
            const QList<TaskIssue> warnings = parseTask(text.toUtf8()).warnings;
            QVERIFY2(std::any_of(warnings.begin(), warnings.end(), [&](const TaskIssue &issue) { return issue.what.contains(key.name()); }),
                     key.path);
        }
    }
}

void TestTaskSchema::eachAlertHasItsKey()
{
    for (int i = 0; i < kRunAlertKinds; ++i)
        QVERIFY2(taskSchemaKey(QStringLiteral("alerts.") + alertKindName(AlertKind(i))), qPrintable(alertKindName(AlertKind(i))));
}

void TestTaskSchema::eachKeyHasItsSectionAndItsSentence()
{
    QSet<QString> seen;
    for (const TaskSchemaKey &key : taskSchema()) {
        const QString path = QString::fromLatin1(key.path);
        QVERIFY2(!seen.contains(path), key.path);
        seen.insert(path);
        QVERIFY2(key.parent().isEmpty() || key.parent() == QLatin1String("alerts.*") || taskSchemaKey(key.parent()), key.path);
        QVERIFY2(key.helpText().endsWith(u'.'), key.path);
        QVERIFY2(!key.valueText().isEmpty(), key.path);
    }
}

void TestTaskSchema::theDocumentNamesEachKey()
{
    const QString all = document();
    QVERIFY(!all.isEmpty());
    const auto rows = documentRows();
    for (const TaskSchemaKey &key : taskSchema()) {
        const QString path = QString::fromLatin1(key.path);
        // Alerts have a document of their own, and free names no name.
        if (path.startsWith(QLatin1String("alerts.")) || path.contains(u'*') || key.value == TaskValue::Section)
            continue;
        QString line;
        for (const auto &[keys, rest] : rows) {
            const QStringList named = pathsIn(keys);
            if (named.contains(path) || named.contains(key.parent()))
                line = keys + rest;
            if (named.contains(path))
                break;
        }
        const bool isNamed = key.isUnused() ? all.contains(u'`' + key.name() + u'`') || all.contains(u'`' + path + u'`')
                                            : line.contains(key.name());
        QVERIFY2(isNamed, key.path);
        if (key.value == TaskValue::Word) {
            for (const QString &word : key.wordList())
                QVERIFY2(line.contains(word) || key.parent() == QLatin1String("checkpoints.keep"), key.path);
        }
    }
}

void TestTaskSchema::eachKeyOfTheDocumentIsInTheTable()
{
    const auto rows = documentRows();
    QVERIFY(rows.size() > 20);
    for (const auto &[keys, rest] : rows) {
        for (const QString &path : pathsIn(keys))
            QVERIFY2(path == QLatin1String("alerts.KIND") || taskSchemaKey(path), qPrintable(path));
    }
}

void TestTaskSchema::keysAreFoundByTheirPath()
{
    QCOMPARE(taskSchemaKey(QStringLiteral("limits.idle.below"))->name(), QStringLiteral("below"));
    QCOMPARE(taskSchemaKey(QStringLiteral("envs.ANY"))->value, TaskValue::Text);
    QCOMPARE(taskSchemaKey(QStringLiteral("limits.nothing")), nullptr);
    QCOMPARE(taskSchemaKey(QString()), nullptr);
    QStringList inKeep;
    for (const TaskSchemaKey *key : taskSchemaKeysIn(QStringLiteral("checkpoints.keep")))
        inKeep << key->name();
    QCOMPARE(inKeep, QStringList({QStringLiteral("last"), QStringLiteral("best"), QStringLiteral("by"), QStringLiteral("better"),
                                  QStringLiteral("every")}));
    QVERIFY(taskSchemaKeysIn(QStringLiteral("envs")).isEmpty());
    QCOMPARE(taskSchemaKeysIn(QStringLiteral("alerts.gpu_memory")).size(), 2);
    QCOMPARE(taskSectionsOf(QStringLiteral("hours")), QStringList(QStringLiteral("limits")));
    QCOMPARE(taskSectionsOf(QStringLiteral("engine")), QStringList(QString()));
    QVERIFY(taskSectionsOf(QStringLiteral("nothing")).isEmpty());
}

QTEST_GUILESS_MAIN(TestTaskSchema)
#include "tst_taskschema.moc"

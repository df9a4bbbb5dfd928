// SPDX-License-Identifier: GPL-3.0-or-later
// Random tasks, and files that say them in any of the ways in which people write: order, comments, blank lines, quotes, blocks, brackets.
#pragma once

#include "core/model/task.h"

#include <QHash>
#include <QPair>
#include <QRandomGenerator>

#include <vector>

namespace trainyard {

Task randomTask(QRandomGenerator &random);
Task randomChange(const Task &task, QRandomGenerator &random);  // some of its keys

class RandomTaskFile {
public:
    RandomTaskFile(const Task &task, QRandomGenerator &random);

    const QByteArray &text() const { return m_text; }
    // What had to stay when the file was changed to the task, and did not: a comment, or a section that is equal. Empty: nothing.
    QByteArray lostIn(const QByteArray &edited, const Task &wanted) const;
    // The lines of a key with all that is in it: from, and behind the last. Of a key that is not written on lines of its own, those of what it
    // is in; {0, 0}: it is not in the text.
    QPair<qsizetype, qsizetype> linesOf(const QString &path) const;
    bool hasLines(const QString &path) const { return m_lines.contains(path); }
    bool hasAliases() const { return m_hasAliases; }  // values that come from another place of the text

private:
    struct Value {
        enum Kind { Null, Text, Map, List } kind = Text;
        QString key, text;
        std::vector<Value> inner;
        QByteArray anchor = {};  // "&a " or "*a"
    };
    struct Note {
        QByteArray comment;
        QString path;  // of the key whose block it is in
    };
    using Values = std::vector<Value>;

    static Value text(const QString &key, const QString &value) { return {Value::Text, key, value, {}}; }
    static Value map(const QString &key, Values inner) { return {Value::Map, key, {}, std::move(inner)}; }
    Values sections();
    Values limits() const;
    Values alerts() const;
    Values checkpoints();
    Values slurm();
    Values resources();
    Values folders();
    Values environment();
    void shareValues(Values &sections);
    void write(const Value &value, int column, const QString &path);
    void writeValue(const Value &value, int column, const QString &path);
    // Blank lines and comments, some of them less indented: at the end of a section, these would belong to the next one.
    void between(int column, const QString &path, bool isAtEnd = false);
    QByteArray endOfLine(const QString &path);
    QByteArray scalar(const Value &value, bool isInBrackets);
    QByteArray brackets(const Value &value);
    QByteArray script(const QString &text, int column, const QString &path);
    bool chance(int of) { return m_random.bounded(of) == 0; }
    template <typename List>
    void shuffle(List &list);

    const Task &m_task;
    QRandomGenerator &m_random;
    QByteArray m_text;
    QList<Note> m_notes;
    QList<QPair<QString, QByteArray>> m_sections;         // key and lines
    QHash<QString, QPair<qsizetype, qsizetype>> m_lines;  // of each key that has some
    int m_step = 2, m_comments = 0;
    bool m_hasAliases = false;
};

}  // namespace trainyard

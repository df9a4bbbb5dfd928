// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of a task file as one table: what each is called, what its value is and what it does. Completion, help, the parser's hints and
// docs/task-file.md agree with it. Pure, any thread.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace trainyard {

enum class TaskValue : quint8 {
    Section,  // keys of the table
    Entries,  // keys that a person chooses, as in `envs`
    List,     // of what its example shows
    Text,
    Script,  // shell text, often of several lines
    Folder,  // on this computer
    Path,    // on the machine
    Number,
    Time,  // with its unit
    Money,
    Word,  // one of the words
    Image,
    Accelerators,
    Renting,   // chooses the machine that is rented for the task; no effect on one that is there
    NoEffect,  // accepted, for task files that were written for something else
};

struct TaskSchemaKey {
    const char *path;  // "limits.idle.after"; a part "*" stands for any name
    TaskValue value;
    const char *words;     // separated by blanks: the only values of a Word, and values with a meaning of their own of the others
    const char *standard;  // what applies without the key; empty: nothing
    const char *example;   // a value that the parser accepts
    const char *help;      // one sentence, not translated

    // The run itself does nothing with it.
    bool isUnused() const { return value == TaskValue::Renting || value == TaskValue::NoEffect; }
    QString name() const;      // "after"
    QString parent() const;    // "limits.idle"
    QString helpText() const;  // translated
    QString standardText() const;
    QString valueText() const;  // what may be written, in a few translated words
    QStringList wordList() const;
};

const QList<TaskSchemaKey> &taskSchema();  // in the order in which completion shows them

// The key of a path without an asterisk; null if there is none.
const TaskSchemaKey *taskSchemaKey(const QString &path);
// The keys directly in a section; of "", those of the file itself.
QList<const TaskSchemaKey *> taskSchemaKeysIn(const QString &section);
// The sections in which a key of this name has an effect, without those of any name: {"limits"} for "hours".
QStringList taskSectionsOf(const QString &name);

}  // namespace trainyard

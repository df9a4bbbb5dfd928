// SPDX-License-Identifier: GPL-3.0-or-later
// What stands at a place of a task file that is being written. Reads line by line, so that it works while the YAML is not yet valid; flow
// maps and lists are understood within one line. Pure, any thread. Places are positions in the text.
#pragma once

#include <QString>
#include <QStringList>

namespace trainyard {

struct TaskCursor {
    enum class In : quint8 {
        Nothing,   // a comment, or where nothing can be completed
        Key,       // of `section`
        Value,     // of `key`, or one of its items
        Script,    // shell text of `key`
        Variable,  // behind "$" or "${" of a script
        Field,     // behind "{" of checkpoints.resume
    };
    In in = In::Nothing;
    QString section;               // the map around the place: "limits.idle"; empty: the file itself
    QString key;                   // the key that the place belongs to: "limits.hours"; empty: none
    qsizetype start = 0, end = 0;  // what a completion replaces
    QString typed;                 // from start to the place
    qsizetype indent = 0;          // column of the key, or of the place in an empty line
    bool hasValue = false;         // In::Key: a colon follows
    bool isBraced = false;         // In::Variable: "${"
    QStringList siblings;          // In::Key: the other keys of the section
};

TaskCursor taskCursorAt(const QString &text, qsizetype at);

// The names under a section of the file itself, such as the variables in "envs".
QStringList taskNamesIn(const QString &text, const QString &section);

// Blanks by which the file indents; 2 if nothing is indented.
int taskIndentStep(const QString &text);

}  // namespace trainyard

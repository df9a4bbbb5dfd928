// SPDX-License-Identifier: GPL-3.0-or-later
// Changes of lines while a task file is written: indentation and comments. Pure, any thread.
#pragma once

#include <QString>
#include <QStringList>

namespace trainyard {

// The blanks of a new line below one that is broken behind `before`: those of the line, and a step more behind "key:" or "key: |".
QString taskIndentBelow(const QString &before, int step);

QStringList indentedLines(QStringList lines, int step);
QStringList outdentedLines(QStringList lines, int step);  // at most as far as each is indented
// Makes them comments, or removes the mark if all are. Empty lines stay.
QStringList commentedLines(QStringList lines);

}  // namespace trainyard

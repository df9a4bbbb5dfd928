// SPDX-License-Identifier: GPL-3.0-or-later
// Splits shell text into words and operators as POSIX says, each with its place. Nothing is expanded. Internal to core/model; pure.
#pragma once

#include "core/base/result.h"

#include <QList>
#include <QString>

namespace trainyard {

struct ShellToken {
    QString text;                  // a word without its quotes; an operator: "\n", ";", "&&", "|", "(", ">", "2" of "2>", …
    qsizetype begin = 0, end = 0;  // in the source, quotes included
    int line = 1;                  // where it begins
    bool isOperator = false;
    bool isExpanded = false;  // a shell would replace parts of the word: a variable, a command
    bool isQuoted = false;    // at least partly: "#" or "~" in it mean themselves
};

// Comments are left out. A line that ends with a backslash and blanks is continued, as its author meant. InvalidInput names the line of a
// quote or bracket that is never closed.
Result<QList<ShellToken>> shellTokens(const QString &text);

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// Shell text as the simple commands in it, each word with its place. Nothing is expanded or executed, nothing is trusted: what
// is never closed is told. Enough of POSIX and bash to look at launch commands; not a whole shell. Pure, any thread.
#pragma once

#include "core/knowledge/environment/sourcetext.h"

#include <optional>

namespace trainyard {

struct ShellWord {
    QString text;                  // without its quotes; variables as they are written
    qsizetype begin = 0, end = 0;  // as it stands, with quotes
    bool isQuoted = false;         // all of it by one pair of quotes

    TextRange range() const { return {begin, end}; }
};

struct ShellCommand {
    QList<ShellWord> assignments;  // NAME=VALUE before the command
    QList<ShellWord> words;
    QString before;       // "", "\n", ";", "&&", "||", "|", "&", "("
    bool isLast = false;  // of its text
    int text = 0;         // which of ShellReading::texts it is in

    TextRange range() const;
    QString name() const;  // of the program, without folders; empty: none
    bool has(const QString &word) const;
    // Value of the first of these options, as `--name value`, `--name=value` or, where `canStick`, `-nvalue`.
    std::optional<ShellWord> option(const QStringList &names, bool canStick = false) const;
    QList<ShellWord> options(const QStringList &names, bool canStick = false) const;
};

enum class ShellForm {
    Shell,
    Dockerfile,  // comments and empty lines inside of a continued line do not count
};

struct ShellReading {
    QList<ShellCommand> commands;           // without sudo, env, nohup and the like before them
    QList<QString> texts;                   // what reads each text: empty for the one that was given, "sh", "substitution", …
    std::optional<qsizetype> unclosed;      // a quote, from where on all is text
    QList<qsizetype> blanksAfterBackslash;  // at the end of a line, so that it does not go on
};

// What is inside of `sh -c "…"`, `$(…)` and here-documents for a shell is read as well.
ShellReading readShell(const QString &text, const TextRange &range, ShellForm form);

// The value of a part NAME=VALUE of a word; nothing without "=".
struct NamedValue {
    QString name, value;
    TextRange nameRange, valueRange;
};
std::optional<NamedValue> namedValue(const ShellWord &word);

}  // namespace trainyard

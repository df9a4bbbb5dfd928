// SPDX-License-Identifier: GPL-3.0-or-later
// Splits shell text into its simple commands, each word with its position. Nothing is expanded or executed, and nothing is trusted:
// unclosed quotes are reported. Covers enough of POSIX and bash to examine launch commands; it is not a complete shell. Pure, any thread.
#pragma once

#include "core/knowledge/environment/sourcetext.h"

#include <optional>

namespace trainyard {

struct ShellWord {
    QString text;                  // without its quotes; variables are not expanded
    qsizetype begin = 0, end = 0;  // in the source, including quotes
    bool isQuoted = false;         // one pair of quotes encloses all of it

    TextRange range() const { return {begin, end}; }
};

struct ShellCommand {
    QList<ShellWord> assignments;  // NAME=VALUE before the command
    QList<ShellWord> words;
    QString before;       // "", "\n", ";", "&&", "||", "|", "&", "("
    bool isLast = false;  // in its text
    int text = 0;         // index into ShellReading::texts

    TextRange range() const;
    QString name() const;  // of the program, without folders; empty: none
    bool has(const QString &word) const;
    // The value of the first of these options, as `--name value`, `--name=value` or, if `canStick`, `-nvalue`.
    std::optional<ShellWord> option(const QStringList &names, bool canStick = false) const;
    QList<ShellWord> options(const QStringList &names, bool canStick = false) const;
};

enum class ShellForm {
    Shell,
    Dockerfile,  // comments and empty lines within a continued line are ignored
};

struct ShellReading {
    QList<ShellCommand> commands;           // without preceding sudo, env, nohup and similar
    QList<QString> texts;                   // what reads each text: empty for the input, "sh", "substitution", …
    std::optional<qsizetype> unclosed;      // the position of a quote that is never closed
    QList<qsizetype> blanksAfterBackslash;  // at the end of a line, so that the line is not continued
};

// Also reads the text inside `sh -c "…"`, `$(…)` and here-documents for a shell.
ShellReading readShell(const QString &text, const TextRange &range, ShellForm form);

// The value of a part NAME=VALUE of a word; nullopt without "=".
struct NamedValue {
    QString name, value;
    TextRange nameRange, valueRange;
};
std::optional<NamedValue> namedValue(const ShellWord &word);

}  // namespace trainyard

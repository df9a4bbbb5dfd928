// SPDX-License-Identifier: GPL-3.0-or-later
// The linter's findings about a text. Value types, any thread.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace trainyard {

enum class LintKind { Dockerfile, Command, Variables, Task };
QString lintKindName(LintKind kind);  // "dockerfile", "command", "env", "task"
std::optional<LintKind> lintKindFromName(const QString &name);

enum class LintSeverity {
    Error,    // does not work, or does something unwanted
    Warning,  // works today, or for some time
    Hint,     // could be better
};
QString severityName(LintSeverity severity);  // "error", "warning", "hint"

struct LintFinding {
    QString rule;  // by the names of docs/environment.md
    LintSeverity severity = LintSeverity::Hint;
    int line = 0, column = 0;            // from 1; 0: the text as a whole
    QString found;                       // verbatim; the value of a secret as "…"
    QString what, why, fix;              // one sentence each
    std::optional<QString> replacement;  // of `found`
    QStringList sources;                 // codes

    bool operator==(const LintFinding &) const = default;
};

struct LintReport {
    LintKind kind = LintKind::Command;
    QList<LintFinding> findings;  // in the order of the text
    bool isCut = false;           // there are more findings than listed

    bool hasErrors() const;
    int count(LintSeverity severity) const;
};

}  // namespace trainyard

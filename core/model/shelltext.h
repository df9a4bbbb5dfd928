// SPDX-License-Identifier: GPL-3.0-or-later
// What a `run` section is, as far as it must be known without running it. Pure; errs on the side of "not plain".
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace trainyard {

// The words of one plain command, quotes and backslashes resolved, comments and line continuations dropped.
// nullopt when a shell would do more than split it: several commands, pipes, redirections, expansions, patterns,
// assignments, shell keywords. For images without a shell.
std::optional<QStringList> plainCommandWords(const QString &text);

// The text with arguments added to its one command (behind the last word, before a comment that follows), or to
// the last command of a chain of `&&`. nullopt when it is more than that: several lines, `;`, a pipe, `&`, `||`,
// parentheses, a here-document. `arguments` is shell text.
std::optional<QString> withArguments(const QString &text, const QString &arguments);

}  // namespace trainyard

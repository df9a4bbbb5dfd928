// SPDX-License-Identifier: GPL-3.0-or-later
// Analyzes a `run` section as far as possible without running it. Pure; when in doubt, the answer is "not plain".
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace trainyard {

// The words of one plain command, with quotes and backslashes resolved, without comments and line continuations. nullopt if a shell would
// do more than split it: several commands, pipes, redirections, expansions, patterns, assignments, shell keywords. For images without a
// shell.
std::optional<QStringList> plainCommandWords(const QString &text);

// The text with arguments added to its one command (after the last word, before a trailing comment), or to the last command of a chain of
// `&&`. nullopt if it is more than that: several lines, `;`, a pipe, `&`, `||`, parentheses, a here-document. `arguments` is shell text.
std::optional<QString> withArguments(const QString &text, const QString &arguments);

}  // namespace trainyard

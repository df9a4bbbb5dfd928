// SPDX-License-Identifier: GPL-3.0-or-later
// Quoting for POSIX shells. Every value that comes from a person or a machine passes through here before it becomes part of a remote
// command.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace trainyard {

// One word for a POSIX shell: unchanged when it consists of [A-Za-z0-9_@%+=:,./-] only, else in single
// quotes. Any byte except NUL survives, newlines included.
QString shellQuoted(const QString &word);

// The words, each quoted, joined by blanks.
QString shellJoined(const QStringList &words);

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// Text values as YAML: plain, quoted or as a literal block. Private to this folder; pure.
#pragma once

#include <QByteArray>
#include <QString>

namespace trainyard {

QByteArray doubleQuoted(const QString &text);

// On one line: without quotes if every YAML reader takes it as the same text.
QByteArray inlineText(const QString &text);

// Whether it reads as the same text without quotes, for people who write it like this: "python train.py", "10".
bool readsAsPlain(const QString &text, bool isInBrackets);

// In single quotes; in double quotes if these are needed.
QByteArray singleQuoted(const QString &text);

// Whether a literal block that begins with "|" or "|-" preserves every character.
bool fitsLiteralBlock(const QString &text);

// The lines of a literal block, indented with this many blanks.
QByteArray literalLines(const QString &text, qsizetype indent);

}  // namespace trainyard

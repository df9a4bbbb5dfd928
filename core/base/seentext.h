// SPDX-License-Identifier: GPL-3.0-or-later
// Foreign text inside ours: characters that would steer a terminal, reverse a line or hide in it are shown as a mark. Pure, any thread.
#pragma once

#include <QString>

namespace trainyard {

// Control characters, line and paragraph separators, format characters (for writing direction, zero width, tags), and blank letters. Format
// characters with a visible shape, such as Arabic number signs, do not count.
bool isUnseen(char32_t character);

// Except those in `kept`.
bool hasUnseen(const QString &text, QStringView kept = {});

// Replaces each with one `mark`.
QString seenText(const QString &text, QStringView kept = {}, QChar mark = QChar::ReplacementCharacter);

}  // namespace trainyard

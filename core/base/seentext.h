// SPDX-License-Identifier: GPL-3.0-or-later
// Text of others inside ours: what would steer a terminal, turn a line round or hide in it is shown as a mark. Pure, any thread.
#pragma once

#include <QString>

namespace trainyard {

// Controls, the ends of lines and paragraphs, format characters (those of writing direction and of no width, tags), and
// letters that are blank. Format characters that have a shape of their own, as Arabic number signs, are seen.
bool isUnseen(char32_t character);

// Except those in `kept`.
bool hasUnseen(const QString &text, QStringView kept = {});

// One `mark` for each.
QString seenText(const QString &text, QStringView kept = {}, QChar mark = QChar::ReplacementCharacter);

}  // namespace trainyard

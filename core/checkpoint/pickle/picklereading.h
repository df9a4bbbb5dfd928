// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers and escapes in a pickle's lines of text, as Python reads them. Private to this folder; pure; linear.
#pragma once

#include <QByteArray>

#include <optional>

namespace trainyard {

// As int(text, base): surrounding spaces, a sign, underscores; base 0 accepts 0x, 0o, 0b and C's leading 0 as well. nullopt: not a number,
// or beyond 64 bits.
std::optional<qint64> pickleInteger(QByteArrayView text, int base);
std::optional<double> pickleReal(QByteArrayView text);

// Appends the text with the escapes of a Python 2 string or of raw-unicode-escape resolved to `out`; false: an invalid escape.
bool appendUnescaped(QByteArray &out, QByteArrayView text);   // bytes
bool appendRawUnicode(QByteArray &out, QByteArrayView text);  // UTF-8, lone surrogates as they are

}  // namespace trainyard

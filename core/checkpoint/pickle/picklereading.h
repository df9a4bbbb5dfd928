// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers and escapes in a pickle's lines of text, as Python reads them. Private to this room; pure; linear.
#pragma once

#include <QByteArray>

#include <optional>

namespace trainyard {

// As int(text, base): spaces around it, a sign, underscores; base 0 takes 0x, 0o, 0b and C's leading 0 as well.
// nullopt: no number, or beyond 64 bits.
std::optional<qint64> pickleInteger(QByteArrayView text, int base);
std::optional<double> pickleReal(QByteArrayView text);

// What the escapes of a Python 2 text or of raw-unicode-escape stand for, appended to `out`; false: an escape that is none.
bool appendUnescaped(QByteArray &out, QByteArrayView text);   // bytes
bool appendRawUnicode(QByteArray &out, QByteArrayView text);  // UTF-8, lone surrogates as they are

}  // namespace trainyard

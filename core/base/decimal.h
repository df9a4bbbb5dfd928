// SPDX-License-Identifier: GPL-3.0-or-later
// Decimal numbers as integers with a fixed number of decimals: exact, never rounded while parsing. Pure, any thread.
#pragma once

#include <QByteArrayView>
#include <QString>

#include <optional>

namespace trainyard {

// "12.5" with two decimals is 1250. Accepts digits with at most one point and an optional leading minus; no blanks, no plus, no exponent.
// Zeros beyond `decimals` are fine. nullopt if the text is not such a number, is more precise, or does not fit 64 bits.
std::optional<qint64> parseDecimal(QByteArrayView text, int decimals);

// The shortest text with the same value and at least `leastDecimals` digits after the point.
QString decimalText(qint64 value, int decimals, int leastDecimals = 0);

// The nearest double. Printed with `decimals` decimals, it shows the same digits as long as there are at most 15.
double decimalNumber(qint64 value, int decimals);

}  // namespace trainyard

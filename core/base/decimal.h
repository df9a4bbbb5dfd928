// SPDX-License-Identifier: GPL-3.0-or-later
// Decimal numbers as integers of a fixed fraction: exact, no rounding on the way in. Pure, any thread.
#pragma once

#include <QByteArrayView>
#include <QString>

#include <optional>

namespace trainyard {

// "12.5" with two decimals is 1250. Digits with at most one point, a minus in front if need be; no blanks, no plus, no
// exponent. Zeros beyond `decimals` are fine. Nothing when it is no such number, more precise, or beyond 64 bits.
std::optional<qint64> parseDecimal(QByteArrayView text, int decimals);

// The shortest text that means the same, with at least `leastDecimals` digits behind the point.
QString decimalText(qint64 value, int decimals, int leastDecimals = 0);

// The double nearest to it: written with so many decimals, it shows the same digits as long as there are at most 15.
double decimalNumber(qint64 value, int decimals);

}  // namespace trainyard

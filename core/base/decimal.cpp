// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/decimal.h"

#include <algorithm>

namespace trainyard {

std::optional<qint64> parseDecimal(QByteArrayView text, int decimals)
{
    const bool isNegative = text.startsWith('-');
    qint64 value = 0;
    int digits = 0, fraction = -1;  // fraction: digits behind the point so far, -1 in front of it
    for (const char c : text.sliced(isNegative ? 1 : 0)) {
        if (c == '.' && fraction < 0) {
            fraction = 0;
            continue;
        }
        if (c < '0' || c > '9')
            return std::nullopt;
        ++digits;
        if (fraction >= decimals) {
            if (c != '0')
                return std::nullopt;
            continue;
        }
        // Downwards, so that the smallest number can be parsed too.
        if (__builtin_mul_overflow(value, 10, &value) || __builtin_sub_overflow(value, c - '0', &value))
            return std::nullopt;
        if (fraction >= 0)
            ++fraction;
    }
    if (digits == 0)
        return std::nullopt;
    for (int i = std::max(fraction, 0); i < decimals; ++i) {
        if (__builtin_mul_overflow(value, 10, &value))
            return std::nullopt;
    }
    if (!isNegative && __builtin_sub_overflow(0, value, &value))
        return std::nullopt;
    return value;
}

QString decimalText(qint64 value, int decimals, int leastDecimals)
{
    QString digits = QString::number(value);
    const bool isNegative = value < 0;
    if (isNegative)
        digits.remove(0, 1);
    digits = digits.rightJustified(decimals + 1, u'0');
    const QString whole = digits.chopped(decimals);
    QString fraction = digits.right(decimals);
    while (fraction.size() > leastDecimals && fraction.endsWith(u'0'))
        fraction.chop(1);
    fraction = fraction.leftJustified(leastDecimals, u'0');
    return (isNegative ? QStringLiteral("-") : QString()) + whole + (fraction.isEmpty() ? QString() : u'.' + fraction);
}

double decimalNumber(qint64 value, int decimals)
{
    // Dividing by a power of ten would round twice if a double cannot hold the value.
    return decimalText(value, decimals).toDouble();
}

}  // namespace trainyard

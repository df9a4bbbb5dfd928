// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/cost/quantity.h"

#include <numeric>

namespace trainyard {

std::optional<Quantity> Quantity::of(std::initializer_list<qint64> numbers, std::initializer_list<qint64> over)
{
    Quantity quantity{1, 1};
    const auto reduce = [&](qint64 &factor, qint64 &against) {
        const qint64 common = std::gcd(factor, against);
        if (common > 1) {
            factor /= common;
            against /= common;
        }
    };
    for (qint64 divisor : over) {
        Q_ASSERT(divisor > 0);
        if (__builtin_mul_overflow(quantity.denominator, divisor, &quantity.denominator))
            return std::nullopt;
    }
    for (qint64 number : numbers) {
        Q_ASSERT(number >= 0);
        reduce(number, quantity.denominator);
        if (__builtin_mul_overflow(quantity.numerator, number, &quantity.numerator))
            return std::nullopt;
    }
    return quantity;
}

}  // namespace trainyard

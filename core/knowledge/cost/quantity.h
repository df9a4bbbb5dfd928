// SPDX-License-Identifier: GPL-3.0-or-later
// A number as a fraction, so that a third of an hour is exact. Value type, any thread.
#pragma once

#include "core/base/money.h"

#include <initializer_list>
#include <optional>

namespace trainyard {

struct Quantity {
    qint64 numerator = 0, denominator = 1;  // denominator > 0

    double value() const { return static_cast<double>(numerator) / static_cast<double>(denominator); }
    bool operator==(const Quantity &) const = default;
    // The product of the first numbers divided by that of the others, in lowest terms; no number may be negative, and none of the others 0
    // (assert). nullopt if it does not fit.
    static std::optional<Quantity> of(std::initializer_list<qint64> numbers, std::initializer_list<qint64> over = {});
};

}  // namespace trainyard

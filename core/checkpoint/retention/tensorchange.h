// SPDX-License-Identifier: GPL-3.0-or-later
// How far the numbers of one tensor moved between two checkpoints, fed in pieces. Pure.
#pragma once

#include "core/checkpoint/retention/floatkind.h"

namespace trainyard {

struct ChangeStatistics {
    quint64 count = 0;               // pairs of numbers that are finite on both sides
    quint64 changed = 0;             // how many of these differ
    quint64 notFinite = 0;           // pairs with a number that is not finite: excluded from everything else
    double largest = 0;              // |b - a|
    double mean = 0;                 // of |b - a|
    double norm = 0;                 // √Σ(b - a)²
    std::optional<double> relative;  // norm / √Σa²; nullopt if all of a is 0
};

class ChangeMeter {
public:
    explicit ChangeMeter(FloatKind before, FloatKind after) : m_before(before), m_after(after) {}

    // The same whole numbers from both sides.
    void feed(QByteArrayView before, QByteArrayView after);
    ChangeStatistics statistics() const;

private:
    const FloatKind m_before, m_after;
    ChangeStatistics m_statistics;
    double m_sum = 0, m_squares = 0, m_before2 = 0;
};

}  // namespace trainyard

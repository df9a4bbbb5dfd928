// SPDX-License-Identifier: GPL-3.0-or-later
// How far the numbers of one tensor moved between two checkpoints, fed piece by piece. Pure.
#pragma once

#include "core/checkpoint/retention/floatkind.h"

namespace trainyard {

struct ChangeStatistics {
    quint64 count = 0;               // pairs of numbers that are finite on both sides
    quint64 changed = 0;             // of these, how many differ
    quint64 notFinite = 0;           // pairs where one is not: left out of everything else
    double largest = 0;              // |b - a|
    double mean = 0;                 // of |b - a|
    double norm = 0;                 // √Σ(b - a)²
    std::optional<double> relative;  // norm / √Σa²; nothing when all of a is 0
};

class ChangeMeter {
public:
    explicit ChangeMeter(FloatKind before, FloatKind after) : m_before(before), m_after(after) {}

    // The same whole numbers of both sides.
    void feed(QByteArrayView before, QByteArrayView after);
    ChangeStatistics statistics() const;

private:
    const FloatKind m_before, m_after;
    ChangeStatistics m_statistics;
    double m_sum = 0, m_squares = 0, m_before2 = 0;
};

}  // namespace trainyard

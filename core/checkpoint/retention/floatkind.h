// SPDX-License-Identifier: GPL-3.0-or-later
// The floating-point kinds that tensors are stored in. Pure. Layouts: IEEE 754; bfloat16 is the upper half of float32;
// float8: https://arxiv.org/abs/2209.05433 (E4M3 "fn", E5M2) and https://arxiv.org/abs/2206.02915 ("fnuz").
#pragma once

#include <QByteArrayView>
#include <QString>

#include <optional>

namespace trainyard {

enum class FloatKind { Float64, Float32, Float16, BFloat16, Float8E4M3Fn, Float8E5M2, Float8E4M3Fnuz, Float8E5M2Fnuz };

// torch's name, "bfloat16"; nullopt unless it is a floating-point type.
std::optional<FloatKind> floatKindOf(const QString &dtype);
QString floatKindName(FloatKind kind);
int bytesOf(FloatKind kind);

// The pattern of a number that is not finite: (bits & mask) == pattern; it is a NaN if a bit of `nanBits` is also set, or if `nanBits` is 0
// (then the kind has no infinity).
struct NonFinitePattern {
    quint64 mask = 0, pattern = 0, nanBits = 0;
};
NonFinitePattern nonFinitePattern(FloatKind kind);

struct NonFinite {
    quint64 nans = 0, infinities = 0;
    bool any() const { return nans + infinities > 0; }
    void add(const NonFinite &other) { nans += other.nans, infinities += other.infinities; }
};
// For little-endian numbers; bytes after the last whole number are ignored.
NonFinite countNonFinite(QByteArrayView bytes, FloatKind kind);

// The number at `index`.
double numberAt(QByteArrayView bytes, qsizetype index, FloatKind kind);

}  // namespace trainyard

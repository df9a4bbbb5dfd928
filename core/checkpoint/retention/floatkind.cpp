// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/retention/floatkind.h"

#include <QtEndian>

#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace trainyard {

namespace {

struct Known {
    FloatKind kind;
    const char *name;
    int bytes;
    NonFinitePattern pattern;
};

constexpr std::array<Known, 8> kKnown = {{
    {FloatKind::Float64, "float64", 8, {0x7ff0000000000000, 0x7ff0000000000000, 0x000fffffffffffff}},
    {FloatKind::Float32, "float32", 4, {0x7f800000, 0x7f800000, 0x007fffff}},
    {FloatKind::Float16, "float16", 2, {0x7c00, 0x7c00, 0x03ff}},
    {FloatKind::BFloat16, "bfloat16", 2, {0x7f80, 0x7f80, 0x007f}},
    {FloatKind::Float8E4M3Fn, "float8_e4m3fn", 1, {0x7f, 0x7f, 0}},
    {FloatKind::Float8E5M2, "float8_e5m2", 1, {0x7c, 0x7c, 0x03}},
    {FloatKind::Float8E4M3Fnuz, "float8_e4m3fnuz", 1, {0xff, 0x80, 0}},
    {FloatKind::Float8E5M2Fnuz, "float8_e5m2fnuz", 1, {0xff, 0x80, 0}},
}};

const Known &known(FloatKind kind) { return kKnown[size_t(kind)]; }

// Two passes: nearly always nothing is found, and the first is a loop that the compiler can vectorize.
template <typename Word>
__attribute__((optimize("O3"))) NonFinite count(const uchar *at, qsizetype words, const NonFinitePattern &pattern)
{
    const Word mask = Word(pattern.mask), equal = Word(pattern.pattern);
    NonFinite found;
    constexpr qsizetype kBlock = 4096;
    for (qsizetype start = 0; start < words; start += kBlock) {
        const qsizetype end = std::min(words, start + kBlock);
        Word any = 0;
        for (qsizetype i = start; i < end; ++i) {
            Word word;
            __builtin_memcpy(&word, at + size_t(i) * sizeof(Word), sizeof(Word));
            any = Word(any | Word((word & mask) == equal));
        }
        if (any == 0)
            continue;
        for (qsizetype i = start; i < end; ++i) {
            Word word;
            __builtin_memcpy(&word, at + size_t(i) * sizeof(Word), sizeof(Word));
            if ((word & mask) != equal)
                continue;
            if (pattern.nanBits == 0 || (word & pattern.nanBits) != 0)
                ++found.nans;
            else
                ++found.infinities;
        }
    }
    return found;
}

double halfToDouble(quint16 bits)
{
    const int exponent = (bits >> 10) & 0x1f, fraction = bits & 0x3ff;
    const double sign = bits & 0x8000 ? -1 : 1;
    if (exponent == 0x1f)
        return fraction ? std::numeric_limits<double>::quiet_NaN() : sign * std::numeric_limits<double>::infinity();
    return sign * (exponent ? std::ldexp(fraction + 1024, exponent - 25) : std::ldexp(fraction, -24));
}

double smallToDouble(quint8 bits, FloatKind kind)
{
    const NonFinitePattern &pattern = known(kind).pattern;
    const double sign = bits & 0x80 ? -1 : 1;
    if ((bits & pattern.mask) == pattern.pattern) {
        return pattern.nanBits == 0 || (bits & pattern.nanBits) ? std::numeric_limits<double>::quiet_NaN()
                                                                : sign * std::numeric_limits<double>::infinity();
    }
    const bool isE4 = kind == FloatKind::Float8E4M3Fn || kind == FloatKind::Float8E4M3Fnuz;
    const bool isUnsignedZero = kind == FloatKind::Float8E4M3Fnuz || kind == FloatKind::Float8E5M2Fnuz;
    const int fractionBits = isE4 ? 3 : 2;
    const int bias = (isE4 ? 7 : 15) + (isUnsignedZero ? 1 : 0);
    const int exponent = (bits & 0x7f) >> fractionBits, fraction = bits & ((1 << fractionBits) - 1);
    return sign
           * (exponent ? std::ldexp(fraction + (1 << fractionBits), exponent - bias - fractionBits)
                       : std::ldexp(fraction, 1 - bias - fractionBits));
}

}  // namespace

std::optional<FloatKind> floatKindOf(const QString &dtype)
{
    for (const Known &one : kKnown) {
        if (dtype == QLatin1String(one.name))
            return one.kind;
    }
    return std::nullopt;
}

QString floatKindName(FloatKind kind) { return QLatin1String(known(kind).name); }
int bytesOf(FloatKind kind) { return known(kind).bytes; }
NonFinitePattern nonFinitePattern(FloatKind kind) { return known(kind).pattern; }

NonFinite countNonFinite(QByteArrayView bytes, FloatKind kind)
{
    static_assert(std::endian::native == std::endian::little);
    const auto *at = reinterpret_cast<const uchar *>(bytes.data());
    const qsizetype words = bytes.size() / bytesOf(kind);
    const NonFinitePattern pattern = nonFinitePattern(kind);
    switch (bytesOf(kind)) {
    case 8: return count<quint64>(at, words, pattern);
    case 4: return count<quint32>(at, words, pattern);
    case 2: return count<quint16>(at, words, pattern);
    default: return count<quint8>(at, words, pattern);
    }
}

double numberAt(QByteArrayView bytes, qsizetype index, FloatKind kind)
{
    Q_ASSERT(index >= 0 && (index + 1) * bytesOf(kind) <= bytes.size());
    const char *at = bytes.data() + index * bytesOf(kind);
    switch (kind) {
    case FloatKind::Float64: return std::bit_cast<double>(qFromLittleEndian<quint64>(at));
    case FloatKind::Float32: return double(std::bit_cast<float>(qFromLittleEndian<quint32>(at)));
    case FloatKind::BFloat16: return double(std::bit_cast<float>(quint32(qFromLittleEndian<quint16>(at)) << 16));
    case FloatKind::Float16: return halfToDouble(qFromLittleEndian<quint16>(at));
    default: return smallToDouble(quint8(*at), kind);
    }
}

}  // namespace trainyard

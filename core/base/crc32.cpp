// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/crc32.h"

#include <QtEndian>

#include <array>

#if defined(__x86_64__)
#  define TRAINYARD_FAST_CRC
#  include <immintrin.h>
#endif

namespace trainyard {

namespace {

// Eight bytes at a time: entry [k][b] is the effect of byte b when k zero bytes follow it (Kounavis and Berry, "A systematic approach to
// building high performance software-based CRC generators", 2005).
using Tables = std::array<std::array<quint32, 256>, 8>;

constexpr Tables makeTables(quint32 reflected)
{
    Tables tables{};
    for (quint32 i = 0; i < 256; ++i) {
        quint32 value = i;
        for (int bit = 0; bit < 8; ++bit)
            value = (value >> 1) ^ (value & 1 ? reflected : 0);
        tables[0][i] = value;
    }
    for (size_t k = 1; k < 8; ++k) {
        for (size_t i = 0; i < 256; ++i)
            tables[k][i] = (tables[k - 1][i] >> 8) ^ tables[0][tables[k - 1][i] & 0xff];
    }
    return tables;
}

constexpr Tables kZip = makeTables(0xedb88320), kCastagnoli = makeTables(0x82f63b78);

// `state` is the register itself, not inverted.
quint32 advanced(const Tables &tables, const uchar *at, qsizetype count, quint32 state)
{
    for (; count >= 8; count -= 8, at += 8) {
        const quint32 low = qFromLittleEndian<quint32>(at) ^ state, high = qFromLittleEndian<quint32>(at + 4);
        state = tables[7][low & 0xff] ^ tables[6][(low >> 8) & 0xff] ^ tables[5][(low >> 16) & 0xff] ^ tables[4][low >> 24]
                ^ tables[3][high & 0xff] ^ tables[2][(high >> 8) & 0xff] ^ tables[1][(high >> 16) & 0xff] ^ tables[0][high >> 24];
    }
    for (; count > 0; --count, ++at)
        state = (state >> 8) ^ tables[0][(state ^ *at) & 0xff];
    return state;
}

const uchar *begin(QByteArrayView bytes) { return reinterpret_cast<const uchar *>(bytes.data()); }

#ifdef TRAINYARD_FAST_CRC

bool hasCarryLess()
{
    static const bool has = __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1");
    return has;
}

bool hasCrc32Instruction()
{
    static const bool has = __builtin_cpu_supports("sse4.2");
    return has;
}

__attribute__((target("pclmul,sse4.1"))) inline __m128i folded(__m128i value, __m128i by, __m128i next)
{
    return _mm_xor_si128(_mm_xor_si128(_mm_clmulepi64_si128(value, by, 0x00), _mm_clmulepi64_si128(value, by, 0x11)), next);
}

// Folding by carry-less multiplication; the constants are those of Gopal et al., "Fast CRC computation for generic polynomials using
// PCLMULQDQ instruction" (Intel, 2009), for this polynomial reflected. At least 64 bytes, a multiple of 16.
__attribute__((target("pclmul,sse4.1"))) quint32 folded(const uchar *at, qsizetype count, quint32 state)
{
    const auto load = [](const uchar *from) __attribute__((target("pclmul,sse4.1")))
    {
        return _mm_loadu_si128(reinterpret_cast<const __m128i *>(from));
    };
    __m128i a = _mm_xor_si128(load(at), _mm_cvtsi32_si128(int(state)));
    __m128i b = load(at + 16), c = load(at + 32), d = load(at + 48);
    at += 64;
    count -= 64;
    const __m128i byFour = _mm_set_epi64x(0x1c6e41596, 0x154442bd4), byOne = _mm_set_epi64x(0x0ccaa009e, 0x1751997d0);
    for (; count >= 64; count -= 64, at += 64) {
        a = folded(a, byFour, load(at));
        b = folded(b, byFour, load(at + 16));
        c = folded(c, byFour, load(at + 32));
        d = folded(d, byFour, load(at + 48));
    }
    a = folded(a, byOne, b);
    a = folded(a, byOne, c);
    a = folded(a, byOne, d);
    for (; count >= 16; count -= 16, at += 16)
        a = folded(a, byOne, load(at));

    // 128 bits to 64, to 32 (Barrett).
    const __m128i low32 = _mm_setr_epi32(-1, 0, -1, 0);
    a = _mm_xor_si128(_mm_srli_si128(a, 8), _mm_clmulepi64_si128(a, byOne, 0x10));
    a = _mm_xor_si128(_mm_srli_si128(a, 4), _mm_clmulepi64_si128(_mm_and_si128(a, low32), _mm_set_epi64x(0, 0x163cd6124), 0x00));
    const __m128i barrett = _mm_set_epi64x(0x1f7011641, 0x1db710641);
    __m128i quotient = _mm_clmulepi64_si128(_mm_and_si128(a, low32), barrett, 0x10);
    quotient = _mm_clmulepi64_si128(_mm_and_si128(quotient, low32), barrett, 0x00);
    return quint32(_mm_extract_epi32(_mm_xor_si128(a, quotient), 1));
}

__attribute__((target("sse4.2"))) quint32 advancedByInstruction(const uchar *at, qsizetype count, quint32 state)
{
    quint64 wide = state;
    for (; count >= 8; count -= 8, at += 8)
        wide = _mm_crc32_u64(wide, qFromLittleEndian<quint64>(at));
    state = quint32(wide);
    for (; count > 0; --count, ++at)
        state = _mm_crc32_u8(state, *at);
    return state;
}

#endif

}  // namespace

quint32 portableCrc32(QByteArrayView bytes, quint32 crc) { return ~advanced(kZip, begin(bytes), bytes.size(), ~crc); }

quint32 portableCrc32c(QByteArrayView bytes, quint32 crc) { return ~advanced(kCastagnoli, begin(bytes), bytes.size(), ~crc); }

quint32 crc32(QByteArrayView bytes, quint32 crc)
{
#ifdef TRAINYARD_FAST_CRC
    if (bytes.size() >= 64 && hasCarryLess()) {
        const qsizetype whole = bytes.size() / 16 * 16;
        return portableCrc32(bytes.sliced(whole), ~folded(begin(bytes), whole, ~crc));
    }
#endif
    return portableCrc32(bytes, crc);
}

quint32 crc32c(QByteArrayView bytes, quint32 crc)
{
#ifdef TRAINYARD_FAST_CRC
    if (hasCrc32Instruction())
        return ~advancedByInstruction(begin(bytes), bytes.size(), ~crc);
#endif
    return portableCrc32c(bytes, crc);
}

}  // namespace trainyard

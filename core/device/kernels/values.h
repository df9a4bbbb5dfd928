// SPDX-License-Identifier: GPL-3.0-or-later
// The values in the buffers, as functions of seed and index: computed by the kernels on the GPU and again on the host to check results.
// Integer arithmetic only, so that both sides agree to the bit.
#pragma once

#ifdef __CUDACC__
#  define TRAINYARD_BOTH __host__ __device__ inline
#else
#  define TRAINYARD_BOTH inline
#endif

namespace trainyard::probe {

using Word32 = unsigned int;
using Word64 = unsigned long long;

// Mixing steps of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
TRAINYARD_BOTH Word64 mix(Word64 x)
{
    x += 0x9E3779B97F4A7C15ull;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
}

TRAINYARD_BOTH Word64 randomWord(Word64 seed, Word64 index) { return mix(mix(seed) ^ index); }

// The value that the memory test writes to the 64-bit word at `index`.
enum Pattern { PatternZeros, PatternOnes, PatternFives, PatternTens, PatternOwnIndex, PatternRandom, PatternCount };

TRAINYARD_BOTH Word64 patternWord(int pattern, Word64 seed, Word64 index)
{
    switch (pattern) {
    case PatternZeros: return 0;
    case PatternOnes: return ~0ull;
    case PatternFives: return 0x5555555555555555ull;
    case PatternTens: return 0xAAAAAAAAAAAAAAAAull;
    case PatternOwnIndex: return index ^ (seed << 40);
    default: return randomWord(seed, index);
    }
}

enum Dtype { DtypeFp32, DtypeTf32, DtypeFp16, DtypeBf16, DtypeFp8, DtypeInt8, DtypeCount };

TRAINYARD_BOTH int dtypeBytes(int dtype) { return dtype <= DtypeTf32 ? 4 : dtype <= DtypeBf16 ? 2 : 1; }

// A nearly normal number with deviation 1.155, as an integer multiple of 2^-15: the sum of four uniform 16-bit numbers. Real training data
// draws more power than constants; an H200 measures 13 % too high on zeros.
TRAINYARD_BOTH int nearlyNormal(Word64 random)
{
    const int a = static_cast<int>(random & 0xFFFF), b = static_cast<int>((random >> 16) & 0xFFFF);
    const int c = static_cast<int>((random >> 32) & 0xFFFF), d = static_cast<int>((random >> 48) & 0xFFFF);
    return a + b + c + d - 2 * 0xFFFF;
}

// `value` · 2^-15 in a binary format with `exponentBits` and `mantissaBits`, rounded to nearest, ties to even. The value stays far from
// overflow in all formats used here; values too small for a normal number become zero.
TRAINYARD_BOTH Word32 encodeFloat(int value, int exponentBits, int mantissaBits)
{
    const Word32 sign = value < 0 ? 1u : 0u;
    Word32 magnitude = value < 0 ? static_cast<Word32>(-value) : static_cast<Word32>(value);
    if (magnitude == 0)
        return 0;
    int top = 31;
    while ((magnitude >> top) == 0)
        --top;
    int exponent = top - 15;
    if (top > mantissaBits) {
        const int cut = top - mantissaBits;
        const Word32 half = 1u << (cut - 1), rest = magnitude & ((1u << cut) - 1);
        magnitude >>= cut;
        if (rest > half || (rest == half && (magnitude & 1u) != 0))
            ++magnitude;
        if ((magnitude >> (mantissaBits + 1)) != 0) {
            magnitude >>= 1;
            ++exponent;
        }
    } else {
        magnitude <<= mantissaBits - top;
    }
    const int biased = exponent + (1 << (exponentBits - 1)) - 1;
    if (biased <= 0)
        return 0;
    return sign << (exponentBits + mantissaBits) | static_cast<Word32>(biased) << mantissaBits | (magnitude & ((1u << mantissaBits) - 1));
}

// The bits of element `index` of a random matrix.
TRAINYARD_BOTH Word32 elementBits(int dtype, Word64 seed, Word64 index)
{
    const Word64 random = randomWord(seed, index);
    const int value = nearlyNormal(random);
    switch (dtype) {
    case DtypeFp32: return encodeFloat(value, 8, 23);
    case DtypeTf32: return encodeFloat(value, 8, 10) << 13;
    case DtypeFp16: return encodeFloat(value, 5, 10);
    case DtypeBf16: return encodeFloat(value, 8, 7);
    case DtypeFp8: return encodeFloat(value, 4, 3);
    default: return static_cast<Word32>(random & 0xFF);
    }
}

// Inputs of the triad: integers, so that every way to compute it gives the same bits.
TRAINYARD_BOTH float triadInput(Word64 seed, Word64 index)
{
    return static_cast<float>(static_cast<int>(randomWord(seed, index) & 0xFFFF) - 0x8000);
}

}  // namespace trainyard::probe

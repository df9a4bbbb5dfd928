// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fakegpu/kernels.h"

#include "core/device/kernels/values.h"
#include "tests/support/fakegpu/script.h"

#include <cmath>
#include <cstdint>
#include <vector>

namespace fake {

using namespace trainyard::probe;

namespace {

constexpr double kBandwidth = 3.0e9;  // bytes per millisecond

template <typename T>
T argument(void **arguments, int index)
{
    return *static_cast<T *>(arguments[index]);
}

template <typename T>
T *memory(void **arguments, int index)
{
    return reinterpret_cast<T *>(argument<unsigned long long>(arguments, index));
}

// Flips a bit of a kernel's output if the script asks for it.
void spoil(const char *name, void *bytes)
{
    if (isWrong(name))
        static_cast<unsigned char *>(bytes)[6] ^= 0x10;
}

void fillWords(void **a)
{
    auto *to = memory<Word64>(a, 0);
    for (Word64 i = 0; i < argument<Word64>(a, 1); ++i)
        to[i] = patternWord(argument<int>(a, 2), argument<Word64>(a, 3), argument<Word64>(a, 4) + i);
    if (isWrong("memory") && argument<Word64>(a, 3) >= 0x5EED10 && argument<Word64>(a, 3) < 0x5EED16)
        to[3] |= 1;  // a bit that is stuck at one
}

void checkWords(void **a)
{
    const auto *from = memory<Word64>(a, 0);
    auto *counts = memory<Word64>(a, 5), *found = memory<Word64>(a, 6);
    for (Word64 i = 0; i < argument<Word64>(a, 1); ++i) {
        const Word64 expected = patternWord(argument<int>(a, 2), argument<Word64>(a, 3), argument<Word64>(a, 4) + i);
        if (from[i] == expected)
            continue;
        const Word64 number = counts[0]++;
        if (number < 16) {
            found[3 * number] = argument<Word64>(a, 4) + i;
            found[3 * number + 1] = expected;
            found[3 * number + 2] = from[i];
        }
    }
}

void fillMatrix(void **a)
{
    auto *to = memory<unsigned char>(a, 0);
    const int dtype = argument<int>(a, 2), size = dtypeBytes(dtype);
    for (Word64 i = 0; i < argument<Word64>(a, 1); ++i) {
        const Word32 bits = elementBits(dtype, argument<Word64>(a, 3), i);
        std::memcpy(to + i * static_cast<Word64>(size), &bits, static_cast<std::size_t>(size));  // little-endian
    }
}

void fillTriad(void **a)
{
    auto *to = memory<float>(a, 0);
    for (Word64 i = 0; i < argument<Word64>(a, 1); ++i)
        to[i] = triadInput(argument<Word64>(a, 2), i);
}

void checkTriad(void **a)
{
    const auto *from = memory<float>(a, 0);
    for (Word64 i = 0; i < argument<Word64>(a, 1); ++i)
        memory<Word64>(a, 4)[0] += from[i] != triadInput(argument<Word64>(a, 2), i) + 3.0f * triadInput(argument<Word64>(a, 3), i) ? 1 : 0;
}

void hash(void **a)
{
    const auto *from = memory<Word32>(a, 0);
    for (Word64 i = 0; i < argument<Word64>(a, 1); ++i)
        *memory<Word64>(a, 2) += mix(static_cast<Word64>(from[i]) << 32 ^ i);
}

void copy(void **a)
{
    std::memcpy(memory<void>(a, 0), memory<void>(a, 1), argument<Word64>(a, 2) * 16);
    spoil("yardCopy", memory<void>(a, 0));
}

void triad(void **a)
{
    auto *to = memory<float>(a, 0);
    for (Word64 i = 0; i < argument<Word64>(a, 3) * 4; ++i)
        to[i] = memory<float>(a, 1)[i] + 3.0f * memory<float>(a, 2)[i];
    spoil("yardTriad", to);
}

void chase(void **a)
{
    Word32 at = 0;
    for (Word32 i = 0; i < argument<Word32>(a, 1); ++i)
        at = memory<Word32>(a, 0)[at];
    *memory<Word32>(a, 2) = at;
}

void fillRing(void **a)
{
    const Word32 words = argument<Word32>(a, 1);
    for (Word32 i = 0; i < words; ++i)
        memory<Word32>(a, 0)[i] = (i + argument<Word32>(a, 2)) % words;
}

// Numbers of the formats, computed from their definitions, not by the code under test.
float number(int dtype, const unsigned char *at)
{
    const auto small = [](unsigned bits, int exponentBits, int mantissaBits) {
        const int exponent = static_cast<int>(bits >> mantissaBits) & ((1 << exponentBits) - 1), bias = (1 << (exponentBits - 1)) - 1;
        const float mantissa = static_cast<float>(bits & ((1u << mantissaBits) - 1));
        const float value = exponent == 0 ? std::ldexp(mantissa, 1 - bias - mantissaBits)
                                          : std::ldexp(mantissa + static_cast<float>(1u << mantissaBits), exponent - bias - mantissaBits);
        return (bits >> (exponentBits + mantissaBits)) != 0 ? -value : value;
    };
    if (dtype <= DtypeTf32) {
        float value;
        std::memcpy(&value, at, sizeof value);
        return value;
    }
    if (dtype == DtypeFp8)
        return small(*at, 4, 3);
    if (dtype == DtypeInt8)
        return static_cast<float>(static_cast<signed char>(*at));
    std::uint16_t bits;
    std::memcpy(&bits, at, sizeof bits);
    if (dtype == DtypeFp16)
        return small(bits, 5, 10);
    const std::uint32_t wide = static_cast<std::uint32_t>(bits) << 16;
    float value;
    std::memcpy(&value, &wide, sizeof value);
    return value;
}

std::uint16_t halfBits(int dtype, float value)
{
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    if (dtype != DtypeFp16)  // bf16: the upper half, rounded
        return static_cast<std::uint16_t>((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
    int exponent = 0;
    const float fraction = std::frexp(std::fabs(value), &exponent);                     // 0.5 ≤ fraction < 1
    const auto mantissa = static_cast<long>(std::nearbyint(std::ldexp(fraction, 11)));  // 1024 … 2048
    const long biased = exponent + 14;
    if (value == 0 || biased <= 0)
        return 0;
    return static_cast<std::uint16_t>((value < 0 ? 0x8000 : 0) | ((biased << 10) + mantissa - 1024));
}

template <int kDtype>
void matmul(void **a)
{
    multiply(kDtype, memory<void>(a, 0), memory<void>(a, 1), memory<void>(a, 2), argument<int>(a, 3), argument<int>(a, 4),
             argument<int>(a, 5), 4, false);
    static long products = 0;
    ++products;
    if (isWrong("matmul")) {  // a broken unit: part of the results, always
        for (int i = 0; i < argument<int>(a, 3) * argument<int>(a, 4); i += 5)
            memory<Word32>(a, 2)[i] ^= 1u << 27;
    }
    if (isWrong("matmul-sometimes") && products > 10)  // a weak one: one bit, later
        memory<Word32>(a, 2)[7] ^= 1;
}

template <int kDtype>
double matmulTime(void **a)
{
    return productMilliseconds(kDtype, 2.0 * argument<int>(a, 3) * argument<int>(a, 4) * argument<int>(a, 5));
}

double emptyTime(void **) { return 0.002; }
double wordsTime(void **a) { return static_cast<double>(argument<Word64>(a, 1)) * 8 / kBandwidth; }
double copyTime(void **a) { return static_cast<double>(argument<Word64>(a, 2)) * 32 / kBandwidth; }
double triadTime(void **a) { return static_cast<double>(argument<Word64>(a, 3)) * 48 / kBandwidth; }
double chaseTime(void **a) { return argument<Word32>(a, 1) * 0.0009; }

const FakeKernel kKernels[] = {
    {"yardEmpty", [](void **) {}, emptyTime},
    {"yardFillWords", fillWords, wordsTime},
    {"yardCheckWords", checkWords, wordsTime},
    {"yardFillMatrix", fillMatrix, wordsTime},
    {"yardFillTriad", fillTriad, wordsTime},
    {"yardCheckTriad", checkTriad, wordsTime},
    {"yardHash", hash, wordsTime},
    {"yardCopy", copy, copyTime},
    {"yardTriad", triad, triadTime},
    {"yardChase", chase, chaseTime},
    {"yardFillRing", fillRing, emptyTime},
    {"yardMatmulFp32", matmul<DtypeFp32>, matmulTime<DtypeFp32>},
    {"yardMatmulTf32", matmul<DtypeTf32>, matmulTime<DtypeTf32>},
    {"yardMatmulFp16", matmul<DtypeFp16>, matmulTime<DtypeFp16>},
    {"yardMatmulFp16Volta", matmul<DtypeFp16>, matmulTime<DtypeFp16>},
    {"yardMatmulBf16", matmul<DtypeBf16>, matmulTime<DtypeBf16>},
    {"yardMatmulFp8", matmul<DtypeFp8>, matmulTime<DtypeFp8>},
    {"yardMatmulInt8", matmul<DtypeInt8>, matmulTime<DtypeInt8>},
    {"yardMatmulInt8Turing", matmul<DtypeInt8>, matmulTime<DtypeInt8>},
};

}  // namespace

const FakeKernel *findKernel(const char *name)
{
    for (const FakeKernel &kernel : kKernels) {
        if (std::strcmp(kernel.name, name) == 0)
            return &kernel;
    }
    return nullptr;
}

double productMilliseconds(int dtype, double operations)
{
    static const double rates[] = {45e9, 380e9, 700e9, 720e9, 1300e9, 1400e9};  // operations per millisecond
    return 0.001 + operations / rates[dtype];
}

void multiply(int dtype, const void *a, const void *b, void *c, int m, int n, int k, int outputBytes, bool isInColumns)
{
    const auto size = static_cast<std::size_t>(dtypeBytes(dtype));
    const auto read = [&](const void *from, int rows) {
        std::vector<float> numbers(static_cast<std::size_t>(rows) * static_cast<std::size_t>(k));
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = number(dtype, static_cast<const unsigned char *>(from) + i * size);
        return numbers;
    };
    const std::vector<float> rows = read(a, m), columns = read(b, n);
    for (int i = 0; i < m; ++i) {
        for (int j = 0; j < n; ++j) {
            const float *x = &rows[static_cast<std::size_t>(i) * static_cast<std::size_t>(k)],
                        *y = &columns[static_cast<std::size_t>(j) * static_cast<std::size_t>(k)];
            float parts[8] = {};
            for (int step = 0; step < k; step += 8) {
                for (int lane = 0; lane < 8; ++lane)
                    parts[lane] += x[step + lane] * y[step + lane];
            }
            float sum = 0;
            for (const float part : parts)
                sum += part;
            const std::size_t at = static_cast<std::size_t>(isInColumns ? j * m + i : i * n + j);
            if (dtype == DtypeInt8)
                static_cast<int *>(c)[at] = static_cast<int>(sum);  // exact below 2^24: products of small matrices only
            else if (outputBytes == 4)
                static_cast<float *>(c)[at] = sum;
            else
                static_cast<std::uint16_t *>(c)[at] = halfBits(dtype == DtypeFp8 ? DtypeBf16 : dtype, sum);
        }
    }
}

}  // namespace fake

// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels for every GPU from Volta on: fill, copy, triad, checks, memory test, launch, pointer chase, and matrix products with plain
// multiply-add and with the first tensor cores. Compiled to PTX for sm_70.
#include "core/device/kernels/values.h"

#include <cuda_fp16.h>
#include <mma.h>

using namespace trainyard::probe;

namespace {

__device__ Word64 threadNumber()
{
    return static_cast<Word64>(blockIdx.x) * blockDim.x + threadIdx.x;
}

__device__ Word64 threadCount()
{
    return static_cast<Word64>(gridDim.x) * blockDim.x;
}

}  // namespace

extern "C" __global__ void yardEmpty() {}

extern "C" __global__ void yardFillWords(Word64 *to, Word64 words, int pattern, Word64 seed, Word64 first)
{
    for (Word64 i = threadNumber(); i < words; i += threadCount())
        to[i] = patternWord(pattern, seed, first + i);
}

// counts[0]: words that differ. found[3 k …]: index, expected and read value of the first 16 found.
extern "C" __global__ void yardCheckWords(const Word64 *from, Word64 words, int pattern, Word64 seed, Word64 first,
                                          Word64 *counts, Word64 *found)
{
    for (Word64 i = threadNumber(); i < words; i += threadCount()) {
        const Word64 expected = patternWord(pattern, seed, first + i), read = from[i];
        if (read == expected)
            continue;
        const Word64 number = atomicAdd(counts, 1ull);
        if (number < 16) {
            found[3 * number] = first + i;
            found[3 * number + 1] = expected;
            found[3 * number + 2] = read;
        }
    }
}

extern "C" __global__ void yardFillMatrix(unsigned char *to, Word64 elements, int dtype, Word64 seed)
{
    for (Word64 i = threadNumber(); i < elements; i += threadCount()) {
        const Word32 bits = elementBits(dtype, seed, i);
        if (dtype <= DtypeTf32)
            reinterpret_cast<Word32 *>(to)[i] = bits;
        else if (dtype <= DtypeBf16)
            reinterpret_cast<unsigned short *>(to)[i] = static_cast<unsigned short>(bits);
        else
            to[i] = static_cast<unsigned char>(bits);
    }
}

extern "C" __global__ void yardFillTriad(float *to, Word64 elements, Word64 seed)
{
    for (Word64 i = threadNumber(); i < elements; i += threadCount())
        to[i] = triadInput(seed, i);
}

extern "C" __global__ void yardCheckTriad(const float *from, Word64 elements, Word64 seedB, Word64 seedC, Word64 *counts)
{
    for (Word64 i = threadNumber(); i < elements; i += threadCount()) {
        if (from[i] != triadInput(seedB, i) + 3.0f * triadInput(seedC, i))
            atomicAdd(counts, 1ull);
    }
}

// Sum and mixed sum of all words, independent of their order: two runs of one product must agree.
extern "C" __global__ void yardHash(const Word32 *from, Word64 words, Word64 *sums)
{
    Word64 mixed = 0;
    for (Word64 i = threadNumber(); i < words; i += threadCount())
        mixed += mix(static_cast<Word64>(from[i]) << 32 ^ i);
    for (int distance = 16; distance > 0; distance /= 2)
        mixed += __shfl_down_sync(0xFFFFFFFFu, mixed, distance);
    if (threadIdx.x % 32 == 0)
        atomicAdd(sums, mixed);
}

// Blocks of 256 threads; each thread moves four times 16 bytes; `vectors` is the total number.
extern "C" __global__ void yardCopy(uint4 *__restrict__ to, const uint4 *__restrict__ from, Word64 vectors)
{
    const Word64 at = static_cast<Word64>(blockIdx.x) * 1024 + threadIdx.x;
    if (at + 768 < vectors) {
        const uint4 a = __ldcs(from + at), b = __ldcs(from + at + 256), c = __ldcs(from + at + 512), d = __ldcs(from + at + 768);
        __stcs(to + at, a);
        __stcs(to + at + 256, b);
        __stcs(to + at + 512, c);
        __stcs(to + at + 768, d);
        return;
    }
    for (Word64 i = at; i < vectors && i < at + 1024; i += 256)
        to[i] = from[i];
}

extern "C" __global__ void yardTriad(float4 *__restrict__ a, const float4 *__restrict__ b, const float4 *__restrict__ c,
                                     Word64 vectors)
{
    const Word64 at = static_cast<Word64>(blockIdx.x) * 512 + threadIdx.x;
    const auto triad = [](const float4 &x, const float4 &y) {
        return make_float4(x.x + 3.0f * y.x, x.y + 3.0f * y.y, x.z + 3.0f * y.z, x.w + 3.0f * y.w);
    };
    if (at + 256 < vectors) {
        const float4 b0 = __ldcs(b + at), b1 = __ldcs(b + at + 256), c0 = __ldcs(c + at), c1 = __ldcs(c + at + 256);
        __stcs(a + at, triad(b0, c0));
        __stcs(a + at + 256, triad(b1, c1));
        return;
    }
    if (at < vectors)
        a[at] = triad(b[at], c[at]);
}

// One thread follows `steps` links of a ring of words, each the index of the next.
extern "C" __global__ void yardChase(const Word32 *ring, Word32 steps, Word32 *end)
{
    Word32 at = 0;
    for (Word32 i = 0; i < steps; ++i)
        at = *reinterpret_cast<const volatile Word32 *>(ring + at);
    *end = at;
}

extern "C" __global__ void yardFillRing(Word32 *ring, Word32 words, Word32 stride)
{
    for (Word64 i = threadNumber(); i < words; i += threadCount())
        ring[i] = static_cast<Word32>((i + stride) % words);
}

// C = A·Bᵀ: A has m rows and B n rows of k elements each, C has m rows of n. m and n must be multiples of 128, k of 8. Blocks of 256
// threads compute 128×128, each thread 8×8.
extern "C" __global__ void __launch_bounds__(256) yardMatmulFp32(const float *__restrict__ a, const float *__restrict__ b,
                                                                 float *__restrict__ c, int m, int n, int k)
{
    __shared__ float tileA[2][8][132], tileB[2][8][132];   // 132: rows four banks apart
    const int rowBlock = blockIdx.y * 128, columnBlock = blockIdx.x * 128;
    const int loadRow = threadIdx.x / 2, loadColumn = threadIdx.x % 2 * 4;
    const float *fromA = a + static_cast<size_t>(rowBlock + loadRow) * k + loadColumn;
    const float *fromB = b + static_cast<size_t>(columnBlock + loadRow) * k + loadColumn;
    const int ty = threadIdx.x / 16, tx = threadIdx.x % 16;
    float sums[8][8] = {};
    float4 nextA = *reinterpret_cast<const float4 *>(fromA), nextB = *reinterpret_cast<const float4 *>(fromB);
    const auto store = [&](int buffer) {
        tileA[buffer][loadColumn][loadRow] = nextA.x;
        tileA[buffer][loadColumn + 1][loadRow] = nextA.y;
        tileA[buffer][loadColumn + 2][loadRow] = nextA.z;
        tileA[buffer][loadColumn + 3][loadRow] = nextA.w;
        tileB[buffer][loadColumn][loadRow] = nextB.x;
        tileB[buffer][loadColumn + 1][loadRow] = nextB.y;
        tileB[buffer][loadColumn + 2][loadRow] = nextB.z;
        tileB[buffer][loadColumn + 3][loadRow] = nextB.w;
    };
    store(0);
    __syncthreads();
    for (int at = 0, buffer = 0; at < k; at += 8, buffer ^= 1) {
        if (at + 8 < k) {
            nextA = *reinterpret_cast<const float4 *>(fromA + at + 8);
            nextB = *reinterpret_cast<const float4 *>(fromB + at + 8);
        }
#pragma unroll
        for (int step = 0; step < 8; ++step) {
            float x[8], y[8];
            *reinterpret_cast<float4 *>(x) = *reinterpret_cast<const float4 *>(&tileA[buffer][step][ty * 4]);
            *reinterpret_cast<float4 *>(x + 4) = *reinterpret_cast<const float4 *>(&tileA[buffer][step][64 + ty * 4]);
            *reinterpret_cast<float4 *>(y) = *reinterpret_cast<const float4 *>(&tileB[buffer][step][tx * 4]);
            *reinterpret_cast<float4 *>(y + 4) = *reinterpret_cast<const float4 *>(&tileB[buffer][step][64 + tx * 4]);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j)
                    sums[i][j] += x[i] * y[j];
        }
        if (at + 8 < k)
            store(buffer ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float *row = c + static_cast<size_t>(rowBlock + (i / 4) * 64 + ty * 4 + i % 4) * n + columnBlock + tx * 4;
        *reinterpret_cast<float4 *>(row) = make_float4(sums[i][0], sums[i][1], sums[i][2], sums[i][3]);
        *reinterpret_cast<float4 *>(row + 64) = make_float4(sums[i][4], sums[i][5], sums[i][6], sums[i][7]);
    }
}

// As above with fp16 elements, with the tensor cores of Volta and Turing. k must be a multiple of 32. Eight warps of 64×32.
extern "C" __global__ void __launch_bounds__(256) yardMatmulFp16Volta(const __half *__restrict__ a, const __half *__restrict__ b,
                                                                      float *__restrict__ c, int m, int n, int k)
{
    using namespace nvcuda;
    constexpr int kRow = 40;   // elements: 16 bytes more than the 32 in use, because of the banks
    __shared__ __align__(16) __half tileA[2][128 * kRow], tileB[2][128 * kRow];
    const int rowBlock = blockIdx.y * 128, columnBlock = blockIdx.x * 128;
    const int loadRow = threadIdx.x / 2, loadColumn = threadIdx.x % 2 * 16;
    const __half *fromA = a + static_cast<size_t>(rowBlock + loadRow) * k + loadColumn;
    const __half *fromB = b + static_cast<size_t>(columnBlock + loadRow) * k + loadColumn;
    const int warp = threadIdx.x / 32, warpRow = warp / 4 * 64, warpColumn = warp % 4 * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums[4][2];
    for (auto &row : sums)
        for (auto &sum : row)
            wmma::fill_fragment(sum, 0.0f);
    uint4 next[4];
    const auto load = [&](int at) {
        next[0] = *reinterpret_cast<const uint4 *>(fromA + at);
        next[1] = *reinterpret_cast<const uint4 *>(fromA + at + 8);
        next[2] = *reinterpret_cast<const uint4 *>(fromB + at);
        next[3] = *reinterpret_cast<const uint4 *>(fromB + at + 8);
    };
    const auto store = [&](int buffer) {
        __half *toA = &tileA[buffer][loadRow * kRow + loadColumn], *toB = &tileB[buffer][loadRow * kRow + loadColumn];
        *reinterpret_cast<uint4 *>(toA) = next[0];
        *reinterpret_cast<uint4 *>(toA + 8) = next[1];
        *reinterpret_cast<uint4 *>(toB) = next[2];
        *reinterpret_cast<uint4 *>(toB + 8) = next[3];
    };
    load(0);
    store(0);
    __syncthreads();
    for (int at = 0, buffer = 0; at < k; at += 32, buffer ^= 1) {
        if (at + 32 < k)
            load(at + 32);
#pragma unroll
        for (int step = 0; step < 32; step += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> x[4];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> y[2];
#pragma unroll
            for (int i = 0; i < 4; ++i)
                wmma::load_matrix_sync(x[i], &tileA[buffer][(warpRow + i * 16) * kRow + step], kRow);
#pragma unroll
            for (int j = 0; j < 2; ++j)
                wmma::load_matrix_sync(y[j], &tileB[buffer][(warpColumn + j * 16) * kRow + step], kRow);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 2; ++j)
                    wmma::mma_sync(sums[i][j], x[i], y[j], sums[i][j]);
        }
        if (at + 32 < k)
            store(buffer ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
            wmma::store_matrix_sync(c + static_cast<size_t>(rowBlock + warpRow + i * 16) * n + columnBlock + warpColumn + j * 16,
                                    sums[i][j], n, wmma::mem_row_major);
}

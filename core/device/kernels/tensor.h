// SPDX-License-Identifier: GPL-3.0-or-later
// C = A·Bᵀ with the mma instructions of Ampere and later, one kernel for all element types: each instruction takes 32 bytes of each row,
// with the same layout over the lanes for every type (PTX ISA, "Matrix Fragments for mma").
#pragma once

#include "core/device/kernels/values.h"

#include <cstdint>

namespace trainyard::probe {

template <int kType>
struct Sum {
    using Type = float;
};
template <>
struct Sum<DtypeInt8> {
    using Type = int;
};

template <int kType>
__device__ void multiply(typename Sum<kType>::Type (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2])
{
    if constexpr (kType == DtypeTf32)
        asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};"
                     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    else if constexpr (kType == DtypeFp16)
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};"
                     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    else if constexpr (kType == DtypeBf16)
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};"
                     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    else if constexpr (kType == DtypeFp8)
        asm volatile("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};"
                     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    else
        asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};"
                     : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

constexpr int kStages = 3, kRowBytes = 64, kTileBytes = 128 * kRowBytes;

// The position of the 16 bytes number `chunk` of a row: eight rows that ldmatrix reads together use every bank once.
__device__ inline uint32_t swizzled(int row, int chunk)
{
    return static_cast<uint32_t>(row * kRowBytes + ((chunk ^ ((row >> 1) & 3)) << 4));
}

__device__ inline void fetch(uint32_t to, const void *from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
}

__device__ inline void loadFour(uint32_t (&to)[4], uint32_t from)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(from)
                 : "memory");
}

// Blocks of 128 threads compute 128×128, each of the four warps 64×64. m and n must be multiples of 128, and rows a multiple of 64 bytes
// and at least 128.
template <int kType>
__device__ void matmul(const unsigned char *__restrict__ a, const unsigned char *__restrict__ b, typename Sum<kType>::Type *__restrict__ c,
                       int n, int k)
{
    using Number = typename Sum<kType>::Type;
    __shared__ __align__(128) unsigned char tiles[kStages][2][kTileBytes];
    const size_t rowBytes = static_cast<size_t>(k) * dtypeBytes(kType);
    const int steps = static_cast<int>(rowBytes / kRowBytes);
    // Orders the blocks in groups of eight rows, so that blocks that run together share cached data.
    const int columns = gridDim.x, rows = gridDim.y, number = blockIdx.y * columns + blockIdx.x;
    const int group = number / (8 * columns), groupRows = min(8, rows - group * 8);
    const int blockRow = group * 8 + (number - group * 8 * columns) % groupRows;
    const int blockColumn = (number - group * 8 * columns) / groupRows;
    const unsigned char *fromA = a + static_cast<size_t>(blockRow) * 128 * rowBytes;
    const unsigned char *fromB = b + static_cast<size_t>(blockColumn) * 128 * rowBytes;
    const uint32_t base = static_cast<uint32_t>(__cvta_generic_to_shared(&tiles[0][0][0]));
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warpRow = warp / 2 * 64, warpColumn = warp % 2 * 64;

    const auto fetchStage = [&](int step) {
        if (step < steps) {
            const uint32_t to = base + static_cast<uint32_t>(step % kStages) * 2 * kTileBytes;
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                const int piece = i * 128 + threadIdx.x, row = piece / 4, chunk = piece % 4;
                const size_t offset = row * rowBytes + static_cast<size_t>(step) * kRowBytes + chunk * 16;
                fetch(to + swizzled(row, chunk), fromA + offset);
                fetch(to + kTileBytes + swizzled(row, chunk), fromB + offset);
            }
        }
        asm volatile("cp.async.commit_group;" ::: "memory");
    };

    Number sums[4][8][4] = {};
    fetchStage(0);
    fetchStage(1);
    for (int step = 0; step < steps; ++step) {
        asm volatile("cp.async.wait_group %0;" ::"n"(kStages - 2) : "memory");
        __syncthreads();
        fetchStage(step + kStages - 1);
        const uint32_t tileA = base + static_cast<uint32_t>(step % kStages) * 2 * kTileBytes, tileB = tileA + kTileBytes;
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            uint32_t x[4][4], y[8][2];
#pragma unroll
            for (int i = 0; i < 4; ++i)
                loadFour(x[i], tileA + swizzled(warpRow + i * 16 + lane % 16, half * 2 + lane / 16));
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                uint32_t four[4];
                loadFour(four, tileB + swizzled(warpColumn + j * 16 + lane % 8 + lane / 16 * 8, half * 2 + lane / 8 % 2));
                y[2 * j][0] = four[0];
                y[2 * j][1] = four[1];
                y[2 * j + 1][0] = four[2];
                y[2 * j + 1][1] = four[3];
            }
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j)
                    multiply<kType>(sums[i][j], x[i], y[j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            Number *to = c + static_cast<size_t>(blockRow * 128 + warpRow + i * 16 + lane / 4) * n + blockColumn * 128 + warpColumn + j * 8
                         + lane % 4 * 2;
            to[0] = sums[i][j][0];
            to[1] = sums[i][j][1];
            to += static_cast<size_t>(8) * n;
            to[0] = sums[i][j][2];
            to[1] = sums[i][j][3];
        }
    }
}

}  // namespace trainyard::probe

// SPDX-License-Identifier: GPL-3.0-or-later
// The int8 product with the tensor cores of Turing, which have no larger instruction for it. Compiled to PTX for sm_75.
#include <mma.h>

// C = A·Bᵀ as in basic.cu; k must be a multiple of 32. Blocks of 256 threads compute 128×128, each warp 64×32.
extern "C" __global__ void __launch_bounds__(256) yardMatmulInt8Turing(const signed char *__restrict__ a,
                                                                       const signed char *__restrict__ b, int *__restrict__ c,
                                                                       int m, int n, int k)
{
    using namespace nvcuda;
    constexpr int kRow = 48;   // bytes: 32 are used
    __shared__ __align__(16) signed char tileA[2][128 * kRow], tileB[2][128 * kRow];
    const int rowBlock = blockIdx.y * 128, columnBlock = blockIdx.x * 128;
    const int loadRow = threadIdx.x / 2, loadColumn = threadIdx.x % 2 * 16;
    const signed char *fromA = a + static_cast<size_t>(rowBlock + loadRow) * k + loadColumn;
    const signed char *fromB = b + static_cast<size_t>(columnBlock + loadRow) * k + loadColumn;
    const int warp = threadIdx.x / 32, warpRow = warp / 4 * 64, warpColumn = warp % 4 * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> sums[4][2];
    for (auto &row : sums)
        for (auto &sum : row)
            wmma::fill_fragment(sum, 0);
    uint4 nextA = *reinterpret_cast<const uint4 *>(fromA), nextB = *reinterpret_cast<const uint4 *>(fromB);
    const auto store = [&](int buffer) {
        *reinterpret_cast<uint4 *>(&tileA[buffer][loadRow * kRow + loadColumn]) = nextA;
        *reinterpret_cast<uint4 *>(&tileB[buffer][loadRow * kRow + loadColumn]) = nextB;
    };
    store(0);
    __syncthreads();
    for (int at = 0, buffer = 0; at < k; at += 32, buffer ^= 1) {
        if (at + 32 < k) {
            nextA = *reinterpret_cast<const uint4 *>(fromA + at + 32);
            nextB = *reinterpret_cast<const uint4 *>(fromB + at + 32);
        }
#pragma unroll
        for (int step = 0; step < 32; step += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> x[4];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> y[2];
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

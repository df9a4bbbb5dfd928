// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products with the tensor cores of Ampere and later. Compiled to PTX for sm_80.
#include "core/device/kernels/tensor.h"

using namespace trainyard::probe;

extern "C" __global__ void __launch_bounds__(128) yardMatmulTf32(const unsigned char *a, const unsigned char *b, float *c, int m,
                                                                 int n, int k)
{
    matmul<DtypeTf32>(a, b, c, n, k);
}

extern "C" __global__ void __launch_bounds__(128) yardMatmulFp16(const unsigned char *a, const unsigned char *b, float *c, int m,
                                                                 int n, int k)
{
    matmul<DtypeFp16>(a, b, c, n, k);
}

extern "C" __global__ void __launch_bounds__(128) yardMatmulBf16(const unsigned char *a, const unsigned char *b, float *c, int m,
                                                                 int n, int k)
{
    matmul<DtypeBf16>(a, b, c, n, k);
}

extern "C" __global__ void __launch_bounds__(128) yardMatmulInt8(const unsigned char *a, const unsigned char *b, int *c, int m,
                                                                 int n, int k)
{
    matmul<DtypeInt8>(a, b, c, n, k);
}

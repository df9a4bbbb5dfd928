// SPDX-License-Identifier: GPL-3.0-or-later
// The fp8 product with the tensor cores of Ada, Hopper and later. Compiled to PTX for sm_89.
#include "core/device/kernels/tensor.h"

using namespace trainyard::probe;

extern "C" __global__ void __launch_bounds__(128) yardMatmulFp8(const unsigned char *a, const unsigned char *b, float *c, int m,
                                                                int n, int k)
{
    matmul<DtypeFp8>(a, b, c, n, k);
}

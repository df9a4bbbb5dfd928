// SPDX-License-Identifier: GPL-3.0-or-later
// The probe's kernels, run on the processor.
#pragma once

namespace fake {

struct FakeKernel {
    const char *name;
    void (*run)(void **arguments);
    double (*milliseconds)(void **arguments);  // the time a GPU like the H100 would take
};

const FakeKernel *findKernel(const char *name);  // nullptr: not found

// C = A·Bᵀ on the bits of `dtype`; `outputBytes` 2: in bf16 or fp16, and C in columns.
void multiply(int dtype, const void *a, const void *b, void *c, int m, int n, int k, int outputBytes, bool isInColumns);
double productMilliseconds(int dtype, double operations);

}  // namespace fake

// SPDX-License-Identifier: GPL-3.0-or-later
// A stand-in for libcublasLt.so.13: the products of the kernels' stand-in, in cuBLASLt's layouts.
#include "core/device/kernels/values.h"
#include "tests/support/fakegpu/kernels.h"
#include "tests/support/fakegpu/script.h"

#include <cstdint>
#include <dlfcn.h>
#include <string>

FAKE_EXPORT const int trainyardSimulated = 1;

namespace {

struct Layout {
    int type;
    std::uint64_t rows, columns;
};
struct Operation {
    int compute;
    bool isTransposed;
    const float *scale;
};

constexpr int kInvalid = 7, kNotSupported = 15;

void spend(double milliseconds)
{
    using Spend = void(double);
    static Spend *const driver = [] {
        const char *directory = std::getenv("TRAINYARD_PROBE_LIBRARIES");
        void *library = dlopen((std::string(directory == nullptr ? "" : directory) + "/libcuda.so.1").c_str(), RTLD_NOW | RTLD_NOLOAD);
        return library == nullptr ? nullptr : reinterpret_cast<Spend *>(dlsym(library, "fakeSpend"));
    }();
    if (driver != nullptr)
        driver(milliseconds);
}

int dtypeOf(const Operation &operation, const Layout &input)
{
    using namespace trainyard::probe;
    switch (input.type) {
    case 0: return operation.compute == 77 ? DtypeTf32 : DtypeFp32;
    case 2: return DtypeFp16;
    case 14: return DtypeBf16;
    case 28: return DtypeFp8;
    case 3: return DtypeInt8;
    default: return -1;
    }
}

}  // namespace

FAKE_EXPORT int cublasLtCreate(void **handle)
{
    FAKE_PLAY("cublasLtCreate");
    *handle = reinterpret_cast<void *>(std::uintptr_t{1});
    return 0;
}
FAKE_EXPORT int cublasLtDestroy(void *) { return 0; }
FAKE_EXPORT std::size_t cublasLtGetVersion() { return 130100; }

FAKE_EXPORT int cublasLtMatmulDescCreate(Operation **operation, int compute, int)
{
    *operation = new Operation{compute, false, nullptr};
    return 0;
}
FAKE_EXPORT int cublasLtMatmulDescDestroy(Operation *operation)
{
    delete operation;
    return 0;
}
FAKE_EXPORT int cublasLtMatmulDescSetAttribute(Operation *operation, int attribute, const void *value, std::size_t)
{
    if (attribute == 3)
        operation->isTransposed = *static_cast<const int *>(value) == 1;
    else if (attribute == 17)
        operation->scale = reinterpret_cast<const float *>(*static_cast<const unsigned long long *>(value));
    return 0;
}
FAKE_EXPORT int cublasLtMatrixLayoutCreate(Layout **layout, int type, std::uint64_t rows, std::uint64_t columns, std::int64_t)
{
    *layout = new Layout{type, rows, columns};
    return 0;
}
FAKE_EXPORT int cublasLtMatrixLayoutDestroy(Layout *layout)
{
    delete layout;
    return 0;
}
FAKE_EXPORT int cublasLtMatmulPreferenceCreate(void **preference)
{
    *preference = std::malloc(64);
    return 0;
}
FAKE_EXPORT int cublasLtMatmulPreferenceDestroy(void *preference)
{
    std::free(preference);
    return 0;
}
FAKE_EXPORT int cublasLtMatmulPreferenceSetAttribute(void *, int, const void *, std::size_t) { return 0; }

FAKE_EXPORT int cublasLtMatmulAlgoGetHeuristic(void *, Operation *operation, Layout *a, Layout *, Layout *, Layout *, void *, int wanted,
                                               void *, int *found)
{
    FAKE_PLAY("cublasLtMatmulAlgoGetHeuristic");
    const int dtype = dtypeOf(*operation, *a);
    if (dtype < 0)
        return kInvalid;
    *found = wanted < 2 ? wanted : 2;
    return fake::find("FAKE_FACTS", "noint8").isThere && dtype == trainyard::probe::DtypeInt8 ? kNotSupported : 0;
}

FAKE_EXPORT int cublasLtMatmul(void *, Operation *operation, const void *, const void *a, Layout *layoutA, const void *b, Layout *layoutB,
                               const void *, const void *, Layout *, void *d, Layout *layoutD, const void *, void *, std::size_t, void *)
{
    FAKE_PLAY("cublasLtMatmul");
    const int dtype = dtypeOf(*operation, *layoutA);
    // Only what the probe uses; any other value is an error of the probe.
    if (!operation->isTransposed || layoutA->rows != layoutB->rows || layoutD->rows != layoutA->columns
        || layoutD->columns != layoutB->columns
        || (dtype == trainyard::probe::DtypeFp8 && (operation->scale == nullptr || *operation->scale != 1.0f)))
        return kInvalid;
    const int m = static_cast<int>(layoutD->rows), n = static_cast<int>(layoutD->columns), k = static_cast<int>(layoutA->rows);
    fake::multiply(dtype, a, b, d, m, n, k, layoutD->type == 2 || layoutD->type == 14 ? 2 : 4, true);
    const int outputBytes = layoutD->type == 2 || layoutD->type == 14 ? 2 : 4;
    for (int i = 0; fake::isWrong("cublasLtMatmul") && i < m * n; i += 5)
        static_cast<unsigned char *>(d)[i * outputBytes + outputBytes - 1] ^= 0x40;
    spend(fake::productMilliseconds(dtype, 1.7 * m * n * k));
    return 0;
}

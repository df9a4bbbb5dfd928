// SPDX-License-Identifier: GPL-3.0-or-later
// cuBLASLt, if the machine has it: with CUDA, in a container, or in a Python environment. It measures the product as frameworks reach it;
// its 500 MB cannot be shipped.
#pragma once

#include "core/device/probe/cudadriver.h"

namespace trainyard::probe {

class CublasLt {
public:
    explicit CublasLt(Watch &watch) : m_watch(watch) {}
    ~CublasLt();
    CublasLt(const CublasLt &) = delete;
    CublasLt &operator=(const CublasLt &) = delete;

    // Searches for a library that works with this driver; a context must be current. `directory`: search only there, if given.
    bool open(const Text &directory, int driverCudaMajor);
    bool isOpen() const { return m_handle != nullptr; }
    const Text &reason() const { return m_reason; }  // why it is not open
    Text version() const;
    const Library &library() const { return m_library; }

    // C = A·Bᵀ: rows of k elements; C is m×n in column order. `dtype` as in values.h; false: see failure().
    bool prepare(int dtype, int m, int n, int k, DevicePointer workspace, std::size_t workspaceBytes);
    bool multiply(DevicePointer a, DevicePointer b, DevicePointer c, Stream stream);
    int choices() const { return m_choices; }
    void choose(int choice) { m_choice = choice; }
    // Scales of fp8 inputs: floats in GPU memory with the value 1.
    void setScales(DevicePointer ones) { m_scales = ones; }
    const Failure &failure() const { return m_failure; }

private:
    struct Algorithm {
        std::uint64_t data[8];
        std::size_t workspace;
        int state;
        float waves;
        int reserved[4];
    };
    static constexpr int kChoices = 4;

    void forget();
    bool ok(const char *call, int code);
    template <typename... P, typename... A>
    int call(const Function<int(P...)> &function, A... arguments)
    {
        const InCall guard(m_watch, function.name);
        return function.pointer(static_cast<P>(arguments)...);
    }

    Watch &m_watch;
    Library m_library;
    void *m_handle = nullptr;
    Text m_reason;
    Failure m_failure;
    int m_dtype = 0, m_choices = 0, m_choice = 0;
    DevicePointer m_workspace = 0, m_scales = 0;
    std::size_t m_workspaceBytes = 0;
    void *m_operation = nullptr, *m_layouts[3] = {}, *m_preference = nullptr;
    Algorithm m_algorithms[kChoices];

    Function<int(void **)> m_create{"cublasLtCreate"};
    Function<int(void *)> m_destroy{"cublasLtDestroy"};
    Function<std::size_t()> m_version{"cublasLtGetVersion"};
    Function<int(void **, int, int)> m_createOperation{"cublasLtMatmulDescCreate"};
    Function<int(void *)> m_destroyOperation{"cublasLtMatmulDescDestroy"};
    Function<int(void *, int, const void *, std::size_t)> m_setOperation{"cublasLtMatmulDescSetAttribute"};
    Function<int(void **, int, std::uint64_t, std::uint64_t, std::int64_t)> m_createLayout{"cublasLtMatrixLayoutCreate"};
    Function<int(void *)> m_destroyLayout{"cublasLtMatrixLayoutDestroy"};
    Function<int(void **)> m_createPreference{"cublasLtMatmulPreferenceCreate"};
    Function<int(void *)> m_destroyPreference{"cublasLtMatmulPreferenceDestroy"};
    Function<int(void *, int, const void *, std::size_t)> m_setPreference{"cublasLtMatmulPreferenceSetAttribute"};
    Function<int(void *, void *, void *, void *, void *, void *, void *, int, void *, int *)> m_heuristic{"cublasLtMatmulAlgoGetHeuristic"};
    Function<int(void *, void *, const void *, const void *, void *, const void *, void *, const void *, const void *, void *, void *,
                 void *, const void *, void *, std::size_t, void *)>
        m_multiply{"cublasLtMatmul"};
};

}  // namespace trainyard::probe

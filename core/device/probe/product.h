// SPDX-License-Identifier: GPL-3.0-or-later
// A square matrix product C = A·Bᵀ on random data, by our own kernel or by cuBLASLt, and the check that it is correct.
#pragma once

#include "core/device/probe/cublaslt.h"
#include "core/device/probe/session.h"

namespace trainyard::probe {

const char *dtypeWord(int dtype);

class Product {
public:
    Product(Session &session, CublasLt &library, int dtype, bool isLibrary);

    // Why this GPU or this driver cannot do it; nullptr: it can.
    const char *obstacle() const { return m_obstacle; }

    // Creates matrices of the largest size up to `most` that fits the memory and keeps one product within about 50 ms. False: see failed().
    bool prepare(int most);
    bool run();  // enqueues one product
    int size() const { return m_size; }
    double operations() const { return 2.0 * m_size * m_size * m_size; }
    void describe(Json &conditions) const;
    void failed(Result &result) const;  // records the last failure in the result

    // Compares 1024 elements spread over C with products computed on the host in double precision.
    bool isRight(bool &answer);
    // A sum over all of C: equal if every bit is.
    bool fingerprint(unsigned long long &sum);

private:
    bool resize(int size);
    bool pickAlgorithm();
    std::size_t resultBytes() const;

    Session &m_session;
    CublasLt &m_library;
    int m_dtype, m_size = 0;
    bool m_isLibrary, m_hasLibraryFailed = false;
    const char *m_obstacle = nullptr, *m_kernelName = nullptr;
    ModuleKind m_kind = ModuleKind::Basic;
    unsigned m_threads = 128;
    Kernel m_kernel = nullptr;
    Buffer m_a, m_b, m_c, m_workspace, m_scales;
};

}  // namespace trainyard::probe

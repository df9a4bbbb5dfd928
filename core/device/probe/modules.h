// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels' PTX, built into the program, and the modules that the driver compiles from it for one device.
#pragma once

#include "core/device/probe/cudadriver.h"

namespace trainyard::probe {

enum class ModuleKind { Basic, Turing, Ampere, Ada };  // for compute capability 7.0, 7.5, 8.0, 8.9 and later
inline constexpr int kModules = 4;

const char *ptxOf(ModuleKind kind);     // ends with a zero byte
const char *targetOf(ModuleKind kind);  // sm_70
int capabilityFor(ModuleKind kind);     // 70: major times ten plus minor
Text kernelsDigest();                   // 16 hex digits of FNV-1a over all PTX

class Modules {
public:
    // Loads those that the device can run. False: not even the basic ones; see failure(). Others may be missing individually.
    bool load(CudaDriver &driver, int capability);
    void unload(CudaDriver &driver);

    bool has(ModuleKind kind) const { return m_modules[static_cast<int>(kind)] != nullptr; }
    // nullptr: there is none; see failure() if the module was refused.
    Kernel find(CudaDriver &driver, ModuleKind kind, const char *name) const;
    const Failure &failureOf(ModuleKind kind) const { return m_failures[static_cast<int>(kind)]; }
    Text toJson() const;

private:
    bool loadOne(CudaDriver &driver, ModuleKind kind);

    Module m_modules[kModules] = {};
    Failure m_failures[kModules];
    Text m_log;
    double m_seconds = 0;
};

}  // namespace trainyard::probe

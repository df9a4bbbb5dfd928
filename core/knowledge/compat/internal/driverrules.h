// SPDX-License-Identifier: GPL-3.0-or-later
// What a driver can do for a CUDA version and a GPU: docs/compat.md, "driver". Pure; internal to core/knowledge/compat.
#pragma once

#include "core/knowledge/compat/compatquestion.h"
#include "core/knowledge/compat/compatverdict.h"

namespace trainyard {

// Something that needs CUDA: a program, a framework's build, an image.
struct CudaNeed {
    QString what;  // "PyTorch 2.5.1 (cu124)"
    Version cuda;
    bool hasCompatLibraries = false;  // contains its own user-mode driver
    QStringList olderDrivers;         // that it is documented for, if its maker states them
    QStringList sources;              // for its CUDA version
};

// The newest CUDA of a driver, as a range if its branch is unknown.
struct DriverCuda {
    Version least;                // null: unknown
    std::optional<Version> most;  // nullopt: newer than everything known
    QStringList sources;

    bool isAtLeast(const Version &cuda) const { return !least.isNull() && least >= cuda.first(2); }
    bool isBelow(const Version &cuda) const { return most && *most < cuda.first(2); }
};
DriverCuda cudaOf(const Version &driver, const CompatFacts &facts);

// Appends the reasons about the driver alone, and about driver and GPU.
void judgeDriver(const CompatQuestion &question, const CompatFacts &facts, QList<CompatReason> &reasons);
void judgeDriverForGpu(const CompatQuestion &question, const GpuKind &gpu, const CompatFacts &facts, QList<CompatReason> &reasons);
// Whether the driver is new enough for the CUDA that the need was built with.
void judgeDriverForCuda(const CompatQuestion &question, const GpuKind &gpu, const CudaNeed &need, const CompatFacts &facts,
                        QList<CompatReason> &reasons);

}  // namespace trainyard

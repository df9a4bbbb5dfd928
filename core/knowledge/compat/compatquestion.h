// SPDX-License-Identifier: GPL-3.0-or-later
// The question that compatibility is checked for. Value types, any thread.
#pragma once

#include "core/knowledge/compat/gpukinds.h"
#include "core/knowledge/compat/imagereference.h"

namespace trainyard {

enum class HostSystem { Linux, Windows };

struct FrameworkRequest {
    QString name;     // "torch", "tensorflow", "jax"
    Version version;  // at least two numbers
    QString build;    // "cu124", "cuda12", "cpu"; empty: what pip installs by itself
};

struct CompatQuestion {
    QList<GpuKind> gpus;  // one of each kind
    std::optional<Version> driver;
    HostSystem system = HostSystem::Linux;
    bool isX86 = true;     // false: Arm
    bool isSeen = false;   // the driver itself named these GPUs on this machine
    bool isByCdi = false;  // as Podman gets the GPUs, and not as `docker run --gpus` does
    Version cuda;          // of the programs, or of the build of a framework; null: not part of the question
    std::optional<ImageReference> image;
    std::optional<QString> require;  // NVIDIA_REQUIRE_CUDA; replaces what is known about the image
    QList<FrameworkRequest> frameworks;
    QString month;  // "2026-11": to decide what has reached its end of support

    bool isAboutSomething() const { return !cuda.isNull() || image || require || !frameworks.isEmpty(); }
};

// A driver version as nvidia-smi prints it. InvalidInput for anything else, also for a branch alone.
Result<Version> driverFromText(const QString &text, const CompatFacts &facts);
// "12.4" or "12.4.1". InvalidInput.
Result<Version> cudaFromText(const QString &text);
// "2.5.1", "2.5.1+cu124". InvalidInput.
Result<FrameworkRequest> frameworkFromText(const QString &name, const QString &text);

}  // namespace trainyard

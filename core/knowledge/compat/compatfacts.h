// SPDX-License-Identifier: GPL-3.0-or-later
// Facts about drivers, CUDA, GPUs, frameworks and images, each with the codes of its sources (docs/compat.md). Value types, any thread. An
// empty Version or text means: not found in any source.
#pragma once

#include "core/base/result.h"
#include "core/knowledge/compat/compatfiles.h"
#include "core/knowledge/compat/version.h"

#include <QHash>
#include <QStringList>

namespace trainyard {

struct CudaFamily {  // a CUDA major: drivers that run all of its minors
    int major = 0;
    Version linuxLeast, windowsLeast;
    QStringList sources;
};

struct CudaToolkit {
    Version version;                   // 12.4.1
    Version linuxLeast, windowsLeast;  // minimum driver for everything it offers
    QList<Version> targets;            // compute capabilities its compiler generates code for
    QStringList sources, targetSources;
};

struct GpuArchitecture {
    QString name;
    QList<Version> capabilities;
    Version firstCuda;
    bool isFirstCudaOfNvidia = true;  // false: from a list of compiler targets, which may be later than the driver's support
    int lastBranch = 0;               // of the driver; 0: unknown
    QStringList sources;
};

struct GpuKindFact {
    QString name;  // "H100"
    Version capability;
    QString kind;   // "data-center", "workstation", "geforce"
    QString brand;  // as NVML reports it
    QStringList sources;
};

struct DriverBranch {
    int branch = 0;
    Version cuda;                 // the version that nvidia-smi prints
    QString end;                  // "2026-06", as announced
    std::optional<bool> isEnded;  // on the day of the facts
    Version newestSeen;           // only a lower bound
    QStringList sources;
};

struct ConstraintString {  // NVIDIA_REQUIRE_CUDA of an image of nvidia/cuda
    Version cuda;          // 12.4
    Version image;         // 12.4.1: the image it was read from
    QString text;
    QList<int> branches;  // of drivers that its cuda-compat package supports
    bool isWhole = true;
    QStringList sources;
};

struct UnpublishedDriver {
    Version version;
    QStringList published;  // those of its branch that may have been meant
    QStringList sources;
};

struct TorchBuild {
    QString tag;  // "cu124"
    Version cuda, cudnn;
    QString codeLinux, codeWindows;  // "7.0;8.0;9.0+PTX"
    QString codeArm;                 // of Linux on Arm
    QStringList codeMembers;         // some of its entries, if the list was not read
    QStringList sources;
};
struct TorchRelease {
    Version first, last;  // 2.0.0 and 2.0.1; 2.5 and 2.5 for all of 2.5
    Version defaultCuda;  // of `pip install torch` on Linux
    QList<TorchBuild> builds;
    QStringList sources;

    // What pip takes for this build: "torch==2.5.1 --index-url https://…".
    QString pipArguments(const QString &version, const QString &tag) const;
};
struct TensorflowRelease {
    Version version, cuda, cudnn;
    QStringList sources;
};
struct JaxStep {
    Version first;
    struct Wheel {
        Version least, built;
    };  // minimum accepted CUDA, and the one it was built with
    QList<Wheel> wheels;
    QStringList sources;
};
struct JaxExtra {
    QString name;                      // "cuda12"
    Version first;                     // the first JAX version that certainly has it
    Version driver, capability, cuda;  // minimum
    QStringList sources;
};

struct KnownImages {
    QString name;  // "pytorch/pytorch"
    QStringList tags;
    QStringList sources;
};
struct NgcRelease {
    QString tag;  // "24.05-py3"
    Version cuda, driver;
    QString torch;
    QStringList olderDrivers;  // that data-centre GPUs may use: "470", "450.51", "384.111+"
    QStringList sources;
};

struct FactSource {
    QString code, title, link, asOf, licence;
};

struct CompatFacts {
    QString asOf;  // "2026-11-21"
    QList<CudaFamily> families;
    QList<CudaToolkit> toolkits;  // in order
    QList<GpuArchitecture> architectures;
    QList<GpuKindFact> gpus;
    QList<DriverBranch> branches;  // in order
    QList<ConstraintString> constraints;
    QList<UnpublishedDriver> unpublished;
    QList<TorchRelease> torch;            // in order
    QList<TensorflowRelease> tensorflow;  // newest first
    QList<JaxStep> jax;                   // in order
    QList<JaxExtra> jaxExtras;
    QList<KnownImages> images;
    QList<NgcRelease> ngc;  // in order
    QHash<QString, FactSource> sources;

    // Corrupt: the files are compiled in, so the program itself is damaged.
    static Result<CompatFacts> parse(const CompatFiles &files);

    const DriverBranch *branch(int number) const;
    const CudaFamily *family(int major) const;
    // The toolkit of that update, or of the first release if `cuda` has two numbers; nullptr if unknown.
    const CudaToolkit *toolkit(const Version &cuda) const;
    const GpuArchitecture *architecture(const Version &capability) const;
    const TorchRelease *torchRelease(const Version &version) const;
    const KnownImages *image(const QString &name) const;
};

}  // namespace trainyard

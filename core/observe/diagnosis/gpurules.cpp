// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/diagnosis/internal/explainrules.h"

#include <QRegularExpression>

namespace trainyard {
namespace {

const QString kCudaErrors = QStringLiteral("https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html");

// A sentence that only mentions an error lacks the words that precede a raised one.
bool isRaised(const QString &line)
{
    static const QRegularExpression form(
        QStringLiteral("(?:Error|ERROR|error|Exception)[^A-Za-z]|CUDA failure|CUDA failed|CUDA_ERROR_|cudaError|^terminate|what\\(\\)"));
    return form.match(line).hasMatch();
}

bool readIllegalAddress(const QString &line, const HealthFacts *, ExplainCard &card)
{
    if (!line.contains(QLatin1String("an illegal memory access was encountered")) || !isRaised(line))
        return false;
    card.what = Explained::tr("A kernel on the GPU touched memory that is not its own.");
    card.why = Explained::tr(
        "Usually an index out of range in a custom or fused kernel; the reported line is often not the one that caused it.");
    card.todo = Explained::tr(
        "Run once with this variable, so that the error is reported where it happens; then with compute-sanitizer. If known-good code "
        "fails on one GPU only, check that GPU.");
    card.command = QStringLiteral("CUDA_LAUNCH_BLOCKING=1");
    setSource(card, QStringLiteral("CUDA Runtime API: cudaErrorIllegalAddress"), kCudaErrors);
    return true;
}

bool readAssert(const QString &line, const HealthFacts *, ExplainCard &card)
{
    static const QRegularExpression assertion(
        QStringLiteral("([A-Za-z0-9_./-]{1,200}\\.cuh?:[0-9]{1,6}): .{0,300}Assertion [`']([^`']{1,200})[`'] failed"));
    const Match match = assertion.match(line);
    if (!match.hasMatch() && !(line.contains(QLatin1String("device-side assert triggered")) && isRaised(line)))
        return false;
    card.what = match.hasMatch() ? Explained::tr("A check inside a GPU kernel failed: %1.").arg(match.captured(2))
                                 : Explained::tr("A check inside a GPU kernel failed.");
    const bool isLabel = match.captured(2).contains(QLatin1String("n_classes")) || match.captured(2).contains(QLatin1String("num_classes"));
    const bool isIndex = match.captured(2).contains(QLatin1String("srcIndex")) || match.captured(2).contains(QLatin1String("index"));
    card.why = isLabel   ? Explained::tr("A label is outside the classes of the model; classes are counted from 0.")
               : isIndex ? Explained::tr(
                     "An index is outside its table: a token beyond the vocabulary or a position beyond the maximum sequence length.")
                         : Explained::tr("Usually a label or an index out of range.");
    card.todo = Explained::tr(
        "Check the largest and smallest label and token against the model's sizes; run once with this variable to see the line.");
    card.command = QStringLiteral("CUDA_LAUNCH_BLOCKING=1");
    setSource(card, QStringLiteral("CUDA Runtime API: cudaErrorAssert"), kCudaErrors);
    return true;
}

bool readNoKernel(const QString &line, const HealthFacts *, ExplainCard &card)
{
    static const QRegularExpression capability(
        QStringLiteral("with CUDA capability (sm_[0-9]{2,3}[a-z]?) is not compatible with the current PyTorch installation"));
    const Match match = capability.match(line);
    if (!match.hasMatch() && !(line.contains(QLatin1String("no kernel image is available")) && isRaised(line)))
        return false;
    card.what = match.hasMatch() ? Explained::tr("This PyTorch has no code for this GPU (%1).").arg(match.captured(1))
                                 : Explained::tr("The program has no code for this GPU.");
    card.why = Explained::tr(
        "It was built before this GPU generation was released, or without it: libraries contain code only for certain GPUs.");
    card.todo = Explained::tr("Install a build for a newer CUDA that the driver of this machine supports. Rebuild your own extensions.");
    card.command = QStringLiteral("python -c \"import torch; print(torch.version.cuda, torch.cuda.get_arch_list())\"");
    setSource(card, QStringLiteral("CUDA Runtime API: cudaErrorNoKernelImageForDevice"), kCudaErrors);
    return true;
}

bool readOldDriver(const QString &line, const HealthFacts *, ExplainCard &card)
{
    static const QRegularExpression form(QStringLiteral("NVIDIA driver on your system is too old \\(found version ([0-9]{4,6})\\)"));
    const Match match = form.match(line);
    if (!match.hasMatch()
        && !(line.contains(QLatin1String("CUDA driver version is insufficient for CUDA runtime version")) && isRaised(line)))
        return false;
    const int version = match.captured(1).toInt();
    card.what = match.hasMatch() ? Explained::tr("The driver is too old for this framework: it supports programs up to CUDA %1.")
                                       .arg(QStringLiteral("%1.%2").arg(version / 1000).arg(version % 1000 / 10))
                                 : Explained::tr("The driver is too old for the CUDA that the program was built with.");
    card.why = Explained::tr("Each driver supports CUDA up to one version; the framework comes with a newer one.");
    card.todo = Explained::tr("Use a build for an older CUDA, or a machine with a newer driver.");
    card.command = QStringLiteral("nvidia-smi");
    setSource(card, QStringLiteral("NVIDIA: CUDA compatibility"), QStringLiteral("https://docs.nvidia.com/deploy/cuda-compatibility/"));
    return true;
}

bool readMismatch(const QString &line, const HealthFacts *, ExplainCard &card)
{
    const bool isForward = line.contains(QLatin1String("forward compatibility was attempted on non supported HW"));
    const bool isPair = line.contains(QLatin1String("unsupported display driver / cuda driver combination"));
    const bool isLibrary = line.contains(QLatin1String("Driver/library version mismatch"));
    const bool isNotReady = line.contains(QLatin1String("Error 802: system not yet initialized"));
    if (!(isForward || isPair || isLibrary || isNotReady) || !isRaised(line))
        return false;
    card.what = isNotReady ? Explained::tr("CUDA cannot start: the switches between the GPUs are not ready (error 802).")
                           : Explained::tr(
                               "Two parts of the driver have different versions: one in the kernel, another one found by the program.");
    card.why = isNotReady  ? Explained::tr("Machines with NVSwitch need the Fabric Manager in the same version as the driver.")
               : isForward ? Explained::tr("The image contains a compatibility library that works on data-centre GPUs only.")
               : isPair    ? Explained::tr("The image contains its own libcuda, or the driver was updated while the machine was running.")
                           : Explained::tr("The driver was updated, but the old kernel module is still loaded.");
    card.todo = isNotReady  ? Explained::tr("Start the Fabric Manager, or return the machine.")
                : isForward ? Explained::tr("Use an image for an older CUDA, or a machine with a newer driver.")
                            : Explained::tr("Restart the machine; in a container, make sure that the image contains no libcuda.");
    card.command = isNotReady  ? QStringLiteral("sudo systemctl start nvidia-fabricmanager")
                   : isForward ? QStringLiteral("nvidia-smi")
                               : QStringLiteral("sudo reboot");
    setSource(card, QStringLiteral("NVIDIA: CUDA compatibility, error codes"),
              QStringLiteral("https://docs.nvidia.com/deploy/cuda-compatibility/"));
    return true;
}

bool readNoGpu(const QString &line, const HealthFacts *, ExplainCard &card)
{
    static const QRegularExpression form(
        QStringLiteral("Error: (?:No CUDA GPUs are available|Torch not compiled with CUDA enabled|Found no NVIDIA driver on your system)"));
    const Match match = form.match(line);
    if (!match.hasMatch())
        return false;
    const bool isBuild = match.captured(0).contains(QLatin1String("not compiled"));
    card.what = isBuild ? Explained::tr("This PyTorch was built without CUDA.") : Explained::tr("The program sees no GPU.");
    card.why = isBuild ? Explained::tr("The installer chose the CPU build, as it does if it finds no GPU.")
                       : Explained::tr("The container was started without GPUs, CUDA_VISIBLE_DEVICES hides them, or the machine has none.");
    card.todo = isBuild ? Explained::tr("Install a build with CUDA from the index of PyTorch.")
                        : Explained::tr("Check whether the machine sees its GPUs, then how the container was started.");
    card.command = isBuild ? QStringLiteral("pip install torch --index-url https://download.pytorch.org/whl/cu126")
                           : QStringLiteral("nvidia-smi -L; echo \"$CUDA_VISIBLE_DEVICES\"");
    setSource(card, QStringLiteral("PyTorch: start locally"), QStringLiteral("https://pytorch.org/get-started/locally/"));
    return true;
}

bool readLostNvml(const QString &line, const HealthFacts *, ExplainCard &card)
{
    if (!line.contains(QLatin1String("Failed to initialize NVML: Unknown Error")))
        return false;
    card.what = Explained::tr("The container lost its GPUs while it was running.");
    card.why = Explained::tr(
        "On the host, systemd reloaded its units and removed the devices; this is a known problem of containers with systemd cgroups.");
    card.todo = Explained::tr("Start the container again and resume from the last good checkpoint.");
    setSource(card, QStringLiteral("NVIDIA Container Toolkit: containers losing access to GPUs"),
              QStringLiteral("https://github.com/NVIDIA/nvidia-container-toolkit/issues/48"));
    return true;
}

bool readBrokenMemory(const QString &line, const HealthFacts *, ExplainCard &card)
{
    if (!line.contains(QLatin1String("uncorrectable ECC error encountered")) || !isRaised(line))
        return false;
    card.what = Explained::tr("The GPU's memory is faulty: it has an uncorrectable error.");
    card.why = Explained::tr("This is a hardware fault. The results up to the last checkpoint are valid.");
    card.todo = Explained::tr("Check the machine, then ask the provider for another one; resume elsewhere from the last good checkpoint.");
    card.command = QStringLiteral("nvidia-smi -q -d ECC,ROW_REMAPPER");
    setSource(card, QStringLiteral("CUDA Runtime API: cudaErrorECCUncorrectable"), kCudaErrors);
    return true;
}

bool readLaunchFailure(const QString &line, const HealthFacts *, ExplainCard &card)
{
    if (!line.contains(QLatin1String("unspecified launch failure")) || !isRaised(line))
        return false;
    card.what = Explained::tr("A kernel on the GPU stopped without giving a reason.");
    card.why = Explained::tr("Usually an invalid address in a kernel; if known-good code fails on one GPU only, it is the hardware.");
    card.todo = Explained::tr("Look for an Xid in the kernel log at that time, and run once with compute-sanitizer.");
    card.command = QStringLiteral("sudo dmesg -T | grep -i xid");
    setSource(card, QStringLiteral("CUDA Runtime API: cudaErrorLaunchFailure"), kCudaErrors);
    return true;
}

bool readXid(const QString &line, const HealthFacts *facts, ExplainCard &card)
{
    static const QRegularExpression form(QStringLiteral("NVRM: Xid \\((?:PCI:)?([0-9A-Fa-f:.]{4,20})\\): ([0-9]{1,4})(?![0-9])"));
    static const QRegularExpression lost(QStringLiteral("NVRM: GPU (?:at PCI:)?([0-9A-Fa-f:.]{4,20}): GPU has fallen off the bus"));
    const Match match = form.match(line), gone = lost.match(line);
    if (!match.hasMatch() && !gone.hasMatch())
        return false;
    const int xid = gone.hasMatch() ? 79 : match.captured(2).toInt();
    const QString place = gone.hasMatch() ? gone.captured(1) : match.captured(1);
    card.rule = QStringLiteral("xid-%1").arg(xid);
    const XidFact fact = facts ? facts->xids.value(xid) : XidFact();
    card.what = fact.meaning.isEmpty()
                    ? Explained::tr("The driver reports Xid %1 on the GPU at %2.").arg(QString::number(xid), place)
                    : Explained::tr("The driver reports Xid %1 on the GPU at %2: %3.").arg(QString::number(xid), place, fact.meaning);
    card.todo = fact.advice;
    if (fact.severity == XidSeverity::Info || fact.severity == XidSeverity::Warning)
        card.severity = ExplainSeverity::Warning;
    setSource(card, QStringLiteral("NVIDIA: Xid errors"), QStringLiteral("https://docs.nvidia.com/deploy/xid-errors/"));
    if (facts && !fact.sources.isEmpty() && facts->sources.contains(fact.sources.first())) {
        const HealthSource source = facts->sources.value(fact.sources.first());
        setSource(card, source.title, source.link);
    }
    return true;
}

}  // namespace

std::vector<ExplainRule> gpuRules()
{
    return {
        {"cuda-illegal-address", {"illegal memory access"}, readIllegalAddress},
        {"cuda-assert", {"device-side assert triggered", "assertion `", "assertion '"}, readAssert},
        {"cuda-no-kernel", {"no kernel image is available", "with cuda capability"}, readNoKernel},
        {"cuda-old-driver", {"driver on your system is too old", "cuda driver version is insufficient"}, readOldDriver},
        {"cuda-mismatch",
         {"forward compatibility was attempted", "driver combination", "driver/library version mismatch", "error 802"},
         readMismatch},
        {"no-gpu", {"no cuda gpus are available", "not compiled with cuda", "found no nvidia driver"}, readNoGpu},
        {"gpu-lost-in-container", {"failed to initialize nvml"}, readLostNvml},
        {"gpu-memory-faulty", {"uncorrectable ecc error"}, readBrokenMemory},
        {"cuda-launch-failure", {"unspecified launch failure"}, readLaunchFailure},
        {"xid", {"nvrm: "}, readXid},
    };
}

}  // namespace trainyard

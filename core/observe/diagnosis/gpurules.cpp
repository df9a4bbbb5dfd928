// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/diagnosis/internal/explainrules.h"

#include <QRegularExpression>

namespace trainyard {
namespace {

using Match = QRegularExpressionMatch;

const QString kCudaErrors = QStringLiteral("https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html");

// A sentence that only speaks of an error has none of the words that those who raise it put before it.
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
        "Mostly an index out of range in a custom or fused kernel; the line that is reported is often not the one that did it.");
    card.todo = Explained::tr(
        "Run once with this variable, so that the error appears where it happens; then with compute-sanitizer. If good code fails on one GPU only, check that GPU.");
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
    card.why = isLabel   ? Explained::tr("A label is outside of the classes that the model knows; they are counted from 0.")
               : isIndex ? Explained::tr(
                     "An index is outside of its table: a token beyond the vocabulary or a position beyond the longest sequence.")
                         : Explained::tr("Mostly a label or an index out of range.");
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
    card.why = Explained::tr("It was built before this kind of GPU came, or without it: libraries carry code for a list of kinds only.");
    card.todo = Explained::tr(
        "Install a build for a newer CUDA; `yard compat check` says which fits this machine. Build your own extensions again.");
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
    card.what = match.hasMatch() ? Explained::tr("The driver is too old for this framework: it serves programs up to CUDA %1.")
                                       .arg(QStringLiteral("%1.%2").arg(version / 1000).arg(version % 1000 / 10))
                                 : Explained::tr("The driver is too old for the CUDA that the program was built with.");
    card.why = Explained::tr("Each driver knows CUDA up to one version; the framework brings a newer one.");
    card.todo = Explained::tr("Take a build for an older CUDA, or a machine with a newer driver; `yard compat check` names them.");
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
                           : Explained::tr("Two versions of the driver's parts meet: the kernel has one, the program finds another.");
    card.why = isNotReady  ? Explained::tr("Machines with NVSwitch need the Fabric Manager, of the driver's own version.")
               : isForward ? Explained::tr("The image brings a compatibility library, which works on data-centre GPUs only.")
               : isPair    ? Explained::tr("The image brings a libcuda of its own, or the driver was updated while the machine was up.")
                           : Explained::tr("The driver was updated and its kernel module is still the old one.");
    card.todo = isNotReady  ? Explained::tr("Start the Fabric Manager, or give the machine back.")
                : isForward ? Explained::tr("Take an image for an older CUDA, or a machine with a newer driver.")
                            : Explained::tr("Restart the machine; in a container, see that it brings no libcuda.");
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
    card.why = isBuild ? Explained::tr("The installer chose the build for processors, as it does where it finds no GPU.")
                       : Explained::tr("The container was started without GPUs, CUDA_VISIBLE_DEVICES hides them, or the machine has none.");
    card.todo = isBuild ? Explained::tr("Install a build with CUDA from the index of PyTorch.")
                        : Explained::tr("Look whether the machine sees its GPUs, then how the container was started.");
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
        "On the host, systemd reloaded its units and took the devices away; this is a known fault of containers under systemd's cgroups.");
    card.todo = Explained::tr("Start the container again and go on from the last good checkpoint.");
    setSource(card, QStringLiteral("NVIDIA Container Toolkit: containers losing access to GPUs"),
              QStringLiteral("https://github.com/NVIDIA/nvidia-container-toolkit/issues/48"));
    return true;
}

bool readBrokenMemory(const QString &line, const HealthFacts *, ExplainCard &card)
{
    if (!line.contains(QLatin1String("uncorrectable ECC error encountered")) || !isRaised(line))
        return false;
    card.what = Explained::tr("The GPU's memory is faulty: an error that it cannot correct.");
    card.why = Explained::tr("This is hardware. The run's numbers up to the last checkpoint are good.");
    card.todo = Explained::tr(
        "Check the machine (`yard machine check`), then ask the provider for another one; go on elsewhere from the last good checkpoint.");
    card.command = QStringLiteral("nvidia-smi -q -d ECC,ROW_REMAPPER");
    setSource(card, QStringLiteral("CUDA Runtime API: cudaErrorECCUncorrectable"), kCudaErrors);
    return true;
}

bool readLaunchFailure(const QString &line, const HealthFacts *, ExplainCard &card)
{
    if (!line.contains(QLatin1String("unspecified launch failure")) || !isRaised(line))
        return false;
    card.what = Explained::tr("A kernel on the GPU broke off without saying why.");
    card.why = Explained::tr("Mostly an invalid address in a kernel; if good code does so on one GPU only, it is the hardware.");
    card.todo = Explained::tr("Look for an Xid in the kernel's log of that moment, and run once with compute-sanitizer.");
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

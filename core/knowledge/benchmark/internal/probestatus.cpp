// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/benchmark/internal/probestatus.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace trainyard {

namespace {

using Kind = ProbeStatus::Kind;

struct Meaning {
    const char *word;
    Kind kind;
    const char *sentence;
};

constexpr Meaning kMeanings[] = {
    {"ok", Kind::Whole, nullptr},
    {"wrong-results", Kind::Faulty,
     QT_TRANSLATE_NOOP(
         "trainyard::ProbeStatus",
         "A GPU computed wrongly, or did not keep what was written to its memory. Nothing that it computes can be relied on.")},
    {"gpu-lost", Kind::Faulty, QT_TRANSLATE_NOOP("trainyard::ProbeStatus", "A GPU stopped responding while it was being measured.")},
    {"hang", Kind::Faulty,
     QT_TRANSLATE_NOOP("trainyard::ProbeStatus", "A call to the driver did not return and was aborted: the driver or GPU hangs.")},
    {"some-failed", Kind::Partly,
     QT_TRANSLATE_NOOP("trainyard::ProbeStatus", "Some measurements failed: see which, and run the benchmark again.")},
    {"time-limit", Kind::Partly,
     QT_TRANSLATE_NOOP("trainyard::ProbeStatus", "The time ran out before everything was measured: allow more with --time-limit.")},
    {"interrupted", Kind::Partly,
     QT_TRANSLATE_NOOP("trainyard::ProbeStatus", "The benchmark was stopped before everything was measured: run it again.")},
    {"busy", Kind::Partly,
     QT_TRANSLATE_NOOP("trainyard::ProbeStatus",
                       "Other programs use a GPU, so nothing was measured: run the benchmark when they have ended, or with --busy-ok.")},
    {"out-of-memory", Kind::Partly,
     QT_TRANSLATE_NOOP("trainyard::ProbeStatus",
                       "A GPU has too little free memory to be measured: see what uses it, and run the benchmark again.")},
    {"crashed", Kind::Partly,
     QT_TRANSLATE_NOOP(
         "trainyard::ProbeStatus",
         "The measuring program crashed, most likely inside the driver: run it again; if it crashes again, another driver version may "
         "help.")},
    {"internal-error", Kind::Partly,
     QT_TRANSLATE_NOOP("trainyard::ProbeStatus", "The benchmark could not continue: memory or processes of the machine are used up.")},
    {"no-gpu", Kind::Nothing, QT_TRANSLATE_NOOP("trainyard::ProbeStatus", "This machine has no NVIDIA GPU and no driver.")},
    {"no-driver", Kind::Nothing,
     QT_TRANSLATE_NOOP("trainyard::ProbeStatus",
                       "There is an NVIDIA GPU, but its driver is not loaded: install the driver, or choose an image that has it.")},
    {"stub-library", Kind::Nothing,
     QT_TRANSLATE_NOOP("trainyard::ProbeStatus",
                       "The libcuda.so.1 that is found is the CUDA toolkit's stand-in: take its stubs folder out of LD_LIBRARY_PATH.")},
    {"driver-mismatch", Kind::Nothing,
     QT_TRANSLATE_NOOP("trainyard::ProbeStatus",
                       "The driver's library and its kernel module are of different versions: restart the machine.")},
    {"no-permission", Kind::Nothing,
     QT_TRANSLATE_NOOP("trainyard::ProbeStatus",
                       "This user has no permission to open the GPU's device files: join the group that owns them, usually video.")},
    {"no-device-files", Kind::Nothing,
     QT_TRANSLATE_NOOP("trainyard::ProbeStatus",
                       "There are no device files of the GPU here: start the container with a GPU (--gpus all).")},
    {"no-device", Kind::Nothing, QT_TRANSLATE_NOOP("trainyard::ProbeStatus", "The driver shows no GPU: check CUDA_VISIBLE_DEVICES.")},
    {"mig-without-instances", Kind::Nothing,
     QT_TRANSLATE_NOOP("trainyard::ProbeStatus",
                       "MIG is on, but the GPU is not divided: create instances (nvidia-smi mig), or switch MIG off.")},
    {"ptx-rejected", Kind::Nothing,
     QT_TRANSLATE_NOOP("trainyard::ProbeStatus",
                       "The driver refuses the probe's kernels: it is too old, or its compiler of kernels is missing in this container.")},
    {"driver-error", Kind::Nothing,
     QT_TRANSLATE_NOOP("trainyard::ProbeStatus", "The driver does not start: check the kernel log, and restart the machine.")},
    {"no-driver-library", Kind::Nothing,
     QT_TRANSLATE_NOOP(
         "trainyard::ProbeStatus",
         "The driver's library is missing in this container: give it the capability “compute” (NVIDIA_DRIVER_CAPABILITIES).")},
    {"driver-too-old", Kind::Nothing, QT_TRANSLATE_NOOP("trainyard::ProbeStatus", "The driver is too old for this benchmark: update it.")},
    {"device-unavailable", Kind::Nothing,
     QT_TRANSLATE_NOOP("trainyard::ProbeStatus",
                       "The GPU is used exclusively by one program, or computing is prohibited: check its compute mode.")},
    {"fabric-not-ready", Kind::Nothing,
     QT_TRANSLATE_NOOP("trainyard::ProbeStatus",
                       "The GPUs wait for the fabric manager of their NVSwitches, which is not running: the provider has to start it.")},
    {"compat-not-supported", Kind::Nothing,
     QT_TRANSLATE_NOOP("trainyard::ProbeStatus", "The cuda-compat libraries in use are not for this GPU: use the driver's own.")},
};

}  // namespace

ProbeStatus probeStatus(const QString &word)
{
    const auto *found = std::find_if(std::begin(kMeanings), std::end(kMeanings),
                                     [&](const Meaning &one) { return word == QLatin1String(one.word); });
    if (found == std::end(kMeanings)) {
        return {Kind::Partly,
                QCoreApplication::translate("trainyard::ProbeStatus",
                                            "The benchmark ended as “%1”, which this version of Trainyard does not know: update Trainyard.")
                    .arg(word)};
    }
    return {found->kind, found->sentence ? QCoreApplication::translate("trainyard::ProbeStatus", found->sentence) : QString()};
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/probe/statuses.h"

namespace trainyard::probe {

const StatusFacts &factsOf(Status status)
{
    static const StatusFacts facts[] = {
        {"ok", 0, "All probes that were asked for ran."},
        {"wrong-results", 1, "A GPU computed wrongly or did not keep what was written to its memory: do not train on it."},
        {"usage", 2, "An option is not understood."},
        {"some-failed", 3, "Some probes failed; the other results are good."},
        {"time-limit", 4, "The time was up before all probes had run."},
        {"interrupted", 5, "The probe was told to stop before all probes had run."},
        {"busy", 6, "Other programs use the GPU; nothing was measured. Wait for them, or repeat with --busy-ok."},
        {"no-gpu", 20, "There is no NVIDIA GPU in this machine."},
        {"no-driver", 21, "There is an NVIDIA GPU, and its driver is not loaded: install the driver, or load it with modprobe nvidia."},
        {"stub-library", 22,
         "The libcuda.so.1 that was found is the CUDA toolkit's, for linking only: take its folder out of LD_LIBRARY_PATH."},
        {"driver-mismatch", 23, "The driver's library and its kernel module are of different versions: restart the machine."},
        {"no-permission", 24, "The device files of the GPU may not be opened: ask for access to /dev/nvidia*."},
        {"no-device-files", 25, "The driver is loaded, and /dev has no GPU: start the container with --gpus all, or run nvidia-modprobe."},
        {"no-device", 26, "The driver shows no GPU: look at CUDA_VISIBLE_DEVICES."},
        {"mig-without-instances", 27, "MIG is switched on and no instance was made: create one, or switch MIG off."},
        {"ptx-rejected", 28, "The driver does not accept the kernels of the probe."},
        {"out-of-memory", 29, "The GPU has too little free memory."},
        {"gpu-lost", 30, "The GPU stopped answering: look for Xid messages in the kernel log, and give the machine back."},
        {"hang", 31, "A call of the driver did not return: the GPU or its driver hangs."},
        {"driver-error", 32, "The driver reported an error."},
        {"no-driver-library", 33,
         "The driver is loaded, and libcuda.so.1 is not there: the container needs the driver capability compute."},
        {"driver-too-old", 34, "The driver lacks functions that the probe needs: install a newer one."},
        {"device-unavailable", 35, "The GPU is in exclusive use or prohibited for computing."},
        {"fabric-not-ready", 36, "The system is not initialised: start the fabric manager (nvidia-fabricmanager)."},
        {"compat-not-supported", 37, "The libraries of cuda-compat do not work with this GPU: take their folder out of LD_LIBRARY_PATH."},
        {"crashed", 38, "The measuring process died, most likely inside the driver."},
        {"internal-error", 70, "The probe could not go on."},
    };
    static_assert(sizeof facts / sizeof *facts == static_cast<int>(Status::InternalError) + 1);
    return facts[static_cast<int>(status)];
}

int rankOf(Status status)
{
    switch (status) {
    case Status::InternalError: return 0;
    case Status::Hang: return 1;
    case Status::Crashed: return 2;
    case Status::GpuLost: return 3;
    case Status::Interrupted: return 5;
    case Status::TimeLimit: return 6;
    case Status::WrongResults: return 7;
    case Status::PtxRejected: return 8;
    case Status::OutOfMemory: return 9;
    case Status::DriverError: return 10;
    case Status::SomeFailed: return 11;
    case Status::Ok: return 12;
    default: return 4;
    }
}

Text Failure::toJson(const char *probe, int device) const
{
    Json json;
    json.beginObject().text("status", factsOf(status).word);
    if (call != nullptr)
        json.text("call", call);
    if (code != 0)
        json.whole("code", code);
    if (!name.isEmpty())
        json.text("name", name.get());
    if (!detail.isEmpty())
        json.text("detail", detail.get());
    if (probe != nullptr)
        json.text("probe", probe);
    if (device >= 0)
        json.whole("device", device);
    return json.endObject().get();
}

Status statusOfCuda(int code, Phase phase)
{
    switch (code) {
    case 2: return Status::OutOfMemory;
    case 34: return Status::StubLibrary;
    case 46: return Status::DeviceUnavailable;
    case 100: return Status::NoDevice;
    case 101: return phase == Phase::Starting ? Status::DeviceUnavailable : Status::DriverError;
    case 802: return Status::FabricNotReady;
    case 803: return Status::DriverMismatch;
    case 804: return Status::CompatNotSupported;
    case 209:
    case 218:
    case 221:
    case 222:
    case 223: return phase == Phase::Loading ? Status::PtxRejected : Status::DriverError;
    default: return phase == Phase::Measuring && isContextLost(code) ? Status::GpuLost : Status::DriverError;
    }
}

bool isContextLost(int code)
{
    switch (code) {
    case 214:  // uncorrectable ECC
    case 220:  // uncorrectable NVLink
    case 226:  // contained
    case 700:  // illegal address
    case 702:  // launch timed out
    case 710:
    case 714:
    case 715:
    case 716:
    case 717:
    case 718:  // faults that correct code does not cause
    case 719:  // launch failed
        return true;
    default: return false;
    }
}

}  // namespace trainyard::probe

// SPDX-License-Identifier: GPL-3.0-or-later
// What the driver and NVML report about one GPU before it is measured.
#pragma once

#include "core/device/probe/cudadriver.h"
#include "core/device/probe/nvml.h"

namespace trainyard::probe {

struct DeviceFacts {
    int index = 0, handle = 0;  // handle: the driver's CUdevice
    int major = 0, minor = 0, multiprocessors = 0;
    long long memoryBytes = kUnknown, l2Bytes = kUnknown;
    char name[128] = {}, pciAddress[32] = {};
    NvmlDevice nvml = nullptr;  // nullptr: NVML does not know it
    int otherProcesses = -1;    // -1: unknown
    long long utilization = kUnknown;

    // Used by others: a process computes on it, or it is busy with work that is not visible in this container.
    bool isBusy() const { return otherProcesses > 0 || (utilization != kUnknown && utilization > 5); }
};

// Fills `facts` and writes the report's object without its closing brace. False: the driver failed on it.
bool gatherDevice(CudaDriver &driver, Nvml &nvml, const Text &root, int index, DeviceFacts &facts, Json &json);

// Whether some GPU has MIG enabled but no instance: the driver then shows no device.
bool hasMigWithoutInstances(Nvml &nvml);

}  // namespace trainyard::probe

// SPDX-License-Identifier: GPL-3.0-or-later
// What the machine is, apart from its GPUs, and what of an NVIDIA driver it has: read from /proc, /sys, /dev and /etc.
#pragma once

#include "core/device/probe/text.h"

namespace trainyard::probe {

struct DriverTraces {
    bool hasGpu = false;  // an NVIDIA display or 3D controller on the PCI bus
    bool isModuleLoaded = false;
    bool hasDeviceFiles = false;  // /dev/nvidiactl and at least one /dev/nvidia0, 1, …
    bool isForbidden = false;     // a device file that exists may not be opened
    Text forbidden;               // which, and the system's word for why
};

// Writes the report's `host`. `root`: in front of all paths, empty on a real machine.
DriverTraces gatherHost(const Text &root, Json &json);

// The processors near a PCI device, as a list; empty when unknown. `address` like 00000000:1b:00.0.
Text processorsNear(const Text &root, const char *address);
long long numaNodeOf(const Text &root, const char *address);

}  // namespace trainyard::probe

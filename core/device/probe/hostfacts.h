// SPDX-License-Identifier: GPL-3.0-or-later
// Facts about the machine apart from its GPUs, and traces of an NVIDIA driver: read from /proc, /sys, /dev and /etc.
#pragma once

#include "core/device/probe/text.h"

namespace trainyard::probe {

struct DriverTraces {
    bool hasGpu = false;  // an NVIDIA display or 3D controller on the PCI bus
    bool isModuleLoaded = false;
    bool hasDeviceFiles = false;  // /dev/nvidiactl and at least one /dev/nvidia0, 1, …
    bool isForbidden = false;     // an existing device file may not be opened
    Text forbidden;               // which one, and the system's error text
};

// Writes the report's `host`. `root`: prefix for all paths, empty on a real machine.
DriverTraces gatherHost(const Text &root, Json &json);

// The processors near a PCI device, as a list; empty if unknown. `address` like 00000000:1b:00.0.
Text processorsNear(const Text &root, const char *address);
long long numaNodeOf(const Text &root, const char *address);

}  // namespace trainyard::probe

// SPDX-License-Identifier: GPL-3.0-or-later
// From "is there a driver?" to a list of devices, distinguishing every way in which that can fail.
#pragma once

#include "core/device/probe/cudadriver.h"
#include "core/device/probe/hostfacts.h"
#include "core/device/probe/nvml.h"

namespace trainyard::probe {

struct Startup {
    Failure failure;                   // its status is Ok if there are devices
    int devices = 0, cudaVersion = 0;  // 13000
    double seconds = 0;
};

Startup startDriver(CudaDriver &driver, Nvml &nvml, const DriverTraces &traces, const Text &directory);
Text driverJson(CudaDriver &driver, Nvml &nvml, const Startup &startup, const Text &libraryJson);

}  // namespace trainyard::probe

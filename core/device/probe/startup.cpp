// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/probe/startup.h"

#include "core/device/probe/devicefacts.h"
#include "core/device/probe/system.h"

namespace trainyard::probe {

namespace {

// Without a usable driver library the reason must come from the machine itself.
Status withoutLibrary(const DriverTraces &traces)
{
    if (traces.isModuleLoaded)
        return traces.hasDeviceFiles ? Status::NoDriverLibrary : Status::NoDeviceFiles;
    return traces.hasGpu ? Status::NoDriver : Status::NoGpu;
}

Status withoutDevice(Nvml &nvml, const DriverTraces &traces)
{
    if (hasMigWithoutInstances(nvml))
        return Status::MigWithoutInstances;
    if (!traces.isModuleLoaded)
        return traces.hasGpu ? Status::NoDriver : Status::NoGpu;
    if (!traces.hasDeviceFiles)
        return Status::NoDeviceFiles;
    return traces.isForbidden ? Status::NoPermission : Status::NoDevice;
}

Status afterInit(int code, Nvml &nvml, const DriverTraces &traces)
{
    constexpr int kNoDevice = 100, kOperatingSystem = 304, kUnknownError = 999;
    if (code == kNoDevice)
        return withoutDevice(nvml, traces);
    const Status status = statusOfCuda(code, Phase::Starting);
    if (status != Status::DriverError && status != Status::DeviceUnavailable)
        return status;
    if (nvml.startCode() == NvmlMismatch)
        return Status::DriverMismatch;
    if (nvml.startCode() == NvmlNoPermission || (traces.isForbidden && (code == kOperatingSystem || code == kUnknownError)))
        return Status::NoPermission;
    for (int i = 0; i < nvml.deviceCount(); ++i) {
        if (nvml.isLost(nvml.deviceNumber(i)))
            return Status::GpuLost;
    }
    return status;
}

}  // namespace

Startup startDriver(CudaDriver &driver, Nvml &nvml, const DriverTraces &traces, const Text &directory)
{
    Startup startup;
    if (!driver.open(directory)) {
        startup.failure.status = withoutLibrary(traces);
        startup.failure.call = "dlopen";
        startup.failure.detail = driver.library().error();
        nvml.open(directory);
        return startup;
    }
    if (!driver.isComplete()) {
        startup.failure.status = Status::DriverTooOld;
        startup.failure.call = driver.missing();
        return startup;
    }
    const double start = now();
    const bool isStarted = driver.run(driver.init, 0u);
    startup.seconds = now() - start;
    startup.failure = isStarted ? Failure() : driver.takeFailure(Phase::Starting);
    nvml.open(directory);
    if (!isStarted) {
        startup.failure.status = afterInit(startup.failure.code, nvml, traces);
        if (startup.failure.status == Status::NoPermission)
            startup.failure.detail = traces.forbidden;
        return startup;
    }
    driver.run(driver.driverVersion, &startup.cudaVersion);
    if (!driver.run(driver.deviceCount, &startup.devices)) {
        startup.failure = driver.takeFailure(Phase::Starting);
        startup.failure.status = afterInit(startup.failure.code, nvml, traces);
    } else if (startup.devices == 0) {
        startup.failure.status = withoutDevice(nvml, traces);
        startup.failure.call = driver.deviceCount.name;
    }
    return startup;
}

Text driverJson(CudaDriver &driver, Nvml &nvml, const Startup &startup, const Text &libraryJson)
{
    Json json;
    json.beginObject().textOrNull("library", driver.library().isOpen() ? driver.library().path() : Text());
    Text version;
    if (startup.cudaVersion > 0)
        version.addWhole(startup.cudaVersion / 1000).add(".").addWhole(startup.cudaVersion % 1000 / 10);
    json.textOrNull("cudaVersion", version).textOrNull("nvml", nvml.library().isOpen() ? nvml.library().path() : Text());
    json.whole("nvmlCode", nvml.library().isOpen() ? nvml.startCode() : kUnknown);
    json.textOrNull("version", nvml.driverVersion()).raw("cublasLt", libraryJson);
    json.real("initSeconds", startup.seconds > 0 ? startup.seconds : kNoNumber).endObject();
    return json.get();
}

}  // namespace trainyard::probe

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/probe/cudadriver.h"

namespace trainyard::probe {

bool CudaDriver::open(const Text &directory)
{
    const Text file = directory.isEmpty() ? Text("libcuda.so.1") : Text(directory).add("/libcuda.so.1");
    if (!m_library.open(m_watch, file))
        return false;
    const auto need = [this](auto &function) {
        if (!function.load(m_library) && m_missing == nullptr)
            m_missing = function.name;
    };
    need(init);
    need(driverVersion);
    need(deviceCount);
    need(device);
    need(deviceName);
    need(deviceMemory);
    need(attribute);
    need(pciBusId);
    need(retainContext);
    need(useContext);
    need(synchronize);
    need(memoryInfo);
    need(allocate);
    need(release);
    need(allocateHost);
    need(releaseHost);
    need(toDeviceAsync);
    need(toHostAsync);
    need(withinAsync);
    need(toDevice);
    need(toHost);
    need(toPeerAsync);
    need(fillAsync);
    need(createStream);
    need(destroyStream);
    need(waitForStream);
    need(createEvent);
    need(destroyEvent);
    need(recordEvent);
    need(waitForEvent);
    need(milliseconds);
    need(loadModule);
    need(unloadModule);
    need(kernel);
    need(launch);
    need(canAccessPeer);
    need(enablePeer);
    // The library of CUDA 13 keeps the older names next to the newer ones; older libraries lack the newer ones.
    uuid.load(m_library, "cuDeviceGetUuid");
    if (!releaseContext.load(m_library, "cuDevicePrimaryCtxRelease") && m_missing == nullptr)
        m_missing = releaseContext.name;
    errorName.load(m_library);
    return true;
}

void CudaDriver::fail(const char *call, int code)
{
    m_failure = Failure();
    m_failure.call = call;
    m_failure.code = code;
    const char *name = nullptr;
    if (errorName.isThere() && errorName.pointer(code, &name) == 0)
        m_failure.name = Text(name);
}

Failure CudaDriver::takeFailure(Phase phase) const
{
    Failure failure = m_failure;
    failure.status = statusOfCuda(failure.code, phase);
    return failure;
}

}  // namespace trainyard::probe

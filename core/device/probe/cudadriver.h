// SPDX-License-Identifier: GPL-3.0-or-later
// The CUDA driver API, using names that have been in libcuda.so.1 since CUDA 10.0 or longer. The watching process sees each call while it
// lasts; the last failure is kept with the call's name.
#pragma once

#include "core/device/probe/library.h"

namespace trainyard::probe {

using DevicePointer = unsigned long long;
struct ContextOpaque;
struct StreamOpaque;
struct EventOpaque;
struct ModuleOpaque;
struct FunctionOpaque;
using Context = ContextOpaque *;
using Stream = StreamOpaque *;
using Event = EventOpaque *;
using Module = ModuleOpaque *;
using Kernel = FunctionOpaque *;

struct DeviceUuid {
    unsigned char bytes[16];
};

// Numbers of the driver API: CUdevice_attribute and CUjit_option in cuda.h.
enum DeviceAttribute {
    AttributeClockKHz = 13,
    AttributeMultiprocessors = 16,
    AttributeIntegrated = 18,
    AttributeComputeMode = 20,
    AttributeEcc = 32,
    AttributeMemoryClockKHz = 36,
    AttributeBusBits = 37,
    AttributeL2Bytes = 38,
    AttributeMajor = 75,
    AttributeMinor = 76
};
inline constexpr int kJitInfoLog = 3, kJitInfoLogSize = 4, kJitErrorLog = 5, kJitErrorLogSize = 6;

class CudaDriver {
public:
    explicit CudaDriver(Watch &watch) : m_watch(watch) {}

    // Loads libcuda.so.1, only from `directory` if one is given. Does not start the driver.
    bool open(const Text &directory);
    bool isComplete() const { return m_missing == nullptr; }
    const char *missing() const { return m_missing; }
    const Library &library() const { return m_library; }

    // True if the call succeeded; otherwise see failure().
    template <typename... P, typename... A>
    bool run(const Function<int(P...)> &function, A... arguments)
    {
        int code;
        {
            const InCall guard(m_watch, function.name);
            code = function.pointer(static_cast<P>(arguments)...);
        }
        if (code == 0)
            return true;
        fail(function.name, code);
        return false;
    }
    const Failure &failure() const { return m_failure; }
    Failure takeFailure(Phase phase) const;

    Function<int(unsigned)> init{"cuInit"};
    Function<int(int *)> driverVersion{"cuDriverGetVersion"};
    Function<int(int *)> deviceCount{"cuDeviceGetCount"};
    Function<int(int *, int)> device{"cuDeviceGet"};
    Function<int(char *, int, int)> deviceName{"cuDeviceGetName"};
    Function<int(std::size_t *, int)> deviceMemory{"cuDeviceTotalMem_v2"};
    Function<int(int *, int, int)> attribute{"cuDeviceGetAttribute"};
    Function<int(char *, int, int)> pciBusId{"cuDeviceGetPCIBusId"};
    Function<int(DeviceUuid *, int)> uuid{"cuDeviceGetUuid_v2"};
    Function<int(Context *, int)> retainContext{"cuDevicePrimaryCtxRetain"};
    Function<int(int)> releaseContext{"cuDevicePrimaryCtxRelease_v2"};
    Function<int(Context)> useContext{"cuCtxSetCurrent"};
    Function<int()> synchronize{"cuCtxSynchronize"};
    Function<int(std::size_t *, std::size_t *)> memoryInfo{"cuMemGetInfo_v2"};
    Function<int(DevicePointer *, std::size_t)> allocate{"cuMemAlloc_v2"};
    Function<int(DevicePointer)> release{"cuMemFree_v2"};
    Function<int(void **, std::size_t, unsigned)> allocateHost{"cuMemHostAlloc"};
    Function<int(void *)> releaseHost{"cuMemFreeHost"};
    Function<int(DevicePointer, const void *, std::size_t, Stream)> toDeviceAsync{"cuMemcpyHtoDAsync_v2"};
    Function<int(void *, DevicePointer, std::size_t, Stream)> toHostAsync{"cuMemcpyDtoHAsync_v2"};
    Function<int(DevicePointer, DevicePointer, std::size_t, Stream)> withinAsync{"cuMemcpyDtoDAsync_v2"};
    Function<int(DevicePointer, const void *, std::size_t)> toDevice{"cuMemcpyHtoD_v2"};
    Function<int(void *, DevicePointer, std::size_t)> toHost{"cuMemcpyDtoH_v2"};
    Function<int(DevicePointer, Context, DevicePointer, Context, std::size_t, Stream)> toPeerAsync{"cuMemcpyPeerAsync"};
    Function<int(DevicePointer, unsigned char, std::size_t, Stream)> fillAsync{"cuMemsetD8Async"};
    Function<int(Stream *, unsigned)> createStream{"cuStreamCreate"};
    Function<int(Stream)> destroyStream{"cuStreamDestroy_v2"};
    Function<int(Stream)> waitForStream{"cuStreamSynchronize"};
    Function<int(Event *, unsigned)> createEvent{"cuEventCreate"};
    Function<int(Event)> destroyEvent{"cuEventDestroy_v2"};
    Function<int(Event, Stream)> recordEvent{"cuEventRecord"};
    Function<int(Event)> waitForEvent{"cuEventSynchronize"};
    Function<int(float *, Event, Event)> milliseconds{"cuEventElapsedTime"};
    Function<int(Module *, const void *, unsigned, int *, void **)> loadModule{"cuModuleLoadDataEx"};
    Function<int(Module)> unloadModule{"cuModuleUnload"};
    Function<int(Kernel *, Module, const char *)> kernel{"cuModuleGetFunction"};
    Function<int(Kernel, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, Stream, void **, void **)> launch{
        "cuLaunchKernel"};
    Function<int(int *, int, int)> canAccessPeer{"cuDeviceCanAccessPeer"};
    Function<int(Context, unsigned)> enablePeer{"cuCtxEnablePeerAccess"};
    Function<int(int, const char **)> errorName{"cuGetErrorName"};

private:
    void fail(const char *call, int code);

    Watch &m_watch;
    Library m_library;
    const char *m_missing = nullptr;
    Failure m_failure;
};

}  // namespace trainyard::probe

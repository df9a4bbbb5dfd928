// SPDX-License-Identifier: GPL-3.0-or-later
// A stand-in for libcuda.so.1: device memory is host memory, kernels run on the processor, and time is that of a made-up GPU. It identifies
// itself by a symbol that no driver has. FAKE_OLD: without what older drivers lack; FAKE_INCOMPLETE: unusable.
#include "tests/support/fakegpu/kernels.h"
#include "tests/support/fakegpu/script.h"

#include <cstdint>
#include <cstdio>
#include <map>

FAKE_EXPORT const int trainyardSimulated = 1;

namespace {

double g_milliseconds = 0;  // how much the made-up GPU has worked
std::map<std::uintptr_t, std::size_t> g_memory;
std::size_t g_held = 0;

std::size_t total() { return static_cast<std::size_t>(fake::fact("memory", 40)) << 20; }

struct Event {
    double at;
};

void spend(double milliseconds)
{
    // Slightly unsteady, as GPUs are, and the same each time.
    static unsigned step = 0;
    g_milliseconds += milliseconds * (1 + 0.002 * (step++ % 5));
}

constexpr double kDeviceBytes = 3.0e9, kLinkBytes = 5.0e7, kPageableBytes = 1.2e7, kPeerBytes = 4.0e8;  // per millisecond

int move(const char *name, void *to, const void *from, std::size_t bytes, double rate)
{
    std::memmove(to, from, bytes);
    if (fake::isWrong(name) && bytes > 16)
        static_cast<unsigned char *>(to)[bytes / 2] ^= 1;
    spend(static_cast<double>(bytes) / rate);
    return 0;
}

void *at(unsigned long long pointer) { return reinterpret_cast<void *>(pointer); }

}  // namespace

// For the stand-in of cuBLASLt, whose work takes time on this GPU.
FAKE_EXPORT void fakeSpend(double milliseconds) { spend(milliseconds); }

FAKE_EXPORT int cuInit(unsigned)
{
    FAKE_PLAY("cuInit");
    return 0;
}

#ifndef FAKE_INCOMPLETE

FAKE_EXPORT int cuDriverGetVersion(int *version)
{
    FAKE_PLAY("cuDriverGetVersion");
    *version = static_cast<int>(fake::fact("cuda", 13000));
    return 0;
}

FAKE_EXPORT int cuDeviceGetCount(int *count)
{
    FAKE_PLAY("cuDeviceGetCount");
    *count = static_cast<int>(fake::fact("gpus", 1));
    return 0;
}

FAKE_EXPORT int cuDeviceGet(int *device, int index)
{
    FAKE_PLAY("cuDeviceGet");
    *device = index;
    return 0;
}

FAKE_EXPORT int cuDeviceGetName(char *name, int size, int)
{
    FAKE_PLAY("cuDeviceGetName");
    std::snprintf(name, static_cast<std::size_t>(size), "Stand-in \"GPU\" \xC3\xA9");
    return 0;
}

FAKE_EXPORT int cuDeviceTotalMem_v2(std::size_t *bytes, int)
{
    FAKE_PLAY("cuDeviceTotalMem_v2");
    *bytes = total();
    return 0;
}

FAKE_EXPORT int cuDeviceGetAttribute(int *value, int attribute, int)
{
    FAKE_PLAY("cuDeviceGetAttribute");
    const int capability = static_cast<int>(fake::fact("capability", 90));
    switch (attribute) {
    case 13: *value = 1'980'000; return 0;
    case 16: *value = 4; return 0;
    case 18: *value = 0; return 0;
    case 20: *value = static_cast<int>(fake::fact("mode", 0)); return 0;
    case 32: *value = 1; return 0;
    case 36: *value = 2'619'000; return 0;
    case 37: *value = 5120; return 0;
    case 38: *value = 1 << 20; return 0;
    case 75: *value = capability / 10; return 0;
    case 76: *value = capability % 10; return 0;
    default: return 1;
    }
}

FAKE_EXPORT int cuDeviceGetPCIBusId(char *address, int size, int device)
{
    FAKE_PLAY("cuDeviceGetPCIBusId");
    std::snprintf(address, static_cast<std::size_t>(size), "0000:%02X:00.0", 0x1B + device);
    return 0;
}

#  ifdef FAKE_OLD
FAKE_EXPORT int cuDeviceGetUuid(unsigned char *bytes, int device)
#  else
FAKE_EXPORT int cuDeviceGetUuid_v2(unsigned char *bytes, int device)
#  endif
{
    for (int i = 0; i < 16; ++i)
        bytes[i] = static_cast<unsigned char>(i * 16 + device);
    return 0;
}

FAKE_EXPORT int cuDevicePrimaryCtxRetain(void **context, int device)
{
    FAKE_PLAY("cuDevicePrimaryCtxRetain");
    *context = reinterpret_cast<void *>(static_cast<std::uintptr_t>(device + 1));
    return 0;
}

#  ifdef FAKE_OLD
FAKE_EXPORT int cuDevicePrimaryCtxRelease(int)
#  else
FAKE_EXPORT int cuDevicePrimaryCtxRelease_v2(int)
#  endif
{
    FAKE_PLAY("cuDevicePrimaryCtxRelease");
    return 0;
}

FAKE_EXPORT int cuCtxSetCurrent(void *)
{
    FAKE_PLAY("cuCtxSetCurrent");
    return 0;
}

FAKE_EXPORT int cuCtxSynchronize()
{
    FAKE_PLAY("cuCtxSynchronize");
    return 0;
}

FAKE_EXPORT int cuMemGetInfo_v2(std::size_t *free, std::size_t *all)
{
    FAKE_PLAY("cuMemGetInfo_v2");
    *all = total();
    *free = total() - g_held;
    return 0;
}

FAKE_EXPORT int cuMemAlloc_v2(unsigned long long *pointer, std::size_t bytes)
{
    FAKE_PLAY("cuMemAlloc_v2");
    if (bytes == 0)
        return 1;
    void *memory = g_held + bytes > total() ? nullptr : std::malloc(bytes);
    if (memory == nullptr)
        return 2;
    std::memset(memory, 0x3C, bytes);  // never a value that a probe expects
    g_memory[reinterpret_cast<std::uintptr_t>(memory)] = bytes;
    g_held += bytes;
    *pointer = reinterpret_cast<unsigned long long>(memory);
    return 0;
}

FAKE_EXPORT int cuMemFree_v2(unsigned long long pointer)
{
    FAKE_PLAY("cuMemFree_v2");
    const auto found = g_memory.find(pointer);
    if (found == g_memory.end())
        return 1;
    g_held -= found->second;
    g_memory.erase(found);
    std::free(at(pointer));
    return 0;
}

FAKE_EXPORT int cuMemHostAlloc(void **pointer, std::size_t bytes, unsigned)
{
    FAKE_PLAY("cuMemHostAlloc");
    *pointer = std::malloc(bytes);
    return *pointer == nullptr ? 2 : 0;
}

FAKE_EXPORT int cuMemFreeHost(void *pointer)
{
    std::free(pointer);
    return 0;
}

FAKE_EXPORT int cuMemcpyHtoDAsync_v2(unsigned long long to, const void *from, std::size_t bytes, void *)
{
    FAKE_PLAY("cuMemcpyHtoDAsync_v2");
    return move("cuMemcpyHtoDAsync_v2", at(to), from, bytes, kLinkBytes);
}

FAKE_EXPORT int cuMemcpyDtoHAsync_v2(void *to, unsigned long long from, std::size_t bytes, void *)
{
    FAKE_PLAY("cuMemcpyDtoHAsync_v2");
    return move("cuMemcpyDtoHAsync_v2", to, at(from), bytes, kLinkBytes);
}

FAKE_EXPORT int cuMemcpyDtoDAsync_v2(unsigned long long to, unsigned long long from, std::size_t bytes, void *)
{
    FAKE_PLAY("cuMemcpyDtoDAsync_v2");
    return move("cuMemcpyDtoDAsync_v2", at(to), at(from), bytes, kDeviceBytes / 2);
}

FAKE_EXPORT int cuMemcpyHtoD_v2(unsigned long long to, const void *from, std::size_t bytes)
{
    FAKE_PLAY("cuMemcpyHtoD_v2");
    return move("cuMemcpyHtoD_v2", at(to), from, bytes, kPageableBytes);
}

FAKE_EXPORT int cuMemcpyDtoH_v2(void *to, unsigned long long from, std::size_t bytes)
{
    FAKE_PLAY("cuMemcpyDtoH_v2");
    return move("cuMemcpyDtoH_v2", to, at(from), bytes, kPageableBytes);
}

FAKE_EXPORT int cuMemcpyPeerAsync(unsigned long long to, void *, unsigned long long from, void *, std::size_t bytes, void *)
{
    FAKE_PLAY("cuMemcpyPeerAsync");
    return move("cuMemcpyPeerAsync", at(to), at(from), bytes, kPeerBytes);
}

FAKE_EXPORT int cuMemsetD8Async(unsigned long long to, unsigned char value, std::size_t bytes, void *)
{
    FAKE_PLAY("cuMemsetD8Async");
    std::memset(at(to), value, bytes);
    spend(static_cast<double>(bytes) / kDeviceBytes);
    return 0;
}

FAKE_EXPORT int cuStreamCreate(void **stream, unsigned)
{
    FAKE_PLAY("cuStreamCreate");
    *stream = reinterpret_cast<void *>(std::uintptr_t{1});
    return 0;
}

FAKE_EXPORT int cuStreamDestroy_v2(void *) { return 0; }

FAKE_EXPORT int cuStreamSynchronize(void *)
{
    FAKE_PLAY("cuStreamSynchronize");
    return 0;
}

FAKE_EXPORT int cuEventCreate(Event **event, unsigned)
{
    FAKE_PLAY("cuEventCreate");
    *event = new Event{0};
    return 0;
}

FAKE_EXPORT int cuEventDestroy_v2(Event *event)
{
    delete event;
    return 0;
}

FAKE_EXPORT int cuEventRecord(Event *event, void *)
{
    FAKE_PLAY("cuEventRecord");
    event->at = g_milliseconds;
    return 0;
}

FAKE_EXPORT int cuEventSynchronize(Event *)
{
    FAKE_PLAY("cuEventSynchronize");
    return 0;
}

FAKE_EXPORT int cuEventElapsedTime(float *milliseconds, Event *begin, Event *end)
{
    FAKE_PLAY("cuEventElapsedTime");
    *milliseconds = static_cast<float>(end->at - begin->at);
    return 0;
}

// Accepts PTX up to a version and for targets up to the device's, as drivers do.
FAKE_EXPORT int cuModuleLoadDataEx(void **module, const void *image, unsigned count, int *options, void **values)
{
    FAKE_PLAY("cuModuleLoadDataEx");
    const auto *text = static_cast<const char *>(image);
    const char *version = std::strstr(text, ".version "), *target = std::strstr(text, ".target sm_");
    int major = 0, minor = 0, capability = 0;
    if (version == nullptr || target == nullptr || std::sscanf(version, ".version %d.%d", &major, &minor) != 2
        || std::sscanf(target, ".target sm_%d", &capability) != 1)
        return 218;
    if (major * 10 + minor > fake::fact("ptx", 90)) {
        for (unsigned i = 0; i < count; ++i) {
            if (options[i] == 5)  // CU_JIT_ERROR_LOG_BUFFER
                std::strcpy(static_cast<char *>(values[i]), "ptxas application ptx input, line 2; fatal   : Unsupported .version\n");
        }
        return 222;
    }
    if (capability > fake::fact("capability", 90))
        return 209;
    *module = const_cast<void *>(image);
    return 0;
}

FAKE_EXPORT int cuModuleUnload(void *)
{
    FAKE_PLAY("cuModuleUnload");
    return 0;
}

FAKE_EXPORT int cuModuleGetFunction(const void **function, void *module, const char *name)
{
    FAKE_PLAY("cuModuleGetFunction");
    char entry[96];
    std::snprintf(entry, sizeof entry, ".entry %s(", name);
    *function = fake::findKernel(name);
    return *function == nullptr || std::strstr(static_cast<const char *>(module), entry) == nullptr ? 500 : 0;
}

FAKE_EXPORT int cuLaunchKernel(const fake::FakeKernel *kernel, unsigned x, unsigned y, unsigned z, unsigned threads, unsigned, unsigned,
                               unsigned, void *, void **arguments, void **)
{
    FAKE_PLAY("cuLaunchKernel");
    if (x == 0 || y == 0 || z == 0 || threads == 0 || threads > 1024)
        return 1;
    kernel->run(arguments);
    spend(kernel->milliseconds(arguments));
    return 0;
}

FAKE_EXPORT int cuDeviceCanAccessPeer(int *can, int, int)
{
    FAKE_PLAY("cuDeviceCanAccessPeer");
    *can = fake::fact("peers", 1) != 0 ? 1 : 0;
    return 0;
}

FAKE_EXPORT int cuCtxEnablePeerAccess(void *, unsigned)
{
    FAKE_PLAY("cuCtxEnablePeerAccess");
    static long enabled = 0;
    return enabled++ < 2 ? 0 : 704;
}

FAKE_EXPORT int cuGetErrorName(int code, const char **name)
{
    switch (code) {
    case 2: *name = "CUDA_ERROR_OUT_OF_MEMORY"; return 0;
    case 34: *name = "CUDA_ERROR_STUB_LIBRARY"; return 0;
    case 100: *name = "CUDA_ERROR_NO_DEVICE"; return 0;
    case 222: *name = "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"; return 0;
    case 719: *name = "CUDA_ERROR_LAUNCH_FAILED"; return 0;
    case 803: *name = "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH"; return 0;
    case 999: *name = "CUDA_ERROR_UNKNOWN"; return 0;
    default: return 1;
    }
}

#endif

// SPDX-License-Identifier: GPL-3.0-or-later
// A stand-in for libnvidia-ml.so.1. FAKE_OLD: only the names that drivers of the R418 branch have.
#include "tests/support/fakegpu/script.h"

#include <cstdint>
#include <cstdio>

FAKE_EXPORT const int trainyardSimulated = 1;

namespace {

using Device = std::uintptr_t;  // its number, starting at 1

constexpr int kNotFound = 6, kNotSupported = 3, kTooSmall = 7, kLost = 15;

int give(unsigned *to, long value)
{
    *to = static_cast<unsigned>(value);
    return 0;
}

struct OldProcess {
    unsigned pid;
    unsigned long long memory;
};
struct Process {
    unsigned pid;
    unsigned long long memory;
    unsigned gpuInstance, computeInstance;
};

template <typename Entry>
int processes(unsigned *count, Entry *to)
{
    const auto wanted = static_cast<unsigned>(fake::fact("processes", 0));
    const unsigned room = *count;
    *count = wanted;
    if (room < wanted)
        return kTooSmall;
    for (unsigned i = 0; i < wanted; ++i) {
        to[i] = Entry{};
        to[i].pid = 4000 + i;
        to[i].memory = i == 0 ? 1ull << 30 : ~0ull;
    }
    return 0;
}

struct OldPci {
    char address[16];
    unsigned domain, bus, device, deviceId, subsystemId;
};
struct Pci {
    OldPci old;
    char address[32];
};

}  // namespace

FAKE_EXPORT int nvmlInit_v2() { return static_cast<int>(fake::fact("nvml", 0)); }

FAKE_EXPORT int nvmlSystemGetDriverVersion(char *text, unsigned size)
{
    std::snprintf(text, size, "580.65.06");
    return 0;
}

FAKE_EXPORT int nvmlDeviceGetCount_v2(unsigned *count) { return give(count, fake::fact("gpus", 1)); }

FAKE_EXPORT int nvmlDeviceGetHandleByIndex_v2(unsigned index, Device *device)
{
    *device = index + 1;
    return 0;
}

#ifdef FAKE_OLD
FAKE_EXPORT int nvmlDeviceGetHandleByPciBusId(const char *address, Device *device)
#else
FAKE_EXPORT int nvmlDeviceGetHandleByPciBusId_v2(const char *address, Device *device)
#endif
{
    FAKE_PLAY("nvmlDeviceGetHandleByPciBusId");
    unsigned domain = 0, bus = 0;
    if (std::sscanf(address, "%x:%x:", &domain, &bus) != 2 || bus < 0x1B)
        return kNotFound;
    *device = bus - 0x1B + 1;
    return 0;
}

#ifdef FAKE_OLD
FAKE_EXPORT int nvmlDeviceGetPciInfo(Device, OldPci *facts)
{
    *facts = OldPci{};
    facts->deviceId = 0x2330'10DE;
    return 0;
}
#else
FAKE_EXPORT int nvmlDeviceGetPciInfo_v3(Device device, Pci *facts)
{
    *facts = Pci{};
    facts->old.deviceId = 0x2330'10DE;
    std::snprintf(facts->address, sizeof facts->address, "00000000:%02X:00.0", static_cast<unsigned>(0x1B + device - 1));
    return 0;
}
#endif

FAKE_EXPORT int nvmlDeviceGetMemoryInfo(Device, unsigned long long (*memory)[3])
{
    const unsigned long long total = static_cast<unsigned long long>(fake::fact("memory", 40)) << 20;
    (*memory)[0] = total;
    (*memory)[1] = total - (4ull << 20);
    (*memory)[2] = 4ull << 20;
    return 0;
}

FAKE_EXPORT int nvmlDeviceGetUtilizationRates(Device, unsigned (*rates)[2])
{
    (*rates)[0] = static_cast<unsigned>(fake::fact("utilization", 0));
    (*rates)[1] = 0;
    return 0;
}

FAKE_EXPORT int nvmlDeviceGetClockInfo(Device, unsigned clock, unsigned *value) { return give(value, clock == 2 ? 2619 : 1755); }
FAKE_EXPORT int nvmlDeviceGetMaxClockInfo(Device, unsigned clock, unsigned *value) { return give(value, clock == 2 ? 2619 : 1980); }
FAKE_EXPORT int nvmlDeviceGetPowerUsage(Device, unsigned *value) { return give(value, 645'300); }
FAKE_EXPORT int nvmlDeviceGetEnforcedPowerLimit(Device, unsigned *value) { return give(value, 700'000); }
FAKE_EXPORT int nvmlDeviceGetCurrPcieLinkGeneration(Device, unsigned *value) { return give(value, 5); }
FAKE_EXPORT int nvmlDeviceGetCurrPcieLinkWidth(Device, unsigned *value) { return give(value, fake::fact("width", 16)); }
FAKE_EXPORT int nvmlDeviceGetMaxPcieLinkGeneration(Device, unsigned *value) { return give(value, 5); }
FAKE_EXPORT int nvmlDeviceGetMaxPcieLinkWidth(Device, unsigned *value) { return give(value, 16); }
FAKE_EXPORT int nvmlDeviceGetPcieReplayCounter(Device, unsigned *) { return kNotSupported; }
FAKE_EXPORT int nvmlDeviceGetPersistenceMode(Device, unsigned *value) { return give(value, 1); }

FAKE_EXPORT int nvmlDeviceGetTemperature(Device, unsigned, unsigned *value)
{
    FAKE_PLAY("nvmlDeviceGetTemperature");
    return fake::fact("lost", 0) != 0 ? kLost : give(value, 61);
}

FAKE_EXPORT int nvmlDeviceGetEccMode(Device, unsigned *current, unsigned *pending)
{
    *pending = 1;
    return give(current, 1);
}

FAKE_EXPORT int nvmlDeviceGetTotalEccErrors(Device, unsigned, unsigned, unsigned long long *value)
{
    *value = 0;
    return 0;
}

#ifdef FAKE_OLD
FAKE_EXPORT int nvmlDeviceGetCurrentClocksThrottleReasons(Device, unsigned long long *bits)
#else
FAKE_EXPORT int nvmlDeviceGetCurrentClocksEventReasons(Device, unsigned long long *bits)
#endif
{
    *bits = static_cast<unsigned long long>(fake::fact("throttle", 4));
    return 0;
}

#ifdef FAKE_OLD
FAKE_EXPORT int nvmlDeviceGetComputeRunningProcesses(Device, unsigned *count, OldProcess *to) { return processes(count, to); }
#else
FAKE_EXPORT int nvmlDeviceGetComputeRunningProcesses_v3(Device, unsigned *count, Process *to) { return processes(count, to); }

FAKE_EXPORT int nvmlDeviceGetMigMode(Device, unsigned *current, unsigned *pending)
{
    *pending = 0;
    return give(current, fake::fact("mig", 0));
}
FAKE_EXPORT int nvmlDeviceGetMaxMigDeviceCount(Device, unsigned *value) { return give(value, 7); }
FAKE_EXPORT int nvmlDeviceGetMigDeviceHandleByIndex(Device, unsigned, Device *) { return kNotFound; }
FAKE_EXPORT int nvmlDeviceGetRemappedRows(Device, unsigned *correctable, unsigned *uncorrectable, unsigned *pending, unsigned *failed)
{
    *correctable = 2;
    *uncorrectable = *pending = *failed = 0;
    return 0;
}
FAKE_EXPORT int nvmlDeviceGetNvLinkState(Device, unsigned link, unsigned *value)
{
    return link < 2 && fake::fact("gpus", 1) > 1 ? give(value, 1) : kNotSupported;
}
FAKE_EXPORT int nvmlDeviceGetNvLinkVersion(Device, unsigned, unsigned *value) { return give(value, 4); }
FAKE_EXPORT int nvmlDeviceGetNvLinkRemotePciInfo_v2(Device device, unsigned, Pci *facts)
{
    *facts = Pci{};
    std::snprintf(facts->address, sizeof facts->address, "00000000:%02X:00.0", device == 1 ? 0x1C : 0x1B);
    return 0;
}
#endif

// SPDX-License-Identifier: GPL-3.0-or-later
// NVML, if libnvidia-ml.so.1 exists: what the driver knows about the GPUs beyond computing. The prototypes are written by hand, because
// nvml.h is not part of every toolkit. Every function may be missing, and every answer may be "not supported"; the value is then unknown.
#pragma once

#include "core/device/probe/library.h"

namespace trainyard::probe {

using NvmlDevice = void *;

// As in nvml.h.
enum NvmlResult { NvmlOk = 0, NvmlNoPermission = 4, NvmlTooSmall = 7, NvmlNoDriver = 9, NvmlLost = 15, NvmlMismatch = 18 };
enum NvmlClock { NvmlSmClock = 1, NvmlMemoryClock = 2 };

struct NvmlMemory {
    unsigned long long total, free, used;
};
struct NvmlUtilization {
    unsigned gpu, memory;
};
// From version 3 on; version 1 lacks the last two members, so its entries have 16 bytes instead of 24.
struct NvmlProcess {
    unsigned pid;
    unsigned long long memory;
    unsigned gpuInstance, computeInstance;
};
struct NvmlField {
    unsigned id, scope;
    long long timestamp, latency;
    int type, result;
    union {
        double real;
        unsigned whole;
        unsigned long long wholeLong;
    } value;
};
// The same in all versions up to here; later ones have more members.
struct NvmlPci {
    char shortAddress[16];
    unsigned domain, bus, device, deviceId, subsystemId;
    char address[32];
    char room[64];
};

class Nvml {
public:
    explicit Nvml(Watch &watch) : m_watch(watch) {}
    void open(const Text &directory);

    bool isReady() const { return m_isReady; }
    int startCode() const { return m_startCode; }  // of nvmlInit_v2; 0 also when there is no library
    const Library &library() const { return m_library; }
    Text driverVersion();
    NvmlDevice deviceAt(const char *pciAddress);  // nullptr: unknown
    int deviceCount();
    NvmlDevice deviceNumber(int index);

    // kUnknown if NVML does not report it.
    long long number(const Function<int(NvmlDevice, unsigned *)> &function, NvmlDevice device);
    long long number(const Function<int(NvmlDevice, unsigned, unsigned *)> &function, NvmlDevice device, unsigned which);
    long long bigNumber(const Function<int(NvmlDevice, unsigned long long *)> &function, NvmlDevice device);
    long long memoryTemperature(NvmlDevice device);
    long long eccErrors(NvmlDevice device, unsigned type, unsigned counter);
    bool eccMode(NvmlDevice device, unsigned &current);
    bool migMode(NvmlDevice device, unsigned &current);
    int migInstances(NvmlDevice device);  // -1: unknown
    bool remappedRows(NvmlDevice device, unsigned (&rows)[4]);
    bool powerLimits(NvmlDevice device, unsigned &minimum, unsigned &maximum);
    bool pci(NvmlDevice device, NvmlPci &facts);
    Text uuid(NvmlDevice device);
    bool memory(NvmlDevice device, NvmlMemory &facts);
    bool utilization(NvmlDevice device, NvmlUtilization &facts);
    bool linkRemote(NvmlDevice device, unsigned link, Text &address);
    // The number written; -1: unknown.
    int processes(NvmlDevice device, NvmlProcess *to, int room);
    bool isLost(NvmlDevice device);

    Function<int(NvmlDevice, unsigned, unsigned *)> clock{"nvmlDeviceGetClockInfo"}, maxClock{"nvmlDeviceGetMaxClockInfo"},
        temperature{"nvmlDeviceGetTemperature"}, threshold{"nvmlDeviceGetTemperatureThreshold"}, linkState{"nvmlDeviceGetNvLinkState"},
        linkVersion{"nvmlDeviceGetNvLinkVersion"};
    Function<int(NvmlDevice, unsigned *)> powerUsage{"nvmlDeviceGetPowerUsage"}, powerLimit{"nvmlDeviceGetEnforcedPowerLimit"},
        defaultPowerLimit{"nvmlDeviceGetPowerManagementDefaultLimit"}, generation{"nvmlDeviceGetCurrPcieLinkGeneration"},
        width{"nvmlDeviceGetCurrPcieLinkWidth"}, maxGeneration{"nvmlDeviceGetMaxPcieLinkGeneration"},
        maxWidth{"nvmlDeviceGetMaxPcieLinkWidth"}, replays{"nvmlDeviceGetPcieReplayCounter"}, persistence{"nvmlDeviceGetPersistenceMode"},
        computeMode{"nvmlDeviceGetComputeMode"}, maxMigDevices{"nvmlDeviceGetMaxMigDeviceCount"};
    Function<int(NvmlDevice, unsigned long long *)> throttle{"nvmlDeviceGetCurrentClocksEventReasons"};

private:
    template <typename... P, typename... A>
    int call(const Function<int(P...)> &function, A... arguments)
    {
        if (!m_isReady || !function.isThere())
            return -1;
        const InCall guard(m_watch, function.name);
        return function.pointer(static_cast<P>(arguments)...);
    }

    Watch &m_watch;
    Library m_library;
    bool m_isReady = false;
    int m_startCode = 0;
    bool m_hasOldProcesses = false;

    Function<int()> m_init{"nvmlInit_v2"};
    Function<int(char *, unsigned)> m_driverVersion{"nvmlSystemGetDriverVersion"};
    Function<int(unsigned *)> m_count{"nvmlDeviceGetCount_v2"};
    Function<int(unsigned, NvmlDevice *)> m_byIndex{"nvmlDeviceGetHandleByIndex_v2"};
    Function<int(const char *, NvmlDevice *)> m_byAddress{"nvmlDeviceGetHandleByPciBusId_v2"};
    Function<int(NvmlDevice, int, NvmlField *)> m_fields{"nvmlDeviceGetFieldValues"};
    Function<int(NvmlDevice, unsigned, unsigned, unsigned long long *)> m_ecc{"nvmlDeviceGetTotalEccErrors"};
    Function<int(NvmlDevice, unsigned *, unsigned *)> m_eccMode{"nvmlDeviceGetEccMode"}, m_migMode{"nvmlDeviceGetMigMode"},
        m_limits{"nvmlDeviceGetPowerManagementLimitConstraints"};
    Function<int(NvmlDevice, unsigned, NvmlDevice *)> m_migDevice{"nvmlDeviceGetMigDeviceHandleByIndex"};
    Function<int(NvmlDevice, unsigned *, unsigned *, unsigned *, unsigned *)> m_rows{"nvmlDeviceGetRemappedRows"};
    Function<int(NvmlDevice, NvmlPci *)> m_pci{"nvmlDeviceGetPciInfo_v3"};
    Function<int(NvmlDevice, char *, unsigned)> m_uuid{"nvmlDeviceGetUUID"};
    Function<int(NvmlDevice, NvmlMemory *)> m_memory{"nvmlDeviceGetMemoryInfo"};
    Function<int(NvmlDevice, NvmlUtilization *)> m_utilization{"nvmlDeviceGetUtilizationRates"};
    Function<int(NvmlDevice, unsigned, NvmlPci *)> m_remote{"nvmlDeviceGetNvLinkRemotePciInfo_v2"};
    Function<int(NvmlDevice, unsigned *, void *)> m_processes{"nvmlDeviceGetComputeRunningProcesses_v3"};
};

}  // namespace trainyard::probe

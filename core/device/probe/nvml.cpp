// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/probe/nvml.h"

#include <cstring>

namespace trainyard::probe {

void Nvml::open(const Text &directory)
{
    if (!m_library.open(m_watch, directory.isEmpty() ? Text("libnvidia-ml.so.1") : Text(directory).add("/libnvidia-ml.so.1")))
        return;
    if (!m_init.load(m_library, "nvmlInit"))
        return;
    m_isReady = true;  // so that call() lets it through
    m_startCode = call(m_init);
    m_isReady = m_startCode == NvmlOk;
    m_driverVersion.load(m_library);
    m_count.load(m_library, "nvmlDeviceGetCount");
    m_byIndex.load(m_library, "nvmlDeviceGetHandleByIndex");
    m_byAddress.load(m_library, "nvmlDeviceGetHandleByPciBusId");
    m_fields.load(m_library);
    m_ecc.load(m_library);
    m_eccMode.load(m_library);
    m_migMode.load(m_library);
    m_limits.load(m_library);
    m_migDevice.load(m_library);
    m_rows.load(m_library);
    m_pci.load(m_library, "nvmlDeviceGetPciInfo_v2", "nvmlDeviceGetPciInfo");
    m_uuid.load(m_library);
    m_memory.load(m_library);
    m_utilization.load(m_library);
    m_remote.load(m_library, "nvmlDeviceGetNvLinkRemotePciInfo");
    m_processes.load(m_library, "nvmlDeviceGetComputeRunningProcesses_v2", "nvmlDeviceGetComputeRunningProcesses");
    m_hasOldProcesses = m_processes.isThere() && strcmp(m_processes.name, "nvmlDeviceGetComputeRunningProcesses") == 0;
    Function<int(NvmlDevice, unsigned, unsigned *)> *const selected[] = {&clock,     &maxClock,  &temperature,
                                                                         &threshold, &linkState, &linkVersion};
    for (auto *function : selected)
        function->load(m_library);
    Function<int(NvmlDevice, unsigned *)> *const plain[] = {&powerUsage,  &powerLimit,    &defaultPowerLimit, &generation,
                                                            &width,       &maxGeneration, &maxWidth,          &replays,
                                                            &persistence, &computeMode,   &maxMigDevices};
    for (auto *function : plain)
        function->load(m_library);
    throttle.load(m_library, "nvmlDeviceGetCurrentClocksThrottleReasons");
}

Text Nvml::driverVersion()
{
    char text[96] = {};
    return call(m_driverVersion, text, sizeof text - 1) == NvmlOk ? Text(text) : Text();
}

NvmlDevice Nvml::deviceAt(const char *pciAddress)
{
    NvmlDevice device = nullptr;
    return call(m_byAddress, pciAddress, &device) == NvmlOk ? device : nullptr;
}

int Nvml::deviceCount()
{
    unsigned count = 0;
    return call(m_count, &count) == NvmlOk ? static_cast<int>(count) : 0;
}

NvmlDevice Nvml::deviceNumber(int index)
{
    NvmlDevice device = nullptr;
    return call(m_byIndex, index, &device) == NvmlOk ? device : nullptr;
}

long long Nvml::number(const Function<int(NvmlDevice, unsigned *)> &function, NvmlDevice device)
{
    unsigned value = 0;
    return device != nullptr && call(function, device, &value) == NvmlOk ? static_cast<long long>(value) : kUnknown;
}

long long Nvml::number(const Function<int(NvmlDevice, unsigned, unsigned *)> &function, NvmlDevice device, unsigned which)
{
    unsigned value = 0;
    return device != nullptr && call(function, device, which, &value) == NvmlOk ? static_cast<long long>(value) : kUnknown;
}

long long Nvml::bigNumber(const Function<int(NvmlDevice, unsigned long long *)> &function, NvmlDevice device)
{
    unsigned long long value = 0;
    return device != nullptr && call(function, device, &value) == NvmlOk ? static_cast<long long>(value) : kUnknown;
}

long long Nvml::memoryTemperature(NvmlDevice device)
{
    constexpr unsigned kMemoryTemperature = 82;  // NVML_FI_DEV_MEMORY_TEMP
    NvmlField field{};
    field.id = kMemoryTemperature;
    if (device == nullptr || call(m_fields, device, 1, &field) != NvmlOk || field.result != NvmlOk || field.value.whole == 0)
        return kUnknown;  // boards without the sensor report 0
    return field.value.whole;
}

long long Nvml::eccErrors(NvmlDevice device, unsigned type, unsigned counter)
{
    unsigned long long value = 0;
    return device != nullptr && call(m_ecc, device, type, counter, &value) == NvmlOk ? static_cast<long long>(value) : kUnknown;
}

bool Nvml::eccMode(NvmlDevice device, unsigned &current)
{
    unsigned pending = 0;
    return device != nullptr && call(m_eccMode, device, &current, &pending) == NvmlOk;
}

bool Nvml::migMode(NvmlDevice device, unsigned &current)
{
    unsigned pending = 0;
    return device != nullptr && call(m_migMode, device, &current, &pending) == NvmlOk;
}

int Nvml::migInstances(NvmlDevice device)
{
    const long long most = number(maxMigDevices, device);
    if (most == kUnknown || !m_migDevice.isThere())
        return -1;
    int count = 0;
    for (long long i = 0; i < most; ++i) {
        NvmlDevice instance = nullptr;
        count += call(m_migDevice, device, i, &instance) == NvmlOk ? 1 : 0;
    }
    return count;
}

bool Nvml::remappedRows(NvmlDevice device, unsigned (&rows)[4])
{
    return device != nullptr && call(m_rows, device, &rows[0], &rows[1], &rows[2], &rows[3]) == NvmlOk;
}

bool Nvml::powerLimits(NvmlDevice device, unsigned &minimum, unsigned &maximum)
{
    return device != nullptr && call(m_limits, device, &minimum, &maximum) == NvmlOk;
}

bool Nvml::pci(NvmlDevice device, NvmlPci &facts)
{
    facts = NvmlPci();
    return device != nullptr && call(m_pci, device, &facts) == NvmlOk;
}

Text Nvml::uuid(NvmlDevice device)
{
    char text[97] = {};
    return device != nullptr && call(m_uuid, device, text, sizeof text - 1) == NvmlOk ? Text(text) : Text();
}

bool Nvml::memory(NvmlDevice device, NvmlMemory &facts) { return device != nullptr && call(m_memory, device, &facts) == NvmlOk; }

bool Nvml::utilization(NvmlDevice device, NvmlUtilization &facts)
{
    return device != nullptr && call(m_utilization, device, &facts) == NvmlOk;
}

bool Nvml::linkRemote(NvmlDevice device, unsigned link, Text &address)
{
    NvmlPci remote{};
    if (device == nullptr || call(m_remote, device, link, &remote) != NvmlOk)
        return false;
    remote.address[sizeof remote.address - 1] = '\0';
    remote.shortAddress[sizeof remote.shortAddress - 1] = '\0';
    address = Text(remote.address[0] != '\0' ? remote.address : remote.shortAddress);
    return !address.isEmpty();
}

int Nvml::processes(NvmlDevice device, NvmlProcess *to, int room)
{
    if (device == nullptr || !m_processes.isThere())
        return -1;
    constexpr int kMax = 256;
    alignas(8) unsigned char bytes[kMax * 24];
    unsigned count = kMax;
    const int result = call(m_processes, device, &count, bytes);
    if (result == NvmlTooSmall)
        return room < kMax ? room : kMax;  // more than anyone wants to see listed; the GPU may have more
    if (result != NvmlOk)
        return -1;
    int found = 0;
    for (unsigned i = 0; i < count && i < kMax && found < room; ++i, ++found) {
        const unsigned char *entry = bytes + i * (m_hasOldProcesses ? 16 : 24);
        to[found] = NvmlProcess{};
        memcpy(&to[found].pid, entry, sizeof to->pid);
        memcpy(&to[found].memory, entry + 8, sizeof to->memory);
    }
    return found;
}

bool Nvml::isLost(NvmlDevice device)
{
    unsigned value = 0;
    return device != nullptr && call(temperature, device, 0, &value) == NvmlLost;
}

}  // namespace trainyard::probe

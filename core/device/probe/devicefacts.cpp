// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/probe/devicefacts.h"

#include "core/device/probe/hostfacts.h"

#include <cstdio>
#include <unistd.h>

namespace trainyard::probe {

namespace {

double scaled(long long value, double unit) { return value == kUnknown ? kNoNumber : static_cast<double>(value) * unit; }

void writeEcc(Nvml &nvml, NvmlDevice device, Json &json)
{
    unsigned mode = 0;
    json.beginObject("ecc").flagOrNull("enabled", nvml.eccMode(device, mode) ? static_cast<int>(mode) : -1);
    json.whole("correctedVolatile", nvml.eccErrors(device, 0, 0)).whole("uncorrectedVolatile", nvml.eccErrors(device, 1, 0));
    json.whole("correctedAggregate", nvml.eccErrors(device, 0, 1)).whole("uncorrectedAggregate", nvml.eccErrors(device, 1, 1));
    json.endObject();
    unsigned rows[4] = {};
    if (nvml.remappedRows(device, rows)) {
        json.beginObject("remappedRows").whole("correctable", rows[0]).whole("uncorrectable", rows[1]);
        json.flag("isPending", rows[2] != 0).flag("hasFailed", rows[3] != 0).endObject();
    } else {
        json.null("remappedRows");
    }
}

void writePower(Nvml &nvml, NvmlDevice device, Json &json)
{
    unsigned least = 0, most = 0;
    const bool hasLimits = nvml.powerLimits(device, least, most);
    json.beginObject("power").real("limitW", scaled(nvml.number(nvml.powerLimit, device), 1e-3));
    json.real("defaultLimitW", scaled(nvml.number(nvml.defaultPowerLimit, device), 1e-3));
    json.real("minLimitW", hasLimits ? least * 1e-3 : kNoNumber).real("maxLimitW", hasLimits ? most * 1e-3 : kNoNumber);
    json.real("drawW", scaled(nvml.number(nvml.powerUsage, device), 1e-3)).endObject();
    json.beginObject("temperature").whole("gpuC", nvml.number(nvml.temperature, device, 0));
    json.whole("slowdownC", nvml.number(nvml.threshold, device, 1)).whole("shutdownC", nvml.number(nvml.threshold, device, 0));
    json.endObject();
}

void writeLinks(Nvml &nvml, NvmlDevice device, Json &json)
{
    json.beginObject("pcie").whole("maxGeneration", nvml.number(nvml.maxGeneration, device));
    json.whole("maxWidth", nvml.number(nvml.maxWidth, device)).whole("generation", nvml.number(nvml.generation, device));
    json.whole("width", nvml.number(nvml.width, device)).whole("replays", nvml.number(nvml.replays, device)).endObject();
    constexpr unsigned kMaxLinks = 18;  // NVML_NVLINK_MAX_LINKS
    json.beginArray("nvlinks");
    for (unsigned link = 0; link < kMaxLinks; ++link) {
        const long long state = nvml.number(nvml.linkState, device, link);
        if (state == kUnknown)
            continue;
        Text remote;
        json.beginObject().whole("link", link).flag("isActive", state != 0);
        json.whole("version", nvml.number(nvml.linkVersion, device, link));
        json.text("remoteAddress", nvml.linkRemote(device, link, remote) ? remote.get() : nullptr).endObject();
    }
    json.endArray();
}

void writeUse(Nvml &nvml, DeviceFacts &facts, Json &json)
{
    NvmlUtilization use{};
    if (nvml.utilization(facts.nvml, use))
        facts.utilization = use.gpu;
    json.whole("utilization", facts.utilization);
    NvmlProcess processes[64];
    const int count = nvml.processes(facts.nvml, processes, 64);
    if (count < 0) {
        json.null("processes");
        return;
    }
    facts.otherProcesses = 0;
    json.beginArray("processes");
    for (int i = 0; i < count; ++i) {
        if (processes[i].pid == static_cast<unsigned>(getpid()))
            continue;
        ++facts.otherProcesses;
        const bool isKnown = processes[i].memory != ~0ull;  // NVML_VALUE_NOT_AVAILABLE
        json.beginObject().whole("pid", processes[i].pid);
        json.whole("memoryBytes", isKnown ? static_cast<long long>(processes[i].memory) : kUnknown).text("kind", "compute").endObject();
    }
    json.endArray();
}

}  // namespace

bool gatherDevice(CudaDriver &driver, Nvml &nvml, const Text &root, int index, DeviceFacts &facts, Json &json)
{
    facts.index = index;
    std::size_t memory = 0;
    if (!driver.run(driver.device, &facts.handle, index)
        || !driver.run(driver.deviceName, facts.name, static_cast<int>(sizeof facts.name) - 1, facts.handle)
        || !driver.run(driver.attribute, &facts.major, static_cast<int>(AttributeMajor), facts.handle)
        || !driver.run(driver.attribute, &facts.minor, static_cast<int>(AttributeMinor), facts.handle))
        return false;
    const auto attribute = [&](DeviceAttribute which) -> long long {
        int value = 0;
        return driver.run(driver.attribute, &value, static_cast<int>(which), facts.handle) ? value : kUnknown;
    };
    if (driver.run(driver.deviceMemory, &memory, facts.handle))
        facts.memoryBytes = static_cast<long long>(memory);
    const long long multiprocessors = attribute(AttributeMultiprocessors);
    facts.multiprocessors = multiprocessors == kUnknown ? 0 : static_cast<int>(multiprocessors);
    facts.l2Bytes = attribute(AttributeL2Bytes);
    char address[sizeof facts.pciAddress] = {};
    if (driver.run(driver.pciBusId, address, static_cast<int>(sizeof address) - 1, facts.handle)) {
        // The driver writes four digits of domain in upper case, NVML eight: the report has NVML's, in lower case.
        snprintf(facts.pciAddress, sizeof facts.pciAddress, "%s%.20s", address[4] == ':' ? "0000" : "", address);
        for (char *c = facts.pciAddress; *c != '\0'; ++c)
            *c = *c >= 'A' && *c <= 'F' ? static_cast<char>(*c + 32) : *c;
        facts.nvml = nvml.deviceAt(facts.pciAddress);
    }

    char uuid[48] = {};
    DeviceUuid bytes{};
    if (driver.uuid.isThere() && driver.run(driver.uuid, &bytes, facts.handle)) {
        int at = snprintf(uuid, sizeof uuid, "GPU-");
        for (int i = 0; i < 16; ++i)
            at += snprintf(uuid + at, sizeof uuid - static_cast<std::size_t>(at), i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" : "%02x",
                           bytes.bytes[i]);
    }
    NvmlPci pci;
    char deviceId[8] = {};
    if (nvml.pci(facts.nvml, pci))
        snprintf(deviceId, sizeof deviceId, "%04x", pci.deviceId >> 16);
    NvmlMemory use{};
    const bool hasUse = nvml.memory(facts.nvml, use);

    json.beginObject().whole("index", index).text("name", facts.name).text("uuid", uuid[0] != '\0' ? uuid : nullptr);
    json.text("pciAddress", facts.pciAddress[0] != '\0' ? facts.pciAddress : nullptr);
    json.text("pciDeviceId", deviceId[0] != '\0' ? deviceId : nullptr);
    json.textOrNull("computeCapability", Text().addWhole(facts.major).add(".").addWhole(facts.minor));
    json.whole("multiprocessors", multiprocessors).whole("memoryBytes", facts.memoryBytes);
    json.whole("freeBytes", hasUse ? static_cast<long long>(use.free) : kUnknown).whole("l2Bytes", facts.l2Bytes);
    json.whole("memoryBusBits", attribute(AttributeBusBits));
    const long long sm = nvml.number(nvml.maxClock, facts.nvml, NvmlSmClock),
                    memoryClock = nvml.number(nvml.maxClock, facts.nvml, NvmlMemoryClock);
    const double smKHz = scaled(attribute(AttributeClockKHz), 1e-3), memoryKHz = scaled(attribute(AttributeMemoryClockKHz), 1e-3);
    json.real("maxSmMHz", sm != kUnknown ? static_cast<double>(sm) : smKHz > 0 ? smKHz : kNoNumber);
    json.real("maxMemoryMHz", memoryClock != kUnknown ? static_cast<double>(memoryClock) : memoryKHz > 0 ? memoryKHz : kNoNumber);
    json.whole("numaNode", numaNodeOf(root, facts.pciAddress));
    const long long integrated = attribute(AttributeIntegrated), mode = attribute(AttributeComputeMode);
    json.flagOrNull("isIntegrated", integrated == kUnknown ? -1 : integrated != 0);
    json.text("computeMode", mode == 0 ? "default" : mode == 2 ? "prohibited" : mode == 3 ? "exclusive-process" : nullptr);
    writeEcc(nvml, facts.nvml, json);
    unsigned isMig = 0;
    if (nvml.migMode(facts.nvml, isMig)) {
        const int instances = nvml.migInstances(facts.nvml);
        json.beginObject("mig").flag("isEnabled", isMig != 0).whole("instances", instances < 0 ? kUnknown : instances).endObject();
    } else {
        json.null("mig");
    }
    writePower(nvml, facts.nvml, json);
    writeLinks(nvml, facts.nvml, json);
    const long long persistence = nvml.number(nvml.persistence, facts.nvml);
    json.flagOrNull("persistence", persistence == kUnknown ? -1 : persistence != 0);
    writeUse(nvml, facts, json);
    return true;
}

bool hasMigWithoutInstances(Nvml &nvml)
{
    const int count = nvml.deviceCount();
    for (int i = 0; i < count; ++i) {
        const NvmlDevice device = nvml.deviceNumber(i);
        unsigned isMig = 0;
        if (nvml.migMode(device, isMig) && isMig != 0 && nvml.migInstances(device) == 0)
            return true;
    }
    return false;
}

}  // namespace trainyard::probe

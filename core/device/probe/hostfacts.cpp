// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/probe/hostfacts.h"

#include "core/device/probe/system.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <gnu/libc-version.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace trainyard::probe {

namespace {

// The rest of the line that starts with `start`, without surrounding blanks and quotes.
Text lineAfter(const Text &text, const char *start)
{
    for (const char *at = text.get(); (at = strstr(at, start)) != nullptr; ++at) {
        if (at != text.get() && at[-1] != '\n')
            continue;
        at += strlen(start);
        const char *end = strchr(at, '\n');
        Text value = Text().add(at, end == nullptr ? strlen(at) : static_cast<std::size_t>(end - at)).trimmed();
        if (value.size() >= 2 && value.get()[0] == '"')
            return Text().add(value.get() + 1, value.size() - 2);
        return value;
    }
    return {};
}

long long memoryLine(const Text &meminfo, const char *start)
{
    const Text value = lineAfter(meminfo, start);
    const char *blank = strchr(value.get(), ' ');
    const long long kib = wholeNumber(blank == nullptr ? value : Text().add(value.get(), static_cast<std::size_t>(blank - value.get())));
    return kib == kUnknown ? kUnknown : kib * 1024;
}

const char *container(const Text &root)
{
    if (exists(join(root, "/.dockerenv")))
        return "docker";
    if (exists(join(root, "/run/.containerenv")))
        return "podman";
    const Text init = readFile(join(root, "/proc/1/cgroup"));
    if (exists(join(root, "/var/run/secrets/kubernetes.io")) || init.contains("kubepods"))
        return "kubernetes";
    return init.contains("docker") || init.contains("containerd") || init.contains("lxc") ? "other" : nullptr;
}

const char *errorWord(int number)
{
    switch (number) {
    case EACCES: return "permission denied";
    case EPERM: return "not permitted";
    case ENODEV:
    case ENXIO: return "no such device";
    case EBUSY: return "busy";
    case EIO: return "input or output error";
    default: return "cannot be opened";
    }
}

// NVIDIA's display (03xx) controllers; its audio and bridge functions are not GPUs.
void gatherPci(const Text &root, Json &json, DriverTraces &traces)
{
    json.beginArray("pci");
    const Paths vendors(join(root, "/sys/bus/pci/devices/*/vendor").get());
    for (int i = 0; i < vendors.count(); ++i) {
        if (wholeNumber(readFile(vendors.at(i)), 16) != 0x10DE)
            continue;
        Text folder = Text().add(vendors.at(i).get(), vendors.at(i).size() - strlen("/vendor"));
        const long long kind = wholeNumber(readFile(Text(folder).add("/class")), 16);
        if (kind == kUnknown || kind >> 16 != 3)
            continue;
        traces.hasGpu = true;
        const Text device = readFile(Text(folder).add("/device")).trimmed();
        json.beginObject().text("address", strrchr(folder.get(), '/') + 1).text("vendorId", "10de");
        json.textOrNull("deviceId", device.startsWith("0x") ? Text(device.get() + 2) : device);
        char driver[512];
        const ssize_t size = readlink(Text(folder).add("/driver").get(), driver, sizeof driver - 1);
        if (size > 0) {
            driver[size] = '\0';
            const char *name = strrchr(driver, '/');
            json.text("driver", name == nullptr ? driver : name + 1);
        } else {
            json.null("driver");
        }
        json.endObject();
    }
    if (!traces.hasGpu) {  // without /sys the bus is still listed here: bus and slot, vendor and device, …
        const Text devices = readFile(join(root, "/proc/bus/pci/devices"), 1u << 20);
        for (const char *line = devices.get(); *line != '\0';) {
            const char *end = strchr(line, '\n');
            const char *tab = strchr(line, '\t');
            if (tab != nullptr && (end == nullptr || tab < end) && strncmp(tab + 1, "10de", 4) == 0 && strlen(tab) > 9) {
                traces.hasGpu = true;
                const Text id = Text().add(tab + 5, 4);
                json.beginObject().null("address").text("vendorId", "10de").text("deviceId", id.get()).null("driver").endObject();
            }
            if (end == nullptr)
                break;
            line = end + 1;
        }
    }
    json.endArray();
}

void gatherModule(const Text &root, Json &json, DriverTraces &traces)
{
    const Text version = readFile(join(root, "/proc/driver/nvidia/version"));
    const Text number = readFile(join(root, "/sys/module/nvidia/version")).trimmed();
    traces.isModuleLoaded = !version.isEmpty() || exists(join(root, "/sys/module/nvidia"));
    if (!traces.isModuleLoaded) {
        json.null("kernelModule");
        return;
    }
    Text from = number;
    if (from.isEmpty()) {  // "… Kernel Module  550.54.15  Release Build …": the first word with a dot between digits
        for (const char *at = strstr(version.get(), "Module"); at != nullptr && *at != '\0' && *at != '\n'; ++at) {
            if (at[-1] == ' ' && *at >= '0' && *at <= '9') {
                from.add(at, strcspn(at, " \t\n"));
                break;
            }
        }
    }
    json.beginObject("kernelModule").textOrNull("version", from);
    json.flagOrNull("isOpen", version.isEmpty() ? -1 : version.contains("Open Kernel Module") ? 1 : 0).endObject();
}

void gatherDeviceFiles(const Text &root, Json &json, DriverTraces &traces)
{
    bool hasControl = false, hasDevice = false;
    json.beginArray("deviceFiles");
    const Paths found(join(root, "/dev/nvidia*").get());
    for (int i = 0; i < found.count(); ++i) {
        const char *path = found.at(i).get() + root.size();
        const char *name = path + strlen("/dev/nvidia");
        const bool isDevice = *name >= '0' && *name <= '9', isControl = strcmp(name, "ctl") == 0;
        if (!isDevice && !isControl && strcmp(name, "-uvm") != 0)
            continue;
        hasDevice |= isDevice;
        hasControl |= isControl;
        const int file = open(found.at(i).get(), O_RDWR | O_CLOEXEC | O_NONBLOCK);
        const int error = file < 0 ? errno : 0;
        if (file >= 0)
            close(file);
        if (error == EACCES || error == EPERM) {
            traces.isForbidden = true;
            traces.forbidden = Text(path).add(": ").add(errorWord(error));
        }
        json.beginObject().text("path", path).flag("canOpen", error == 0);
        json.text("error", error == 0 ? nullptr : errorWord(error)).endObject();
    }
    json.endArray();
    traces.hasDeviceFiles = hasControl && hasDevice;
}

}  // namespace

DriverTraces gatherHost(const Text &root, Json &json)
{
    DriverTraces traces;
    utsname system{};
    uname(&system);
    const Text cpu = readFile(join(root, "/proc/cpuinfo"), 1u << 20), memory = readFile(join(root, "/proc/meminfo"));
    json.beginObject();
    json.textOrNull("system", lineAfter(readFile(join(root, "/etc/os-release")), "PRETTY_NAME="));
    json.text("kernel", system.release).text("glibc", gnu_get_libc_version()).text("container", container(root));
    json.textOrNull("vendor", readFile(join(root, "/sys/class/dmi/id/sys_vendor")).trimmed());
    json.textOrNull("product", readFile(join(root, "/sys/class/dmi/id/product_name")).trimmed());
    Text model = lineAfter(cpu, "model name");
    json.textOrNull("cpu", model.startsWith(":") ? Text(model.get() + 1).trimmed() : model);
    const Processors online = Processors::parsed(readFile(join(root, "/sys/devices/system/cpu/online")));
    json.whole("cpusOnline", online.count() > 0 ? online.count() : kUnknown);
    json.whole("cpusAllowed", Processors::allowed().count());
    const Paths nodes(join(root, "/sys/devices/system/node/node*").get());
    json.whole("numaNodes", nodes.count() > 0 ? nodes.count() : kUnknown);
    json.whole("memoryBytes", memoryLine(memory, "MemTotal:"));
    json.whole("memoryAvailableBytes", memoryLine(memory, "MemAvailable:"));
    struct statfs shm {};
    json.whole("shmBytes", statfs(join(root, "/dev/shm").get(), &shm) == 0
                               ? static_cast<long long>(shm.f_blocks) * static_cast<long long>(shm.f_bsize)
                               : kUnknown);
    gatherPci(root, json, traces);
    gatherModule(root, json, traces);
    gatherDeviceFiles(root, json, traces);
    json.endObject();
    return traces;
}

namespace {

// The kernel writes four digits of domain, NVML eight.
Text folderOf(const Text &root, const char *address)
{
    const char *shortened = strlen(address) > 12 && strncmp(address, "0000", 4) == 0 ? address + 4 : address;
    Text lower;
    for (const char *c = shortened; *c != '\0'; ++c) {
        const char one = *c >= 'A' && *c <= 'F' ? static_cast<char>(*c + 32) : *c;
        lower.add(&one, 1);
    }
    return join(root, "/sys/bus/pci/devices/").add(lower);
}

}  // namespace

Text processorsNear(const Text &root, const char *address) { return readFile(folderOf(root, address).add("/local_cpulist")).trimmed(); }

long long numaNodeOf(const Text &root, const char *address)
{
    const long long node = wholeNumber(readFile(folderOf(root, address).add("/numa_node")));
    return node < 0 ? kUnknown : node;  // -1: the firmware does not state it
}

}  // namespace trainyard::probe

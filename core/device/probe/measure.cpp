// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/probe/measure.h"

#include "core/device/kernels/values.h"
#include "core/device/probe/probes.h"
#include "core/device/probe/product.h"
#include "core/device/probe/startup.h"
#include "core/device/probe/system.h"

#include <cstdlib>
#include <initializer_list>
#include <new>
#include <strings.h>
#include <unistd.h>

namespace trainyard::probe {

const ProbeFacts &factsOf(Probe probe)
{
    static const ProbeFacts facts[] = {
        {"host-copy", "GB/s", Scope::Host},    {"host-triad", "GB/s", Scope::Host},     {"disk-write", "GB/s", Scope::Host},
        {"disk-read", "GB/s", Scope::Host},    {"copy", "GB/s", Scope::Device},         {"triad", "GB/s", Scope::Device},
        {"memcpy", "GB/s", Scope::Device},     {"h2d-pinned", "GB/s", Scope::Device},   {"h2d-pageable", "GB/s", Scope::Device},
        {"d2h-pinned", "GB/s", Scope::Device}, {"d2h-pageable", "GB/s", Scope::Device}, {"launch", "us", Scope::Device},
        {"launch-sync", "us", Scope::Device},  {"matmul", "TFLOPS", Scope::Device},     {"peer-bandwidth", "GB/s", Scope::Pair},
        {"peer-latency", "us", Scope::Pair},   {"sustained", "TFLOPS", Scope::Device},  {"memory-test", "errors", Scope::Device},
    };
    static_assert(sizeof facts / sizeof *facts == kProbes);
    return facts[static_cast<int>(probe)];
}

namespace {

struct Entry {
    Probe probe;
    int device, peer, dtype;
    bool isLibrary;
};

// A GPU during its measurement, with the library that computes on it.
struct Bench {
    Session session;
    CublasLt library;
    bool isOpen;

    Bench(Watch &watch, CudaDriver &driver, Nvml &nvml, const DeviceFacts &facts, const Settings &settings, int cudaMajor)
        : session(watch, driver, nvml, facts, settings), library(watch), isOpen(session.open())
    {
        if (isOpen)
            library.open(settings.libraries, cudaMajor);
    }
};

class Measuring {
public:
    Measuring(Watch &watch, const Settings &settings, const Selection &selection)
        : m_watch(watch), m_settings(settings), m_selection(selection), m_driver(watch), m_nvml(watch)
    {
    }
    ~Measuring()
    {
        for (Bench *bench : m_benches) {
            if (bench == nullptr)
                continue;
            bench->session.makeCurrent();
            bench->~Bench();
            free(bench);
        }
        free(m_entries);
    }
    Measuring(const Measuring &) = delete;
    Measuring &operator=(const Measuring &) = delete;

    void run();

private:
    bool gatherDevices();
    void planHost();
    void planDevices();
    void plan(Probe probe, int device = -1, int peer = -1, int dtype = 0, bool isLibrary = false);
    void runAll();
    void runOne(const Entry &entry, Result &result);
    void runOnDevice(const Entry &entry, Bench &bench, Result &result);
    Bench *benchOf(int device);
    bool isUsable(const Entry &entry, Result &result);
    void say(const Entry &entry, const Result &result, int number) const;
    void sendLinks();
    int linksBetween(int from, int to);

    Watch &m_watch;
    const Settings &m_settings;
    const Selection &m_selection;
    CudaDriver m_driver;
    Nvml m_nvml;
    Startup m_startup;
    DeviceFacts m_facts[kMaxDevices];
    bool m_isMeasured[kMaxDevices] = {};
    int m_devices = 0;
    Bench *m_benches[kMaxDevices] = {};
    PeerFacts m_peers[kMaxDevices][kMaxDevices];
    bool m_hasPeers = false;
    Entry *m_entries = nullptr;
    int m_count = 0;
};

void Measuring::plan(Probe probe, int device, int peer, int dtype, bool isLibrary)
{
    if (!m_selection.has(probe))
        return;
    m_entries = static_cast<Entry *>(realloc(m_entries, static_cast<std::size_t>(m_count + 1) * sizeof(Entry)));
    if (m_entries == nullptr)
        _exit(factsOf(Status::InternalError).exitStatus);
    m_entries[m_count++] = {probe, device, peer, dtype, isLibrary};
    m_watch.send(Record::Plan, device, peer, Text(factsOf(probe).word));
}

void Measuring::planHost()
{
    for (const Probe probe : {Probe::HostCopy, Probe::HostTriad, Probe::DiskWrite, Probe::DiskRead})
        plan(probe);
}

void Measuring::planDevices()
{
    for (int device = 0; device < m_devices; ++device) {
        if (!m_isMeasured[device])
            continue;
        for (const Probe probe : {Probe::Copy, Probe::Triad, Probe::Memcpy, Probe::H2dPinned, Probe::H2dPageable, Probe::D2hPinned,
                                  Probe::D2hPageable, Probe::Launch, Probe::LaunchSync})
            plan(probe, device);
        for (int dtype = 0; dtype < DtypeCount; ++dtype) {
            plan(Probe::Matmul, device, -1, dtype, true);
            plan(Probe::Matmul, device, -1, dtype, false);
        }
    }
    for (const Probe probe : {Probe::PeerBandwidth, Probe::PeerLatency}) {
        for (int from = 0; from < m_devices; ++from) {
            for (int to = 0; to < m_devices; ++to) {
                if (from == to || !m_isMeasured[from] || !m_isMeasured[to])
                    continue;
                m_hasPeers = true;
                plan(probe, from, to);
            }
        }
    }
    for (const Probe probe : {Probe::Sustained, Probe::MemoryTest}) {
        for (int device = 0; device < m_devices; ++device) {
            if (m_isMeasured[device])
                plan(probe, device);
        }
    }
}

// False: none of them can be measured, and the reason was reported.
bool Measuring::gatherDevices()
{
    m_devices = m_startup.devices < kMaxDevices ? m_startup.devices : kMaxDevices;
    Failure failure;
    bool isAny = false, isBusy = false;
    for (int device = 0; device < m_devices; ++device) {
        Json json;
        DeviceFacts &facts = m_facts[device];
        const bool isKnown = gatherDevice(m_driver, m_nvml, m_settings.root, device, facts, json);
        if (!isKnown) {
            failure = m_driver.takeFailure(Phase::Starting);
            json = Json();
            json.beginObject().whole("index", device);
        }
        m_isMeasured[device] = isKnown && m_selection.hasDevice(device);
        isAny |= m_isMeasured[device];
        isBusy |= m_isMeasured[device] && facts.isBusy();
        m_watch.send(Record::Device, device, json.get());
        if (!isKnown)
            m_watch.send(Record::DeviceMore, device, Text(",\"isMeasured\":false,\"reason\":\"the driver failed on it\""));
    }
    bool isDisturbing = false;  // facts and probes of the host do not disturb other work
    for (int i = 0; i < kProbes; ++i)
        isDisturbing |= m_selection.has(static_cast<Probe>(i)) && factsOf(static_cast<Probe>(i)).scope != Scope::Host;
    const bool isRefused = isBusy && isDisturbing && !m_selection.isBusyOk;
    if (isRefused) {
        failure = Failure();
        failure.status = Status::Busy;
    } else if (!isAny && failure.status == Status::Ok) {
        failure.status = Status::NoDevice;
        failure.detail = Text("there is no device with the index that was asked for");
    }
    for (int device = 0; device < m_devices; ++device) {
        const DeviceFacts &facts = m_facts[device];
        if (facts.major == 0)
            continue;
        if (isRefused)
            m_isMeasured[device] = false;
        const char *why = m_isMeasured[device] ? nullptr
                          : isRefused          ? (facts.isBusy() ? "other programs use it" : "other programs use another GPU")
                                               : "it was not asked for";
        Text members = Text(",\"isMeasured\":").add(m_isMeasured[device] ? "true" : "false");
        if (why != nullptr)
            members.add(",\"reason\":\"").add(why).add("\"");
        m_watch.send(Record::DeviceMore, device, members);
    }
    if (isBusy && isDisturbing && !isRefused)
        m_watch.send(Record::Shared);
    if (failure.status != Status::Ok)
        m_watch.send(Record::Failure, static_cast<int>(failure.status), failure.toJson(nullptr, -1));
    return isAny && !isRefused;
}

void Measuring::run()
{
    if (!m_settings.root.isEmpty())
        m_watch.send(Record::Simulated);
    Json host;
    const DriverTraces traces = gatherHost(m_settings.root, host);
    m_watch.send(Record::Host, host.get());
    m_startup = startDriver(m_driver, m_nvml, traces, m_settings.libraries);
    if (m_driver.library().isSimulated() || m_nvml.library().isSimulated())
        m_watch.send(Record::Simulated);
    if (m_driver.library().isOpen() || m_nvml.library().isOpen())
        m_watch.send(Record::Driver, driverJson(m_driver, m_nvml, m_startup, {}));
    bool isUsable = m_startup.failure.status == Status::Ok;
    if (!isUsable)
        m_watch.send(Record::Failure, static_cast<int>(m_startup.failure.status), m_startup.failure.toJson(nullptr, -1));
    else
        isUsable = gatherDevices();
    // Probes of the host that were requested by name run without a GPU, too.
    if (isUsable || !m_selection.isAll)
        planHost();
    if (isUsable)
        planDevices();
    runAll();
    if (m_hasPeers)
        sendLinks();
    m_watch.send(Record::End);
}

void Measuring::runAll()
{
    for (int i = 0; i < m_count && m_watch.endReason() == EndReason::None; ++i) {
        const Entry &entry = m_entries[i];
        Result result;
        result.probe = factsOf(entry.probe).word;
        result.unit = entry.probe == Probe::Matmul && entry.dtype == DtypeInt8 ? "TOPS" : factsOf(entry.probe).unit;
        result.device = entry.device;
        result.peer = entry.peer;
        m_watch.begin(i);
        const double start = now();
        runOne(entry, result);
        result.seconds = now() - start;
        if (result.status() != Status::Ok) {
            Failure failure = result.failure;
            failure.status = result.status();
            m_watch.send(Record::Failure, static_cast<int>(failure.status), failure.toJson(result.probe, result.device));
        }
        m_watch.send(Record::Result, i, result.toJson());
        m_watch.begin(-1);
        say(entry, result, i + 1);
    }
}

Bench *Measuring::benchOf(int device)
{
    if (m_benches[device] == nullptr) {
        void *room = malloc(sizeof(Bench));
        if (room == nullptr)
            _exit(factsOf(Status::InternalError).exitStatus);
        const int major = m_startup.cudaVersion / 1000;
        Bench *bench = new (room) Bench(m_watch, m_driver, m_nvml, m_facts[device], m_settings, major);
        m_benches[device] = bench;
        m_watch.send(Record::DeviceMore, device, Text(",\"kernels\":").add(bench->session.kernelsJson()));
        if (bench->library.isOpen()) {
            if (bench->library.library().isSimulated())
                m_watch.send(Record::Simulated);
            Json json;
            json.beginObject()
                .textOrNull("file", bench->library.library().path())
                .textOrNull("version", bench->library.version())
                .endObject();
            m_watch.send(Record::Driver, driverJson(m_driver, m_nvml, m_startup, json.get()));
        }
    }
    return m_benches[device];
}

bool Measuring::isUsable(const Entry &entry, Result &result)
{
    for (const int device : {entry.device, entry.peer}) {
        if (device < 0)
            continue;
        Bench *bench = benchOf(device);
        if (!bench->isOpen) {
            result.fail(bench->session.failure());
            return false;
        }
        if (bench->session.isLost()) {
            result.skip("the GPU did not answer any more after an earlier probe");
            return false;
        }
        if (!bench->session.makeCurrent()) {
            bench->session.fail(result);
            return false;
        }
    }
    return entry.peer < 0 || benchOf(entry.device)->session.makeCurrent();
}

void Measuring::runOne(const Entry &entry, Result &result)
{
    switch (entry.probe) {
    case Probe::HostCopy: probeHostMemory(m_watch, m_settings, false, result); return;
    case Probe::HostTriad: probeHostMemory(m_watch, m_settings, true, result); return;
    case Probe::DiskWrite: probeDiskWrite(m_watch, m_settings, result); return;
    case Probe::DiskRead: probeDiskRead(m_watch, m_settings, result); return;
    default: break;
    }
    if (isUsable(entry, result))
        runOnDevice(entry, *benchOf(entry.device), result);
}

void Measuring::runOnDevice(const Entry &entry, Bench &bench, Result &result)
{
    Session &session = bench.session;
    switch (entry.probe) {
    case Probe::Copy: probeCopy(session, result); break;
    case Probe::Triad: probeTriad(session, result); break;
    case Probe::Memcpy: probeMemcpy(session, result); break;
    case Probe::H2dPinned: probeTransfer(session, true, true, result); break;
    case Probe::H2dPageable: probeTransfer(session, true, false, result); break;
    case Probe::D2hPinned: probeTransfer(session, false, true, result); break;
    case Probe::D2hPageable: probeTransfer(session, false, false, result); break;
    case Probe::Launch: probeLaunch(session, false, result); break;
    case Probe::LaunchSync: probeLaunch(session, true, result); break;
    case Probe::Matmul: probeMatmul(session, bench.library, entry.dtype, entry.isLibrary, result); break;
    case Probe::Sustained: probeSustained(session, bench.library, result); break;
    case Probe::MemoryTest: probeMemoryTest(session, result); break;
    case Probe::PeerBandwidth: probePeerBandwidth(session, benchOf(entry.peer)->session, result, m_peers[entry.device][entry.peer]); break;
    case Probe::PeerLatency: probePeerLatency(session, benchOf(entry.peer)->session, result, m_peers[entry.device][entry.peer]); break;
    case Probe::HostCopy:
    case Probe::HostTriad:
    case Probe::DiskWrite:
    case Probe::DiskRead: break;
    }
}

void Measuring::say(const Entry &entry, const Result &result, int number) const
{
    Text line = Text("[").addWhole(number).add("/").addWhole(m_count).add("] ").add(result.probe);
    if (entry.probe == Probe::Matmul)
        line.add(" ").add(dtypeWord(entry.dtype)).add(entry.isLibrary ? " (cuBLASLt)" : " (own kernel)");
    if (entry.device >= 0)
        line.add(" GPU ").addWhole(entry.device);
    if (entry.peer >= 0)
        line.add(" to ").addWhole(entry.peer);
    line.add(": ");
    if (result.samples.count() > 0)
        line.addReal(result.samples.median()).add(" ").add(result.unit);
    if (result.verdict == Verdict::Wrong)
        line.add(", WRONG");
    else if (result.verdict != Verdict::Ok)
        line.add(result.verdict == Verdict::Failed ? "failed: " : "skipped: ").add(result.reason);
    line.add("\n");
    if (write(STDERR_FILENO, line.get(), line.size()) < 0)
        return;  // progress was not requested
}

// -1: unknown; a link into a switch does not lead to a single GPU.
int Measuring::linksBetween(int from, int to)
{
    int links = 0;
    bool isKnown = false;
    for (unsigned link = 0; link < 18; ++link) {
        Text remote;
        if (m_nvml.number(m_nvml.linkState, m_facts[from].nvml, link) != 1)
            continue;
        if (!m_nvml.linkRemote(m_facts[from].nvml, link, remote))
            continue;
        for (int device = 0; device < m_devices; ++device)
            isKnown |= strcasecmp(remote.get(), m_facts[device].pciAddress) == 0;
        links += strcasecmp(remote.get(), m_facts[to].pciAddress) == 0 ? 1 : 0;
    }
    return isKnown ? links : -1;
}

void Measuring::sendLinks()
{
    Json json;
    json.beginObject().beginArray("devices");
    for (int device = 0; device < m_devices; ++device) {
        if (m_isMeasured[device])
            json.whole(nullptr, device);
    }
    json.endArray();
    const auto matrix = [&](const char *name, auto &&cell) {
        json.beginArray(name);
        for (int from = 0; from < m_devices; ++from) {
            if (!m_isMeasured[from])
                continue;
            json.beginArray();
            for (int to = 0; to < m_devices; ++to) {
                if (from == to && m_isMeasured[to])
                    json.null(nullptr);
                else if (m_isMeasured[to])
                    cell(from, to);
            }
            json.endArray();
        }
        json.endArray();
    };
    matrix("canAccess", [&](int from, int to) { json.flagOrNull(nullptr, m_peers[from][to].canAccess); });
    matrix("bandwidthGBps", [&](int from, int to) { json.real(nullptr, m_peers[from][to].bandwidth); });
    matrix("latencyUs", [&](int from, int to) { json.real(nullptr, m_peers[from][to].latency); });
    matrix("nvlinkCount", [&](int from, int to) {
        const int links = linksBetween(from, to);
        json.whole(nullptr, links < 0 ? kUnknown : links);
    });
    json.endObject();
    m_watch.send(Record::Links, json.get());
}

}  // namespace

void measure(Watch &watch, const Settings &settings, const Selection &selection)
{
    Measuring measuring(watch, settings, selection);
    measuring.run();
}

}  // namespace trainyard::probe

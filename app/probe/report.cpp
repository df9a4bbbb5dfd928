// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/probe/report.h"

#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>
#include <unistd.h>

namespace trainyard::probe {

namespace {

int intAt(const Text &payload, std::size_t at)
{
    int number = 0;
    if (at + sizeof number <= payload.size())
        memcpy(&number, payload.get() + at, sizeof number);
    return number;
}

Text after(const Text &payload, std::size_t size)
{
    return payload.size() > size ? Text().add(payload.get() + size, payload.size() - size) : Text();
}

}  // namespace

void Report::take(const char *bytes, std::size_t size)
{
    m_buffer.add(bytes, size);
    constexpr std::size_t kHead = 5;
    std::size_t at = 0;
    while (m_buffer.size() - at >= kHead) {
        std::uint32_t length = 0;
        memcpy(&length, m_buffer.get() + at + 1, sizeof length);
        if (m_buffer.size() - at - kHead < length)
            break;
        handle(static_cast<Record>(m_buffer.get()[at]), Text().add(m_buffer.get() + at + kHead, length));
        at += kHead + length;
    }
    m_buffer = after(m_buffer, at);
}

void Report::handle(Record kind, const Text &payload)
{
    const int first = intAt(payload, 0);
    switch (kind) {
    case Record::Host: m_host = payload; break;
    case Record::Driver: m_driver = payload; break;
    case Record::Links: m_links = payload; break;
    case Record::Device:
    case Record::DeviceMore:
        if (first >= 0 && first < kMaxDevices)
            m_devices[first].add(after(payload, sizeof(int)));
        break;
    case Record::Plan:
        m_plan = static_cast<Planned *>(realloc(static_cast<void *>(m_plan), static_cast<std::size_t>(m_planned + 1) * sizeof(Planned)));
        if (m_plan == nullptr)
            _exit(factsOf(Status::InternalError).exitStatus);
        new (m_plan + m_planned++) Planned{after(payload, 2 * sizeof(int)), first, intAt(payload, sizeof(int)), false};
        break;
    case Record::Result:
        if (first >= 0 && first < m_planned)
            m_plan[first].isDone = true;
        m_results.add(m_results.isEmpty() ? "" : ",\n  ").add(after(payload, sizeof(int)));
        break;
    case Record::Failure: consider(static_cast<Status>(first), after(payload, sizeof(int))); break;
    case Record::Simulated: m_isSimulated = true; break;
    case Record::Shared: m_isShared = true; break;
    case Record::End: m_isComplete = true; break;
    }
}

void Report::consider(Status status, const Text &failure)
{
    if (rankOf(status) >= rankOf(m_status))
        return;
    m_status = status;
    m_failure = failure;
}

const char *Report::probeOf(int entry) const { return entry >= 0 && entry < m_planned ? m_plan[entry].probe.get() : nullptr; }

int Report::deviceOf(int entry) const { return entry >= 0 && entry < m_planned ? m_plan[entry].device : -1; }

void Report::addCutOff(int entry, const char *word, const char *reason)
{
    if (entry < 0 || entry >= m_planned || m_plan[entry].isDone)
        return;
    m_plan[entry].isDone = true;
    Json json;
    json.beginObject().text("probe", probeOf(entry)).whole("device", deviceOf(entry) < 0 ? kUnknown : deviceOf(entry));
    if (m_plan[entry].peer >= 0)
        json.beginArray("devices").whole(nullptr, m_plan[entry].device).whole(nullptr, m_plan[entry].peer).endArray();
    json.text("status", word).null("isCorrect").text("reason", reason).endObject();
    m_results.add(m_results.isEmpty() ? "" : ",\n  ").add(json.get());
}

void Report::noteHang(int entry, const char *call, double seconds)
{
    Json json;
    json.beginObject().text("probe", probeOf(entry)).whole("device", deviceOf(entry) < 0 ? kUnknown : deviceOf(entry));
    json.text("call", call).real("seconds", seconds).endObject();
    m_hang = json.get();
    Failure failure;
    failure.status = Status::Hang;
    failure.call = call;
    consider(Status::Hang, failure.toJson(probeOf(entry), deviceOf(entry)));
    addCutOff(entry, "hang", "a call of the driver did not return");
}

void Report::noteCrash(int entry, int signal)
{
    Failure failure;
    failure.status = Status::Crashed;
    failure.code = signal;
    failure.name = Text("signal");
    consider(Status::Crashed, failure.toJson(probeOf(entry), deviceOf(entry)));
    addCutOff(entry, "failed", "the measuring process died");
}

Text Report::toJson(const Options &options, double seconds, long long startedAt) const
{
    Json json;
    json.beginObject().text("schema", "trainyard-probe/1");
    json.beginObject("program").text("name", "yard-probe").text("version", TRAINYARD_VERSION);
#if defined(__x86_64__)
    json.text("architecture", "x86_64");
#else
    json.text("architecture", "aarch64");
#endif
    json.textOrNull("kernels", kernelsDigest()).endObject().flag("simulated", m_isSimulated);
    const StatusFacts &facts = factsOf(m_status);
    json.text("status", facts.word).whole("exitStatus", facts.exitStatus).text("message", facts.message);
    if (!m_failure.isEmpty())
        json.raw("failure", m_failure);
    if (!m_hang.isEmpty())
        json.raw("hang", m_hang);
    json.flag("shared", m_isShared);
    const std::time_t time = static_cast<std::time_t>(startedAt);
    std::tm parts{};
    char stamp[32] = {};
    if (gmtime_r(&time, &parts) != nullptr)
        strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &parts);
    json.text("started", stamp).real("seconds", seconds);

    json.beginObject("options").flag("quick", options.settings.isQuick);
    if (options.selection.isAll) {
        json.null("only");
    } else {
        json.beginArray("only");
        for (int i = 0; i < kProbes; ++i) {
            if (options.selection.probes[i])
                json.text(nullptr, factsOf(static_cast<Probe>(i)).word);
        }
        json.endArray();
    }
    if (options.selection.areDevicesAll) {
        json.null("devices");
    } else {
        json.beginArray("devices");
        for (int i = 0; i < kMaxDevices; ++i) {
            if (options.selection.devices[i])
                json.whole(nullptr, i);
        }
        json.endArray();
    }
    json.real("timeLimitSeconds", options.timeLimit).real("callLimitSeconds", options.callLimit);
    json.real("sustainedSeconds", options.settings.sustainedSeconds).whole("bufferBytes", options.settings.bufferBytes);
    json.whole("matmulSize", options.settings.matmulSize > 0 ? options.settings.matmulSize : kUnknown);
    json.text("diskDirectory", options.settings.diskDirectory.get()).flag("busyOk", options.selection.isBusyOk).endObject();

    json.raw("host", m_host).raw("driver", m_driver).beginArray("devices");
    for (const Text &device : m_devices) {
        if (!device.isEmpty())
            json.raw(nullptr, Text(device).add("}"));
    }
    json.endArray().raw("links", m_links);
    json.raw("results", Text("[").add(m_results).add("]")).beginArray("left");
    for (int i = 0; i < m_planned; ++i) {
        bool isNamed = m_plan[i].isDone;
        for (int j = 0; j < i && !isNamed; ++j)
            isNamed = !m_plan[j].isDone && m_plan[j].probe.equals(m_plan[i].probe.get());
        if (!isNamed)
            json.text(nullptr, m_plan[i].probe.get());
    }
    return json.endArray().endObject().get();
}

}  // namespace trainyard::probe

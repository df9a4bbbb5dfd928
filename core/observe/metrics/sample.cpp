// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/metrics/sample.h"

#include "core/observe/metrics/internal/gpuline.h"

#include <QMap>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace trainyard {

namespace {

constexpr qsizetype kMaxLineBytes = 64 * 1024;
constexpr qint64 kGpuStaleMs = 5000, kLinkStaleMs = 25'000;
constexpr qint64 kClockStepMs = 5000;
constexpr qsizetype kMaxDevices = 1024;  // interfaces or disks per tick
constexpr int kMaxCpus = 1 << 20;

using Pair = std::array<quint64, 2>;
using Counters = QMap<QByteArray, Pair>;

std::optional<quint64> whole(const QByteArray &text)
{
    bool isNumber = false;
    const quint64 value = text.toULongLong(&isNumber);
    return isNumber ? std::optional(value) : std::nullopt;
}

std::optional<qint64> kibibytes(const QByteArray &text)
{
    const auto value = whole(text);
    if (!value || *value > quint64(std::numeric_limits<qint64>::max() / 1024))
        return std::nullopt;
    return qint64(*value) * 1024;
}

// The raw lines of one host tick.
struct Tick {
    qint64 timeMs = 0;
    std::optional<std::array<quint64, 8>> cpu;
    Counters net, io;
};

// Sum over the devices that both ticks contain. nullopt if there is none or a counter decreased: a partial sum would look like a slump.
std::optional<double> rate(const Counters &before, const Counters &after, size_t which, qint64 elapsedMs, double unit)
{
    double sum = 0;
    bool isKnown = false;
    for (auto device = after.begin(); device != after.end(); ++device) {
        const auto earlier = before.constFind(device.key());
        if (earlier == before.constEnd())
            continue;
        if ((*device)[which] < (*earlier)[which])
            return std::nullopt;
        sum += double((*device)[which] - (*earlier)[which]);
        isKnown = true;
    }
    if (!isKnown || elapsedMs <= 0)
        return std::nullopt;
    return sum * unit * 1000 / double(elapsedMs);
}

std::optional<double> cpuPercent(const Tick &before, const Tick &after)
{
    if (!before.cpu || !after.cpu)
        return std::nullopt;
    double total = 0, idle = 0;
    for (size_t i = 0; i < 8; ++i) {
        const double spent = double((*after.cpu)[i]) - double((*before.cpu)[i]);
        const bool isIdle = i == 3 || i == 4;
        // Linux sometimes lets iowait decrease; any other counter that does means a reboot.
        if (spent < 0 && i != 4)
            return std::nullopt;
        total += spent;
        idle += isIdle ? spent : 0;
    }
    if (total <= 0)
        return std::nullopt;
    return std::clamp(100 * (total - idle) / total, 0.0, 100.0);
}

}  // namespace

struct SampleParser::State {
    QByteArray pending;
    bool isSkipping = false;  // inside a line that is too long

    std::optional<Tick> tick, previous;
    MachineSample sample;  // of `tick`, plus values that stay as last reported

    QByteArrayList gpuFields;
    QMap<int, std::pair<qint64, GpuSample>> gpus;
    struct Link {
        qint64 timeMs = 0;
        std::optional<double> received, sent;
    };
    QMap<int, Link> links;  // by GPU
    QList<LogSize> logSizes;

    void line(const QByteArray &text, QList<MachineSample> &finished);
    void hostLine(qint64 timeMs, const QByteArray &kind, const QByteArrayList &words, QList<MachineSample> &finished);
    void finish(QList<MachineSample> &finished);
};

void SampleParser::State::finish(QList<MachineSample> &finished)
{
    if (!tick)
        return;
    MachineSample done = sample;
    done.timeMs = tick->timeMs;
    if (previous) {
        const qint64 elapsed = tick->timeMs - previous->timeMs;
        done.cpuPercent = cpuPercent(*previous, *tick);
        done.netReceivedPerSecond = rate(previous->net, tick->net, 0, elapsed, 1);
        done.netSentPerSecond = rate(previous->net, tick->net, 1, elapsed, 1);
        done.diskReadPerSecond = rate(previous->io, tick->io, 0, elapsed, 512);
        done.diskWrittenPerSecond = rate(previous->io, tick->io, 1, elapsed, 512);
    }
    for (const auto &[timeMs, gpu] : std::as_const(gpus)) {
        if (done.timeMs - timeMs > kGpuStaleMs)
            continue;
        done.gpus << gpu;
        const auto link = links.constFind(gpu.index);
        if (link == links.constEnd() || done.timeMs - link->timeMs > kLinkStaleMs)
            continue;
        done.gpus.last().pcieReceivedPerSecond = link->received;
        done.gpus.last().pcieSentPerSecond = link->sent;
    }
    finished << done;
    previous = std::move(tick);
    tick.reset();
    // Reported anew in every tick, so not carried over.
    sample.load1.reset();
    sample.memoryTotalBytes.reset();
    sample.memoryAvailableBytes.reset();
    sample.cpuCount.reset();
}

void SampleParser::State::hostLine(qint64 timeMs, const QByteArray &kind, const QByteArrayList &words, QList<MachineSample> &finished)
{
    const qint64 last = tick ? tick->timeMs : previous ? previous->timeMs : timeMs - 1;
    if (timeMs < last - kClockStepMs) {
        finish(finished);
        previous.reset();
        gpus.clear();
        links.clear();
    } else if (timeMs < last || (!tick && timeMs == last)) {
        return;
    } else if (tick && timeMs > last) {
        finish(finished);
    }
    if (!tick)
        tick = Tick{timeMs, {}, {}, {}};

    if (kind == "cpu" && words.size() >= 9) {
        std::array<quint64, 8> ticks{};
        for (size_t i = 0; i < 8; ++i) {
            const auto value = whole(words[qsizetype(i)]);
            if (!value)
                return;
            ticks[i] = *value;
        }
        tick->cpu = ticks;
        bool isNumber = false;
        const int count = words[8].toInt(&isNumber);
        if (isNumber && count > 0 && count <= kMaxCpus)
            sample.cpuCount = count;
    } else if (kind == "mem" && words.size() >= 2) {
        sample.memoryTotalBytes = kibibytes(words[0]);
        sample.memoryAvailableBytes = kibibytes(words[1]);
    } else if (kind == "load" && words.size() >= 1) {
        bool isNumber = false;
        const double load = words[0].toDouble(&isNumber);
        if (isNumber && std::isfinite(load) && load >= 0)
            sample.load1 = load;
    } else if ((kind == "net" || kind == "io") && words.size() >= 3) {
        Counters &counters = kind == "net" ? tick->net : tick->io;
        const auto first = whole(words[1]), second = whole(words[2]);
        if (first && second && counters.size() < kMaxDevices)
            counters.insert(words[0], {*first, *second});
    }
}

void SampleParser::State::line(const QByteArray &text, QList<MachineSample> &finished)
{
    const qsizetype kindAt = text.indexOf(' ') + 1;
    qsizetype restAt = kindAt > 0 ? text.indexOf(' ', kindAt) + 1 : 0;
    bool isNumber = false;
    const qint64 timeMs = text.left(kindAt - 1).toLongLong(&isNumber);
    if (kindAt <= 0 || restAt <= 0 || !isNumber || timeMs <= 0 || timeMs > (qint64(1) << 53))
        return;
    const QByteArray kind = text.mid(kindAt, restAt - 1 - kindAt), rest = text.mid(restAt);

    if (kind == "cpu" || kind == "mem" || kind == "load" || kind == "net" || kind == "io") {
        hostLine(timeMs, kind, rest.simplified().split(' '), finished);
    } else if (kind == "gpufields") {
        gpuFields.clear();
        for (const QByteArray &field : rest.split(','))
            gpuFields << field.trimmed();
    } else if (kind == "gpu") {
        if (const auto gpu = parseGpuLine(rest, gpuFields)) {
            gpus.insert(gpu->index, {timeMs, *gpu});
            sample.gpuAbsence.clear();
        }
    } else if (kind == "pcie") {
        const QByteArrayList words = rest.simplified().split(' ');
        bool isIndex = false;
        const int index = words[0].toInt(&isIndex);
        if (words.size() < 3 || !isIndex || index < 0 || index > kMaxGpuIndex)
            return;
        const auto bytes = [](const QByteArray &word) {
            const auto megabytes = whole(word);
            return megabytes && *megabytes <= 1'000'000 ? std::optional(double(*megabytes) * 1e6) : std::nullopt;
        };
        links.insert(index, {timeMs, bytes(words[1]), bytes(words[2])});
    } else if (kind == "gpunone") {
        gpus.clear();
        links.clear();
        sample.gpuAbsence = QString::fromUtf8(rest.trimmed());
    } else if (kind == "log") {
        const auto bytes = whole(rest.trimmed());
        if (!bytes || *bytes > quint64(std::numeric_limits<qint64>::max()))
            return;
        const qint64 before = tick && tick->timeMs < timeMs ? tick->timeMs : previous ? previous->timeMs : 0;
        logSizes.append({timeMs, before, qint64(*bytes)});
    } else if (kind == "disk") {
        const QByteArrayList words = rest.split(' ');
        if (words.size() < 4)
            return;
        sample.diskTotalBytes = kibibytes(words[0]);
        sample.diskUsedBytes = kibibytes(words[1]);
        sample.diskAvailableBytes = kibibytes(words[2]);
        sample.diskPath = QString::fromUtf8(words.mid(3).join(' '));
    }
}

SampleParser::SampleParser() : m_state(std::make_unique<State>()) {}

SampleParser::~SampleParser() = default;

QList<MachineSample> SampleParser::feed(const QByteArray &bytes)
{
    QList<MachineSample> finished;
    qsizetype at = 0;
    while (at < bytes.size()) {
        const qsizetype end = bytes.indexOf('\n', at);
        const qsizetype stop = end < 0 ? bytes.size() : end;
        if (!m_state->isSkipping) {
            m_state->isSkipping = m_state->pending.size() + stop - at > kMaxLineBytes;
            if (m_state->isSkipping)
                m_state->pending.clear();
            else
                m_state->pending += bytes.mid(at, stop - at);
        }
        if (end < 0)
            break;
        if (!m_state->isSkipping)
            m_state->line(m_state->pending, finished);
        m_state->pending.clear();
        m_state->isSkipping = false;
        at = end + 1;
    }
    return finished;
}

QByteArray SampleParser::gpuFields() const { return m_state->gpuFields.join(','); }

QList<LogSize> SampleParser::takeLogSizes() { return std::exchange(m_state->logSizes, {}); }

QList<MachineSample> SampleParser::flush()
{
    QList<MachineSample> finished;
    m_state->finish(finished);
    return finished;
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// Between host and GPU, and the cost of launching work on it.
#include "core/device/kernels/values.h"
#include "core/device/probe/hostfacts.h"
#include "core/device/probe/probes.h"
#include "core/device/probe/system.h"

#include <cstdlib>
#include <cstring>

namespace trainyard::probe {

namespace {

// Host memory, pinned by the driver or plain.
class HostBuffer {
public:
    HostBuffer(Session &session, bool isPinned) : m_session(session), m_isPinned(isPinned) {}
    ~HostBuffer() { clear(); }
    HostBuffer(const HostBuffer &) = delete;
    HostBuffer &operator=(const HostBuffer &) = delete;

    bool allocate(std::size_t bytes)
    {
        if (!m_isPinned)
            m_data = malloc(bytes);
        else if (!m_session.driver.run(m_session.driver.allocateHost, &m_data, bytes, 0u))
            m_data = nullptr;
        m_words = bytes / 8;
        return m_data != nullptr;
    }
    void clear()
    {
        if (m_data != nullptr && !m_isPinned)
            free(m_data);
        else if (m_data != nullptr && !m_session.isLost())
            m_session.driver.run(m_session.driver.releaseHost, m_data);
        m_data = nullptr;
    }
    void *data() const { return m_data; }
    void fill(Word64 seed)
    {
        auto *words = static_cast<Word64 *>(m_data);
        for (std::size_t i = 0; i < m_words; ++i)
            words[i] = randomWord(seed, i);
    }
    bool isFilled(Word64 seed) const
    {
        const auto *words = static_cast<const Word64 *>(m_data);
        bool isSame = true;
        for (std::size_t i = 0; i < m_words; ++i)
            isSame &= words[i] == randomWord(seed, i);
        return isSame;
    }

private:
    Session &m_session;
    bool m_isPinned;
    void *m_data = nullptr;
    std::size_t m_words = 0;
};

// PCIe saves power at rest, so its speed is read while copies are in progress.
void readLink(Session &session, Result &result, bool isToDevice, DevicePointer device, void *host, std::size_t bytes)
{
    bool isUnderWay = true;
    for (int i = 0; i < 4 && isUnderWay; ++i)
        isUnderWay = isToDevice ? session.driver.run(session.driver.toDeviceAsync, device, host, bytes, session.stream())
                                : session.driver.run(session.driver.toHostAsync, host, device, bytes, session.stream());
    const long long generation = session.nvml.number(session.nvml.generation, session.facts.nvml);
    const long long width = session.nvml.number(session.nvml.width, session.facts.nvml);
    if (session.wait() && isUnderWay && (generation != kUnknown || width != kUnknown))
        result.conditions.beginObject("link").whole("generation", generation).whole("width", width).endObject();
}

}  // namespace

void probeTransfer(Session &session, bool isToDevice, bool isPinned, Result &result)
{
    const Processors before = Processors::allowed();
    const bool isBound = before.both(Processors::parsed(processorsNear(session.settings.root, session.facts.pciAddress))).use();
    const auto measure = [&] {
        const long long most = session.settings.isQuick && session.settings.bufferBytes > 128 * kMiB ? 128 * kMiB
                                                                                                     : session.settings.bufferBytes;
        const long long room = session.freeBytes() / 2;
        auto bytes = static_cast<std::size_t>((most < room ? most : room) / kMiB * kMiB);
        Buffer device(session);
        HostBuffer host(session, isPinned);
        while (bytes >= static_cast<std::size_t>(kMiB) && !(device.allocate(bytes) && host.allocate(bytes))) {
            host.clear();
            bytes = bytes / 2 / kMiB * kMiB;
        }
        if (bytes < static_cast<std::size_t>(kMiB)) {
            session.fail(result);
            return;
        }
        constexpr Word64 kSeed = 0x5EED20;
        constexpr int kWarmup = 2, kSamples = 10;
        CudaDriver &driver = session.driver;
        const auto each = [&](double seconds) { result.samples.add(static_cast<double>(bytes) / seconds * 1e-9); };
        host.fill(kSeed);
        // Pageable memory is already being copied when the call returns, and the stream does not wait for it.
        bool isOk = driver.run(driver.toDevice, device.at(), static_cast<const void *>(host.data()), bytes)
                    && driver.run(driver.synchronize);
        if (!isToDevice)
            memset(host.data(), 0xA5, bytes);
        if (isPinned) {
            isOk = isOk
                   && session.time(
                       kWarmup, kSamples, session.settings.isQuick ? 1 : 3, false,
                       [&] {
                           return isToDevice ? driver.run(driver.toDeviceAsync, device.at(), static_cast<const void *>(host.data()), bytes,
                                                          session.stream())
                                             : driver.run(driver.toHostAsync, host.data(), device.at(), bytes, session.stream());
                       },
                       each);
        } else {  // copying pageable memory is partly the host's work, so the host's clock is used
            for (int i = -kWarmup; isOk && i < kSamples && session.isWanted(); ++i) {
                const double start = now();
                isOk = (isToDevice ? driver.run(driver.toDevice, device.at(), static_cast<const void *>(host.data()), bytes)
                                   : driver.run(driver.toHost, host.data(), device.at(), bytes))
                       && driver.run(driver.synchronize);
                if (isOk && i >= 0)
                    each(now() - start);
            }
        }
        if (isOk && isToDevice) {
            memset(host.data(), 0xA5, bytes);
            isOk = driver.run(driver.toHost, host.data(), device.at(), bytes);
        }
        if (!isOk) {
            session.fail(result);
            return;
        }
        result.conditions.whole("bytes", static_cast<long long>(bytes))
            .flag("isPinned", isPinned)
            .whole("warmup", kWarmup)
            .text("data", "random");
        if (result.samples.count() == 0) {
            result.skip("stopped before the first sample");
            return;
        }
        result.verify(host.isFilled(kSeed), "every word after the way there and back, on the host");
        if (isPinned)
            readLink(session, result, isToDevice, device.at(), host.data(), bytes);
    };
    measure();
    if (isBound)
        before.use();
    else
        result.note("The processors near the GPU are not known or not allowed; any was used.");
}

void probeLaunch(Session &session, bool isSynchronous, Result &result)
{
    const Kernel empty = session.hasKernels() ? session.kernel("yardEmpty") : nullptr;
    if (empty == nullptr) {
        result.fail(session.modules().failureOf(ModuleKind::Basic));
        return;
    }
    const int samples = session.settings.isQuick ? 10 : 20;
    constexpr int kInARow = 1000;
    bool isOk = true;
    if (isSynchronous) {
        const int count = session.settings.isQuick ? 50 : 100;
        for (int i = -20; isOk && i < count && session.isWanted(); ++i) {
            const double start = now();
            isOk = session.launchGrid(empty, 1u, 1u, 1u) && session.wait();
            if (i >= 0)
                result.samples.add((now() - start) * 1e6);
        }
        result.conditions.whole("warmup", 20);
    } else {
        isOk = session.time(
            3, samples, 3, false,
            [&] {
                bool isLaunched = true;
                for (int i = 0; isLaunched && i < kInARow; ++i)
                    isLaunched = session.launchGrid(empty, 1u, 1u, 1u);
                return isLaunched;
            },
            [&](double seconds) { result.samples.add(seconds * 1e6 / kInARow); });
        result.conditions.whole("inARow", kInARow).whole("warmup", 3);
    }
    if (!isOk)
        session.fail(result);
    else if (result.samples.count() == 0)
        result.skip("stopped before the first sample");
}

}  // namespace trainyard::probe

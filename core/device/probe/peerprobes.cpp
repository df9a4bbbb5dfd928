// SPDX-License-Identifier: GPL-3.0-or-later
// From GPU to GPU.
#include "core/device/kernels/values.h"
#include "core/device/probe/probes.h"
#include "core/device/probe/system.h"

namespace trainyard::probe {

namespace {

// Whether `from` reaches the memory of `to` directly; both ways are switched on.
int connect(Session &from, Session &to)
{
    CudaDriver &driver = from.driver;
    int can = 0;
    if (!driver.run(driver.canAccessPeer, &can, from.facts.handle, to.facts.handle))
        return -1;
    if (can == 0)
        return 0;
    constexpr int kAlreadyEnabled = 704;
    const auto enable = [&driver](Session &one, Session &other) {
        return one.makeCurrent() && (driver.run(driver.enablePeer, other.context(), 0u) || driver.failure().code == kAlreadyEnabled);
    };
    const bool isEnabled = enable(to, from) && enable(from, to);
    from.makeCurrent();
    return isEnabled ? 1 : 0;
}

}  // namespace

void probePeerBandwidth(Session &from, Session &to, Result &result, PeerFacts &facts)
{
    CudaDriver &driver = from.driver;
    facts.canAccess = connect(from, to);
    constexpr Word64 kSeed = 0x5EED40;
    constexpr int kWarmup = 3;
    const long long wanted = from.settings.isQuick && from.settings.bufferBytes > 128 * kMiB ? 128 * kMiB : from.settings.bufferBytes;
    const long long room = from.freeBytes() / 2;
    const auto bytes = static_cast<std::size_t>((wanted < room ? wanted : room) / kMiB * kMiB);
    Buffer source(from);
    const Kernel fill = from.hasKernels() ? from.kernel("yardFillWords") : nullptr;
    bool isOk = bytes > 0 && source.allocate(bytes)
                && (fill == nullptr
                    || from.launch(fill, from.sweepBlocks(), source.at(), static_cast<Word64>(bytes / 8), static_cast<int>(PatternRandom),
                                   kSeed, 0ull))
                && from.wait() && to.makeCurrent();
    {
        Buffer target(to), counts(to);
        const Kernel check = isOk && to.hasKernels() ? to.kernel("yardCheckWords") : nullptr;
        unsigned long long wrong = 0;
        isOk = isOk && target.allocate(bytes) && counts.allocate(512)
               && driver.run(driver.fillAsync, counts.at(), static_cast<unsigned char>(0), counts.bytes(), to.stream())
               && driver.run(driver.fillAsync, target.at(), static_cast<unsigned char>(0), bytes, to.stream()) && to.wait()
               && from.makeCurrent()
               && from.time(
                   kWarmup, from.settings.isQuick ? 5 : 10, 2, false,
                   [&] {
                       return driver.run(driver.toPeerAsync, target.at(), to.context(), source.at(), from.context(), bytes, from.stream());
                   },
                   [&](double seconds) { result.samples.add(static_cast<double>(bytes) / seconds * 1e-9); })
               && from.wait() && to.makeCurrent();
        if (isOk && check != nullptr && fill != nullptr && result.samples.count() > 0) {
            isOk = to.launch(check, to.sweepBlocks(), target.at(), static_cast<Word64>(bytes / 8), static_cast<int>(PatternRandom), kSeed,
                             0ull, counts.at(), counts.at() + 8)
                   && to.readWords(counts.at(), &wrong, 1);
            if (isOk)
                result.verify(wrong == 0, "every word of the copy, on the GPU that got it");
        }
        if (!isOk)
            from.fail(result);
    }
    from.makeCurrent();
    result.conditions.whole("bytes", static_cast<long long>(bytes)).whole("warmup", kWarmup).text("data", "random");
    result.conditions.flagOrNull("isDirect", facts.canAccess);
    if (facts.canAccess == 0)
        result.note("The two do not reach each other's memory; the driver copies through the host.");
    if (result.verdict == Verdict::Ok && result.samples.count() == 0)
        result.skip("stopped before the first sample");
    facts.bandwidth = result.samples.median();
}

void probePeerLatency(Session &from, Session &to, Result &result, PeerFacts &facts)
{
    CudaDriver &driver = from.driver;
    facts.canAccess = connect(from, to);
    constexpr Word32 kWords = 1u << 20, kStride = 257, kSteps = 4096;
    const Kernel chase = from.hasKernels() ? from.kernel("yardChase") : nullptr;
    const bool isDirect = facts.canAccess == 1 && chase != nullptr;
    bool isOk = to.makeCurrent();
    {
        Buffer ring(to);
        const Kernel fill = isOk && to.hasKernels() ? to.kernel("yardFillRing") : nullptr;
        isOk = isOk && ring.allocate(kWords * 4ull) && (fill == nullptr || to.launch(fill, to.sweepBlocks(), ring.at(), kWords, kStride))
               && to.wait() && from.makeCurrent();
        Buffer end(from);
        isOk = isOk && end.allocate(8);
        if (isOk && isDirect && fill != nullptr) {
            Word64 reached = 0;
            isOk = from.time(
                       2, from.settings.isQuick ? 5 : 10, 2, false,
                       [&] { return from.launchGrid(chase, 1u, 1u, 1u, ring.at(), kSteps, end.at()); },
                       [&](double seconds) { result.samples.add(seconds * 1e6 / kSteps); })
                   && from.readWords(end.at(), &reached, 1);
            if (isOk && result.samples.count() > 0)
                result.verify(static_cast<Word32>(reached) == kSteps * kStride % kWords,
                              "where a chain of reads through the other's memory ends");
            result.conditions.text("method", "a chain of dependent reads of the other's memory");
        } else if (isOk) {
            for (int i = -5; isOk && i < 50 && from.isWanted(); ++i) {
                const double start = now();
                isOk = driver.run(driver.toPeerAsync, ring.at(), to.context(), end.at(), from.context(), std::size_t{4}, from.stream())
                       && from.wait();
                if (i >= 0)
                    result.samples.add((now() - start) * 1e6);
            }
            result.conditions.text("method", "a copy of four bytes and the wait for its end");
        }
        if (!isOk)
            from.fail(result);
    }
    from.makeCurrent();
    result.conditions.flagOrNull("isDirect", facts.canAccess);
    if (result.verdict == Verdict::Ok && result.samples.count() == 0)
        result.skip("stopped before the first sample");
    facts.latency = result.samples.median();
}

}  // namespace trainyard::probe

// SPDX-License-Identifier: GPL-3.0-or-later
// GPU memory: how fast a kernel and the driver copy it, and whether it retains what is written.
#include "core/device/kernels/values.h"
#include "core/device/probe/probes.h"

#include <cstdio>

namespace trainyard::probe {

namespace {

// A multiple of 1 MiB that leaves room for `count` such buffers and for others; 0: not even 1 MiB each.
std::size_t bufferSize(Session &session, int count)
{
    const long long room = session.freeBytes() / (count + 1);
    const long long bytes = session.settings.bufferBytes < room ? session.settings.bufferBytes : room;
    return static_cast<std::size_t>(bytes / kMiB * kMiB);
}

bool allocateAll(Session &session, Result &result, Buffer *const *buffers, int count)
{
    std::size_t bytes = bufferSize(session, count);
    const bool isTooLittle = bytes == 0;  // already known, without asking the driver
    for (; bytes >= static_cast<std::size_t>(kMiB); bytes = bytes / 2 / kMiB * kMiB) {
        bool isDone = true;
        for (int i = 0; i < count; ++i)
            isDone = isDone && buffers[i]->allocate(bytes);
        if (isDone)
            return true;
        for (int i = 0; i < count; ++i)
            buffers[i]->clear();
        if (session.driver.failure().code != 2)
            break;
    }
    if (isTooLittle) {
        Failure failure;
        failure.status = Status::OutOfMemory;
        result.fail(failure);
    } else {
        session.fail(result);
    }
    return false;
}

bool needKernels(Session &session, Result &result)
{
    if (session.hasKernels())
        return true;
    result.fail(session.modules().failureOf(ModuleKind::Basic));
    return false;
}

void noteConditions(Session &session, Result &result, std::size_t bytes, int warmup)
{
    result.conditions.whole("bytes", static_cast<long long>(bytes)).whole("warmup", warmup).flag("l2Flushed", true);
    result.conditions.text("data", "random");
    session.clockInto(result.conditions);
}

}  // namespace

namespace {

// Copies from one buffer to the other with `body` and checks every word of the copy.
template <typename Body>
void measureCopy(Session &session, Result &result, int warmup, Body body)
{
    Buffer from(session), to(session), counts(session);
    Buffer *const both[] = {&from, &to};
    if (!allocateAll(session, result, both, 2))
        return;
    const Kernel fill = session.kernel("yardFillWords"), check = session.kernel("yardCheckWords");
    constexpr unsigned long long kSeed = 0x5EED01;
    const Word64 words = from.bytes() / 8;
    const auto zero = static_cast<unsigned char>(0);
    unsigned long long wrong = 0;
    const double bytes = static_cast<double>(from.bytes()) * 2;  // read and written
    const auto each = [&](double seconds) { result.samples.add(bytes / seconds * 1e-9); };
    if (fill == nullptr || check == nullptr || !counts.allocate(512)
        || !session.driver.run(session.driver.fillAsync, counts.at(), zero, counts.bytes(), session.stream())
        || !session.driver.run(session.driver.fillAsync, to.at(), zero, to.bytes(), session.stream())
        || !session.launch(fill, session.sweepBlocks(), from.at(), words, static_cast<int>(PatternRandom), kSeed, 0ull)
        || !session.time(
            warmup, session.settings.isQuick ? 10 : 20, session.settings.isQuick ? 1 : 3, true,
            [&] { return body(to.at(), from.at(), from.bytes()); }, each)
        || !session.launch(check, session.sweepBlocks(), to.at(), words, static_cast<int>(PatternRandom), kSeed, 0ull, counts.at(),
                           counts.at() + 8)
        || !session.readWords(counts.at(), &wrong, 1)) {
        session.fail(result);
        return;
    }
    noteConditions(session, result, from.bytes(), warmup);
    if (result.samples.count() == 0)
        result.skip("stopped before the first sample");
    else
        result.verify(wrong == 0, "every word of the copy, on the GPU");
}

}  // namespace

void probeCopy(Session &session, Result &result)
{
    if (!needKernels(session, result))
        return;
    const Kernel copy = session.kernel("yardCopy");
    result.conditions.text("path", "own").text("kernel", "yardCopy");
    measureCopy(session, result, 3, [&](DevicePointer to, DevicePointer from, std::size_t bytes) {
        const Word64 vectors = bytes / 16;
        return copy != nullptr && session.launch(copy, static_cast<unsigned>((vectors + 1023) / 1024), to, from, vectors);
    });
}

void probeMemcpy(Session &session, Result &result)
{
    if (!needKernels(session, result))
        return;
    measureCopy(session, result, 3, [&](DevicePointer to, DevicePointer from, std::size_t bytes) {
        return session.driver.run(session.driver.withinAsync, to, from, bytes, session.stream());
    });
}

void probeTriad(Session &session, Result &result)
{
    if (!needKernels(session, result))
        return;
    Buffer a(session), b(session), c(session), counts(session);
    Buffer *const all[] = {&a, &b, &c};
    if (!allocateAll(session, result, all, 3))
        return;
    const Kernel fill = session.kernel("yardFillTriad"), triad = session.kernel("yardTriad"), check = session.kernel("yardCheckTriad");
    constexpr unsigned long long kSeedB = 0x5EED02, kSeedC = 0x5EED03;
    constexpr int kWarmup = 3;
    const Word64 elements = a.bytes() / 4, vectors = elements / 4;
    const auto zero = static_cast<unsigned char>(0);
    unsigned long long wrong = 0;
    const double bytes = static_cast<double>(a.bytes()) * 3;
    if (fill == nullptr || triad == nullptr || check == nullptr || !counts.allocate(8)
        || !session.driver.run(session.driver.fillAsync, counts.at(), zero, counts.bytes(), session.stream())
        || !session.driver.run(session.driver.fillAsync, a.at(), zero, a.bytes(), session.stream())
        || !session.launch(fill, session.sweepBlocks(), b.at(), elements, kSeedB)
        || !session.launch(fill, session.sweepBlocks(), c.at(), elements, kSeedC)
        || !session.time(
            kWarmup, session.settings.isQuick ? 10 : 20, session.settings.isQuick ? 1 : 3, true,
            [&] { return session.launch(triad, static_cast<unsigned>((vectors + 511) / 512), a.at(), b.at(), c.at(), vectors); },
            [&](double seconds) { result.samples.add(bytes / seconds * 1e-9); })
        || !session.launch(check, session.sweepBlocks(), a.at(), elements, kSeedB, kSeedC, counts.at())
        || !session.readWords(counts.at(), &wrong, 1)) {
        session.fail(result);
        return;
    }
    result.conditions.text("path", "own").text("kernel", "yardTriad").text("dtype", "fp32");
    noteConditions(session, result, a.bytes(), kWarmup);
    if (result.samples.count() == 0)
        result.skip("stopped before the first sample");
    else
        result.verify(wrong == 0, "every sum, on the GPU");
}

void probeMemoryTest(Session &session, Result &result)
{
    if (!needKernels(session, result))
        return;
    constexpr int kMaxParts = 512;
    constexpr long long kPart = 1024 * kMiB;  // a fragmented memory has no single piece
    const long long free = session.freeBytes();
    long long wanted = free / 10 * 9;
    if (session.settings.isQuick && wanted > 1024 * kMiB)
        wanted = 1024 * kMiB;
    DevicePointer parts[kMaxParts];
    std::size_t sizes[kMaxParts];
    int count = 0;
    long long held = 0;
    for (long long size = kPart; count < kMaxParts && wanted - held >= kMiB && size >= kMiB;) {
        const long long part = (wanted - held < size ? wanted - held : size) / kMiB * kMiB;
        if (session.driver.run(session.driver.allocate, &parts[count], part)) {
            sizes[count++] = static_cast<std::size_t>(part);
            held += part;
        } else if (session.driver.failure().code == 2) {
            size /= 2;
        } else {
            break;
        }
    }
    const auto giveBack = [&] {
        for (int i = 0; i < count && !session.isLost(); ++i)
            session.driver.run(session.driver.release, parts[i]);
    };
    Buffer counts(session);
    const Kernel fill = session.kernel("yardFillWords"), check = session.kernel("yardCheckWords");
    static const char *const kNames[] = {"zeros", "ones", "0x55", "0xaa", "own address", "random"};
    unsigned long long found[49] = {}, all = 0, firsts[48] = {};
    int firstCount = 0, done = 0;
    bool isOk = count > 0 && fill != nullptr && check != nullptr && counts.allocate(sizeof found);
    for (int pattern = 0; isOk && pattern < PatternCount && session.isWanted(); ++pattern, ++done) {
        const Word64 seed = static_cast<Word64>(pattern) + 0x5EED10;
        Word64 first = 0;
        for (int i = 0; isOk && i < count; ++i) {
            isOk = session.launch(fill, session.sweepBlocks(), parts[i], static_cast<Word64>(sizes[i] / 8), pattern, seed, first);
            first += sizes[i] / 8;
        }
        first = 0;
        isOk = isOk
               && session.driver.run(session.driver.fillAsync, counts.at(), static_cast<unsigned char>(0), counts.bytes(),
                                     session.stream());
        for (int i = 0; isOk && i < count; ++i) {
            isOk = session.launch(check, session.sweepBlocks(), parts[i], static_cast<Word64>(sizes[i] / 8), pattern, seed, first,
                                  counts.at(), counts.at() + 8);
            first += sizes[i] / 8;
        }
        isOk = isOk && session.readWords(counts.at(), found, 49);
        for (unsigned long long i = 0; isOk && i < found[0] && i < 16 && firstCount < 16; ++i, ++firstCount) {
            for (int member = 0; member < 3; ++member)
                firsts[3 * firstCount + member] = found[1 + 3 * i + static_cast<unsigned>(member)];
        }
        all += found[0];
    }
    if (!isOk) {
        if (count == 0 && session.driver.failure().code == 0) {
            Failure failure;
            failure.status = Status::OutOfMemory;
            result.fail(failure);
        } else {
            session.fail(result);
        }
        giveBack();
        return;
    }
    giveBack();
    if (done == 0) {
        result.skip("stopped before the first pattern");
        return;
    }
    result.samples.add(static_cast<double>(all));
    result.conditions.whole("bytes", held).text("path", "own");
    result.more.whole("errors", static_cast<long long>(all)).beginArray("patterns");
    for (int i = 0; i < done; ++i)
        result.more.text(nullptr, kNames[i]);
    result.more.endArray().beginArray("firstErrors");
    for (int i = 0; i < firstCount; ++i) {
        char offset[24], expected[24], read[24];
        snprintf(offset, sizeof offset, "0x%llx", firsts[3 * i] * 8);
        snprintf(expected, sizeof expected, "0x%016llx", firsts[3 * i + 1]);
        snprintf(read, sizeof read, "0x%016llx", firsts[3 * i + 2]);
        result.more.beginObject().text("offset", offset).text("expected", expected).text("found", read).endObject();
    }
    result.more.endArray();
    if (done < PatternCount)
        result.note("Stopped before all patterns were tried.");
    result.verify(all == 0, "every word against what was written, on the GPU");
}

}  // namespace trainyard::probe

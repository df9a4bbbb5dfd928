// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products: their rate, and how it holds under longer load.
#include "core/device/kernels/values.h"
#include "core/device/probe/probes.h"
#include "core/device/probe/product.h"
#include "core/device/probe/system.h"

namespace trainyard::probe {

namespace {

bool needKernelsForMatrices(Session &session, Result &result)
{
    if (session.hasKernels())
        return true;
    result.fail(session.modules().failureOf(ModuleKind::Basic),
                "the matrices are made by a kernel, and the driver does not accept the kernels");
    return false;
}

int largest(const Session &session)
{
    return session.settings.matmulSize > 0 ? session.settings.matmulSize : session.settings.isQuick ? 4096 : 8192;
}

// Correct, and the same at the end as at the beginning.
bool judge(Product &product, bool isLibrary, unsigned long long before, Result &result)
{
    unsigned long long after = 0;
    bool isRight = false;
    if (!product.fingerprint(after) || !product.isRight(isRight))
        return false;
    const bool isSame = before == after;
    // Libraries may add in a different order each time.
    if (isLibrary && !isSame)
        result.note("Results differ in the last bits from run to run.");
    result.verify(isRight && (isSame || isLibrary),
                  "1024 elements against the host's product in double precision, and all of the last result against the first");
    return true;
}

}  // namespace

void probeMatmul(Session &session, CublasLt &library, int dtype, bool isLibrary, Result &result)
{
    if (!needKernelsForMatrices(session, result))
        return;
    Product product(session, library, dtype, isLibrary);
    if (product.obstacle() != nullptr) {
        result.conditions.text("dtype", dtypeWord(dtype)).text("path", isLibrary ? "cublaslt" : "own");
        result.skip(product.obstacle());
        return;
    }
    const int warmup = session.settings.isQuick ? 10 : 50, samples = session.settings.isQuick ? 20 : 100;
    unsigned long long first = 0;
    const bool isPrepared = product.prepare(largest(session));
    if (isPrepared)
        product.describe(result.conditions);
    else
        result.conditions.text("dtype", dtypeWord(dtype)).text("path", isLibrary ? "cublaslt" : "own");
    if (!isPrepared || !product.run() || !product.fingerprint(first)
        || !session.time(
            warmup, samples, session.settings.isQuick ? 1 : 3, true, [&] { return product.run(); },
            [&](double seconds) { result.samples.add(product.operations() / seconds * 1e-12); })) {
        product.failed(result);
        return;
    }
    result.conditions.whole("warmup", warmup).flag("l2Flushed", true);
    session.clockInto(result.conditions);
    if (result.samples.count() == 0)
        result.skip("stopped before the first sample");
    else if (!judge(product, isLibrary, first, result))
        product.failed(result);
}

namespace {

struct Moment {
    double second = 0, rate = 0, length = 0;
    long long smMHz = kUnknown, memoryMHz = kUnknown, milliwatts = kUnknown, temperature = kUnknown, memoryTemperature = kUnknown,
              throttle = kUnknown;
};

void look(Session &session, Moment &moment)
{
    Nvml &nvml = session.nvml;
    const NvmlDevice device = session.facts.nvml;
    moment.smMHz = nvml.number(nvml.clock, device, NvmlSmClock);
    moment.memoryMHz = nvml.number(nvml.clock, device, NvmlMemoryClock);
    moment.milliwatts = nvml.number(nvml.powerUsage, device);
    moment.temperature = nvml.number(nvml.temperature, device, 0);
    moment.memoryTemperature = nvml.memoryTemperature(device);
    moment.throttle = nvml.bigNumber(nvml.throttle, device);
}

// Bits of nvmlDeviceGetCurrentClocksEventReasons.
constexpr int kThrottleBits = 9;
const char *throttleWord(int bit)
{
    static const char *const words[kThrottleBits] = {"idle",       "application-clocks", "sw-power-cap",   "hw-slowdown",   "sync-boost",
                                                     "sw-thermal", "hw-thermal",         "hw-power-brake", "display-clocks"};
    return words[bit];
}

void writeSeries(const Moment *moments, int count, Json &more)
{
    double seconds[kThrottleBits] = {};
    bool isKnown = false;
    more.beginArray("series");
    for (int i = 0; i < count; ++i) {
        const Moment &moment = moments[i];
        more.beginObject().real("second", moment.second).real("rate", moment.rate).whole("smMHz", moment.smMHz);
        more.whole("memoryMHz", moment.memoryMHz);
        more.real("powerW", moment.milliwatts == kUnknown ? kNoNumber : static_cast<double>(moment.milliwatts) * 1e-3);
        more.whole("temperatureC", moment.temperature).whole("memoryTemperatureC", moment.memoryTemperature);
        if (moment.throttle == kUnknown) {
            more.null("throttle").null("throttleBits").endObject();
            continue;
        }
        isKnown = true;
        more.beginArray("throttle");
        for (int bit = 0; bit < kThrottleBits; ++bit) {
            if ((moment.throttle >> bit & 1) == 0)
                continue;
            more.text(nullptr, throttleWord(bit));
            seconds[bit] += moment.length;
        }
        more.endArray().whole("throttleBits", moment.throttle).endObject();
    }
    more.endArray();
    if (!isKnown) {
        more.null("throttleSeconds");
        return;
    }
    more.beginObject("throttleSeconds");
    for (int bit = 0; bit < kThrottleBits; ++bit) {
        if (seconds[bit] > 0)
            more.real(throttleWord(bit), seconds[bit]);
    }
    more.endObject();
}

}  // namespace

void probeSustained(Session &session, CublasLt &library, Result &result)
{
    if (!needKernelsForMatrices(session, result))
        return;
    const int capability = session.facts.major * 10 + session.facts.minor;
    const int dtype = capability >= 80 ? DtypeBf16 : capability >= 70 ? DtypeFp16 : DtypeFp32;
    const bool isLibrary = library.isOpen();
    Product product(session, library, dtype, isLibrary);
    if (product.obstacle() != nullptr) {
        result.skip(product.obstacle());
        return;
    }
    unsigned long long first = 0;
    double single = 0;
    if (!product.prepare(largest(session)) || !product.run() || !product.fingerprint(first)
        || !session.time(
            2, 3, 1, false, [&] { return product.run(); }, [&](double seconds) { single = seconds; })) {
        product.failed(result);
        return;
    }
    product.describe(result.conditions);

    const double length = session.settings.sustainedSeconds;
    const double window = length / Samples::kMax > 0.5 ? length / Samples::kMax : 0.5;
    // Enough in a row that the GPU never waits for the host, few enough that a request to stop is noticed soon.
    int inARow = single > 0 ? static_cast<int>(0.1 / single) : 64;
    inARow = inARow < 1 ? 1 : inARow > 64 ? 64 : inARow;
    Moment moments[Samples::kMax];
    int count = 0;
    bool isOk = true;
    const double start = now();
    while (isOk && session.isWanted() && count < Samples::kMax && now() - start < length) {
        Moment &moment = moments[count];
        double busy = 0;
        long long products = 0;
        const double begin = now();
        while (isOk && session.isWanted() && now() - begin < window) {
            const bool isFirst = products == 0;
            isOk = session.timeOnce(
                [&] {
                    bool isRun = true;
                    for (int i = 0; isRun && i < inARow; ++i)
                        isRun = product.run();
                    return isRun;
                },
                [&] {
                    // While the GPU works.
                    if (isFirst)
                        look(session, moment);
                },
                busy);
            products += inARow;
        }
        if (!isOk || busy <= 0)
            break;
        moment.length = now() - begin;
        moment.second = now() - start;
        moment.rate = product.operations() * static_cast<double>(products) / busy * 1e-12;
        result.samples.add(moment.rate);
        ++count;
    }
    if (!isOk) {
        product.failed(result);
        return;
    }
    if (count == 0) {
        result.skip("stopped before the first sample");
        return;
    }
    writeSeries(moments, count, result.more);
    if (!judge(product, isLibrary, first, result))
        product.failed(result);
}

}  // namespace trainyard::probe

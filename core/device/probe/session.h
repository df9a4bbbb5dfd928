// SPDX-License-Identifier: GPL-3.0-or-later
// One GPU during its measurement: its context, a stream, two events, the kernels, and buffers that are freed.
#pragma once

#include "core/device/probe/cudadriver.h"
#include "core/device/probe/devicefacts.h"
#include "core/device/probe/figures.h"
#include "core/device/probe/modules.h"
#include "core/device/probe/nvml.h"

namespace trainyard::probe {

struct Settings {
    bool isQuick = false;
    long long bufferBytes = 512ll << 20;  // as in nvbandwidth
    int matmulSize = 0;                   // 0: depends on the speed of the GPU
    double sustainedSeconds = 30;
    Text diskDirectory, libraries, root;  // libraries, root: empty on a real machine
};

class Session {
public:
    Session(Watch &watch, CudaDriver &driver, Nvml &nvml, const DeviceFacts &facts, const Settings &settings);
    ~Session();
    Session(const Session &) = delete;
    Session &operator=(const Session &) = delete;

    bool open();  // false: see failure(); nothing can be measured
    const Failure &failure() const { return m_failure; }
    bool hasKernels() const { return m_modules.has(ModuleKind::Basic); }
    bool makeCurrent() { return driver.run(driver.useContext, m_context); }

    // Grid of `blocks` × `rows` blocks of `threads`.
    template <typename... A>
    bool launchGrid(Kernel kernel, unsigned blocks, unsigned rows, unsigned threads, A... arguments)
    {
        void *pointers[] = {&arguments..., nullptr};
        return driver.run(driver.launch, kernel, blocks, rows, 1u, threads, 1u, 1u, 0u, m_stream, pointers, nullptr);
    }
    template <typename... A>
    bool launch(Kernel kernel, unsigned blocks, A... arguments)
    {
        return launchGrid(kernel, blocks, 1u, 256u, arguments...);
    }
    unsigned sweepBlocks() const;  // for kernels that stride over a whole buffer
    Kernel kernel(const char *name, ModuleKind kind = ModuleKind::Basic) { return m_modules.find(driver, kind, name); }

    bool wait() { return driver.run(driver.waitForStream, m_stream); }
    bool flushCache();  // enqueues writing a buffer larger than the cache, so that nothing of the last sample remains in it
    bool readWords(DevicePointer from, unsigned long long *to, int count);

    // Runs `body` `warmup` times untimed, then up to `samples` times between two events, passing seconds to `each`. Stops early after
    // `budget` seconds once there are 5 samples, and when the program is asked to end. The flush before each keeps the GPU busy while body
    // is enqueued, so that the enqueueing time is not measured.
    template <typename Body, typename Each>
    bool time(int warmup, int samples, double budget, bool isFlushed, Body body, Each each)
    {
        const double start = clock();
        for (int i = 0; i < warmup && (i < 2 || clock() - start < budget / 3) && isWanted(); ++i) {
            if (!body() || (i % 8 == 7 && !wait()))
                return false;
        }
        if (!wait())
            return false;
        for (int i = 0; i < samples && isWanted() && (i < 5 || clock() - start < budget); ++i) {
            float milliseconds = 0;
            if ((isFlushed && !flushCache()) || !driver.run(driver.recordEvent, m_begin, m_stream) || !body()
                || !driver.run(driver.recordEvent, m_end, m_stream) || !driver.run(driver.waitForEvent, m_end)
                || !driver.run(driver.milliseconds, &milliseconds, m_begin, m_end))
                return false;
            if (milliseconds > 0)
                each(static_cast<double>(milliseconds) * 1e-3);
            if (i % 8 == 0)
                watchClock();
        }
        return true;
    }

    // Runs `body` once between two events, `meanwhile` on the host, and adds the seconds to `sum`.
    template <typename Body, typename Meanwhile>
    bool timeOnce(Body body, Meanwhile meanwhile, double &sum)
    {
        float milliseconds = 0;
        if (!driver.run(driver.recordEvent, m_begin, m_stream) || !body() || !driver.run(driver.recordEvent, m_end, m_stream))
            return false;
        meanwhile();
        if (!driver.run(driver.waitForEvent, m_end) || !driver.run(driver.milliseconds, &milliseconds, m_begin, m_end))
            return false;
        sum += static_cast<double>(milliseconds) * 1e-3;
        return true;
    }

    bool isWanted() const { return watch.endReason() == EndReason::None; }
    void fail(Result &result, const char *why = nullptr);  // with the driver's last failure; notices a lost GPU
    bool isLost() const { return m_isLost; }
    Text kernelsJson() const { return m_modules.toJson(); }
    const Modules &modules() const { return m_modules; }
    long long freeBytes();
    void watchClock();                 // records the current clock rate
    void clockInto(Json &conditions);  // the median of the recorded rates, which are then dropped
    Stream stream() const { return m_stream; }
    Context context() const { return m_context; }
    static double clock();

    Watch &watch;
    CudaDriver &driver;
    Nvml &nvml;
    const DeviceFacts &facts;
    const Settings &settings;

private:
    Context m_context = nullptr;
    Stream m_stream = nullptr;
    Event m_begin = nullptr, m_end = nullptr;
    Modules m_modules;
    DevicePointer m_flush = 0;
    std::size_t m_flushBytes = 0;
    Samples m_clocks;
    bool m_isLost = false;
    Failure m_failure;
};

// GPU memory, freed at the end of its scope.
class Buffer {
public:
    explicit Buffer(Session &session) : m_session(session) {}
    ~Buffer() { clear(); }
    Buffer(const Buffer &) = delete;
    Buffer &operator=(const Buffer &) = delete;

    bool allocate(std::size_t bytes);
    void clear();
    DevicePointer at() const { return m_at; }
    std::size_t bytes() const { return m_bytes; }

private:
    Session &m_session;
    DevicePointer m_at = 0;
    std::size_t m_bytes = 0;
};

}  // namespace trainyard::probe

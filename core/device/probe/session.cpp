// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/probe/session.h"

#include "core/device/probe/system.h"

namespace trainyard::probe {

Session::Session(Watch &watchPage, CudaDriver &cuda, Nvml &management, const DeviceFacts &device, const Settings &wanted)
    : watch(watchPage), driver(cuda), nvml(management), facts(device), settings(wanted)
{
}

Session::~Session()
{
    if (m_context == nullptr)
        return;
    if (!m_isLost && makeCurrent()) {
        if (m_flush != 0)
            driver.run(driver.release, m_flush);
        m_modules.unload(driver);
        if (m_begin != nullptr)
            driver.run(driver.destroyEvent, m_begin);
        if (m_end != nullptr)
            driver.run(driver.destroyEvent, m_end);
        if (m_stream != nullptr)
            driver.run(driver.destroyStream, m_stream);
    }
    driver.run(driver.releaseContext, facts.handle);
}

bool Session::open()
{
    constexpr unsigned kNonBlocking = 1;  // CU_STREAM_NON_BLOCKING
    const bool isOpen = driver.run(driver.retainContext, &m_context, facts.handle) && makeCurrent()
                        && driver.run(driver.createStream, &m_stream, kNonBlocking) && driver.run(driver.createEvent, &m_begin, 0u)
                        && driver.run(driver.createEvent, &m_end, 0u);
    if (!isOpen) {
        m_failure = driver.takeFailure(Phase::Starting);
        return false;
    }
    if (!m_modules.load(driver, facts.major * 10 + facts.minor)) {
        m_failure = m_modules.failureOf(ModuleKind::Basic);
        if (isContextLost(m_failure.code))
            return false;
    }
    // Four times the cache, as in the reference method; a small GPU keeps room for the measurement.
    const long long wanted = facts.l2Bytes == kUnknown || facts.l2Bytes * 4 < (64ll << 20) ? 64ll << 20 : facts.l2Bytes * 4;
    const long long most = 256ll << 20, room = freeBytes() / 8;
    long long bytes = wanted < most ? wanted : most;
    bytes = bytes < room ? bytes : room;
    if (bytes > 0 && driver.run(driver.allocate, &m_flush, bytes))
        m_flushBytes = static_cast<std::size_t>(bytes);
    return true;
}

unsigned Session::sweepBlocks() const { return static_cast<unsigned>(facts.multiprocessors > 0 ? facts.multiprocessors * 8 : 256); }

bool Session::flushCache()
{
    return m_flushBytes == 0 || driver.run(driver.fillAsync, m_flush, static_cast<unsigned char>(0), m_flushBytes, m_stream);
}

bool Session::readWords(DevicePointer from, unsigned long long *to, int count)
{
    return wait() && driver.run(driver.toHost, to, from, static_cast<std::size_t>(count) * sizeof *to);
}

void Session::fail(Result &result, const char *why)
{
    Failure failure = driver.takeFailure(Phase::Measuring);
    if (failure.status == Status::DriverError && nvml.isLost(facts.nvml))
        failure.status = Status::GpuLost;
    m_isLost = m_isLost || failure.status == Status::GpuLost || isContextLost(failure.code) || failure.code == 999;
    result.fail(failure, why);
}

long long Session::freeBytes()
{
    std::size_t free = 0, total = 0;
    return driver.run(driver.memoryInfo, &free, &total) ? static_cast<long long>(free) : 0;
}

void Session::watchClock()
{
    const long long clockMHz = nvml.number(nvml.clock, facts.nvml, NvmlSmClock);
    if (clockMHz != kUnknown)
        m_clocks.add(static_cast<double>(clockMHz));
}

void Session::clockInto(Json &conditions)
{
    conditions.real("smMHz", m_clocks.median());
    m_clocks = Samples();
}

double Session::clock() { return now(); }

bool Buffer::allocate(std::size_t bytes)
{
    clear();
    if (!m_session.driver.run(m_session.driver.allocate, &m_at, bytes)) {
        m_at = 0;
        return false;
    }
    m_bytes = bytes;
    return true;
}

void Buffer::clear()
{
    if (m_at != 0 && !m_session.isLost())
        m_session.driver.run(m_session.driver.release, m_at);
    m_at = 0;
    m_bytes = 0;
}

}  // namespace trainyard::probe

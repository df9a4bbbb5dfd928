// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/probe/watch.h"

#include "core/device/probe/system.h"

#include <cerrno>
#include <unistd.h>

namespace trainyard::probe {

void Watch::enter(const char *call)
{
    __atomic_store_n(&m_page->call, call, __ATOMIC_RELAXED);
    double since = now();
    __atomic_store(&m_page->callSince, &since, __ATOMIC_RELEASE);
}

void Watch::leave()
{
    double none = 0;
    __atomic_store(&m_page->callSince, &none, __ATOMIC_RELEASE);
}

void Watch::send(Record kind, const Text &payload)
{
    const auto size = static_cast<std::uint32_t>(payload.size());
    Text record;
    record.add(reinterpret_cast<const char *>(&kind), 1).add(reinterpret_cast<const char *>(&size), sizeof size).add(payload);
    for (std::size_t at = 0; at < record.size();) {
        const ssize_t written = write(m_pipe, record.get() + at, record.size() - at);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            _exit(factsOf(Status::InternalError).exitStatus);  // the reader has gone
        at += static_cast<std::size_t>(written);
    }
}

void Watch::send(Record kind, int first, const Text &payload)
{
    send(kind, Text().add(reinterpret_cast<const char *>(&first), sizeof first).add(payload));
}

void Watch::send(Record kind, int first, int second, const Text &payload)
{
    send(kind, first, Text().add(reinterpret_cast<const char *>(&second), sizeof second).add(payload));
}

}  // namespace trainyard::probe

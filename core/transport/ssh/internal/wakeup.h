// SPDX-License-Identifier: GPL-3.0-or-later
// An eventfd that interrupts poll(): written from any thread, watched by one. Internal to core/transport/ssh.
#pragma once

#include <cstdint>
#include <sys/eventfd.h>
#include <unistd.h>

namespace trainyard {

class Wakeup {
public:
    Wakeup() : m_fd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}
    ~Wakeup()
    {
        if (m_fd >= 0)
            ::close(m_fd);
    }
    Wakeup(const Wakeup &) = delete;
    Wakeup &operator=(const Wakeup &) = delete;

    int fd() const { return m_fd; }
    void signal() const
    {
        const std::uint64_t one = 1;
        [[maybe_unused]] const ssize_t written = ::write(m_fd, &one, sizeof one);
    }
    void clear() const
    {
        std::uint64_t count = 0;
        [[maybe_unused]] const ssize_t got = ::read(m_fd, &count, sizeof count);
    }

private:
    int m_fd;
};

}  // namespace trainyard

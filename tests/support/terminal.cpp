// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/terminal.h"

#include <QDeadlineTimer>

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

namespace trainyard {

Terminal::Terminal()
{
    m_master = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    ::grantpt(m_master);
    ::unlockpt(m_master);
    // Kept open, because the other side would hang up between two programs.
    m_slave = ::open(::ptsname(m_master), O_RDWR | O_NOCTTY | O_CLOEXEC);
}

Terminal::~Terminal()
{
    ::close(m_slave);
    ::close(m_master);
}

void Terminal::attach(QProcess &process) const
{
    process.setChildProcessModifier([slave = m_slave] {
        ::setsid();
        ::ioctl(slave, TIOCSCTTY, 0);
    });
}

bool Terminal::waitFor(const QByteArray &text)
{
    const QDeadlineTimer deadline(20'000);
    for (;;) {
        const qsizetype at = m_seen.indexOf(text, m_searchedTo);
        if (at >= 0) {
            m_searchedTo = at + text.size();
            return true;
        }
        if (deadline.hasExpired())
            return false;
        pollfd entry = {m_master, POLLIN, 0};
        char buffer[4096];
        if (::poll(&entry, 1, 100) != 1)
            continue;
        const ssize_t count = ::read(m_master, buffer, sizeof buffer);
        if (count > 0)
            m_seen.append(buffer, count);
    }
}

void Terminal::type(const QByteArray &text) const
{
    [[maybe_unused]] const ssize_t written = ::write(m_master, text.constData(), static_cast<size_t>(text.size()));
}

}  // namespace trainyard

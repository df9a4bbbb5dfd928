// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/internal/sessionwait.h"

#include "core/transport/ssh/ssherrors.h"

#include <algorithm>
#include <poll.h>

namespace trainyard {

Result<void> SessionWait::wait()
{
    if (m_clock.isStopped())
        return cancelledError();
    const QDeadlineTimer deadline = m_clock.deadline();
    if (deadline.hasExpired())
        return timedOutError(QStringLiteral("login"));
    const short wanted = ssh_get_poll_flags(m_session) & SSH_WRITE_PENDING ? POLLIN | POLLOUT : POLLIN;
    pollfd fds[] = {{m_fd, wanted, 0}, {m_wakeup.fd(), POLLIN, 0}};
    // A second at most: packets that libssh has read but not processed leave no trace on the descriptor.
    const qint64 remaining = deadline.isForever() ? 1000 : std::min<qint64>(deadline.remainingTime(), 1000);
    ::poll(fds, 2, static_cast<int>(std::max<qint64>(remaining, 0)));
    return {};
}

bool SessionWait::isHungUp() const
{
    pollfd entry = {m_fd, POLLRDHUP, 0};
    return ::poll(&entry, 1, 0) == 1 && (entry.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

}  // namespace trainyard

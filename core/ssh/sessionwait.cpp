#include "core/ssh/sessionwait.h"

#include "core/ssh/ssherrors.h"

#include <algorithm>
#include <poll.h>

namespace trainyard {

Result<void> SessionWait::wait()
{
    if (m_stop.stop_requested())
        return cancelledError();
    if (m_deadline.hasExpired())
        return timedOutError(QStringLiteral("login"));
    const short wanted = ssh_get_poll_flags(m_session) & SSH_WRITE_PENDING ? POLLIN | POLLOUT : POLLIN;
    pollfd fds[] = {{m_fd, wanted, 0}, {m_wakeup.fd(), POLLIN, 0}};
    // A second at most: packets that libssh read but has not acted on leave no trace on the descriptor.
    const qint64 remaining = m_deadline.isForever() ? 1000 : std::min<qint64>(m_deadline.remainingTime(), 1000);
    ::poll(fds, 2, static_cast<int>(std::max<qint64>(remaining, 0)));
    return {};
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/internal/jumpforwarder.h"

#include "core/transport/ssh/internal/waiting.h"
#include "core/transport/ssh/ssherrors.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace trainyard {

namespace {

// Measured for a channel over a long distance: more only costs sshd processor time.
constexpr quint32 kWindow = 4 * 1024 * 1024;
constexpr quint32 kHopPiece = 128 * 1024;
// Bytes that the next session has written but the hop has not accepted. More than that session may have in flight, so that its own
// blocking writes hardly ever wait.
constexpr qsizetype kMaxBuffered = 16 * 1024 * 1024;

bool isWritable(int fd)
{
    pollfd entry = {fd, POLLOUT, 0};
    return ::poll(&entry, 1, 0) == 1 && (entry.revents & POLLOUT);
}

// Removes what was sent; moving the rest each time would cost a copy per piece.
void trim(QByteArray &bytes, qsizetype &sent)
{
    if (sent == bytes.size()) {
        bytes.clear();
        sent = 0;
    } else if (sent > 1024 * 1024) {
        bytes.remove(0, sent);
        sent = 0;
    }
}

}  // namespace

Result<JumpForwarder::Started> JumpForwarder::start(SessionHandle hop, const QString &host, int port, LoginClock &clock)
{
    ssh_session session = hop.get();
    ssh_channel channel = ssh_channel_new(session);
    const QByteArray name = host.toUtf8();
    Result<int> opened = SSH_ERROR;
    if (channel) {
        SessionWait wait(session, ssh_get_fd(session), clock);
        opened = wait.drive([&] { return ssh_channel_open_forward(channel, name.constData(), port, "127.0.0.1", 0); }, SSH_AGAIN);
    }
    if (!opened) {
        ssh_channel_free(channel);
        return opened.error();
    }
    if (*opened != SSH_OK) {
        const QString detail = QString::fromUtf8(ssh_get_error(session));
        ssh_channel_free(channel);
        const QString place = host + u':' + QString::number(port);
        // RFC 4254, 5.1: 1 is "administratively prohibited"; libssh reports it only in its text.
        if (detail.contains(QLatin1String("error (1)")))
            return Error{ErrorCode::PermissionDenied,
                         QCoreApplication::translate("trainyard::Ssh",
                                                     "It does not allow connections to %1. Ask its administrator to allow TCP forwarding.")
                             .arg(place),
                         detail};
        return unreachableError(
            QCoreApplication::translate("trainyard::Ssh", "It cannot reach %1. Check that the machine is running and its address.")
                .arg(place),
            detail);
    }
    std::array<int, 2> link = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, link.data()) != 0) {
        ssh_channel_free(channel);
        return Error{ErrorCode::Io, QCoreApplication::translate("trainyard::Ssh", "Out of memory."), {}};
    }
    return Started{std::shared_ptr<JumpForwarder>(new JumpForwarder(std::move(hop), channel, link[0])), link[1]};
}

JumpForwarder::JumpForwarder(SessionHandle hop, ssh_channel channel, int nearFd)
    : m_hop(std::move(hop)), m_channel(channel), m_near(nearFd), m_hopFd(::fcntl(ssh_get_fd(m_hop.get()), F_DUPFD_CLOEXEC, 0)),
      m_thread([this] { main(); })
{
}

JumpForwarder::~JumpForwarder()
{
    m_isClosing = true;
    m_wakeup.signal();
    {
        std::unique_lock lock(m_mutex);
        // Cut off a send that hangs on a dead link.
        if (waitFor(m_finished, lock, QDeadlineTimer(500), {}, [&] { return m_isFinished; }) != WaitEnd::Ready)
            ::shutdown(m_hopFd, SHUT_RDWR);
    }
    m_thread.join();
    ::close(m_hopFd);
    ::close(m_near);
}

QString JumpForwarder::failureText() const
{
    const std::lock_guard guard(m_mutex);
    return m_failureText;
}

void JumpForwarder::main()
{
    ssh_set_counters(m_hop.get(), &m_socketBytes, &m_rawBytes);
    m_scratch.resize(kWindow);
    // Never opened: polling it makes libssh read whatever has arrived for the whole session.
    m_listener = ssh_channel_new(m_hop.get());
    while (!m_isClosing) {
        const auto before = m_socketBytes.in_bytes;
        const bool moved = moveNearer() | moveFarther();
        const bool isFarOver = ssh_channel_is_closed(m_channel) || ssh_channel_is_eof(m_channel);
        if (!ssh_is_connected(m_hop.get()) || (isFarOver && m_nearer.isEmpty()))
            break;
        if (m_isNearOver && m_farther.isEmpty())
            break;
        if (!moved && m_socketBytes.in_bytes == before)
            wait();
    }
    const QString text = ssh_is_connected(m_hop.get()) ? QString() : QString::fromUtf8(ssh_get_error(m_hop.get()));
    ::shutdown(m_near, SHUT_RDWR);  // the next session sees its end
    ssh_channel_free(m_listener);
    ssh_channel_free(m_channel);
    ssh_set_counters(m_hop.get(), nullptr, nullptr);
    m_hop.reset();
    const std::lock_guard guard(m_mutex);
    m_failureText = text;
    m_isFinished = true;
    m_finished.notify_all();
}

bool JumpForwarder::moveNearer()
{
    bool moved = false;
    if (m_nearer.size() < kMaxBuffered) {
        // A read that requests more than the window has left opens it to that size (libssh 0.10); see ChannelPump.
        const bool isGrowing = m_consumed == 0 || m_consumed >= kWindow / 4;
        const int count = ssh_channel_is_closed(m_channel)
                              ? ssh_channel_read_nonblocking(m_channel, m_scratch.data(), kHopPiece, 0)
                              : ssh_channel_read_timeout(m_channel, m_scratch.data(), isGrowing ? kWindow : kHopPiece, 0, 0);
        if (count > 0) {
            m_consumed = (isGrowing ? 0 : m_consumed) + static_cast<quint32>(count);
            m_nearer.append(m_scratch.constData(), count);
            moved = true;
        }
    } else {
        ssh_channel_poll_timeout(m_listener, 0, 0);
    }
    while (m_sentNearer < m_nearer.size()) {
        const ssize_t sent = ::send(m_near, m_nearer.constData() + m_sentNearer, static_cast<std::size_t>(m_nearer.size() - m_sentNearer),
                                    MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent <= 0) {
            if (errno != EAGAIN && errno != EINTR)
                m_isNearOver = true;
            break;
        }
        m_sentNearer += sent;
        moved = true;
    }
    trim(m_nearer, m_sentNearer);
    return moved;
}

bool JumpForwarder::moveFarther()
{
    bool moved = false;
    while (!m_isNearOver && m_farther.size() < kMaxBuffered) {
        const ssize_t count = ::recv(m_near, m_scratch.data(), static_cast<std::size_t>(m_scratch.size()), MSG_DONTWAIT);
        if (count > 0) {
            m_farther.append(m_scratch.constData(), count);
            moved = true;
        } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
            m_isNearOver = true;
        } else {
            break;
        }
    }
    while (m_sentFarther < m_farther.size()) {
        const quint32 window = ssh_channel_window_size(m_channel);
        // libssh's write blocks on a full socket, which would hold up the other direction, too.
        if (window == 0 || !isWritable(m_hopFd))
            break;
        const auto size = std::min<qsizetype>({m_farther.size() - m_sentFarther, window, kHopPiece});
        const int sent = ssh_channel_write(m_channel, m_farther.constData() + m_sentFarther, static_cast<quint32>(size));
        if (sent < 0)
            m_isNearOver = true;
        if (sent <= 0)
            break;
        m_sentFarther += sent;
        moved = true;
    }
    trim(m_farther, m_sentFarther);
    if (m_isNearOver && (ssh_channel_is_closed(m_channel) || ssh_channel_window_size(m_channel) == 0))
        m_farther.clear();  // no call waits for it any longer
    return moved;
}

void JumpForwarder::wait()
{
    short hop = POLLIN, near = 0;
    const bool isBlocked = !m_farther.isEmpty() && ssh_channel_window_size(m_channel) > 0;
    if (isBlocked || (ssh_get_poll_flags(m_hop.get()) & SSH_WRITE_PENDING))
        hop |= POLLOUT;
    if (m_farther.size() < kMaxBuffered)
        near |= POLLIN;
    if (!m_nearer.isEmpty())
        near |= POLLOUT;
    pollfd fds[] = {{m_hopFd, hop, 0}, {m_isNearOver ? -1 : m_near, near, 0}, {m_wakeup.fd(), POLLIN, 0}};
    // A second at most: packets that libssh has read but not processed leave no trace on the descriptor.
    ::poll(fds, 3, 1000);
}

}  // namespace trainyard

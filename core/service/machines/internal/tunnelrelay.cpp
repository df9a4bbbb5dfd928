// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/internal/tunnelrelay.h"

#include <QCoreApplication>
#include <QDeadlineTimer>

#include <algorithm>
#include <cerrno>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
// A dead link is noticed after 11 s and redialled within a few: a caller that waits this long need not try again.
constexpr auto kPatience = 30s;
constexpr size_t kMaxCallers = 400;  // of the 1024 descriptors a program usually may have; more wait in the kernel
constexpr qsizetype kPiece = 64 * 1024;
constexpr int kPiecesPerTurn = 8;  // then it is the next caller's turn

}  // namespace

struct TunnelRelay::Signal {
    Signal() : fd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}
    ~Signal() { ::close(fd); }
    void raise() const { ::eventfd_write(fd, 1); }
    void clear() const
    {
        eventfd_t count = 0;
        ::eventfd_read(fd, &count);
    }
    const int fd;
};

struct TunnelRelay::Caller {
    int fd = -1;
    QDeadlineTimer patience{kPatience};
    std::shared_ptr<std::atomic<bool>> hasNews = std::make_shared<std::atomic<bool>>(false);
    std::unique_ptr<RemoteSocket> remote;  // none while waiting for a connection
    QByteArray toLocal, toRemote;          // one piece each, the rest of which the other side has not accepted yet
    qsizetype toLocalDone = 0, toRemoteDone = 0;
    bool isServed = false;
    bool isLocalEnded = false, isRemoteEnded = false;  // read to the end
    bool isLocalFull = false;                          // waits until the program here takes more

    bool isWaiting() const { return !remote; }
    bool wantsInput() const { return isServed && !isLocalEnded && toRemote.isEmpty(); }
};

TunnelRelay::TunnelRelay(LoopbackListener listener, RemoteEndpoint remote, Events events)
    : m_listener(listener), m_remote(std::move(remote)), m_events(std::move(events)), m_signal(std::make_shared<Signal>()),
      m_thread([this] { main(); })
{
}

TunnelRelay::~TunnelRelay()
{
    m_isClosing = true;
    m_signal->raise();
    m_thread.join();
    ::close(m_listener.fd);
}

void TunnelRelay::setConnection(std::shared_ptr<SshConnection> connection)
{
    {
        const std::lock_guard lock(m_guard);
        m_connection = std::move(connection);
    }
    m_signal->raise();
}

void TunnelRelay::main()
{
    std::vector<pollfd> entries;
    for (;;) {
        m_signal->clear();  // before checking anything that a signal may be about
        if (m_isClosing)
            break;
        std::shared_ptr<SshConnection> connection;
        {
            const std::lock_guard lock(m_guard);
            connection = m_connection;
        }
        entries.clear();
        entries.push_back({m_signal->fd, POLLIN, 0});
        entries.push_back({m_callers.size() < kMaxCallers ? m_listener.fd : -1, POLLIN, 0});
        QDeadlineTimer next(QDeadlineTimer::Forever);
        for (Caller &caller : m_callers) {
            if (caller.isWaiting() && connection && connection->isAlive())
                connect(caller, connection);
            if (!caller.isServed)
                next = std::min(next, caller.patience);
            short wanted = caller.wantsInput() ? POLLIN : 0;
            if (caller.isLocalFull)
                wanted |= POLLOUT;
            // After both ends poll() would report a hang-up endlessly.
            const bool isSilent = caller.isLocalEnded && caller.isRemoteEnded;
            entries.push_back({isSilent ? -1 : caller.fd, wanted, 0});
        }
        connection.reset();
        const bool hasNews = std::any_of(m_callers.begin(), m_callers.end(), [](const Caller &caller) { return caller.hasNews->load(); });
        const auto wait = next.isForever() ? -1 : static_cast<int>(next.remainingTime()) + 1;
        if (::poll(entries.data(), entries.size(), hasNews ? 0 : wait) < 0)
            continue;

        const size_t before = m_callers.size();
        auto entry = entries.begin() + 2;
        for (auto caller = m_callers.begin(); caller != m_callers.end(); ++entry) {
            if (serve(*caller, entry->revents)) {
                ++caller;
                continue;
            }
            ::close(caller->fd);
            caller = m_callers.erase(caller);
        }
        if (entries[1].revents & POLLIN)
            accept();
        if (m_callers.size() != before)
            m_events.callersChanged(static_cast<int>(m_callers.size()));
    }
    for (const Caller &caller : m_callers)
        ::close(caller.fd);
    m_callers.clear();
}

void TunnelRelay::accept()
{
    while (m_callers.size() < kMaxCallers) {
        const int fd = ::accept4(m_listener.fd, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (fd < 0)
            return;
        if (!isCallerAllowed(fd)) {
            ::close(fd);
            continue;
        }
        const int yes = 1;
        ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        m_callers.emplace_back().fd = fd;
        const std::lock_guard lock(m_guard);
        if (!m_connection || !m_connection->isAlive())
            m_events.linkWanted();
    }
}

void TunnelRelay::connect(Caller &caller, const std::shared_ptr<SshConnection> &connection)
{
    auto socket = connection->openSocket(m_remote, [signal = m_signal, hasNews = caller.hasNews] {
        if (!hasNews->exchange(true))
            signal->raise();
    });
    if (socket)
        caller.remote = *std::move(socket);
    else
        m_events.failed(socket.error());  // the address was checked before; the caller times out after kPatience
}

bool TunnelRelay::serve(Caller &caller, short events)
{
    if (!caller.hasNews->exchange(false) && events == 0 && (caller.isServed || !caller.patience.hasExpired()))
        return true;
    if (events & POLLERR)
        return false;
    if (!caller.isServed && caller.patience.hasExpired()) {
        m_events.failed({ErrorCode::TimedOut,
                         QCoreApplication::translate("trainyard::Tunnel", "The machine could not be reached in time for a program on this "
                                                                          "computer. It may try again."),
                         {}});
        return false;
    }
    if (caller.isWaiting())
        return !(events & POLLHUP);

    const RemoteSocket::Stage stage = caller.remote->stage();
    if (stage == RemoteSocket::Stage::Opening)
        return true;
    if (stage == RemoteSocket::Stage::Failed) {
        const Error error = caller.remote->error();
        const bool isLost = error.code == ErrorCode::ConnectionLost;
        if (isLost)
            m_events.linkWanted();
        if (isLost && !caller.isServed) {
            caller.remote.reset();  // waits for the next connection
            return true;
        }
        if (!isLost)
            m_events.failed(error);
        if (isLost) {
            const linger reset = {1, 0};
            ::setsockopt(caller.fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
        }
        return false;
    }
    if (!caller.isServed) {
        caller.isServed = true;
        m_events.served();
    }
    if (!moveToLocal(caller) || !moveToRemote(caller))
        return false;
    // Both ends are not enough: data read here may still be on its way there.
    return !(caller.isRemoteEnded && caller.remote->stage() == RemoteSocket::Stage::Closed);
}

bool TunnelRelay::moveToLocal(Caller &caller)
{
    caller.isLocalFull = false;
    for (int piece = 0; !caller.isRemoteEnded; ++piece) {
        if (caller.toLocal.isEmpty()) {
            if (piece == kPiecesPerTurn) {
                *caller.hasNews = true;
                return true;
            }
            caller.toLocal = caller.remote->read();
            caller.toLocalDone = 0;
        }
        if (caller.toLocal.isEmpty()) {
            if (!caller.remote->isAtEnd())
                return true;
            // A link that was lost since this turn began does not end what was sent: the next turn tells the caller so.
            if (caller.remote->stage() == RemoteSocket::Stage::Failed) {
                *caller.hasNews = true;
                return true;
            }
            caller.isRemoteEnded = true;
            ::shutdown(caller.fd, SHUT_WR);
            return true;
        }
        while (caller.toLocalDone < caller.toLocal.size()) {
            const ssize_t count = ::send(caller.fd, caller.toLocal.constData() + caller.toLocalDone,
                                         static_cast<size_t>(caller.toLocal.size() - caller.toLocalDone), MSG_NOSIGNAL);
            if (count < 0 && (errno == EAGAIN || errno == EINTR)) {
                caller.isLocalFull = true;
                return true;
            }
            if (count < 0)
                return false;
            caller.toLocalDone += count;
            m_received += count;
        }
        caller.toLocal.clear();
    }
    return true;
}

bool TunnelRelay::moveToRemote(Caller &caller)
{
    for (int piece = 0; piece < kPiecesPerTurn; ++piece) {
        if (caller.toRemote.isEmpty() && !caller.isLocalEnded) {
            QByteArray bytes(kPiece, Qt::Uninitialized);
            const ssize_t count = ::recv(caller.fd, bytes.data(), static_cast<size_t>(bytes.size()), 0);
            if (count < 0 && (errno == EAGAIN || errno == EINTR))
                return true;
            if (count < 0)
                return false;
            if (count == 0) {
                caller.isLocalEnded = true;
                caller.remote->finishWriting();
                return true;
            }
            bytes.truncate(count);
            caller.toRemote = bytes;
            caller.toRemoteDone = 0;
        }
        if (caller.toRemote.isEmpty())
            return true;
        const qsizetype count = caller.remote->write(QByteArrayView(caller.toRemote).sliced(caller.toRemoteDone));
        caller.toRemoteDone += count;
        m_sent += count;
        if (caller.toRemoteDone < caller.toRemote.size())
            return true;  // the socket signals when it accepts more
        caller.toRemote.clear();
    }
    return true;
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/internal/dial.h"

#include "core/transport/ssh/internal/waiting.h"
#include "core/transport/ssh/internal/wakeup.h"
#include "core/transport/ssh/ssherrors.h"

#include <QCoreApplication>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <linux/tcp.h>
#include <memory>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <thread>
#include <vector>

namespace trainyard {

namespace {

struct Address {
    sockaddr_storage storage = {};
    socklen_t length = 0;
    int family = 0;
};

struct Lookup {
    std::mutex mutex;
    std::condition_variable_any done;
    bool isDone = false;
    int status = 0;
    std::vector<Address> addresses;
};

int resolveNow(const std::string &host, const std::string &port, int flags, std::vector<Address> &addresses)
{
    addrinfo hints = {};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = flags | AI_NUMERICSERV;
    addrinfo *found = nullptr;
    const int status = ::getaddrinfo(host.c_str(), port.c_str(), &hints, &found);
    if (status != 0)
        return status;
    for (const addrinfo *info = found; info; info = info->ai_next) {
        Address address;
        if (info->ai_addrlen > sizeof address.storage)
            continue;
        std::memcpy(&address.storage, info->ai_addr, info->ai_addrlen);
        address.length = info->ai_addrlen;
        address.family = info->ai_family;
        addresses.push_back(address);
    }
    ::freeaddrinfo(found);
    return 0;
}

Error nameError(const QString &host, int status)
{
    return unreachableError(
        QCoreApplication::translate("trainyard::Ssh", "The name %1 cannot be resolved. Check the spelling and your network.").arg(host),
        QString::fromLocal8Bit(::gai_strerror(status)));
}

// getaddrinfo() cannot be interrupted, so it runs on a separate thread that may outlive the caller and uses only the Lookup that they
// share.
Result<std::vector<Address>> resolve(const QString &host, int port, QDeadlineTimer deadline, const std::stop_token &stop)
{
    const std::string name = host.toStdString();
    const std::string service = std::to_string(port);
    std::vector<Address> addresses;
    if (resolveNow(name, service, AI_NUMERICHOST, addresses) == 0)
        return addresses;

    auto lookup = std::make_shared<Lookup>();
    std::thread([lookup, name, service] {
        std::vector<Address> found;
        const int status = resolveNow(name, service, AI_ADDRCONFIG, found);
        const std::lock_guard guard(lookup->mutex);
        lookup->status = status;
        lookup->addresses = std::move(found);
        lookup->isDone = true;
        lookup->done.notify_all();
    }).detach();

    std::unique_lock lock(lookup->mutex);
    switch (waitFor(lookup->done, lock, deadline, stop, [&] { return lookup->isDone; })) {
    case WaitEnd::Stopped: return cancelledError();
    case WaitEnd::TimedOut: return timedOutError(QStringLiteral("getaddrinfo"));
    case WaitEnd::Ready: break;
    }
    if (lookup->status != 0)
        return nameError(host, lookup->status);
    return std::move(lookup->addresses);
}

void setOption(int fd, int level, int name, int value) { ::setsockopt(fd, level, name, &value, sizeof value); }

void prepareConnected(int fd)
{
    // Idle: first probe after 5 s, then every 2 s, three unanswered = 11 s. With data in flight the user
    // timeout decides. The kernel's own defaults are hours and about 15 minutes.
    setOption(fd, SOL_SOCKET, SO_KEEPALIVE, 1);
    setOption(fd, IPPROTO_TCP, TCP_KEEPIDLE, 5);
    setOption(fd, IPPROTO_TCP, TCP_KEEPINTVL, 2);
    setOption(fd, IPPROTO_TCP, TCP_KEEPCNT, 3);
    setOption(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, 10'000);
    setOption(fd, IPPROTO_TCP, TCP_NODELAY, 1);
    // libssh 0.10 mistakes EAGAIN from send() for a dead socket.
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) & ~O_NONBLOCK);
}

// 0, or an errno; ECANCELED when stopped, ETIMEDOUT when the deadline passed.
int connectOne(int fd, const Address &address, QDeadlineTimer deadline, const Wakeup &wakeup, const std::stop_token &stop)
{
    if (::connect(fd, reinterpret_cast<const sockaddr *>(&address.storage), address.length) == 0)
        return 0;
    if (errno != EINPROGRESS)
        return errno;
    for (;;) {
        if (stop.stop_requested())
            return ECANCELED;
        pollfd fds[] = {{fd, POLLOUT, 0}, {wakeup.fd(), POLLIN, 0}};
        const qint64 remaining = deadline.isForever() ? -1 : std::min<qint64>(deadline.remainingTime(), 60'000);
        if (remaining == 0 && deadline.hasExpired())
            return ETIMEDOUT;
        if (::poll(fds, 2, static_cast<int>(remaining)) < 0 && errno != EINTR)
            return errno;
        if (fds[0].revents != 0) {
            int error = 0;
            socklen_t length = sizeof error;
            ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length);
            return error;
        }
    }
}

Error connectError(const QString &host, int port, int error)
{
    const QString detail = QString::fromLocal8Bit(std::strerror(error));
    const QString place = host + u':' + QString::number(port);
    if (error == ECANCELED)
        return cancelledError();
    if (error == ETIMEDOUT)
        return {ErrorCode::TimedOut,
                QCoreApplication::translate("trainyard::Ssh", "%1 does not answer. Check that the machine is running and that no "
                                                              "firewall is in the way.")
                    .arg(place),
                detail};
    if (error == ECONNREFUSED)
        return unreachableError(QCoreApplication::translate("trainyard::Ssh",
                                                            "%1 refused the connection: no SSH server listens there. Check the port and "
                                                            "that the machine has started.")
                                    .arg(place),
                                detail);
    return unreachableError(QCoreApplication::translate("trainyard::Ssh", "%1 cannot be reached. Check your network.").arg(place), detail);
}

}  // namespace

Result<int> dial(const QString &host, int port, QDeadlineTimer deadline, std::stop_token stop)
{
    if (stop.stop_requested())
        return cancelledError();
    TRY(auto addresses, resolve(host, port, deadline, stop));

    const Wakeup wakeup;
    const std::stop_callback wake(stop, [&wakeup] { wakeup.signal(); });
    int lastError = EHOSTUNREACH;
    for (std::size_t i = 0; i < addresses.size(); ++i) {
        const Address &address = addresses[i];
        const int fd = ::socket(address.family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (fd < 0) {
            lastError = errno;
            continue;
        }
        // An address that drops packets silently must leave time for the next one.
        QDeadlineTimer share = deadline;
        const qint64 left = static_cast<qint64>(addresses.size() - i);
        if (!deadline.isForever() && left > 1)
            share = QDeadlineTimer(deadline.remainingTime() / left);
        else if (deadline.isForever() && left > 1)
            share = QDeadlineTimer(10'000);
        const int error = connectOne(fd, address, share, wakeup, stop);
        if (error == 0) {
            prepareConnected(fd);
            return fd;
        }
        ::close(fd);
        lastError = error;
        if (error == ECANCELED)
            break;
    }
    return connectError(host, port, lastError);
}

}  // namespace trainyard

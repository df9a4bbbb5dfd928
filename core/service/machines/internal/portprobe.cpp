// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/internal/portprobe.h"

#include <QCoreApplication>
#include <QElapsedTimer>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <thread>

#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ConnectionTest)
};

// How soon a stop request is obeyed while the system waits.
constexpr int kSliceMs = 50;
constexpr qsizetype kMaxBanner = 255;  // RFC 4253, 4.2

using AddressList = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

AddressList lookUp(const QString &host, const QString &port, int flags, int *status)
{
    addrinfo hints = {};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = flags;
    addrinfo *found = nullptr;
    *status = ::getaddrinfo(host.toUtf8().constData(), port.isEmpty() ? nullptr : port.toUtf8().constData(), &hints, &found);
    return AddressList(*status == 0 ? found : nullptr, &::freeaddrinfo);
}

struct Lookup {
    std::mutex guard;
    std::condition_variable done;
    bool isDone = false;
    int status = 0;
    QStringList addresses;
};

class Socket {
public:
    explicit Socket(int fd) : m_fd(fd) {}
    ~Socket()
    {
        if (m_fd >= 0)
            ::close(m_fd);
    }
    Socket(const Socket &) = delete;
    Socket &operator=(const Socket &) = delete;
    int fd() const { return m_fd; }

private:
    int m_fd;
};

enum class Wait { Ready, TimedOut, Stopped };

Wait waitFor(int fd, short events, const QDeadlineTimer &deadline, const std::stop_token &stop)
{
    while (true) {
        if (stop.stop_requested())
            return Wait::Stopped;
        if (deadline.hasExpired())
            return Wait::TimedOut;
        pollfd entry = {fd, events, 0};
        const qint64 left = deadline.isForever() ? kSliceMs : std::min<qint64>(kSliceMs, deadline.remainingTime());
        if (::poll(&entry, 1, int(left)) > 0)
            return Wait::Ready;
    }
}

// 0 or an errno; ECANCELED when stopped, ETIMEDOUT when the deadline passed.
int connectTo(int fd, const addrinfo &address, const QDeadlineTimer &deadline, const std::stop_token &stop)
{
    if (::connect(fd, address.ai_addr, address.ai_addrlen) == 0)
        return 0;
    if (errno != EINPROGRESS)
        return errno;
    switch (waitFor(fd, POLLOUT, deadline, stop)) {
    case Wait::Stopped: return ECANCELED;
    case Wait::TimedOut: return ETIMEDOUT;
    case Wait::Ready: break;
    }
    int error = 0;
    socklen_t length = sizeof error;
    ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length);
    return error;
}

Result<PortAnswer> readBanner(int fd, PortAnswer answer, const QDeadlineTimer &deadline, const std::stop_token &stop)
{
    while (!answer.banner.contains('\n') && answer.banner.size() < kMaxBanner) {
        const Wait wait = waitFor(fd, POLLIN, deadline, stop);
        if (wait == Wait::Stopped)
            return cancelledError();
        char bytes[256];
        const ssize_t got = wait == Wait::Ready ? ::recv(fd, bytes, sizeof bytes, 0) : 0;
        answer.isClosedAtOnce = wait == Wait::Ready && got <= 0 && answer.banner.isEmpty();
        if (got <= 0)
            break;
        answer.banner.append(bytes, got);
    }
    const qsizetype end = answer.banner.indexOf('\n');
    answer.banner = answer.banner.left(end < 0 ? kMaxBanner : std::min(end, kMaxBanner)).trimmed();
    return answer;
}

}  // namespace

Result<QStringList> resolveHost(const QString &host, QDeadlineTimer deadline, std::stop_token stop)
{
    // getaddrinfo() cannot be interrupted, so its thread may outlive the caller; it touches only what it shares.
    auto lookup = std::make_shared<Lookup>();
    std::thread([lookup, host] {
        int status = 0;
        QStringList addresses;
        const AddressList found = lookUp(host, {}, AI_ADDRCONFIG, &status);
        for (const addrinfo *entry = found.get(); entry; entry = entry->ai_next) {
            char text[NI_MAXHOST] = {};
            if (::getnameinfo(entry->ai_addr, entry->ai_addrlen, text, sizeof text, nullptr, 0, NI_NUMERICHOST) == 0)
                addresses << QString::fromLatin1(text);
        }
        addresses.removeDuplicates();
        const std::lock_guard lock(lookup->guard);
        lookup->status = status;
        lookup->addresses = std::move(addresses);
        lookup->isDone = true;
        lookup->done.notify_all();
    }).detach();

    std::unique_lock lock(lookup->guard);
    while (!lookup->done.wait_for(lock, std::chrono::milliseconds(kSliceMs), [&] { return lookup->isDone; })) {
        if (stop.stop_requested())
            return cancelledError();
        if (deadline.hasExpired())
            return Error{ErrorCode::TimedOut, Words::tr("The name server did not answer for %1 in time.").arg(host), {}};
    }
    if (lookup->status != 0 || lookup->addresses.isEmpty())
        return Error{ErrorCode::Unreachable, Words::tr("The name %1 cannot be resolved.").arg(host),
                     QString::fromLocal8Bit(::gai_strerror(lookup->status))};
    return lookup->addresses;
}

Result<PortAnswer> probePort(const QStringList &addresses, int port, QDeadlineTimer deadline, std::stop_token stop)
{
    QStringList problems;
    int lastError = 0;
    for (const QString &text : addresses) {
        int status = 0;
        const AddressList address = lookUp(text, QString::number(port), AI_NUMERICHOST | AI_NUMERICSERV, &status);
        if (!address)
            continue;
        const Socket socket(::socket(address->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
        QElapsedTimer since;
        since.start();
        lastError = socket.fd() < 0 ? errno : connectTo(socket.fd(), *address, deadline, stop);
        if (lastError == ECANCELED)
            return cancelledError();
        if (lastError == 0)
            return readBanner(socket.fd(), {text, since.elapsed(), false, {}}, deadline, stop);
        problems << text + QStringLiteral(": ") + QString::fromLocal8Bit(std::strerror(lastError));
        if (deadline.hasExpired())
            break;
    }
    const QString detail = problems.join(u'\n');
    switch (lastError) {
    case ETIMEDOUT: return Error{ErrorCode::TimedOut, Words::tr("Nothing answers at port %1.").arg(port), detail};
    case ECONNREFUSED: return Error{ErrorCode::Unreachable, Words::tr("The machine refuses connections at port %1.").arg(port), detail};
    default: return Error{ErrorCode::Unreachable, Words::tr("There is no network route to the machine."), detail};
    }
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/localredirect.h"

#include "core/service/machines/internal/loopback.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QRandomGenerator>

#include <algorithm>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kOpenFor = 60s;         // a browser may have to start first
constexpr auto kRequestDeadline = 2s;  // local programs send at once; others must not block the listener
constexpr qsizetype kMaxRequest = 16 * 1024;

QByteArray randomName()
{
    quint32 words[8];
    QRandomGenerator::system()->fillRange(words);
    return QByteArray(reinterpret_cast<const char *>(words), sizeof words).toHex();
}

void answer(int fd, const QByteArray &head)
{
    const QByteArray bytes =
        "HTTP/1.1 " + head
        + "\r\nCache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    [[maybe_unused]] const ssize_t sent = ::send(fd, bytes.constData(), static_cast<size_t>(bytes.size()), MSG_NOSIGNAL);
    ::shutdown(fd, SHUT_WR);
}

}  // namespace

struct LocalRedirect::State {
    LoopbackListener listener;
    QByteArray name = randomName(), target;
    int endFd = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    std::thread thread;

    bool waitFor(int fd, QDeadlineTimer deadline) const
    {
        pollfd entries[] = {{fd, POLLIN, 0}, {endFd, POLLIN, 0}};
        return ::poll(entries, 2, static_cast<int>(deadline.remainingTime())) > 0 && entries[1].revents == 0;
    }

    // Returns true when the redirect was used.
    bool serve(int fd) const
    {
        const std::optional<uid_t> user = callerOf(fd);
        if (!user || *user != ::getuid())
            return false;
        const QDeadlineTimer deadline(kRequestDeadline);
        QByteArray request;
        char buffer[4096];
        while (!request.contains("\r\n\r\n") && request.size() < kMaxRequest) {
            if (!waitFor(fd, deadline))
                return false;
            const ssize_t count = ::recv(fd, buffer, sizeof buffer, MSG_DONTWAIT);
            if (count <= 0)
                return false;
            request.append(buffer, count);
        }
        const bool isRight = request.startsWith("GET /" + name + " HTTP/1.");
        answer(fd, isRight ? "303 See Other\r\nLocation: " + target : QByteArray("404 Not Found"));
        return isRight;
    }

    void main() const
    {
        const QDeadlineTimer end(kOpenFor);
        bool isUsed = false;
        while (!isUsed && waitFor(listener.fd, end)) {
            const int fd = ::accept4(listener.fd, nullptr, nullptr, SOCK_CLOEXEC);
            if (fd < 0)
                continue;
            isUsed = serve(fd);
            ::close(fd);
        }
    }
};

LocalRedirect::LocalRedirect(std::unique_ptr<State> state) : m_state(std::move(state)) {}

LocalRedirect::~LocalRedirect()
{
    ::eventfd_write(m_state->endFd, 1);
    m_state->thread.join();
    ::close(m_state->listener.fd);
    ::close(m_state->endFd);
}

Result<std::unique_ptr<LocalRedirect>> LocalRedirect::open(const QByteArray &target)
{
    // A line break would let the target write the response header.
    const bool isPlain = std::all_of(target.begin(), target.end(), [](char c) { return c > 32 && c < 127; });
    if (!isPlain || target.isEmpty())
        return Error{
            ErrorCode::InvalidInput, QCoreApplication::translate("trainyard::Tunnel", "This address cannot be opened in a browser."), {}};
    TRY(auto listener, listenOnLoopback(0));
    auto state = std::make_unique<State>();
    state->listener = listener;
    state->target = target;
    state->thread = std::thread([own = state.get()] { own->main(); });
    return std::unique_ptr<LocalRedirect>(new LocalRedirect(std::move(state)));
}

QString LocalRedirect::address() const
{
    return QStringLiteral("http://127.0.0.1:%1/%2").arg(m_state->listener.port).arg(QString::fromLatin1(m_state->name));
}

}  // namespace trainyard

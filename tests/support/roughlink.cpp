// SPDX-License-Identifier: GPL-3.0-or-later
#include "roughlink.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <deque>
#include <list>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace trainyard {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t kPiece = 256 * 1024;
constexpr std::size_t kMaxQueued = 64 * 1024 * 1024;  // the capacity of a long fat link

sockaddr_in loopback(int port)
{
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<quint16>(port));
    return address;
}

void prepare(int fd)
{
    const int yes = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

struct Piece {
    Clock::time_point due;
    std::vector<char> bytes;
    std::size_t offset = 0;
};

struct Way {
    int from = -1, to = -1;
    std::deque<Piece> queue;
    std::size_t queued = 0;
    bool isEnded = false, isEndSent = false;
    Clock::time_point nextSend;
};

struct Link {
    Way ways[2];
    qint64 bytes = 0;
    bool isDead = false;
};

void hardClose(int fd)
{
    const linger now = {1, 0};
    ::setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    ::close(fd);
}

}  // namespace

RoughLink::RoughLink(int port) : m_target(port)
{
    m_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = loopback(0);
    socklen_t length = sizeof address;
    ::bind(m_listener, reinterpret_cast<sockaddr *>(&address), length);
    ::listen(m_listener, 64);
    ::getsockname(m_listener, reinterpret_cast<sockaddr *>(&address), &length);
    m_port = ntohs(address.sin_port);
    m_wake = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    m_thread = std::thread([this] { main(); });
}

RoughLink::~RoughLink()
{
    m_isEnding = true;
    wake();
    m_thread.join();
    ::close(m_listener);
    ::close(m_wake);
}

void RoughLink::wake() const
{
    const quint64 one = 1;
    [[maybe_unused]] const auto written = ::write(m_wake, &one, sizeof one);
}

void RoughLink::main()
{
    std::list<Link> links;
    int cuts = 0;
    while (!m_isEnding) {
        const auto now = Clock::now();
        const qint64 stallAfter = m_stallAfter;
        const bool isStalled = m_isStalled || (stallAfter >= 0 && m_bytes >= stallAfter);
        auto nextDue = now + std::chrono::milliseconds(200);
        // Clients that connect while nothing passes are left in the kernel's queue, which answers for us.
        std::vector<pollfd> fds{{isStalled ? -1 : m_listener, POLLIN, 0}, {m_wake, POLLIN, 0}};
        for (Link &link : links) {
            for (Way &way : link.ways) {
                short in = 0, out = 0;
                if (!isStalled && !way.isEnded && way.queued < kMaxQueued)
                    in = POLLIN;
                if (!isStalled && !way.queue.empty()) {
                    const auto due = std::max(way.queue.front().due, way.nextSend);
                    if (due <= now)
                        out = POLLOUT;
                    else
                        nextDue = std::min(nextDue, due);
                }
                fds.push_back({in ? way.from : -1, in, 0});
                fds.push_back({out ? way.to : -1, out, 0});
            }
        }
        const auto wait = std::chrono::duration_cast<std::chrono::microseconds>(nextDue - now).count();
        const timespec timeout{wait / 1'000'000, (wait % 1'000'000) * 1000};
        ::ppoll(fds.data(), fds.size(), &timeout, nullptr);
        quint64 count = 0;
        [[maybe_unused]] const auto got = ::read(m_wake, &count, sizeof count);

        std::size_t i = 2;
        for (Link &link : links) {
            for (Way &way : link.ways) {
                if (fds[i].revents) {
                    Piece piece;
                    piece.bytes.resize(kPiece);
                    const ssize_t size = ::recv(way.from, piece.bytes.data(), kPiece, 0);
                    if (size > 0) {
                        piece.bytes.resize(static_cast<std::size_t>(size));
                        piece.due = Clock::now() + std::chrono::milliseconds(m_delay);
                        way.queued += piece.bytes.size();
                        way.queue.push_back(std::move(piece));
                    } else if (size == 0) {
                        way.isEnded = true;
                    } else {
                        link.isDead = true;
                    }
                }
                if (fds[i + 1].revents && !way.queue.empty()) {
                    Piece &piece = way.queue.front();
                    std::size_t size = piece.bytes.size() - piece.offset;
                    const qint64 cut = m_cutAfter, rate = m_rate;
                    if (cut >= 0)
                        size = std::min(size, static_cast<std::size_t>(std::max<qint64>(cut - link.bytes, 0)));
                    if (rate > 0)
                        size = std::min(size, static_cast<std::size_t>(std::max<qint64>(rate / 100, 1)));
                    const ssize_t sent = size == 0 ? 0
                                                   : ::send(way.to, piece.bytes.data() + piece.offset, size, MSG_NOSIGNAL | MSG_DONTWAIT);
                    if (sent > 0) {
                        piece.offset += static_cast<std::size_t>(sent);
                        way.queued -= static_cast<std::size_t>(sent);
                        link.bytes += sent;
                        m_bytes += sent;
                        if (piece.offset == piece.bytes.size())
                            way.queue.pop_front();
                        if (rate > 0)
                            way.nextSend = Clock::now() + std::chrono::microseconds(sent * 1'000'000 / rate);
                    } else if (sent < 0 && errno != EAGAIN) {
                        link.isDead = true;
                    }
                    if (cut >= 0 && link.bytes >= cut)
                        link.isDead = true;
                }
                if (way.isEnded && way.queue.empty() && !way.isEndSent) {
                    way.isEndSent = true;
                    ::shutdown(way.to, SHUT_WR);
                }
                i += 2;
            }
            if (link.ways[0].isEndSent && link.ways[1].isEndSent)
                link.isDead = true;
        }
        if (cuts != m_cuts) {
            cuts = m_cuts;
            for (Link &link : links)
                link.isDead = true;
        }
        links.remove_if([](const Link &link) {
            if (!link.isDead)
                return false;
            hardClose(link.ways[0].from);
            hardClose(link.ways[1].from);
            return true;
        });
        if (fds[0].revents) {
            const int client = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
            const int server = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
            const sockaddr_in address = loopback(m_target);
            if (client >= 0 && !m_isRefusing && ::connect(server, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0) {
                prepare(client);
                prepare(server);
                Link link;
                link.ways[0].from = link.ways[1].to = client;
                link.ways[0].to = link.ways[1].from = server;
                links.push_back(std::move(link));
                ++m_accepted;
            } else {
                hardClose(client);
                ::close(server);
            }
        }
    }
    for (Link &link : links) {
        hardClose(link.ways[0].from);
        hardClose(link.ways[1].from);
    }
}

}  // namespace trainyard

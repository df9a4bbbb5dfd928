#include "relay.h"

#include <arpa/inet.h>
#include <array>
#include <cstdint>
#include <list>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace trainyard {

namespace {

sockaddr_in loopback(int port)
{
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    return address;
}

bool forward(int from, int to)
{
    std::array<char, 65536> bytes;
    const ssize_t count = ::recv(from, bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (count == 0)
        return false;
    ssize_t sent = 0;
    while (sent < count) {
        const ssize_t more = ::send(to, bytes.data() + sent, static_cast<size_t>(count - sent), MSG_NOSIGNAL);
        if (more <= 0)
            return false;
        sent += more;
    }
    return true;
}

}  // namespace

Relay::Relay(int targetPort)
    : m_target(targetPort), m_listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)),
      m_wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
    sockaddr_in address = loopback(0);
    socklen_t length = sizeof address;
    ::bind(m_listener, reinterpret_cast<sockaddr *>(&address), length);
    ::listen(m_listener, 64);
    ::getsockname(m_listener, reinterpret_cast<sockaddr *>(&address), &length);
    m_port = ntohs(address.sin_port);
    m_thread = std::thread([this] { run(); });
}

Relay::~Relay()
{
    m_isEnding = true;
    ::eventfd_write(m_wake, 1);
    m_thread.join();
    ::close(m_listener);
    ::close(m_wake);
}

void Relay::cut()
{
    m_isCut = true;
    ::eventfd_write(m_wake, 1);
}

void Relay::mend()
{
    m_isMended = true;
    m_isCut = false;
    ::eventfd_write(m_wake, 1);
}

void Relay::run()
{
    std::list<std::pair<int, int>> pairs;
    const auto drop = [&pairs](auto pair) {
        ::close(pair->first);
        ::close(pair->second);
        return pairs.erase(pair);
    };
    while (!m_isEnding) {
        const bool isCut = m_isCut;
        if (m_isMended.exchange(false))
            for (auto pair = pairs.begin(); pair != pairs.end();)
                pair = drop(pair);
        std::vector<pollfd> fds{{m_wake, POLLIN, 0}, {m_listener, static_cast<short>(isCut ? 0 : POLLIN), 0}};
        if (!isCut)
            for (const auto &[one, other] : pairs) {
                fds.push_back({one, POLLIN, 0});
                fds.push_back({other, POLLIN, 0});
            }
        ::poll(fds.data(), fds.size(), -1);
        eventfd_t count = 0;
        ::eventfd_read(m_wake, &count);
        if (isCut || m_isCut)
            continue;
        std::size_t i = 2;
        for (auto pair = pairs.begin(); pair != pairs.end(); i += 2) {
            const bool isFine = (!fds[i].revents || forward(pair->first, pair->second))
                && (!fds[i + 1].revents || forward(pair->second, pair->first));
            pair = isFine ? std::next(pair) : drop(pair);
        }
        if (fds[1].revents & POLLIN) {
            const int client = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
            const int server = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
            const sockaddr_in address = loopback(m_target);
            const int yes = 1;
            ::setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
            ::setsockopt(server, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
            if (::connect(server, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0) {
                pairs.emplace_back(client, server);
            } else {
                ::close(client);
                ::close(server);
            }
        }
    }
    for (auto pair = pairs.begin(); pair != pairs.end();)
        pair = drop(pair);
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "sshtesting.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace trainyard {

SilentServer::SilentServer() : m_fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    ::bind(m_fd, reinterpret_cast<sockaddr *>(&address), length);
    ::listen(m_fd, 5);
    ::getsockname(m_fd, reinterpret_cast<sockaddr *>(&address), &length);
    m_port = ntohs(address.sin_port);
}

SilentServer::~SilentServer() { ::close(m_fd); }

void SilentServer::hangUpOnce() const { ::close(::accept(m_fd, nullptr, nullptr)); }

int SilentServer::accept(int milliseconds) const
{
    pollfd entry = {m_fd, POLLIN, 0};
    return ::poll(&entry, 1, milliseconds) == 1 ? ::accept4(m_fd, nullptr, nullptr, SOCK_CLOEXEC) : -1;
}

}  // namespace trainyard

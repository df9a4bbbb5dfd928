// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/internal/linktuning.h"

#include <linux/tcp.h>  // as in sessiondriver.cpp: netinet/tcp.h defines the same names
#include <netinet/in.h>
#include <sys/socket.h>

namespace trainyard {

std::optional<std::chrono::microseconds> roundTripOf(int fd)
{
    tcp_info info = {};
    socklen_t length = sizeof info;
    if (::getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &length) != 0)
        return std::nullopt;
    return std::chrono::microseconds(info.tcpi_rtt);
}

void acknowledgeAtOnce(int fd)
{
    const int yes = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_QUICKACK, &yes, sizeof yes);
}

}  // namespace trainyard

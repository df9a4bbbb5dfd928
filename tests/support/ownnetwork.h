// SPDX-License-Identifier: GPL-3.0-or-later
// A loopback network of its own for a whole test program and all that it starts: fixed addresses and ports then belong to this run alone, whatever
// else listens on this computer, and nothing of an earlier run is in the way.
#pragma once

#include <cstring>

#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace trainyard {

// Call it first in main(), before there is a second thread. false: it is not allowed here, and the computer's network is used.
inline bool enterOwnNetwork()
{
    if (::unshare(CLONE_NEWNET) != 0)
        return false;
    const int socket = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    ifreq asked{};
    std::strcpy(asked.ifr_name, "lo");
    asked.ifr_flags = IFF_UP | IFF_RUNNING;
    const bool isUp = ::ioctl(socket, SIOCSIFFLAGS, &asked) == 0;
    ::close(socket);
    return isUp;
}

}  // namespace trainyard

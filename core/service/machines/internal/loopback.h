// SPDX-License-Identifier: GPL-3.0-or-later
// Listening sockets on 127.0.0.1 and the users that connect to them. Any thread.
#pragma once

#include "core/base/result.h"

#include <QByteArray>

#include <netinet/in.h>
#include <optional>
#include <sys/types.h>

namespace trainyard {

struct LoopbackListener {
    int fd = -1;  // non-blocking, closed on exec; the receiver closes it
    quint16 port = 0;
};

// On 127.0.0.1 only. Takes `wanted` when it is free and this user may use it, otherwise (and for 0) another port.
Result<LoopbackListener> listenOnLoopback(quint16 wanted);

// The user whose program is at the other end of a connection within this computer; nullopt when the kernel does not say, or when that
// program has closed its end: such a socket belongs to no program, and the kernel reports root as its user. Any user of a computer can
// connect to 127.0.0.1, so this check is what keeps them out.
std::optional<uid_t> callerOf(int connection);

// The same from the text of /proc/net/tcp, for kernels and containers that do not answer sock_diag(7).
std::optional<uid_t> callerIn(const QByteArray &table, const sockaddr_in &caller, const sockaddr_in &own);

// This user or root, who has full access anyway. False for an unknown caller.
bool isCallerAllowed(int connection);

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a TCP connection to host:port, over all addresses of the name, under one deadline. Internal to core/transport/ssh.
#pragma once

#include "core/base/result.h"

#include <QDeadlineTimer>
#include <QString>

#include <stop_token>

namespace trainyard {

// The caller owns the descriptor: blocking mode (libssh requires it), close-on-exec, no Nagle, and configured so that a dead peer is
// noticed within 11 s. Fails with Unreachable (no such name, refused, no route), TimedOut, Cancelled; returns immediately when stopped,
// even while the resolver hangs.
Result<int> dial(const QString &host, int port, QDeadlineTimer deadline, std::stop_token stop);

}  // namespace trainyard

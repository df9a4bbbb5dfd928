// SPDX-License-Identifier: GPL-3.0-or-later
// A TCP connection to host:port, over every address the name has, under one deadline. Internal to core/transport/ssh.
#pragma once

#include "core/base/result.h"

#include <QDeadlineTimer>
#include <QString>

#include <stop_token>

namespace trainyard {

// The caller owns the descriptor: blocking mode (libssh wants it), close-on-exec, no Nagle, and so set up that
// a dead peer is noticed within 11 s. Fails with Unreachable (no such name, refused, no route), TimedOut,
// Cancelled; returns at once when stopped, even while the resolver hangs.
Result<int> dial(const QString &host, int port, QDeadlineTimer deadline, std::stop_token stop);

}  // namespace trainyard

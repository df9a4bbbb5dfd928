// SPDX-License-Identifier: GPL-3.0-or-later
// Checks whether a name resolves and whether a port answers as an SSH server would, without logging in. It shows a person which part of the
// connection fails; SshConnection::open() does all of it again. Blocking, any worker thread.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QDeadlineTimer>
#include <QString>
#include <QStringList>

#include <stop_token>

namespace trainyard {

// Numeric addresses in the resolver's order, at least one. Unreachable, TimedOut, Cancelled.
Result<QStringList> resolveHost(const QString &host, QDeadlineTimer deadline, std::stop_token stop = {});

struct PortAnswer {
    QString address;  // the one that answered
    qint64 connectMs = 0;
    bool isClosedAtOnce = false;
    QByteArray banner;  // the server's first line without its end, at most 255 bytes; empty = silent
    bool isSsh() const { return banner.startsWith("SSH-"); }
};

// Tries the addresses one after the other, then waits for the first line until the deadline. Unreachable,
// TimedOut, Cancelled; detail is the system's own text per address.
Result<PortAnswer> probePort(const QStringList &addresses, int port, QDeadlineTimer deadline, std::stop_token stop = {});

}  // namespace trainyard

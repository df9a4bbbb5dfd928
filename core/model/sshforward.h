// SPDX-License-Identifier: GPL-3.0-or-later
// A local forward (ssh -L): a server that the machine can reach, made available at a port of this computer. Value type, pure.
#pragma once

#include "core/model/remoteendpoint.h"

#include <QString>

#include <optional>

namespace trainyard {

struct SshForward {
    QString bindAddress;    // on this computer, "*" = all addresses; empty = not given
    quint16 localPort = 0;  // 0: a Unix socket on this computer was requested
    RemoteEndpoint remote;

    bool isForOthers() const;  // the address can be reached from other computers
    bool operator==(const SshForward &) const = default;
};

// [BIND:]PORT:HOST:PORT, [BIND:]PORT:/SOCKET, or /SOCKET in place of the local port; IPv6 addresses in brackets.
std::optional<SshForward> parseForward(const QString &text);

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// What ssh's -L asks for: a server that the machine can reach, at a port of this computer. Value type, pure.
#pragma once

#include "core/model/remoteendpoint.h"

#include <QString>

#include <optional>

namespace trainyard {

struct SshForward {
    QString bindAddress;    // of this computer, "*" = all of them; empty = none was named
    quint16 localPort = 0;  // 0: a Unix socket of this computer was asked for
    RemoteEndpoint remote;

    bool isForOthers() const;  // at an address that other computers reach
    bool operator==(const SshForward &) const = default;
};

// [BIND:]PORT:HOST:PORT, [BIND:]PORT:/SOCKET, or /SOCKET in place of the port here; IPv6 addresses in brackets.
std::optional<SshForward> parseForward(const QString &text);

}  // namespace trainyard

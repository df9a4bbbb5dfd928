// SPDX-License-Identifier: GPL-3.0-or-later
// A server as a machine reaches it: the far end of a tunnel. Value type, pure.
#pragma once

#include <QString>

namespace trainyard {

// As the machine sees it. A path means a Unix socket there; host and port are then unused.
struct RemoteEndpoint {
    QString host = QStringLiteral("localhost");
    quint16 port = 0;
    QString path;

    bool isUnix() const { return !path.isEmpty(); }
    bool operator==(const RemoteEndpoint &) const = default;
};

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// One tunnel: a port on 127.0.0.1 of this computer that leads to a port or Unix socket as a machine sees it.
//
// The port stays open until the tunnel is destroyed. A broken link is redialled indefinitely (after 1, 2, 4 … 30 s, and immediately when a
// program connects); meanwhile callers wait up to 30 s. Only programs of this user (and root) are let in. Any thread; two threads of its
// own.
#pragma once

#include "core/base/result.h"
#include "core/model/remoteendpoint.h"
#include "core/service/machines/linkworker.h"

#include <QDeadlineTimer>
#include <QString>

#include <functional>
#include <memory>
#include <stop_token>

namespace trainyard {

class SshConnection;

// "8888" (localhost there), "host:8888", "[::1]:8888", "/run/app.sock" or any of them after "LOCALPORT:". Sets `localPort` to 0 when none
// is named. InvalidInput states what is allowed.
Result<RemoteEndpoint> parseTunnelAddress(const QString &text, quint16 *localPort);
QString displayed(const RemoteEndpoint &endpoint);  // "localhost:8888", "/run/app.sock"; parseTunnelAddress() reads it back

struct TunnelState {
    LinkState link = LinkState::Connecting;
    Error problem;    // why it does not work at present; empty while it works
    int callers = 0;  // current number of connections
};

class Tunnel {
public:
    using Connect = std::function<Result<std::shared_ptr<SshConnection>>(std::stop_token)>;

    // Listens, then connects in the background. `changed` is called after each change of state(), on a thread of the tunnel, and must not
    // wait. `machine` is its name, for messages.
    static Result<std::unique_ptr<Tunnel>> open(const QString &machine, const RemoteEndpoint &remote, quint16 localPort, Connect connect,
                                                std::function<void()> changed);
    ~Tunnel();

    const RemoteEndpoint &remote() const;
    quint16 localPort() const;
    TunnelState state() const;
    // Waits until the first connection is open and it is known whether a server listens there (if none does, state().problem says so and
    // the tunnel is open all the same). Fails with the connection's error.
    Result<void> waitReady(QDeadlineTimer deadline, std::stop_token stop = {}) const;

private:
    struct State;
    explicit Tunnel(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

}  // namespace trainyard

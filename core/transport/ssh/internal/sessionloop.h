// SPDX-License-Identifier: GPL-3.0-or-later
// The callers' handle on a session that a reactor serves. Internal to core/transport/ssh.
#pragma once

#include "core/transport/ssh/internal/channelstate.h"
#include "core/transport/ssh/internal/liveness.h"
#include "core/transport/ssh/internal/login.h"
#include "core/transport/ssh/reactor.h"

#include <memory>

namespace trainyard {

class SessionDriver;

class SessionLoop {
public:
    // Without a reactor the session gets a thread of its own.
    explicit SessionLoop(SessionHandle session, std::shared_ptr<Reactor> reactor = {}, Liveness liveness = {});
    ~SessionLoop();  // closes; waits until the session is gone, unless called on the reactor's thread
    SessionLoop(const SessionLoop &) = delete;
    SessionLoop &operator=(const SessionLoop &) = delete;

    // Any thread. Both return immediately; the state fails with ConnectionLost once the session has ended. A prepared channel does
    // nothing before it is opened.
    std::shared_ptr<ChannelState> prepare(ChannelRequest request);
    void open(const std::shared_ptr<ChannelState> &channel);
    bool isAlive() const;
    bool isFull() const;
    std::chrono::milliseconds silence() const;  // since data was last received
    void close();                               // idempotent; does not wait

private:
    const std::shared_ptr<Reactor> m_reactor;
    const std::shared_ptr<SessionDriver> m_driver;
};

}  // namespace trainyard

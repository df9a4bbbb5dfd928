// SPDX-License-Identifier: GPL-3.0-or-later
// Tells the thread of a session that it has work to do. Internal to core/transport/ssh.
#pragma once

#include "core/transport/ssh/reactor.h"

#include <atomic>
#include <memory>

namespace trainyard {

class SessionDriver;

class SessionWaker {
public:
    SessionWaker(std::weak_ptr<Reactor> reactor, std::weak_ptr<SessionDriver> driver)
        : m_reactor(std::move(reactor)), m_driver(std::move(driver))
    {
    }

    void signal();                     // any thread; signals before the next turn are merged into one
    void clear() { m_isDue = false; }  // the session's thread, before it looks for work

private:
    const std::weak_ptr<Reactor> m_reactor;
    const std::weak_ptr<SessionDriver> m_driver;
    std::atomic<bool> m_isDue = false;
};

}  // namespace trainyard

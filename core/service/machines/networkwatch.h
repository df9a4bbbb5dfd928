// SPDX-License-Identifier: GPL-3.0-or-later
// Notices that this computer's network changed (an address, a route, a link) or that it slept: connections that worked a moment ago may be
// dead, and machines that were unreachable may be reachable again.
#pragma once

#include "core/transport/ssh/reactor.h"

#include <functional>
#include <memory>

namespace trainyard {

class NetworkWatch {
public:
    explicit NetworkWatch(std::shared_ptr<Reactor> reactor);
    ~NetworkWatch();

    // `changed` is called on the reactor's thread, at most once in two seconds, until the token is gone.
    using Token = std::shared_ptr<void>;
    Token subscribe(std::function<void()> changed);
    void announce();  // any thread: as if something had changed

private:
    struct State;
    class Descriptor;
    const std::shared_ptr<Reactor> m_reactor;
    const std::shared_ptr<State> m_state;
};

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// What all links of the program share: one thread that serves them, a few that log in, a few that process what arrives, and notices of
// changes to this computer's network. Value type of shared parts; made by the ConnectionPool.
#pragma once

#include "core/base/executor.h"
#include "core/service/machines/dialqueue.h"
#include "core/service/machines/networkwatch.h"

#include <memory>

namespace trainyard {

struct LinkServices {
    std::shared_ptr<Reactor> reactor;
    std::shared_ptr<DialQueue> dials;
    std::shared_ptr<NetworkWatch> network;
    std::shared_ptr<Executor> executor;  // runs the steps of LinkWorkers; has no thread before the first

    static LinkServices start()
    {
        LinkServices services;
        services.executor = std::make_shared<Executor>("links", Executor::Options());
        services.reactor = Reactor::start();
        services.dials = std::make_shared<DialQueue>(services.reactor);
        services.network = std::make_shared<NetworkWatch>(services.reactor);
        return services;
    }
};

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps working on one machine: connects, works, and when the link breaks retries indefinitely with growing pauses, immediately when this
// computer's network changed or it woke up. It has no thread: its work comes in steps that the executor of the links runs one after the
// other, so that many links share few threads, and a step that waits for a machine delays only this link. RunWatch is built on it.
#pragma once

#include "core/base/result.h"
#include "core/service/machines/linkservices.h"
#include "core/service/machines/linkstate.h"
#include "core/transport/ssh/sshconnection.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace trainyard {

class LinkWorker {
public:
    static constexpr std::chrono::milliseconds kAskAgain{500};

    // Null when it is too early to connect: called again after kAskAgain.
    using Connect = std::function<Result<std::shared_ptr<SshConnection>>(std::stop_token)>;
    // Calls heard(true) whenever the machine answered and heard(false) when it has not for too long.
    struct Link {
        SshConnection &connection;
        std::function<void(bool isFresh)> heard;
    };
    struct Next {
        bool isDone;  // nothing is left to do
        std::chrono::milliseconds pause{0};

        static Next done() { return {true}; }
        static Next stepAfter(std::chrono::milliseconds pause) { return {false, pause}; }
    };
    // One step: may wait for answers, but does not sleep. An error reconnects.
    using Work = std::function<Result<Next>(const Link &, std::stop_token)>;
    using Report = std::function<void(LinkState, const Error &)>;  // changes only; one call at a time, any thread

    // A link that is silent shows as Stale while the work waits for it. `connect` and `work` are called one at a time.
    LinkWorker(Connect connect, Work work, Report report, const LinkServices &services);
    ~LinkWorker();  // asks to stop and waits for the running step; nothing is called afterwards

    void retryNow();  // ends the current pause between two tries

private:
    struct State;
    static void watchSilence(const std::weak_ptr<State> &weak, const std::shared_ptr<Reactor> &reactor);

    const LinkServices m_services;
    const std::shared_ptr<State> m_state;
    NetworkWatch::Token m_network;
};

}  // namespace trainyard

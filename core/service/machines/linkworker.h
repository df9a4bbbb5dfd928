// SPDX-License-Identifier: GPL-3.0-or-later
// A thread that keeps working on one machine: connects, works, and when the link breaks tries again for ever with
// growing pauses, at once when this computer's network changed or it woke up. What a RunWatch is made of.
#pragma once

#include "core/base/result.h"
#include "core/service/machines/linkservices.h"
#include "core/service/machines/linkstate.h"
#include "core/transport/ssh/sshconnection.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>

namespace trainyard {

class LinkWorker {
public:
    using Connect = std::function<Result<std::shared_ptr<SshConnection>>(std::stop_token)>;
    // Returns true when there is nothing left to do, false to be called again at once, an error to reconnect.
    // Calls heard(true) whenever the machine answered and heard(false) when it did not for too long.
    struct Link {
        SshConnection &connection;
        std::function<void(bool isFresh)> heard;
    };
    using Work = std::function<Result<bool>(const Link &, std::stop_token)>;
    using Report = std::function<void(LinkState, const Error &)>;  // changes only; one call at a time, any thread

    // With services a link that is silent shows as Stale while the work waits for it.
    LinkWorker(Connect connect, Work work, Report report, const LinkServices &services = {});
    ~LinkWorker();  // asks to stop and joins

    void retryNow();  // ends the current pause

private:
    void loop(std::stop_token stop);
    void report(LinkState state, const Error &error = {});
    void pause(std::chrono::milliseconds length, std::stop_token stop);
    void reportSilence(bool isSilent);

    // What the reactor's thread may look at after the worker is gone.
    struct Silence {
        std::mutex guard;
        LinkWorker *worker = nullptr;
        std::shared_ptr<SshConnection> connection;
        QDeadlineTimer doubt;  // until then a silent link is given up early: the network changed
    };
    static void watchSilence(const std::weak_ptr<Silence> &weak, const std::shared_ptr<Reactor> &reactor);

    Connect m_connect;
    Work m_work;
    Report m_report;
    std::mutex m_guard;
    std::condition_variable_any m_wake;
    bool m_isRetryWanted = false;
    std::mutex m_reportGuard;
    LinkState m_reported = LinkState::Idle;
    const LinkServices m_services;
    const std::shared_ptr<Silence> m_silence = std::make_shared<Silence>();
    NetworkWatch::Token m_network;
    std::jthread m_thread;  // last: it uses everything above
};

}  // namespace trainyard

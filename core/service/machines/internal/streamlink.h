// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps one command running on one machine and hands over its output. When the link breaks it retries indefinitely with growing pauses,
// immediately when this computer's network changed or it woke up. Needs no thread of its own, so a thousand of them are fine. MachineWatch
// is built on it.
#pragma once

#include "core/base/result.h"
#include "core/base/retry.h"
#include "core/service/machines/linkservices.h"
#include "core/service/machines/linkstate.h"
#include "core/transport/ssh/sshconnection.h"

#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>

namespace trainyard {

class StreamLink : public std::enable_shared_from_this<StreamLink> {
    struct Private {};

public:
    // Blocking, called on a thread that logs in; may outlive the link, so it owns what it needs.
    using Connect = std::function<Result<std::shared_ptr<SshConnection>>(std::stop_token)>;
    // On the reactor's thread, one at a time, never after stop() has returned. Must not call stop().
    struct Events {
        std::function<void()> started;  // the command was started again
        std::function<void(QByteArrayView)> output;
        std::function<void(LinkState, const Error &)> state;  // changes only
    };

    static std::shared_ptr<StreamLink> start(const LinkServices &services, Connect connect, const RemoteCommand &command, Events events);
    StreamLink(Private, const LinkServices &services, Connect connect, const RemoteCommand &command, Events events);
    ~StreamLink();

    // Any thread.
    void retryNow();  // ends the current pause
    void stop();      // waits for a callback that is under way, not for a login

private:
    enum class Phase { Pausing, Dialing, Open };
    using Clock = Reactor::Clock;

    void dial();
    void dialed(const Result<std::shared_ptr<SshConnection>> &connection);
    void heard(QByteArrayView bytes);
    void lost(const Error &error);
    void pause(std::chrono::milliseconds length);
    void watchSilence(quint64 attempt);
    void networkChanged();
    void report(LinkState state, const Error &error = {});

    const LinkServices m_services;
    const Connect m_connect;
    const RemoteCommand m_command;
    std::stop_source m_stop;
    NetworkWatch::Token m_network;

    // The reactor's thread only:
    Phase m_phase = Phase::Pausing;
    quint64 m_attempt = 0;  // numbers the results from other threads: outdated ones are dropped
    bool m_hasFailed = false;
    bool m_isDoubtful = false;  // the network changed since the last data arrived
    bool m_isHurried = false;   // do not pause after the present attempt
    Backoff m_backoff;
    Clock::time_point m_heard;
    LinkState m_reported = LinkState::Idle;
    std::shared_ptr<SshConnection> m_connection;
    std::unique_ptr<RemoteFeed> m_feed;

    std::mutex m_guard;  // held during callbacks
    Events m_events;     // empty once stopped
};

}  // namespace trainyard

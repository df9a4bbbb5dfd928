// SPDX-License-Identifier: GPL-3.0-or-later
// Serves one libssh session on a reactor's thread: all channels, until nothing moves. Detects a dead peer: after Liveness::interval of
// silence it sends a probe, and after `count` more such intervals it gives the session up. Internal to core/transport/ssh.
#pragma once

#include "core/base/result.h"
#include "core/transport/ssh/internal/channelstate.h"
#include "core/transport/ssh/internal/liveness.h"
#include "core/transport/ssh/internal/login.h"
#include "core/transport/ssh/internal/sessionwaker.h"
#include "core/transport/ssh/reactor.h"

#include <libssh/callbacks.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace trainyard {

class ChannelPump;

class SessionDriver : public Reactor::Source, public std::enable_shared_from_this<SessionDriver> {
public:
    static std::shared_ptr<SessionDriver> start(const std::shared_ptr<Reactor> &reactor, SessionHandle session, Liveness liveness);
    SessionDriver(SessionHandle session, Liveness liveness);
    ~SessionDriver() override;

    // --- any thread
    const std::shared_ptr<SessionWaker> &waker() const { return m_waker; }
    void open(const std::shared_ptr<ChannelState> &channel);
    bool isAlive() const { return m_isAlive; }
    bool isFull() const { return m_isFull; }
    std::chrono::milliseconds silence() const;
    void close();
    bool waitFinished(QDeadlineTimer deadline);  // false: not finished yet
    void cutOff();                               // ends a send that hangs

    // --- the reactor's thread
    void ready(std::uint32_t events) override;
    void stopped() override;
    void serve() { ready(0); }

private:
    using Clock = Reactor::Clock;

    void attach();
    bool goRound(std::uint32_t events);  // false: the session has ended
    bool unparkChannels(bool hasFreed);
    void takeNew();
    void retryParkedLater();
    void checkHeartbeat();
    bool noteHeard();  // true when bytes came since the last call
    bool isUploadMoving();
    void finish(const QString &reason);

    Reactor *m_reactor = nullptr;  // outlives everything that runs on its thread
    std::shared_ptr<SessionWaker> m_waker;
    const Liveness m_liveness;
    std::atomic<bool> m_isAlive = true;
    std::atomic<bool> m_isClosing = false;
    std::atomic<bool> m_isFull = false;  // a channel was refused because the server had no session left, and none has ended since
    std::atomic<Reactor::Clock::time_point> m_heard = Reactor::Clock::now();

    // The reactor's thread only:
    SessionHandle m_session;
    ssh_channel m_listener = nullptr;
    ssh_counter_struct m_socketBytes = {}, m_rawBytes = {};
    std::vector<std::unique_ptr<ChannelPump>> m_pumps;
    quint32 m_window = 0;
    std::uint64_t m_sourceId = 0;
    bool m_isRetryPlanned = false, m_isRetryDue = false;  // of parked channels
    quint64 m_heardBytes = 0;
    int m_unsentBytes = 0;
    quint64 m_ackedBytes = 0;
    int m_missed = 0;

    std::mutex m_mutex;
    std::condition_variable_any m_finished;
    std::vector<std::shared_ptr<ChannelState>> m_new;
    int m_fd = -1;  // a duplicate, so that shutting down never hits a reused number
    bool m_isFinished = false;
};

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/linkworker.h"

#include "core/base/retry.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

namespace trainyard {

namespace {

constexpr std::chrono::milliseconds kStalenessLook{1000};  // staleness shows within kStaleAfter plus this
constexpr std::chrono::seconds kDoubt{10};                 // by then a dead link has been noticed anyway

}  // namespace

// Shared with the executor and the reactor, which may use it after the worker is gone.
struct LinkWorker::State : std::enable_shared_from_this<State> {
    struct Plan {
        std::chrono::milliseconds pause{0};
        bool hasFailed = false;
    };

    State(Connect c, Work w, Report r, const LinkServices &services)
        : connect(std::move(c)), work(std::move(w)), report(std::move(r)), executor(services.executor)
    {
    }

    // With the guard held.
    void plan(std::chrono::milliseconds pause)
    {
        if (const auto present = executor.lock()) {
            present->after(pause, [weak = weak_from_this(), number = ++planned](std::stop_token) {
                if (const auto self = weak.lock())
                    self->step(number);
            });
        }
    }

    void step(quint64 number)
    {
        {
            const std::lock_guard lock(guard);
            if (number != planned || stop.stop_requested())
                return;  // another one was planned in its place
            isPausing = false;
            isRunning = true;
        }
        const std::optional<Plan> next = advance();
        const std::lock_guard lock(guard);
        isRunning = false;
        if (next && !stop.stop_requested()) {
            const bool isHurried = next->hasFailed && std::exchange(isRetryWanted, false);
            isPausing = next->hasFailed && !isHurried;
            plan(isHurried ? std::chrono::milliseconds(0) : next->pause);
        }
        hasPaused.notify_all();
    }

    // nullopt: the end.
    std::optional<Plan> advance()
    {
        const std::stop_token token = stop.get_token();
        if (!connection) {
            tell(LinkState::Connecting);
            Result<std::shared_ptr<SshConnection>> opened = connect(token);
            if (!opened)
                return failed(opened.error());
            if (!*opened)
                return Plan{kAskAgain};
            const std::lock_guard lock(guard);
            connection = *std::move(opened);
            doubt = {};
        }
        const Link link{*connection, [this](bool isFresh) {
                            if (isFresh)
                                backoff.reset();
                            tell(isFresh ? LinkState::Live : LinkState::Stale);
                        }};
        const Result<Next> next = work(link, token);
        if (next && !next->isDone)
            return Plan{next->pause};
        drop();
        if (!next)
            return failed(next.error());
        if (!stop.stop_requested())
            tell(LinkState::Idle);
        return std::nullopt;
    }

    std::optional<Plan> failed(const Error &error)
    {
        if (stop.stop_requested())
            return std::nullopt;
        tell(LinkState::Unreachable, error);
        return Plan{backoff.next(), true};
    }

    void drop()
    {
        std::shared_ptr<SshConnection> dropped;  // destroyed without the guard
        const std::lock_guard lock(guard);
        dropped.swap(connection);
    }

    void tell(LinkState state, const Error &error = {})
    {
        const std::lock_guard lock(reportGuard);
        // While a machine is unreachable, that state remains during each new attempt, or it would flicker.
        if (state == LinkState::Connecting && reported == LinkState::Unreachable)
            return;
        if (isOver || (state == reported && state != LinkState::Unreachable))
            return;
        reported = state;
        report(state, error);
    }

    void tellSilence(bool isSilent)
    {
        {
            const std::lock_guard lock(reportGuard);
            if (reported != (isSilent ? LinkState::Live : LinkState::Stale))
                return;
        }
        tell(isSilent ? LinkState::Stale : LinkState::Live);
    }

    void retryNow()
    {
        const std::lock_guard lock(guard);
        isRetryWanted = !std::exchange(isPausing, false);
        if (!isRetryWanted && !stop.stop_requested())
            plan(std::chrono::milliseconds(0));
    }

    const Connect connect;
    const Work work;
    const Report report;
    const std::weak_ptr<Executor> executor;
    std::stop_source stop;
    Backoff backoff;  // only for the steps

    std::mutex guard;  // of what follows
    std::condition_variable hasPaused;
    quint64 planned = 0;  // the number of the next step
    bool isRunning = false, isPausing = false, isRetryWanted = false;
    std::shared_ptr<SshConnection> connection;  // changed only by the steps
    QDeadlineTimer doubt;                       // until then a silent link is given up early: the network changed

    std::mutex reportGuard;  // held during a report
    LinkState reported = LinkState::Idle;
    bool isOver = false;
};

LinkWorker::LinkWorker(Connect connect, Work work, Report report, const LinkServices &services)
    : m_services(services), m_state(std::make_shared<State>(std::move(connect), std::move(work), std::move(report), services))
{
    m_network = m_services.network->subscribe([weak = std::weak_ptr(m_state)] {
        const auto state = weak.lock();
        if (!state)
            return;
        {
            const std::lock_guard lock(state->guard);
            state->doubt.setRemainingTime(kDoubt);
        }
        state->retryNow();
    });
    {
        const std::lock_guard lock(m_state->guard);
        m_state->plan(std::chrono::milliseconds(0));
    }
    watchSilence(m_state, m_services.reactor);
}

LinkWorker::~LinkWorker()
{
    m_state->stop.request_stop();
    {
        std::unique_lock lock(m_state->guard);
        m_state->hasPaused.wait(lock, [this] { return !m_state->isRunning; });
    }
    m_state->drop();
    const std::lock_guard lock(m_state->reportGuard);
    m_state->isOver = true;
}

// The work may wait for an answer that never comes; the connection knows how long it has received nothing.
void LinkWorker::watchSilence(const std::weak_ptr<State> &weak, const std::shared_ptr<Reactor> &reactor)
{
    const auto state = weak.lock();
    if (!state || state->stop.stop_requested())
        return;
    std::shared_ptr<SshConnection> connection;
    bool isDoubtful = false;
    {
        const std::lock_guard lock(state->guard);
        connection = state->connection;
        isDoubtful = !state->doubt.hasExpired();
    }
    if (connection && connection->isAlive()) {
        const bool isSilent = connection->silence() > kStaleAfter;
        state->tellSilence(isSilent);
        if (isSilent && isDoubtful)
            connection->close();
    }
    reactor->after(kStalenessLook, [weak, inner = std::weak_ptr(reactor)] {
        if (const auto present = inner.lock())
            watchSilence(weak, present);
    });
}

void LinkWorker::retryNow() { m_state->retryNow(); }

}  // namespace trainyard

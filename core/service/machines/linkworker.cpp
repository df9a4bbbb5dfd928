// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/linkworker.h"

#include <utility>

namespace trainyard {

namespace {

constexpr std::chrono::milliseconds kLook{1000};  // staleness shows within kStaleAfter and this
constexpr std::chrono::seconds kDoubt{10};        // by then a dead link has been noticed anyway

}  // namespace

LinkWorker::LinkWorker(Connect connect, Work work, Report report, const LinkServices &services)
    : m_connect(std::move(connect)), m_work(std::move(work)), m_report(std::move(report)), m_services(services)
{
    m_silence->worker = this;
    if (m_services.network) {
        m_network = m_services.network->subscribe([weak = std::weak_ptr(m_silence)] {
            const auto silence = weak.lock();
            if (!silence)
                return;
            const std::lock_guard lock(silence->guard);
            silence->doubt.setRemainingTime(kDoubt);
            if (silence->worker)
                silence->worker->retryNow();
        });
    }
    m_thread = std::jthread([this](std::stop_token stop) { loop(stop); });
    if (m_services.reactor)
        watchSilence(m_silence, m_services.reactor);
}

LinkWorker::~LinkWorker()
{
    const std::lock_guard lock(m_silence->guard);
    m_silence->worker = nullptr;
}

// The work may wait for an answer that never comes; the connection knows for how long it has heard nothing.
void LinkWorker::watchSilence(const std::weak_ptr<Silence> &weak, const std::shared_ptr<Reactor> &reactor)
{
    const auto silence = weak.lock();
    if (!silence)
        return;
    {
        const std::lock_guard lock(silence->guard);
        if (!silence->worker)
            return;
        if (silence->connection && silence->connection->isAlive()) {
            const bool isSilent = silence->connection->silence() > kStaleAfter;
            silence->worker->reportSilence(isSilent);
            if (isSilent && !silence->doubt.hasExpired())
                silence->connection->close();
        }
    }
    reactor->after(kLook, [weak, inner = std::weak_ptr(reactor)] {
        if (const auto present = inner.lock())
            watchSilence(weak, present);
    });
}

void LinkWorker::reportSilence(bool isSilent)
{
    {
        const std::lock_guard lock(m_reportGuard);
        if (m_reported != (isSilent ? LinkState::Live : LinkState::Stale))
            return;
    }
    report(isSilent ? LinkState::Stale : LinkState::Live);
}

void LinkWorker::retryNow()
{
    const std::lock_guard lock(m_guard);
    m_isRetryWanted = true;
    m_wake.notify_all();
}

void LinkWorker::loop(std::stop_token stop)
{
    Backoff backoff;
    while (!stop.stop_requested()) {
        report(LinkState::Connecting);
        const Result<std::shared_ptr<SshConnection>> connection = m_connect(stop);
        Error error;
        if (connection) {
            {
                const std::lock_guard lock(m_silence->guard);
                m_silence->connection = *connection;
                m_silence->doubt = {};
            }
            const Link link{**connection, [this, &backoff](bool isFresh) {
                                if (isFresh)
                                    backoff.reset();
                                report(isFresh ? LinkState::Live : LinkState::Stale);
                            }};
            Result<bool> isDone = false;
            while (isDone && !*isDone && !stop.stop_requested())
                isDone = m_work(link, stop);
            {
                const std::lock_guard lock(m_silence->guard);
                m_silence->connection.reset();
            }
            if (isDone)
                break;
            error = isDone.error();
        } else {
            error = connection.error();
        }
        if (stop.stop_requested())
            break;
        report(LinkState::Unreachable, error);
        pause(backoff.next(), stop);
    }
    if (!stop.stop_requested())
        report(LinkState::Idle);
}

void LinkWorker::report(LinkState state, const Error &error)
{
    const std::lock_guard lock(m_reportGuard);
    // While a machine is away the state stays "unreachable" during each new attempt, or it would flicker.
    if (state == LinkState::Connecting && m_reported == LinkState::Unreachable)
        return;
    if (state == m_reported && state != LinkState::Unreachable)
        return;
    m_reported = state;
    m_report(state, error);
}

void LinkWorker::pause(std::chrono::milliseconds length, std::stop_token stop)
{
    std::unique_lock lock(m_guard);
    m_wake.wait_for(lock, stop, length, [this] { return m_isRetryWanted; });
    m_isRetryWanted = false;
}

}  // namespace trainyard

#include "core/machine/linkworker.h"

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kFirstPause = 1s;    // a server that restarts is usually back by then
constexpr auto kLongestPause = 30s; // bounds how long a machine that is back goes unnoticed

}  // namespace

LinkWorker::LinkWorker(Connect connect, Work work, Report report)
    : m_connect(std::move(connect)), m_work(std::move(work)), m_report(std::move(report)),
      m_thread([this](std::stop_token stop) { loop(stop); })
{
}

LinkWorker::~LinkWorker() = default;

void LinkWorker::retryNow()
{
    const std::lock_guard lock(m_guard);
    m_isRetryWanted = true;
    m_wake.notify_all();
}

void LinkWorker::loop(std::stop_token stop)
{
    auto length = kFirstPause;
    while (!stop.stop_requested()) {
        report(LinkState::Connecting);
        const Result<std::shared_ptr<SshConnection>> connection = m_connect(stop);
        Error error;
        if (connection) {
            const Link link{**connection, [this, &length](bool isFresh) {
                                if (isFresh)
                                    length = kFirstPause;
                                report(isFresh ? LinkState::Live : LinkState::Stale);
                            }};
            Result<bool> isDone = false;
            while (isDone && !*isDone && !stop.stop_requested())
                isDone = m_work(link, stop);
            if (isDone)
                break;
            error = isDone.error();
        } else {
            error = connection.error();
        }
        if (stop.stop_requested())
            break;
        report(LinkState::Unreachable, error);
        pause(length, stop);
        length = std::min<std::chrono::seconds>(length * 2, kLongestPause);
    }
    if (!stop.stop_requested())
        report(LinkState::Idle);
}

void LinkWorker::report(LinkState state, const Error &error)
{
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

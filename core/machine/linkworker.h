// A thread that keeps working on one machine: connects, works, and when the link breaks tries again for ever with
// growing pauses (1, 2, 4 … 30 s). What a watch is made of.
#pragma once

#include "core/base/result.h"
#include "core/ssh/sshconnection.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>

namespace trainyard {

enum class LinkState {
    Idle,          // nothing to do (not started, or work finished)
    Connecting,
    Live,
    Stale,         // connected, but nothing heard for 3 s
    Unreachable,   // tried and failed; the error says why; will try again
};

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
    using Report = std::function<void(LinkState, const Error &)>;   // on the worker's thread, changes only

    LinkWorker(Connect connect, Work work, Report report);
    ~LinkWorker();           // asks to stop and joins

    void retryNow();         // ends the current pause

private:
    void loop(std::stop_token stop);
    void report(LinkState state, const Error &error = {});
    void pause(std::chrono::milliseconds length, std::stop_token stop);

    Connect m_connect;
    Work m_work;
    Report m_report;
    std::mutex m_guard;
    std::condition_variable_any m_wake;
    bool m_isRetryWanted = false;
    LinkState m_reported = LinkState::Idle;
    std::jthread m_thread;   // last: it uses everything above
};

}  // namespace trainyard

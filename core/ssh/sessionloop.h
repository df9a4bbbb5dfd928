// The one thread that owns a libssh session: a poll() over its socket and a wake-up descriptor, all channels
// served until nothing moves. Internal to core/ssh.
#pragma once

#include "core/base/result.h"
#include "core/ssh/channelstate.h"
#include "core/ssh/login.h"
#include "core/ssh/wakeup.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace trainyard {

class ChannelPump;
struct PumpContext;

class SessionLoop {
public:
    explicit SessionLoop(SessionHandle session);
    ~SessionLoop();   // closes and joins; a send that hangs on a dead link is cut off
    SessionLoop(const SessionLoop &) = delete;
    SessionLoop &operator=(const SessionLoop &) = delete;

    // Any thread. Both return at once; the state fails with ConnectionLost when the session is over. Nothing
    // happens to a prepared channel before it is opened.
    std::shared_ptr<ChannelState> prepare(ChannelRequest request);
    void open(const std::shared_ptr<ChannelState> &channel);
    bool isAlive() const { return m_isAlive; }
    void close();     // idempotent; does not wait

private:
    void main();
    void serve(std::vector<std::unique_ptr<ChannelPump>> &pumps, const PumpContext &context);
    void takeNew(std::vector<std::unique_ptr<ChannelPump>> &pumps, const PumpContext &context);

    SessionHandle m_session;          // only the thread touches it
    int m_fd = -1;                    // a duplicate, so that shutting down never hits a reused number
    const std::shared_ptr<Wakeup> m_wakeup = std::make_shared<Wakeup>();
    std::atomic<bool> m_isAlive = true;
    std::atomic<bool> m_isClosing = false;

    std::mutex m_mutex;
    std::condition_variable_any m_finished;
    std::vector<std::shared_ptr<ChannelState>> m_new;
    bool m_isFinished = false;

    std::thread m_thread;             // last: starts when everything above is there
};

}  // namespace trainyard

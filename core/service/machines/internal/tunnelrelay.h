// SPDX-License-Identifier: GPL-3.0-or-later
// Forwards local connections to one address behind a machine: accepts, opens a stream for each, moves bytes both ways with half-close and
// back-pressure. One thread serves them all. Internal to core/service/machines.
//
// A caller that arrives while there is no connection to the machine waits, at most kPatience, and is then disconnected. A caller whose
// stream breaks with the connection is reset, so that it does not take a part for the whole.
#pragma once

#include "core/service/machines/internal/loopback.h"
#include "core/transport/ssh/sshconnection.h"

#include <atomic>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <thread>

namespace trainyard {

class TunnelRelay {
public:
    struct Events {                                 // all on the relay's thread; must not wait
        std::function<void()> linkWanted;           // a caller waits, or a stream broke with the connection
        std::function<void(const Error &)> failed;  // a caller could not be served
        std::function<void()> served;               // a caller got through
        std::function<void(int)> callersChanged;
    };

    TunnelRelay(LoopbackListener listener, RemoteEndpoint remote, Events events);
    ~TunnelRelay();  // disconnects every caller
    TunnelRelay(const TunnelRelay &) = delete;
    TunnelRelay &operator=(const TunnelRelay &) = delete;

    quint16 port() const { return m_listener.port; }
    void setConnection(std::shared_ptr<SshConnection> connection);  // any thread; nullptr: none at present
    qint64 bytesReceived() const { return m_received; }             // from the machine, given to callers
    qint64 bytesSent() const { return m_sent; }

private:
    struct Signal;
    struct Caller;

    void main();
    void accept();
    void connect(Caller &caller, const std::shared_ptr<SshConnection> &connection);
    bool serve(Caller &caller, short events);  // false: this caller is finished
    bool moveToLocal(Caller &caller);
    bool moveToRemote(Caller &caller);

    const LoopbackListener m_listener;
    const RemoteEndpoint m_remote;
    const Events m_events;
    const std::shared_ptr<Signal> m_signal;
    std::atomic<bool> m_isClosing = false;
    std::atomic<qint64> m_received = 0, m_sent = 0;
    std::mutex m_guard;
    std::shared_ptr<SshConnection> m_connection;
    std::list<Caller> m_callers;  // only the thread
    std::thread m_thread;         // last
};

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// A TCP relay on 127.0.0.1 that misbehaves on purpose: between a test and its sshd it delays, throttles, stalls, and cuts. It has one
// thread; the functions may be called from any thread.
#pragma once

#include <QtGlobal>

#include <atomic>
#include <thread>

namespace trainyard {

class RoughLink {
public:
    // Listens immediately; every connection is relayed to 127.0.0.1:port.
    explicit RoughLink(int port);
    ~RoughLink();
    RoughLink(const RoughLink &) = delete;
    RoughLink &operator=(const RoughLink &) = delete;

    int port() const { return m_port; }

    void setDelay(int milliseconds) { m_delay = milliseconds; }       // one way
    void setRate(qint64 bytesPerSecond) { m_rate = bytesPerSecond; }  // of each connection and direction; 0 = any
    // Cuts each connection (both directions, with a reset) after this many bytes in both directions together; -1 = never.
    void cutAfter(qint64 bytes) { m_cutAfter = bytes; }
    void cutNow()
    {
        ++m_cuts;
        wake();
    }
    // Accepts nothing and delivers nothing, like a link that lost its route: half-open on both sides. If cutNow() follows before the stall
    // ends, the machine knows nothing any more of the connections.
    void setStalled(bool isStalled)
    {
        m_isStalled = isStalled;
        wake();
    }
    // The same, after this many bytes of all connections; -1 = never.
    void stallAfter(qint64 bytes)
    {
        m_stallAfter = bytes;
        wake();
    }
    // New connections are closed immediately.
    void setRefusing(bool isRefusing) { m_isRefusing = isRefusing; }

    int accepted() const { return m_accepted; }
    qint64 bytes() const { return m_bytes; }  // of all connections, both directions

private:
    void main();
    void wake() const;

    const int m_target;
    int m_port = 0, m_listener = -1, m_wake = -1;
    std::atomic<int> m_delay = 0, m_cuts = 0, m_accepted = 0;
    std::atomic<qint64> m_rate = 0, m_cutAfter = -1, m_stallAfter = -1, m_bytes = 0;
    std::atomic<bool> m_isStalled = false, m_isRefusing = false, m_isEnding = false;
    std::thread m_thread;
};

}  // namespace trainyard

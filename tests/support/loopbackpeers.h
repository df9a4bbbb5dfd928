// SPDX-License-Identifier: GPL-3.0-or-later
// Plain socket servers and clients on 127.0.0.1, for the tests of tunnels.
#pragma once

#include <QByteArray>
#include <QString>

#include <atomic>
#include <functional>
#include <list>
#include <mutex>
#include <thread>

namespace trainyard {

// Listens on a free port of 127.0.0.1, on a given one, or on a Unix socket; one thread per client.
class TestServer {
public:
    using Serve = std::function<void(int)>;
    explicit TestServer(Serve serve, const QString &path = {});
    ~TestServer();  // disconnects its clients
    quint16 port() const { return m_port; }
    int callers() const { return m_callers; }  // so far, in all

    static void echo(int caller);
    static void answerHttp(int caller);  // "hello from <request line>"

private:
    int m_fd;
    quint16 m_port = 0;
    std::atomic<int> m_callers = 0;
    std::mutex m_guard;
    std::list<int> m_open;
    std::list<std::thread> m_threads;
    std::thread m_listener;
};

// Blocking client; every wait ends after a few seconds.
class TestClient {
public:
    explicit TestClient(quint16 port, int receiveBuffer = 0);
    ~TestClient();
    bool isConnected() const { return m_isConnected; }
    bool send(const QByteArray &bytes) const;
    void finishSending() const;
    QByteArray receive(qsizetype count) const;             // fewer bytes at the end or after a long silence
    QByteArray receiveAll(bool *isClean = nullptr) const;  // clean: ended by the other side, not by a reset
    int fd() const { return m_fd; }

private:
    int m_fd;
    bool m_isConnected = false;
};

bool sendAll(int fd, const QByteArray &bytes);
quint16 unusedPort();

}  // namespace trainyard

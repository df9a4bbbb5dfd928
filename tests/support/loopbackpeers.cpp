// SPDX-License-Identifier: GPL-3.0-or-later
#include "loopbackpeers.h"

#include <arpa/inet.h>
#include <cerrno>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace trainyard {

namespace {

sockaddr_in loopback(quint16 port)
{
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    return address;
}

}  // namespace

bool sendAll(int fd, const QByteArray &bytes)
{
    for (qsizetype done = 0; done < bytes.size();) {
        const ssize_t count = ::send(fd, bytes.constData() + done, size_t(bytes.size() - done), MSG_NOSIGNAL);
        if (count <= 0)
            return false;
        done += count;
    }
    return true;
}

quint16 unusedPort()
{
    return TestServer([](int) {}).port();
}

TestServer::TestServer(Serve serve, const QString &path) : m_fd(::socket(path.isEmpty() ? AF_INET : AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    if (path.isEmpty()) {
        sockaddr_in address = loopback(0);
        socklen_t length = sizeof address;
        ::bind(m_fd, reinterpret_cast<const sockaddr *>(&address), length);
        ::getsockname(m_fd, reinterpret_cast<sockaddr *>(&address), &length);
        m_port = ntohs(address.sin_port);
    } else {
        sockaddr_un address = {};
        address.sun_family = AF_UNIX;
        qstrncpy(address.sun_path, path.toLocal8Bit().constData(), sizeof address.sun_path);
        ::bind(m_fd, reinterpret_cast<const sockaddr *>(&address), sizeof address);
    }
    ::listen(m_fd, 300);
    m_listener = std::thread([this, serve = std::move(serve)] {
        int caller = 0;
        while ((caller = ::accept4(m_fd, nullptr, nullptr, SOCK_CLOEXEC)) >= 0) {
            ++m_callers;
            const std::lock_guard lock(m_guard);
            m_open.push_back(caller);
            m_threads.emplace_back([this, serve, caller] {
                serve(caller);
                const std::lock_guard inner(m_guard);
                m_open.remove(caller);
                ::close(caller);
            });
        }
    });
}

TestServer::~TestServer()
{
    ::shutdown(m_fd, SHUT_RDWR);
    m_listener.join();
    ::close(m_fd);
    {
        const std::lock_guard lock(m_guard);
        for (const int caller : m_open)
            ::shutdown(caller, SHUT_RDWR);
    }
    for (std::thread &thread : m_threads)
        thread.join();
}

void TestServer::echo(int caller)
{
    QByteArray buffer(65536, Qt::Uninitialized);
    ssize_t count = 0;
    while ((count = ::recv(caller, buffer.data(), size_t(buffer.size()), 0)) > 0) {
        if (!sendAll(caller, buffer.first(count)))
            return;
    }
}

void TestServer::answerHttp(int caller)
{
    QByteArray request;
    char byte = 0;
    while (!request.endsWith("\r\n\r\n") && ::recv(caller, &byte, 1, 0) == 1)
        request += byte;
    const QByteArray body = "hello from " + request.left(request.indexOf("\r\n"));
    sendAll(caller, "HTTP/1.0 200 OK\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body);
}

TestClient::TestClient(quint16 port, int receiveBuffer) : m_fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    const timeval limit = {60, 0};
    ::setsockopt(m_fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    ::setsockopt(m_fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    if (receiveBuffer)
        ::setsockopt(m_fd, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, sizeof receiveBuffer);
    const sockaddr_in address = loopback(port);
    m_isConnected = ::connect(m_fd, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0;
}

TestClient::~TestClient() { ::close(m_fd); }

bool TestClient::send(const QByteArray &bytes) const { return sendAll(m_fd, bytes); }
void TestClient::finishSending() const { ::shutdown(m_fd, SHUT_WR); }

QByteArray TestClient::receive(qsizetype count) const
{
    QByteArray bytes(count, Qt::Uninitialized);
    qsizetype done = 0;
    while (done < count) {
        const ssize_t got = ::recv(m_fd, bytes.data() + done, size_t(count - done), 0);
        if (got <= 0)
            break;
        done += got;
    }
    return bytes.first(done);
}

QByteArray TestClient::receiveAll(bool *isClean) const
{
    QByteArray all, buffer(65536, Qt::Uninitialized);
    ssize_t got = 0;
    while ((got = ::recv(m_fd, buffer.data(), size_t(buffer.size()), 0)) > 0)
        all += buffer.first(got);
    if (isClean)
        *isClean = got == 0;
    return all;
}

}  // namespace trainyard

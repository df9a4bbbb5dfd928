// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/metadataserver.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace trainyard {

namespace {

constexpr int kLookAgainMs = 100;  // poll interval while waiting for a request to end
constexpr int kRequestMs = 5000;

}  // namespace

MetadataServer::MetadataServer()
{
    m_socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    auto *plain = reinterpret_cast<sockaddr *>(&address);
    if (m_socket < 0 || ::bind(m_socket, plain, length) != 0 || ::listen(m_socket, 64) != 0 || ::getsockname(m_socket, plain, &length) != 0)
        qFatal("cannot listen on 127.0.0.1");
    m_port = ntohs(address.sin_port);
    m_thread = std::thread([this] { serve(); });
}

MetadataServer::~MetadataServer()
{
    m_isEnding = true;
    m_thread.join();
    ::close(m_socket);
}

QString MetadataServer::url() const { return QStringLiteral("http://127.0.0.1:%1").arg(m_port); }

void MetadataServer::answer(const QByteArray &path, const QByteArray &body, const QByteArray &header, const QByteArray &refusal)
{
    const std::lock_guard lock(m_guard);
    m_answers[path] = {body, header, refusal};
}

void MetadataServer::hold(const QByteArray &path, int times)
{
    const std::lock_guard lock(m_guard);
    m_held[path] = times;
}

void MetadataServer::forget(const QByteArray &path)
{
    const std::lock_guard lock(m_guard);
    m_answers.remove(path);
}

QByteArrayList MetadataServer::requests() const
{
    const std::lock_guard lock(m_guard);
    return m_requests;
}

void MetadataServer::serve()
{
    while (!m_isEnding) {
        pollfd waiting{m_socket, POLLIN, 0};
        if (::poll(&waiting, 1, kLookAgainMs) != 1)
            continue;
        const int client = ::accept4(m_socket, nullptr, nullptr, SOCK_CLOEXEC);
        if (client < 0)
            continue;
        QByteArray request;
        while (!request.contains("\r\n\r\n")) {
            char piece[2048];
            pollfd more{client, POLLIN, 0};
            const ssize_t got = ::poll(&more, 1, kRequestMs) == 1 ? ::read(client, piece, sizeof piece) : 0;
            if (got <= 0)
                break;
            request.append(piece, static_cast<qsizetype>(got));
        }
        const QByteArray reply = replyTo(request);
        if (reply.isEmpty())
            waitForEnd(client);
        for (qsizetype sent = 0; sent < reply.size();) {
            const ssize_t count = ::send(client, reply.constData() + sent, static_cast<size_t>(reply.size() - sent), MSG_NOSIGNAL);
            if (count <= 0)
                break;
            sent += static_cast<qsizetype>(count);
        }
        ::close(client);
    }
}

void MetadataServer::waitForEnd(int client) const
{
    char more;
    pollfd waiting{client, POLLIN, 0};
    while (!m_isEnding && (::poll(&waiting, 1, kLookAgainMs) != 1 || ::read(client, &more, 1) > 0)) {}
}

QByteArray MetadataServer::replyTo(const QByteArray &request)
{
    const QByteArrayList words = request.left(request.indexOf('\r')).split(' ');
    const std::lock_guard lock(m_guard);
    m_requests << words.value(0) + ' ' + words.value(1);
    const QByteArray path = words.value(1).split('?').first();
    if (int &held = m_held[path]; held > 0) {
        --held;
        return {};
    }
    const auto found = m_answers.constFind(path);
    const auto reply = [](const QByteArray &status, const QByteArray &body) {
        return "HTTP/1.1 " + status + "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\nConnection: close\r\n\r\n" + body;
    };
    if (found == m_answers.constEnd())
        return reply("404 Not Found", "no such thing");
    if (!found->header.isEmpty() && !request.toLower().contains("\r\n" + found->header.toLower() + "\r\n"))
        return reply(found->refusal, "who are you");
    return reply("200 OK", found->body);
}

}  // namespace trainyard

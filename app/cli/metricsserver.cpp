// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/metricsserver.h"

#include <QCoreApplication>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>

namespace trainyard {
namespace {

constexpr int kMaxScrapers = 16;  // a scraper uses one
constexpr int kMaxHead = 8 * 1024;
constexpr int kHeadMs = 5'000, kAnswerMs = 10'000;

QByteArray reply(const char *status, const QByteArray &body, bool isHead, const QByteArray &more = {})
{
    return QByteArray("HTTP/1.1 ") + status + "\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\nContent-Length: "
           + QByteArray::number(body.size()) + "\r\nConnection: close\r\n" + more + "\r\n" + (isHead ? QByteArray() : body);
}

}  // namespace

MetricsServer::MetricsServer(std::function<QByteArray()> text, QObject *parent)
    : QObject(parent), m_text(std::move(text)), m_server(new QTcpServer(this))
{
    connect(m_server, &QTcpServer::newConnection, this, &MetricsServer::take);
}

Result<void> MetricsServer::listen(const QHostAddress &address, quint16 port)
{
    if (m_server->listen(address, port))
        return {};
    const bool isTaken = m_server->serverError() == QAbstractSocket::AddressInUseError;
    return Error{isTaken ? ErrorCode::AlreadyExists : ErrorCode::Io,
                 isTaken
                     ? QCoreApplication::translate("trainyard::ExporterCommand",
                                                   "Port %1 of this computer is in use. Choose another one with --listen.")
                           .arg(port)
                     : QCoreApplication::translate("trainyard::ExporterCommand", "This computer cannot listen on %1. Check the address.")
                           .arg(address.toString()),
                 m_server->errorString()};
}

quint16 MetricsServer::port() const { return m_server->serverPort(); }

void MetricsServer::take()
{
    while (QTcpSocket *const socket = m_server->nextPendingConnection()) {
        connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
        if (m_open >= kMaxScrapers) {
            socket->abort();
            socket->deleteLater();
            continue;
        }
        ++m_open;
        connect(socket, &QObject::destroyed, this, [this] { --m_open; });
        socket->setReadBufferSize(kMaxHead);
        connect(socket, &QTcpSocket::readyRead, this, [this, socket] { read(socket); });
        QTimer::singleShot(kHeadMs + kAnswerMs, socket, [socket] {
            socket->abort();
            socket->deleteLater();
        });
        QTimer::singleShot(kHeadMs, socket, [socket] {
            if (!socket->property("isAnswered").toBool()) {
                socket->abort();
                socket->deleteLater();
            }
        });
    }
}

void MetricsServer::read(QTcpSocket *socket)
{
    if (socket->property("isAnswered").toBool()) {
        socket->readAll();  // one request per connection; the rest is discarded
        return;
    }
    const QByteArray head = socket->peek(kMaxHead);
    const bool isWhole = head.contains("\r\n\r\n") || head.contains("\n\n");
    if (!isWhole && head.size() < kMaxHead)
        return;
    socket->setProperty("isAnswered", true);
    socket->readAll();
    socket->write(isWhole ? answer(head) : reply("431 Request Header Fields Too Large", "The question is too long.\n", false));
    socket->disconnectFromHost();  // when everything is written
}

bool MetricsServer::isNameOurs(const QByteArray &host) const
{
    if (!m_server->serverAddress().isLoopback())
        return true;
    // Without its port; an IPv6 address is in brackets.
    QByteArray name = host.startsWith('[') ? host.mid(1, host.indexOf(']') - 1)
                                           : host.left(host.lastIndexOf(':') < 0 ? host.size() : host.lastIndexOf(':'));
    return name.isEmpty() || name.toLower() == "localhost" || QHostAddress(QString::fromLatin1(name)).isLoopback();
}

QByteArray MetricsServer::answer(const QByteArray &head) const
{
    const QByteArrayList lines = head.split('\n');
    const QByteArrayList words = lines.value(0).trimmed().split(' ');
    const QByteArray method = words.value(0), path = words.value(1).split('?').value(0);
    const bool isHead = method == "HEAD";
    if (words.size() != 3 || !words[2].startsWith("HTTP/1."))
        return reply("400 Bad Request", "This is no HTTP.\n", false);
    for (const QByteArray &line : lines.mid(1)) {
        if (line.toLower().startsWith("host:") && !isNameOurs(line.mid(5).trimmed()))
            return reply("403 Forbidden", "Ask for this computer by its own address.\n", isHead);
    }
    if (method != "GET" && !isHead)
        return reply("405 Method Not Allowed", "Only GET is answered.\n", false, "Allow: GET, HEAD\r\n");
    if (path == "/metrics")
        return reply("200 OK", m_text(), isHead);
    if (path == "/")
        return reply("200 OK", "yard exporter: see /metrics\n", isHead);
    return reply("404 Not Found", "There is only /metrics.\n", isHead);
}

}  // namespace trainyard

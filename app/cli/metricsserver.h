// SPDX-License-Identifier: GPL-3.0-or-later
// A web server that answers one request: GET /metrics. A client cannot hold it up: sixteen connections at a time, 8 KiB per request, five
// seconds for the request and ten for the answer, then the connection is closed. On a loopback address it answers only to that name or
// address, so that a web page cannot reach it through a name of its own (DNS rebinding). Lives in the thread that made it, which runs an
// event loop.
#pragma once

#include "core/base/result.h"

#include <QHostAddress>
#include <QObject>

#include <functional>

class QTcpServer;
class QTcpSocket;

namespace trainyard {

class MetricsServer : public QObject {
public:
    // `text` is called for each scrape.
    explicit MetricsServer(std::function<QByteArray()> text, QObject *parent = nullptr);

    Result<void> listen(const QHostAddress &address, quint16 port);  // port 0: any; AlreadyExists: the port is in use
    quint16 port() const;

private:
    void take();
    void read(QTcpSocket *socket);
    QByteArray answer(const QByteArray &head) const;
    bool isNameOurs(const QByteArray &host) const;

    std::function<QByteArray()> m_text;
    QTcpServer *m_server;
    int m_open = 0;
};

}  // namespace trainyard

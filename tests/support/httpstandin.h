// SPDX-License-Identifier: GPL-3.0-or-later
// A web server on 127.0.0.1 that stands in for a cloud's: answers as the test says, also wrongly on purpose. Has a thread
// of its own, so that the test may wait for an answer.
#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QHash>
#include <QList>
#include <QString>

#include <functional>
#include <memory>

namespace trainyard {

class HttpStandIn {
public:
    struct Request {
        QByteArray method;
        QByteArray target;                      // as it was asked for: "/a?b", or a whole address at a proxy
        QHash<QByteArray, QByteArray> headers;  // by name in lower case
        QByteArray body;
    };
    struct Answer {
        int status = 200;
        QByteArray body;
        QByteArrayList headers;  // "Name: value", beside Content-Length
        bool isPacked = false;   // with gzip
        bool isChunked = false;
        bool hasNoLength = false;  // it ends when the connection is closed, as with HTTP/1.0
        qint64 announced = -1;     // what Content-Length says instead of the truth
        qsizetype cutAfter = -1;   // so many bytes of the body (as sent), then the connection is closed
        int bytesPerTick = 0;      // so many every tenth of a second
        bool isSilent = false;     // nothing at all
    };
    using Handler = std::function<Answer(const Request &)>;  // called on the server's thread, one after the other

    // With certificate and key (PEM files) it speaks TLS.
    explicit HttpStandIn(Handler handler, const QString &certificate = {}, const QString &key = {});
    ~HttpStandIn();

    QString base() const;  // "http://127.0.0.1:12345"
    QList<Request> requests() const;

private:
    class Server;
    struct State;
    std::unique_ptr<State> m_state;
};

QByteArray packed(const QByteArray &bytes);  // with gzip

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// A web server on 127.0.0.1 that stands in for a cloud's: it answers as the test asks, also deliberately wrongly. It has its own thread, so
// that the test may wait for an answer.
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
        QByteArray target;                      // as requested: "/a?b", or a whole address at a proxy
        QHash<QByteArray, QByteArray> headers;  // by name in lower case
        QByteArray body;
    };
    struct Answer {
        int status = 200;
        QByteArray body;
        QByteArrayList headers;  // "Name: value", in addition to Content-Length
        bool isPacked = false;   // with gzip
        bool isChunked = false;
        bool hasNoLength = false;  // the answer ends when the connection is closed, as with HTTP/1.0
        qint64 announced = -1;     // a false Content-Length
        qsizetype cutAfter = -1;   // after this many bytes of the body (as sent) the connection is closed
        int bytesPerTick = 0;      // this many every tenth of a second
        bool isSilent = false;     // sends nothing at all
        bool isDropped = false;    // closes the connection instead
    };
    using Handler = std::function<Answer(const Request &)>;  // called on the server's thread, one call at a time

    // With certificate and key (PEM files) it uses TLS.
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/faultystore.h"

#include <QTcpSocket>
#include <QUrl>

namespace trainyard {

FaultyStore::FaultyStore(const QString &base, Before before, After after)
    : m_server(std::make_unique<HttpStandIn>([base, before, after](const Request &asked) {
          Request request = asked;
          if (before) {
              if (const auto own = before(request))
                  return *own;
          }
          Answer answer = forward(base, request);
          if (after)
              after(request, answer);
          return answer;
      }))
{
}

HttpStandIn::Answer FaultyStore::forward(const QString &base, const Request &request)
{
    const QUrl url(base);
    QTcpSocket socket;
    socket.connectToHost(url.host(), static_cast<quint16>(url.port()));
    if (!socket.waitForConnected(30'000)) {
        Answer none;
        none.status = 502;
        return none;
    }
    // The Host header stays the one that was signed.
    QByteArray head = request.method + ' ' + request.target + " HTTP/1.1\r\n";
    for (auto it = request.headers.begin(); it != request.headers.end(); ++it) {
        if (it.key() != "expect" && it.key() != "connection")
            head += it.key() + ": " + it.value() + "\r\n";
    }
    socket.write(head + "connection: close\r\n\r\n" + request.body);
    QByteArray all;
    while (socket.state() == QAbstractSocket::ConnectedState && socket.waitForReadyRead(30'000))
        all += socket.readAll();
    all += socket.readAll();
    Answer answer;
    const qsizetype end = all.indexOf("\r\n\r\n");
    if (end < 0) {
        answer.status = 502;
        return answer;
    }
    const QByteArrayList lines = all.left(end).replace("\r\n", "\n").split('\n');
    answer.status = lines.first().split(' ').value(1).toInt();
    bool isChunked = false;
    for (const QByteArray &line : lines.sliced(1)) {
        const QByteArray name = line.left(line.indexOf(':')).toLower();
        isChunked = isChunked || (name == "transfer-encoding" && line.toLower().contains("chunked"));
        if (name == "content-length" && request.method == "HEAD")
            answer.announced = line.mid(line.indexOf(':') + 1).trimmed().toLongLong();
        if (name != "content-length" && name != "connection" && name != "transfer-encoding" && name != "keep-alive")
            answer.headers << line;
    }
    answer.body = all.mid(end + 4);
    if (isChunked) {
        QByteArray plain;
        for (qsizetype at = 0; at < answer.body.size();) {
            const qsizetype line = answer.body.indexOf("\r\n", at);
            const qsizetype length = answer.body.mid(at, line - at).toLongLong(nullptr, 16);
            if (line < 0 || length <= 0)
                break;
            plain += answer.body.mid(line + 2, length);
            at = line + 2 + length + 2;
        }
        answer.body = plain;
    }
    return answer;
}

}  // namespace trainyard

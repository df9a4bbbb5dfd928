// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/httpstandin.h"

#include <QFile>
#include <QMutex>
#include <QSslCertificate>
#include <QSslKey>
#include <QSslSocket>
#include <QTcpServer>
#include <QThread>
#include <QTimer>

#include <zlib.h>

namespace trainyard {

namespace {

constexpr int kTickMs = 100;

// One connection: reads requests, sends answers.
class Visitor : public QObject {
public:
    using Asked = std::function<HttpStandIn::Answer(const HttpStandIn::Request &)>;

    Visitor(QTcpSocket *socket, Asked asked, QObject *parent) : QObject(parent), m_socket(socket), m_asked(std::move(asked))
    {
        m_socket->setParent(this);
        connect(m_socket, &QTcpSocket::readyRead, this, [this] { read(); });
        connect(m_socket, &QTcpSocket::disconnected, this, &QObject::deleteLater);
        connect(&m_tick, &QTimer::timeout, this, [this] { sendSome(); });
    }

private:
    void read()
    {
        m_received += m_socket->readAll();
        const qsizetype end = m_received.indexOf("\r\n\r\n");
        if (end < 0)
            return;
        const QByteArrayList lines = m_received.first(end).replace("\r\n", "\n").split('\n');
        HttpStandIn::Request request;
        request.method = lines.first().split(' ').value(0);
        request.target = lines.first().split(' ').value(1);
        for (const QByteArray &line : lines.sliced(1)) {
            const qsizetype colon = line.indexOf(':');
            request.headers.insert(line.first(colon).toLower(), line.sliced(colon + 1).trimmed());
        }
        const qsizetype length = request.headers.value("content-length").toLongLong();
        if (m_received.size() < end + 4 + length) {
            if (!m_isAwaited && request.headers.value("expect") == "100-continue") {
                m_socket->write("HTTP/1.1 100 Continue\r\n\r\n");
                m_isAwaited = true;
            }
            return;
        }
        m_isAwaited = false;
        request.body = m_received.mid(end + 4, length);
        m_received.remove(0, end + 4 + length);
        answer(m_asked(request));
    }

    void answer(const HttpStandIn::Answer &answer)
    {
        if (answer.isDropped)
            m_socket->disconnectFromHost();
        if (answer.isSilent || answer.isDropped)
            return;
        QByteArray body = answer.isPacked ? packed(answer.body) : answer.body;
        QByteArray head = "HTTP/1.1 " + QByteArray::number(answer.status) + " As told\r\n";
        for (const QByteArray &header : answer.headers)
            head += header + "\r\n";
        if (answer.isPacked)
            head += "Content-Encoding: gzip\r\n";
        if (answer.isChunked) {
            head += "Transfer-Encoding: chunked\r\n";
            body = QByteArray::number(body.size(), 16) + "\r\n" + body + "\r\n0\r\n\r\n";
        } else if (answer.hasNoLength) {
            head += "Connection: close\r\n";
        } else if (answer.status != 304) {
            head += "Content-Length: " + QByteArray::number(answer.announced < 0 ? body.size() : answer.announced) + "\r\n";
        }
        m_socket->write(head + "\r\n");
        m_closes = answer.cutAfter >= 0 || answer.hasNoLength;
        m_left = answer.cutAfter >= 0 ? body.first(std::min(answer.cutAfter, body.size())) : body;
        m_perTick = answer.bytesPerTick;
        if (m_perTick > 0)
            m_tick.start(kTickMs);
        else
            sendSome();
    }

    void sendSome()
    {
        const qsizetype now = m_perTick > 0 ? std::min<qsizetype>(m_perTick, m_left.size()) : m_left.size();
        m_socket->write(m_left.first(now));
        m_left.remove(0, now);
        if (!m_left.isEmpty())
            return;
        m_tick.stop();
        if (m_closes)
            m_socket->disconnectFromHost();
    }

    QTcpSocket *m_socket;
    Asked m_asked;
    QByteArray m_received, m_left;
    int m_perTick = 0;
    bool m_closes = false;
    bool m_isAwaited = false;  // the rest of a body was requested
    QTimer m_tick;
};

}  // namespace

class HttpStandIn::Server : public QTcpServer {
public:
    Server(Visitor::Asked asked, const QString &certificate, const QString &key)
        : m_asked(std::move(asked)), m_isSafe(!certificate.isEmpty())
    {
        if (!m_isSafe)
            return;
        QFile certificateFile(certificate), keyFile(key);
        if (certificateFile.open(QIODevice::ReadOnly) && keyFile.open(QIODevice::ReadOnly)) {
            m_certificate = QSslCertificate(&certificateFile);
            m_key = QSslKey(&keyFile, QSsl::Rsa);
        }
    }

protected:
    void incomingConnection(qintptr descriptor) override
    {
        if (!m_isSafe) {
            auto *socket = new QTcpSocket;
            socket->setSocketDescriptor(descriptor);
            new Visitor(socket, m_asked, this);
            return;
        }
        auto *socket = new QSslSocket;
        socket->setSocketDescriptor(descriptor);
        socket->setLocalCertificate(m_certificate);
        socket->setPrivateKey(m_key);
        socket->startServerEncryption();
        new Visitor(socket, m_asked, this);
    }

private:
    Visitor::Asked m_asked;
    bool m_isSafe;
    QSslCertificate m_certificate;
    QSslKey m_key;
};

struct HttpStandIn::State {
    mutable QMutex mutex;
    QList<Request> requests;
    Handler handler;
    QThread thread;
    QString base;
};

HttpStandIn::HttpStandIn(Handler handler, const QString &certificate, const QString &key) : m_state(std::make_unique<State>())
{
    State *state = m_state.get();
    state->handler = std::move(handler);
    auto *server = new Server(
        [state](const Request &request) {
            {
                const QMutexLocker lock(&state->mutex);
                state->requests << request;
            }
            return state->handler(request);
        },
        certificate, key);
    server->moveToThread(&state->thread);
    QObject::connect(&state->thread, &QThread::finished, server, &QObject::deleteLater);
    state->thread.start();
    QMetaObject::invokeMethod(
        server, [server] { return server->listen(QHostAddress::LocalHost); }, Qt::BlockingQueuedConnection);
    state->base = QStringLiteral("%1://127.0.0.1:%2")
                      .arg(certificate.isEmpty() ? QStringLiteral("http") : QStringLiteral("https"))
                      .arg(server->serverPort());
}

HttpStandIn::~HttpStandIn()
{
    m_state->thread.quit();
    m_state->thread.wait();
}

QString HttpStandIn::base() const { return m_state->base; }

QList<HttpStandIn::Request> HttpStandIn::requests() const
{
    const QMutexLocker lock(&m_state->mutex);
    return m_state->requests;
}

QByteArray packed(const QByteArray &bytes)
{
    z_stream stream{};
    deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);  // + 16: gzip
    QByteArray out(static_cast<qsizetype>(deflateBound(&stream, static_cast<uLong>(bytes.size()))) + 32, Qt::Uninitialized);
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(bytes.constData()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef *>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.truncate(static_cast<qsizetype>(stream.total_out));
    deflateEnd(&stream);
    return out;
}

}  // namespace trainyard

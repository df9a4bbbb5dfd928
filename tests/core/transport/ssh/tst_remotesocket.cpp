// SPDX-License-Identifier: GPL-3.0-or-later
// Streams to servers behind the machine, over a private sshd.
#include "sshtesting.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

using namespace trainyard;

namespace {

// Serves one client at a time with `serve`, on a TCP port of 127.0.0.1 or on a Unix socket.
class Server {
public:
    explicit Server(std::function<void(int)> serve, const QString &path = {})
        : m_fd(::socket(path.isEmpty() ? AF_INET : AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        if (path.isEmpty()) {
            sockaddr_in address = {};
            address.sin_family = AF_INET;
            address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
            socklen_t length = sizeof address;
            ::bind(m_fd, reinterpret_cast<sockaddr *>(&address), length);
            ::getsockname(m_fd, reinterpret_cast<sockaddr *>(&address), &length);
            m_port = ntohs(address.sin_port);
        } else {
            sockaddr_un address = {};
            address.sun_family = AF_UNIX;
            qstrncpy(address.sun_path, path.toLocal8Bit().constData(), sizeof address.sun_path);
            ::bind(m_fd, reinterpret_cast<sockaddr *>(&address), sizeof address);
        }
        ::listen(m_fd, 16);
        m_thread = std::thread([this, serve = std::move(serve)] {
            for (int caller = 0; (caller = ::accept(m_fd, nullptr, nullptr)) >= 0; ::close(caller))
                serve(caller);
        });
    }
    ~Server()
    {
        ::shutdown(m_fd, SHUT_RDWR);
        m_thread.join();
        ::close(m_fd);
    }
    quint16 port() const { return m_port; }

private:
    int m_fd;
    quint16 m_port = 0;
    std::thread m_thread;
};

void echo(int caller)
{
    char buffer[65536];
    ssize_t count = 0;
    while ((count = ::read(caller, buffer, sizeof buffer)) > 0)
        for (ssize_t done = 0; done < count;) {
            const ssize_t wrote = ::send(caller, buffer + done, size_t(count - done), MSG_NOSIGNAL);
            if (wrote <= 0)
                return;
            done += wrote;
        }
}

// Lets a test wait for a socket's callback.
struct Bell {
    std::mutex guard;
    std::condition_variable rung;
    int count = 0;
    void ring()
    {
        const std::lock_guard lock(guard);
        ++count;
        rung.notify_all();
    }
};

bool waitUntil(const std::shared_ptr<Bell> &bell, const std::function<bool()> &isReady)
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    for (;;) {
        int before = 0;
        {
            const std::lock_guard lock(bell->guard);
            before = bell->count;
        }
        if (isReady())
            return true;
        std::unique_lock lock(bell->guard);
        if (!bell->rung.wait_until(lock, end, [&] { return bell->count != before; }))
            return false;
    }
}

}  // namespace

class TestRemoteSocket : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void bytesComeBackWhole_data();
    void bytesComeBackWhole();
    void nothingListening_data();
    void nothingListening();
    void forbiddenTunnelsAreNamed();
    void addressesThatAreNoneAreRefused();
    void anUnreadSocketStallsNoOther();
    void lostConnectionFailsTheSocket();

private:
    std::unique_ptr<RemoteSocket> opened(SshConnection &connection, const RemoteEndpoint &endpoint, const std::shared_ptr<Bell> &bell)
    {
        auto socket = connection.openSocket(endpoint, [bell] { bell->ring(); });
        return socket ? std::move(*socket) : nullptr;
    }
    SshdFixture m_sshd;
    std::shared_ptr<SshConnection> m_connection;
};

void TestRemoteSocket::initTestCase()
{
    START_OR_SKIP(m_sshd);
    auto connection = SshConnection::open(m_sshd.target(), {}, soon());
    VERIFY_OK(connection);
    m_connection = *connection;
}

void TestRemoteSocket::bytesComeBackWhole_data()
{
    QTest::addColumn<bool>("isUnix");
    QTest::newRow("TCP port") << false;
    QTest::newRow("Unix socket") << true;
}

void TestRemoteSocket::bytesComeBackWhole()
{
    QFETCH(bool, isUnix);
    const QString path = isUnix ? m_sshd.directory() + QStringLiteral("/echo sock'et") : QString();
    Server server(echo, path);
    const auto bell = std::make_shared<Bell>();
    RemoteEndpoint endpoint;
    endpoint.port = server.port();
    endpoint.path = path;
    auto socket = opened(*m_connection, endpoint, bell);
    QVERIFY(socket);
    QVERIFY(waitUntil(bell, [&] { return socket->stage() != RemoteSocket::Stage::Opening; }));
    QVERIFY2(socket->stage() == RemoteSocket::Stage::Open, qPrintable(socket->error().detail));

    QByteArray sent(3'000'000, Qt::Uninitialized);
    for (qsizetype i = 0; i < sent.size(); ++i)
        sent[i] = char((i * 31) ^ (i >> 11));
    QByteArray got;
    qsizetype offset = 0;
    bool isFinished = false;
    QVERIFY(waitUntil(bell, [&] {
        offset += socket->write(QByteArrayView(sent).sliced(offset));
        if (offset == sent.size() && !isFinished) {
            isFinished = true;
            socket->finishWriting();  // the server reads the end and hangs up; its data still arrives
        }
        got += socket->read();
        return socket->isAtEnd();
    }));
    QCOMPARE(got.size(), sent.size());
    QVERIFY(got == sent);
}

void TestRemoteSocket::nothingListening_data()
{
    QTest::addColumn<QString>("path");
    QTest::newRow("TCP port") << QString();
    QTest::newRow("Unix socket") << m_sshd.directory() + QStringLiteral("/nobody");
}

void TestRemoteSocket::nothingListening()
{
    QFETCH(QString, path);
    RemoteEndpoint endpoint;
    endpoint.path = path;
    {
        Server server([](int) {});
        endpoint.port = server.port();
    }
    const auto bell = std::make_shared<Bell>();
    auto socket = opened(*m_connection, endpoint, bell);
    QVERIFY(socket);
    QVERIFY(waitUntil(bell, [&] { return socket->stage() == RemoteSocket::Stage::Failed; }));
    QVERIFY2(socket->error().code == ErrorCode::NotFound, qPrintable(socket->error().detail));
    QVERIFY(socket->isAtEnd());
    QCOMPARE(socket->write(QByteArrayView("x")), 0);
    VERIFY_OK(m_connection->run(command(QStringLiteral("true")), soon()));
}

void TestRemoteSocket::forbiddenTunnelsAreNamed()
{
    SshdFixture sshd;
    sshd.addConfig(QStringLiteral("AllowTcpForwarding no"));
    START_OR_SKIP(sshd);
    auto connection = SshConnection::open(sshd.target(), {}, soon());
    VERIFY_OK(connection);
    Server server(echo);
    RemoteEndpoint endpoint;
    endpoint.port = server.port();
    const auto bell = std::make_shared<Bell>();
    auto socket = opened(**connection, endpoint, bell);
    QVERIFY(socket);
    QVERIFY(waitUntil(bell, [&] { return socket->stage() == RemoteSocket::Stage::Failed; }));
    QVERIFY2(socket->error().code == ErrorCode::PermissionDenied, qPrintable(socket->error().detail));
}

void TestRemoteSocket::addressesThatAreNoneAreRefused()
{
    for (const RemoteEndpoint &endpoint :
         {RemoteEndpoint{}, RemoteEndpoint{QString(), 80, {}}, RemoteEndpoint{QStringLiteral("a") + QChar(u'\0'), 80, {}},
          RemoteEndpoint{QString(2000, u'x'), 80, {}}, RemoteEndpoint{{}, 0, QString(2000, u'x')}})
        VERIFY_ERROR(m_connection->openSocket(endpoint, {}), ErrorCode::InvalidInput);
}

void TestRemoteSocket::anUnreadSocketStallsNoOther()
{
    std::atomic<qint64> sent = 0;
    Server flood([&](int caller) {
        const QByteArray piece(65536, 'x');
        ssize_t count = 0;
        while ((count = ::send(caller, piece.constData(), size_t(piece.size()), MSG_NOSIGNAL)) > 0)
            sent += count;
    });
    RemoteEndpoint endpoint;
    endpoint.port = flood.port();
    const auto bell = std::make_shared<Bell>();
    auto socket = opened(*m_connection, endpoint, bell);
    QVERIFY(socket);
    // The flood stops by itself: windows and buffers on the way are full.
    qint64 before = -1;
    QTRY_VERIFY_WITH_TIMEOUT((QTest::qWait(200), std::exchange(before, sent.load()) == sent && sent > 0), 60'000);
    QVERIFY2(sent < 32 * 1024 * 1024, qPrintable(QString::number(sent)));
    const auto answer = m_connection->run(command(QStringLiteral("head -c 20000000 /dev/zero | wc -c")), soon());
    VERIFY_OK(answer);
    QCOMPARE(answer->out.trimmed(), QByteArray("20000000"));
    QVERIFY(!socket->read().isEmpty());
}

void TestRemoteSocket::lostConnectionFailsTheSocket()
{
    SshdFixture sshd;
    START_OR_SKIP(sshd);
    auto connection = SshConnection::open(sshd.target(), {}, soon());
    VERIFY_OK(connection);
    Server server(echo);
    RemoteEndpoint endpoint;
    endpoint.port = server.port();
    const auto bell = std::make_shared<Bell>();
    auto socket = opened(**connection, endpoint, bell);
    QVERIFY(socket);
    QVERIFY(waitUntil(bell, [&] { return socket->stage() == RemoteSocket::Stage::Open; }));
    sshd.dropConnections();
    auto late = opened(**connection, endpoint, bell);  // at any moment during the end
    QVERIFY(late);
    for (const auto &one : {socket.get(), late.get()}) {
        QVERIFY(waitUntil(bell, [&] { return one->stage() == RemoteSocket::Stage::Failed; }));
        QCOMPARE(one->error().code, ErrorCode::ConnectionLost);
    }
    QVERIFY(!(*connection)->isAlive());
}

QTEST_GUILESS_MAIN(TestRemoteSocket)
#include "tst_remotesocket.moc"

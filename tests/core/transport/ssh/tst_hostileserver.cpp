// SPDX-License-Identifier: GPL-3.0-or-later
// Ports that are not SSH servers, or hostile ones: a login to them ends quickly with a clear error, and costs little memory.
#include "sshtesting.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

using namespace trainyard;

namespace {

// Sends its text to every client, then reads for as long as the client stays (or hangs up immediately).
class RudeServer {
public:
    RudeServer(QByteArray piece, qint64 repeat, bool isHangingUp)
        : m_piece(std::move(piece)), m_repeat(repeat), m_isHangingUp(isHangingUp), m_thread([this] { main(); })
    {
    }
    ~RudeServer()
    {
        m_isClosing = true;
        m_thread.join();
    }
    int port() const { return m_listener.port(); }

private:
    void main()
    {
        while (!m_isClosing) {
            const int fd = m_listener.accept(50);
            if (fd < 0)
                continue;
            bool isOpen = true;
            for (qint64 i = 0; isOpen && i < m_repeat && !m_isClosing; ++i)
                isOpen = ::send(fd, m_piece.constData(), static_cast<std::size_t>(m_piece.size()), MSG_NOSIGNAL) > 0;
            while (isOpen && !m_isHangingUp && !m_isClosing) {
                pollfd entry = {fd, POLLIN, 0};
                char bytes[4096];
                if (::poll(&entry, 1, 50) == 1)
                    isOpen = ::recv(fd, bytes, sizeof bytes, 0) > 0;
            }
            ::close(fd);
        }
    }

    const QByteArray m_piece;
    const qint64 m_repeat;
    const bool m_isHangingUp;
    const SilentServer m_listener;
    std::atomic<bool> m_isClosing = false;
    std::thread m_thread;
};

// Relays to a real server until `limit` bytes of its answers have passed; then it hangs up.
class CuttingProxy {
public:
    CuttingProxy(int port, qint64 limit) : m_port(port), m_limit(limit), m_thread([this] { main(); }) {}
    ~CuttingProxy()
    {
        m_isClosing = true;
        m_thread.join();
    }
    int port() const { return m_listener.port(); }

private:
    void main()
    {
        while (!m_isClosing) {
            const int near = m_listener.accept(20);
            if (near < 0)
                continue;
            const int far = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
            sockaddr_in address = {};
            address.sin_family = AF_INET;
            address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
            address.sin_port = htons(static_cast<quint16>(m_port));
            bool isOpen = ::connect(far, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0;
            qint64 passed = 0;
            while (isOpen && passed < m_limit && !m_isClosing) {
                pollfd fds[] = {{near, POLLIN, 0}, {far, POLLIN, 0}};
                ::poll(fds, 2, 50);
                for (const int i : {0, 1}) {
                    if (!isOpen || !(fds[i].revents & (POLLIN | POLLHUP)))
                        continue;
                    char bytes[4096];
                    const qint64 most = i == 1 ? std::min<qint64>(m_limit - passed, sizeof bytes) : sizeof bytes;
                    const ssize_t count = ::recv(fds[i].fd, bytes, static_cast<std::size_t>(most), 0);
                    isOpen = count > 0 && ::send(fds[1 - i].fd, bytes, static_cast<std::size_t>(count), MSG_NOSIGNAL) == count;
                    passed += i == 1 && count > 0 ? count : 0;
                }
            }
            ::close(near);
            ::close(far);
        }
    }

    const int m_port;
    const qint64 m_limit;
    const SilentServer m_listener;
    std::atomic<bool> m_isClosing = false;
    std::thread m_thread;
};

qint64 residentKilobytes()
{
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    const QByteArray text = status.readAll();
    return text.mid(text.indexOf("VmRSS:") + 6).simplified().split(' ').first().toLongLong();
}

}  // namespace

class TestHostileServer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { START_OR_SKIP(m_sshd); }
    void init() { m_home = std::make_unique<HomeGuard>(); }
    void cleanup() { m_home.reset(); }

    void serverThatIsNoneEndsInAClearError_data();
    void serverThatIsNoneEndsInAClearError();
    void serverThatHangsUpAnywhereEndsInAClearError_data();
    void serverThatHangsUpAnywhereEndsInAClearError();

    void aLongGreetingDoesNoHarm();

private:
    SshdFixture m_sshd;
    std::unique_ptr<HomeGuard> m_home;
};

// sshd's banner before the login, as long as allowed and full of terminal control sequences.
void TestHostileServer::aLongGreetingDoesNoHarm()
{
    SshdFixture sshd;
    const QString greeting = m_home->path(QStringLiteral("greeting"));
    QFile file(greeting);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray("\x1b[2J\xff\xfe%n%s\r\n", 13).repeated(15'000));
    file.close();
    sshd.addConfig(QStringLiteral("Banner ") + greeting);
    QVERIFY2(sshd.start(), qPrintable(sshd.errorText()));
    const auto opened = SshConnection::open(sshd.target(), {}, soon());
    VERIFY_OK(opened);
    const auto ran = (*opened)->run(command(QStringLiteral("echo in")), soon());
    VERIFY_OK(ran);
    QCOMPARE(ran->out, QByteArray("in\n"));
    SshTarget refused = sshd.target();
    refused.identityFiles = {m_home->path(QStringLiteral("other"))};
    QVERIFY(SshdFixture::makeKey(refused.identityFiles.first()));
    const auto second = SshConnection::open(refused, {}, soon());
    VERIFY_ERROR(second, ErrorCode::AuthenticationFailed);
    QVERIFY(!second.error().detail.contains(QChar(0x1b)));
}

void TestHostileServer::serverThatIsNoneEndsInAClearError_data()
{
    QTest::addColumn<QByteArray>("piece");
    QTest::addColumn<qint64>("repeat");
    QTest::addColumn<bool>("isHangingUp");
    const QByteArray banner = "SSH-2.0-x\r\n";
    const QByteArray noise = QByteArray::fromHex("00ff13379c0d0a7f").repeated(512);
    QTest::newRow("says nothing, hangs up") << QByteArray() << qint64(0) << true;
    QTest::newRow("a web server") << QByteArray("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n") << qint64(1) << true;
    QTest::newRow("noise") << noise << qint64(20) << false;
    QTest::newRow("10 MB banner in one line") << QByteArray(1024, 'A') << qint64(10 * 1024) << false;
    QTest::newRow("10 MB of lines before the banner") << QByteArray(200, 'A') + "\r\n" << qint64(50'000) << false;
    QTest::newRow("an old protocol") << QByteArray("SSH-1.5-x\r\n") << qint64(1) << false;
    QTest::newRow("noise after the banner") << banner + noise << qint64(1) << false;
    QTest::newRow("a packet of 4 GB") << banner + QByteArray::fromHex("ffffffff04140000") << qint64(1) << false;
    QTest::newRow("a packet of nothing") << banner + QByteArray::fromHex("00000000") + QByteArray(64, '\0') << qint64(1) << false;
    QTest::newRow("end after the banner") << banner << qint64(1) << true;
}

void TestHostileServer::serverThatIsNoneEndsInAClearError()
{
    QFETCH(QByteArray, piece);
    QFETCH(qint64, repeat);
    QFETCH(bool, isHangingUp);
    const RudeServer server(piece, repeat, isHangingUp);
    SshTarget target = m_sshd.target();
    target.port = server.port();
    const qint64 before = residentKilobytes();
    QElapsedTimer clock;
    clock.start();
    const auto opened = SshConnection::open(target, {}, QDeadlineTimer(8000));
    QVERIFY2(clock.elapsed() < 12'000, qPrintable(QString::number(clock.elapsed())));
    QVERIFY(!opened);
    QVERIFY2(opened.error().code == ErrorCode::Unreachable || opened.error().code == ErrorCode::TimedOut, qPrintable(described(opened)));
    QVERIFY(!opened.error().what.isEmpty());
    if (opened.error().code == ErrorCode::Unreachable)
        QVERIFY2(opened.error().what.contains(QString::number(server.port())), qPrintable(opened.error().what));
    const qint64 grown = residentKilobytes() - before;
#ifdef __SANITIZE_ADDRESS__
    constexpr qint64 kMax = 256 * 1024;  // the sanitizer keeps freed memory for a while, to catch later uses
#else
    constexpr qint64 kMax = 8 * 1024;
#endif
    QVERIFY2(grown < kMax, qPrintable(QString::number(grown)));
}

void TestHostileServer::serverThatHangsUpAnywhereEndsInAClearError_data()
{
    QTest::addColumn<qint64>("bytes");
    // sshd's side of a login is about 3.5 kB: banner, key exchange, host key, service, methods, key accepted.
    for (const qint64 bytes : {1, 10, 40, 60, 300, 900, 1100, 1200, 1300, 1500, 1700, 1900, 2100, 2200, 2300, 2400})
        QTest::newRow(qPrintable(QStringLiteral("after %1 bytes").arg(bytes))) << bytes;
}

void TestHostileServer::serverThatHangsUpAnywhereEndsInAClearError()
{
    QFETCH(qint64, bytes);
    const CuttingProxy proxy(m_sshd.port(), bytes);
    SshTarget target = m_sshd.target();
    target.port = proxy.port();
    target.hostKeyAlias = QStringLiteral("known");
    SshQuestions questions;
    questions.acceptUnknownHostKey = [](const SshTarget &, const HostKey &, const std::stop_token &) { return true; };
    QElapsedTimer clock;
    clock.start();
    const auto opened = SshConnection::open(target, questions, QDeadlineTimer(10'000));
    QVERIFY2(clock.elapsed() < 9000, qPrintable(QString::number(clock.elapsed())));
    if (opened) {  // the login succeeded before the cut: then the first command fails
        const auto ran = (*opened)->run(command(QStringLiteral("head -c 100000 /dev/zero")), soon());
        QVERIFY(!ran);
        QVERIFY2(ran.error().code == ErrorCode::ConnectionLost, qPrintable(described(ran)));
        return;
    }
    QVERIFY2(opened.error().code == ErrorCode::Unreachable || opened.error().code == ErrorCode::AuthenticationFailed,
             qPrintable(described(opened)));
}

QTEST_GUILESS_MAIN(TestHostileServer)
#include "tst_hostileserver.moc"

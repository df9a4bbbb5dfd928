// SPDX-License-Identifier: GPL-3.0-or-later
// Tunnels through a private sshd and a private dropbear: what goes in comes out, whatever happens to the link.
#include "core/service/machines/connectionpool.h"
#include "core/service/machines/internal/loopback.h"
#include "core/service/machines/internal/tunnelrelay.h"
#include "core/service/machines/localredirect.h"
#include "core/service/machines/tunnel.h"
#include "core/service/machines/tunnelmanager.h"
#include "core/storage/database/statedatabase.h"
#include "tests/support/loopbackpeers.h"
#include "tests/support/sshdfixture.h"

#include <QCryptographicHash>
#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <vector>

using namespace trainyard;
using namespace std::chrono_literals;

#define START_OR_SKIP(fixture)                                                     \
  do {                                                                             \
    const QString missing = (fixture).missing();                                   \
    if (!missing.isEmpty() && qEnvironmentVariable("CI") == QLatin1String("true")) \
      QFAIL(qPrintable(missing));                                                  \
    if (!missing.isEmpty())                                                        \
      QSKIP(qPrintable(missing));                                                  \
    QVERIFY2((fixture).start(), qPrintable((fixture).errorText()));                \
  } while (false)

namespace {

RemoteEndpoint portOf(const TestServer &server)
{
    RemoteEndpoint endpoint;
    endpoint.port = server.port();
    return endpoint;
}

}  // namespace

class TestTunnel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data();
    void init();
    void addressesAreReadAsWritten_data();
    void addressesAreReadAsWritten();
    void addressesThatAreNoneAreRefused_data();
    void addressesThatAreNoneAreRefused();
    void ownCallersAreRecognised();
    void callersThatHaveGoneAreRefused();
    void callersAreFoundInTheTable();

    void httpGoesThrough();
    void unixSocketGoesThrough();
    void muchArrivesByteForByte();
    void twoHundredAtOnce();
    void halfCloseIsPassedOn();
    void aSlowReaderHoldsUpNoOther();
    void takenPortIsReplaced();
    void nothingListeningIsNamed();
    void cutLinkComesBack();
    void callersWaitForTheLink();
    void endHangsUpOnEverybody();
    void closingIsNeverSleptThrough();

    void managerListsAndClosesForAll();
    void managerSaysWhyAMachineCannotBeReached();
    void deadOwnersAreForgotten();
    void doorOpensOnceAndOnlyByItsName();

private:
    Tunnel::Connect connectTo(const SshdFixture &sshd)
    {
        return [target = sshd.target()](std::stop_token stop) { return SshConnection::open(target, {}, QDeadlineTimer(30s), stop); };
    }
    // Open and connected.
    std::unique_ptr<Tunnel> tunnelTo(const RemoteEndpoint &remote, quint16 wantedPort = 0)
    {
        auto tunnel = Tunnel::open(QStringLiteral("lab"), remote, wantedPort, connectTo(*m_sshd), {});
        if (!tunnel || !(*tunnel)->waitReady(QDeadlineTimer(60s)))
            return nullptr;
        return *std::move(tunnel);
    }
    std::map<SshdFixture::Server, std::unique_ptr<SshdFixture>> m_servers;
    SshdFixture *m_sshd = nullptr;  // of the row
};

void TestTunnel::initTestCase_data()
{
    QTest::addColumn<SshdFixture::Server>("server");
    QTest::newRow("OpenSSH") << SshdFixture::Server::OpenSsh;
    QTest::newRow("dropbear") << SshdFixture::Server::Dropbear;
}

void TestTunnel::init()
{
    QFETCH_GLOBAL(SshdFixture::Server, server);
    std::unique_ptr<SshdFixture> &sshd = m_servers[server];
    if (!sshd) {
        sshd = std::make_unique<SshdFixture>(server);
        START_OR_SKIP(*sshd);
    }
    m_sshd = sshd.get();
}

void TestTunnel::addressesAreReadAsWritten_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("local");
    QTest::addColumn<QString>("shown");
    QTest::newRow("port") << "8888" << 0 << "localhost:8888";
    QTest::newRow("port here and there") << "9000:8888" << 9000 << "localhost:8888";
    QTest::newRow("as ssh -L has it") << "9000:localhost:8888" << 9000 << "localhost:8888";
    QTest::newRow("host behind the machine") << "node-3.lan:6006" << 0 << "node-3.lan:6006";
    QTest::newRow("IPv6") << "8888:[::1]:8888" << 8888 << "[::1]:8888";
    QTest::newRow("Unix socket") << "/run/app 1.sock" << 0 << "/run/app 1.sock";
    QTest::newRow("Unix socket on a port") << "9000:/run/a:b.sock" << 9000 << "/run/a:b.sock";
}

void TestTunnel::addressesAreReadAsWritten()
{
    QFETCH(QString, text);
    quint16 local = 0;
    const auto endpoint = parseTunnelAddress(text, &local);
    QVERIFY(endpoint);
    QTEST(int(local), "local");
    QTEST(displayed(*endpoint), "shown");
    const auto again = parseTunnelAddress(displayed(*endpoint), &local);
    QVERIFY(again && *again == *endpoint);
}

void TestTunnel::addressesThatAreNoneAreRefused_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text : {"", "0", "65536", "88888888888", "-1", "host", "host:", ":8888x", "a b:80", "-oProxy:80", "8888:host",
                             "::1:80", "[::1]", "run/app.sock", "80:$(id):80", "8888;id"})
        QTest::newRow(text) << QString::fromLatin1(text);
    QTest::newRow("endless path") << QString(u'/' + QString(200, u'x'));
}

void TestTunnel::addressesThatAreNoneAreRefused()
{
    QFETCH(QString, text);
    quint16 local = 0;
    const auto endpoint = parseTunnelAddress(text, &local);
    QVERIFY2(!endpoint && endpoint.error().code == ErrorCode::InvalidInput, qPrintable(text));
}

void TestTunnel::ownCallersAreRecognised()
{
    const auto listener = listenOnLoopback(0);
    QVERIFY(listener);
    TestClient client(listener->port);
    QVERIFY(client.isConnected());
    const int caller = ::accept(listener->fd, nullptr, nullptr);
    QVERIFY(caller >= 0);
    QVERIFY(callerOf(caller) == std::optional<uid_t>(::getuid()));
    QVERIFY(isCallerAllowed(caller));
    ::close(caller);
    ::close(listener->fd);
}

// No process holds a socket after its program has closed it, and the kernel then reports root as its user.
void TestTunnel::callersThatHaveGoneAreRefused()
{
    const auto listener = listenOnLoopback(0);
    QVERIFY(listener);
    {
        TestClient client(listener->port);
        QVERIFY(client.send("POST /shutdown HTTP/1.0\r\n\r\n"));
    }
    const int caller = ::accept(listener->fd, nullptr, nullptr);
    QVERIFY(caller >= 0);
    QVERIFY(!callerOf(caller));
    QVERIFY(!isCallerAllowed(caller));
    ::close(caller);
    ::close(listener->fd);
}

void TestTunnel::callersAreFoundInTheTable()
{
    const auto listener = listenOnLoopback(0);
    QVERIFY(listener);
    TestClient client(listener->port);
    const int accepted = ::accept(listener->fd, nullptr, nullptr);
    QVERIFY(accepted >= 0);
    sockaddr_in own = {}, caller = {};
    socklen_t length = sizeof own;
    QVERIFY(::getsockname(accepted, reinterpret_cast<sockaddr *>(&own), &length) == 0);
    QVERIFY(::getpeername(accepted, reinterpret_cast<sockaddr *>(&caller), &length) == 0);
    QFile file(QStringLiteral("/proc/net/tcp"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray table = file.readAll();
    QVERIFY(callerIn(table, caller, own) == std::optional<uid_t>(::getuid()));
    QVERIFY(!callerIn(QByteArray(), caller, own));
    ::close(accepted);
    ::close(listener->fd);

    inet_aton("127.0.0.1", &own.sin_addr);
    caller.sin_addr = own.sin_addr;
    own.sin_port = htons(0x1f90);
    caller.sin_port = htons(0x00b2);
    const QByteArray head = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";
    const QByteArray row = "   7: 0100007F:00B2 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1000        0 4711 1 0\n";
    QVERIFY(callerIn(head + row, caller, own) == std::optional<uid_t>(1000));
    QVERIFY(!callerIn(head + row, own, caller));                                // the other end
    QVERIFY(!callerIn(QByteArray(row).replace(" 4711 ", " 0 "), caller, own));  // no process holds it
    QVERIFY(!callerIn(QByteArray(row).replace(" 1000 ", " root "), caller, own));
    QVERIFY(!callerIn(row.left(40), caller, own));
}

void TestTunnel::httpGoesThrough()
{
    TestServer server(TestServer::answerHttp);
    const auto tunnel = tunnelTo(portOf(server));
    QVERIFY(tunnel);
    QVERIFY(tunnel->localPort() != 0);
    for (int i = 0; i < 20; ++i) {
        TestClient client(tunnel->localPort());
        QVERIFY(client.send("GET /lab HTTP/1.0\r\nHost: x\r\n\r\n"));
        bool isClean = false;
        const QByteArray answer = client.receiveAll(&isClean);
        QVERIFY2(answer.endsWith("hello from GET /lab HTTP/1.0"), answer.constData());
        QVERIFY(isClean);
    }
    QTRY_COMPARE_WITH_TIMEOUT(tunnel->state().callers, 0, 30'000);
}

void TestTunnel::unixSocketGoesThrough()
{
    RemoteEndpoint remote;
    remote.path = m_sshd->directory() + QStringLiteral("/app.sock");
    remote.host.clear();
    TestServer server(TestServer::answerHttp, remote.path);
    const auto tunnel = tunnelTo(remote);
    QVERIFY(tunnel);
    if (m_sshd->server() == SshdFixture::Server::Dropbear) {
        QVERIFY2(tunnel->state().problem.code == ErrorCode::Unsupported, qPrintable(tunnel->state().problem.what));
        QVERIFY(TestClient(tunnel->localPort()).receiveAll().isEmpty());
        return;
    }
    TestClient client(tunnel->localPort());
    QVERIFY(client.send("GET / HTTP/1.0\r\n\r\n"));
    QVERIFY(client.receiveAll().endsWith("hello from GET / HTTP/1.0"));
}

void TestTunnel::muchArrivesByteForByte()
{
    constexpr int kPieces = 100;
    QByteArray piece(1024 * 1024, Qt::Uninitialized);
    for (qsizetype i = 0; i < piece.size(); ++i)
        piece[i] = char((i * 131) ^ (i >> 9));
    QByteArray arrived;
    TestServer server([&](int caller) {  // receives everything, then sends everything
        QCryptographicHash hash(QCryptographicHash::Sha256);
        QByteArray buffer(65536, Qt::Uninitialized);
        ssize_t count = 0;
        while ((count = ::recv(caller, buffer.data(), size_t(buffer.size()), 0)) > 0)
            hash.addData(QByteArrayView(buffer).first(count));
        arrived = hash.result();
        for (int i = 0; i < kPieces && sendAll(caller, piece); ++i) {}
    });
    QCryptographicHash expected(QCryptographicHash::Sha256), got(QCryptographicHash::Sha256);
    for (int i = 0; i < kPieces; ++i)
        expected.addData(piece);
    const auto tunnel = tunnelTo(portOf(server));
    QVERIFY(tunnel);
    TestClient client(tunnel->localPort());
    for (int i = 0; i < kPieces; ++i)
        QVERIFY(client.send(piece));
    client.finishSending();
    qsizetype total = 0;
    for (QByteArray bytes; !(bytes = client.receive(256 * 1024)).isEmpty(); total += bytes.size())
        got.addData(bytes);
    QCOMPARE(total, piece.size() * kPieces);
    QCOMPARE(got.result(), expected.result());
    QCOMPARE(arrived, expected.result());
}

void TestTunnel::twoHundredAtOnce()
{
    TestServer server(TestServer::echo);
    const auto tunnel = tunnelTo(portOf(server));
    QVERIFY(tunnel);
    std::list<TestClient> clients;
    for (int i = 0; i < 200; ++i) {
        clients.emplace_back(tunnel->localPort());
        QVERIFY(clients.back().isConnected());
    }
    int number = 0;
    for (const TestClient &client : clients)
        QVERIFY(client.send(QByteArray::number(1'000'000 + number++) + QByteArray(20'000, 'x')));
    number = 0;
    for (const TestClient &client : clients) {
        const QByteArray answer = client.receive(20'007);
        QCOMPARE(answer.size(), 20'007);
        QVERIFY(answer.startsWith(QByteArray::number(1'000'000 + number++)));
    }
    QCOMPARE(tunnel->state().callers, 200);
    clients.clear();
    QTRY_COMPARE_WITH_TIMEOUT(tunnel->state().callers, 0, 30'000);
}

void TestTunnel::halfCloseIsPassedOn()
{
    TestServer server([](int caller) {  // answers only after the question has ended
        QByteArray all, buffer(4096, Qt::Uninitialized);
        ssize_t count = 0;
        while ((count = ::recv(caller, buffer.data(), size_t(buffer.size()), 0)) > 0)
            all += buffer.first(count);
        sendAll(caller, QByteArray::number(all.size()));
    });
    const auto tunnel = tunnelTo(portOf(server));
    QVERIFY(tunnel);
    TestClient client(tunnel->localPort());
    QVERIFY(client.send(QByteArray(100'000, 'q')));
    client.finishSending();
    QCOMPARE(client.receiveAll(), QByteArray("100000"));
}

void TestTunnel::aSlowReaderHoldsUpNoOther()
{
    std::atomic<qint64> sent = 0;
    TestServer flood([&](int caller) {
        const QByteArray piece(65536, 'x');
        while (sendAll(caller, piece))
            sent += piece.size();
    });
    TestServer quick(TestServer::echo);
    const auto slow = tunnelTo(portOf(flood));
    QVERIFY(slow);
    std::list<TestClient> sleepers;
    for (int i = 0; i < 4; ++i)
        sleepers.emplace_back(slow->localPort(), 4096);
    // The flood stops by itself when all buffers on the way are full, and those are small.
    qint64 before = -1;
    QTRY_VERIFY_WITH_TIMEOUT((QTest::qWait(300), std::exchange(before, sent.load()) == sent && sent > 0), 180'000);
    QVERIFY2(sent < 4 * 24 * 1024 * 1024, qPrintable(QString::number(sent)));
    QVERIFY(sleepers.front().receive(1'000'000).size() == 1'000'000);

    // Another caller of the same tunnel is served meanwhile.
    QElapsedTimer clock;
    clock.start();
    TestClient client(slow->localPort());
    QCOMPARE(client.receive(5'000'000).size(), 5'000'000);
    qInfo("5 MB beside callers that do not read: %lld ms", clock.elapsed());
    QVERIFY2(clock.elapsed() < 15'000, qPrintable(QString::number(clock.elapsed())));
}

void TestTunnel::takenPortIsReplaced()
{
    TestServer server(TestServer::echo);  // has its number on 127.0.0.1, which is also this computer
    const auto tunnel = tunnelTo(portOf(server), server.port());
    QVERIFY(tunnel);
    QVERIFY(tunnel->localPort() != server.port());

    const quint16 free = unusedPort();
    const auto other = tunnelTo(portOf(server), free);
    QVERIFY(other);
    QCOMPARE(other->localPort(), free);
}

void TestTunnel::nothingListeningIsNamed()
{
    RemoteEndpoint remote;
    remote.port = unusedPort();
    const auto tunnel = tunnelTo(remote);
    QVERIFY(tunnel);
    QCOMPARE(tunnel->state().problem.code, ErrorCode::NotFound);
    QCOMPARE(tunnel->state().problem.what,
             QStringLiteral("Nothing listens on port %1 of lab. Start the server there first.").arg(remote.port));
    TestClient client(tunnel->localPort());
    QVERIFY(client.isConnected());
    bool isClean = false;
    QVERIFY(client.receiveAll(&isClean).isEmpty());
    QVERIFY(isClean);
    QCOMPARE(tunnel->state().link, LinkState::Live);
}

void TestTunnel::cutLinkComesBack()
{
    TestServer server(TestServer::echo);
    const auto tunnel = tunnelTo(portOf(server));
    QVERIFY(tunnel);
    const quint16 port = tunnel->localPort();
    TestClient before(port);
    QVERIFY(before.send("one"));
    QCOMPARE(before.receive(3), QByteArray("one"));
    m_sshd->dropConnections();
    bool isClean = true;
    QVERIFY(before.receiveAll(&isClean).isEmpty());
    QVERIFY(!isClean);  // it did not get everything, and is told so
    TestClient after(port);
    QVERIFY(after.send("two"));
    QCOMPARE(after.receive(3), QByteArray("two"));
    QCOMPARE(tunnel->localPort(), port);
}

void TestTunnel::callersWaitForTheLink()
{
    SshdFixture sshd(m_sshd->server());
    START_OR_SKIP(sshd);
    TestServer server(TestServer::echo);
    auto tunnel = Tunnel::open(QStringLiteral("lab"), portOf(server), 0, connectTo(sshd), {});
    QVERIFY(tunnel && (*tunnel)->waitReady(QDeadlineTimer(60s)));
    sshd.stop();
    QTRY_VERIFY_WITH_TIMEOUT((*tunnel)->state().link == LinkState::Unreachable, 60'000);
    TestClient waiting((*tunnel)->localPort());
    QVERIFY(waiting.isConnected());
    QVERIFY(waiting.send("still here"));
    QVERIFY2(sshd.start(), qPrintable(sshd.errorText()));
    QCOMPARE(waiting.receive(10), QByteArray("still here"));
    QVERIFY((*tunnel)->state().problem.what.isEmpty());
}

void TestTunnel::endHangsUpOnEverybody()
{
    TestServer server(TestServer::echo);
    auto tunnel = tunnelTo(portOf(server));
    QVERIFY(tunnel);
    const quint16 port = tunnel->localPort();
    TestClient client(port);
    QVERIFY(client.send("a"));
    QCOMPARE(client.receive(1), QByteArray("a"));
    tunnel.reset();
    QVERIFY(client.receiveAll().isEmpty());
    QVERIFY(!TestClient(port).isConnected());
}

// The relay's thread checks whether to end and then sleeps: an end between the two has to wake it.
void TestTunnel::closingIsNeverSleptThrough()
{
    for (int round = 0; round < 2000; ++round) {
        const auto listener = listenOnLoopback(0);
        QVERIFY(listener);
        TunnelRelay relay(*listener, {}, {});
        for (int news = 0; news < 10 + round % 10; ++news)
            relay.setConnection(nullptr);  // makes it check again
    }
}

void TestTunnel::managerListsAndClosesForAll()
{
    QTemporaryDir directory;
    auto store = StateDatabase::open(directory.filePath(QStringLiteral("trainyard.db")));
    QVERIFY(store);
    Machine machine;
    machine.name = QStringLiteral("lab");
    machine.target = m_sshd->target();
    machine.added = QDateTime::currentDateTimeUtc();
    const auto added = (*store)->machines.add(machine);
    QVERIFY(added);
    TestServer server(TestServer::echo);
    TunnelManager manager(directory.filePath(QStringLiteral("tunnels")), **store, std::make_shared<ConnectionPool>(SshQuestions()));
    QSignalSpy changes(&manager, &TunnelManager::changed);
    auto opening = manager.open(*added, portOf(server));
    QTRY_VERIFY_WITH_TIMEOUT(opening.isFinished(), 60'000);
    const auto opened = opening.result();
    QVERIFY2(opened, opened ? "" : qPrintable(opened.error().what));
    QTRY_VERIFY_WITH_TIMEOUT(!changes.isEmpty(), 30'000);
    auto again = manager.open(*added, portOf(server));
    QTRY_VERIFY_WITH_TIMEOUT(again.isFinished(), 60'000);
    QVERIFY(again.result() && again.result()->record.localPort == opened->record.localPort);

    const TunnelRegister everyone = manager.everyone();
    QCOMPARE(everyone.list().size(), 1);
    QCOMPARE(everyone.list().first().machine, QStringLiteral("lab"));
    QCOMPARE(everyone.list().first().remote, portOf(server));
    QCOMPARE(everyone.list().first().pid, QCoreApplication::applicationPid());
    QVERIFY(!everyone.askToClose(1));
    QVERIFY(everyone.askToClose(opened->record.localPort));
    QTRY_VERIFY_WITH_TIMEOUT(manager.tunnels().isEmpty(), 30'000);
    QVERIFY(everyone.list().isEmpty());
    QVERIFY(!TestClient(opened->record.localPort).isConnected());
}

void TestTunnel::managerSaysWhyAMachineCannotBeReached()
{
    QTemporaryDir directory;
    auto store = StateDatabase::open(directory.filePath(QStringLiteral("trainyard.db")));
    QVERIFY(store);
    Machine machine;
    machine.name = QStringLiteral("away");
    machine.target = m_sshd->target();
    machine.target.port = unusedPort();
    machine.added = QDateTime::currentDateTimeUtc();
    const auto added = (*store)->machines.add(machine);
    QVERIFY(added);
    TunnelManager manager(directory.filePath(QStringLiteral("tunnels")), **store, std::make_shared<ConnectionPool>(SshQuestions()));
    RemoteEndpoint remote;
    remote.port = 8888;
    auto opening = manager.open(*added, remote);
    QTRY_VERIFY_WITH_TIMEOUT(opening.isFinished(), 60'000);
    QVERIFY(!opening.result() && opening.result().error().code == ErrorCode::Unreachable);
    QVERIFY(manager.tunnels().isEmpty());
    QVERIFY(manager.everyone().list().isEmpty());
}

void TestTunnel::deadOwnersAreForgotten()
{
    QTemporaryDir directory;
    QFile stale(directory.filePath(QStringLiteral("8888.json")));
    QVERIFY(stale.open(QIODevice::WriteOnly));
    stale.write("{\"machine\":\"lab\",\"host\":\"localhost\",\"port\":8888,\"pid\":1}\n");
    stale.close();
    const TunnelRegister everyone(directory.path());
    QVERIFY(!everyone.askToClose(8888));
    QVERIFY(everyone.list().isEmpty());
    QVERIFY(!stale.exists());
}

void TestTunnel::doorOpensOnceAndOnlyByItsName()
{
    const QByteArray target("http://127.0.0.1:8888/lab?token=the-secret");
    const auto door = LocalRedirect::open(target);
    QVERIFY(door);
    const QUrl address((*door)->address());
    QCOMPARE(address.host(), QStringLiteral("127.0.0.1"));
    QVERIFY(!address.toString().contains(QLatin1String("the-secret")));
    const auto asked = [&](const QByteArray &path) {
        TestClient client(quint16(address.port()));
        client.send("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n");
        return client.receiveAll();
    };
    QVERIFY(asked("/").startsWith("HTTP/1.1 404"));
    QVERIFY(!asked("/" + QByteArray(64, '0')).contains("the-secret"));
    const QByteArray answer = asked(address.path().toLatin1());
    QVERIFY(answer.startsWith("HTTP/1.1 303"));
    QVERIFY(answer.contains("\r\nLocation: " + target + "\r\n"));
    QVERIFY(!LocalRedirect::open("http://127.0.0.1/\r\nSet-Cookie: x"));
    QVERIFY(!LocalRedirect::open({}));
    QElapsedTimer clock;
    clock.start();
    auto unused = LocalRedirect::open(target);
    QVERIFY(unused);
    unused->reset();  // shuts immediately
    QVERIFY(clock.elapsed() < 5000);
}

QTEST_GUILESS_MAIN(TestTunnel)
#include "tst_tunnel.moc"

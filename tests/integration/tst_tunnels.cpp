// SPDX-License-Identifier: GPL-3.0-or-later
// `yard tunnel open|list|close` as a person uses them: a real sshd, a real server behind it, other programs that check.
#include "tests/support/labmachine.h"
#include "tests/support/loopbackpeers.h"
#include "tests/support/yardcommand.h"

#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace trainyard;

namespace {

const QString kYard = QStringLiteral(TRAINYARD_BIN_DIR "/yard");
constexpr int kSoonMs = 30'000;

// A `yard tunnel open` that runs until it is asked to end.
class Opened {
public:
    Opened(const YardCommand &yard, const QStringList &words)
    {
        m_process.setProcessEnvironment(yard.environment);
        m_process.setStandardInputFile(QProcess::nullDevice());
        m_process.start(
            kYard, QStringList{QStringLiteral("--json"), QStringLiteral("tunnel"), QStringLiteral("open"), QStringLiteral("lab")} + words);
    }
    ~Opened()
    {
        m_process.kill();
        m_process.waitForFinished(5000);
    }

    // The line it prints; empty if it ended without one.
    QJsonObject record()
    {
        const QDeadlineTimer deadline(kSoonMs);
        while (!m_process.canReadLine() && m_process.state() != QProcess::NotRunning && !deadline.hasExpired())
            m_process.waitForReadyRead(100);
        return QJsonDocument::fromJson(m_process.readLine()).object();
    }
    bool hasSaid(const QByteArray &text)
    {
        m_process.waitForReadyRead(20);
        m_said += m_process.readAllStandardError();
        return m_said.contains(text);
    }
    QByteArray said() const { return m_said; }
    void interrupt() { ::kill(static_cast<pid_t>(m_process.processId()), SIGINT); }
    qint64 pid() const { return m_process.processId(); }
    int status()  // -1: it still runs, or crashed
    {
        return m_process.waitForFinished(kSoonMs) && m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
    }

private:
    QProcess m_process;
    QByteArray m_said;
};

QByteArray asked(quint16 port, const QByteArray &path)
{
    const TestClient client(port);
    client.send("GET " + path + " HTTP/1.0\r\n\r\n");
    return client.receiveAll();
}

quint16 portBut(quint16 other)
{
    quint16 port = other;
    while (port == other)
        port = unusedPort();
    return port;
}

quint16 portOf(const QJsonObject &record) { return static_cast<quint16>(record[QLatin1String("local_port")].toInt()); }

}  // namespace

class TestTunnels : public QObject {
    Q_OBJECT

    QTemporaryDir m_state;
    std::unique_ptr<LabMachine> m_machine;

    YardCommand yard() const { return YardCommand(kYard, m_state.path()); }
    YardCommand::Answer run(const QString &words) const { return yard().run(words.split(u' ')); }
    QJsonArray listed() const { return run(QStringLiteral("--json tunnel list")).array(); }

private Q_SLOTS:
    void initTestCase()
    {
        m_machine = std::make_unique<LabMachine>(std::nullopt);
        if (!m_machine->start()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(m_machine->problem()));
            QSKIP(qPrintable(m_machine->problem()));
        }
        const auto added = yard().run({QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("lab"), m_machine->sshCommand()});
        QVERIFY2(added.status == 0, added.told().constData());
    }
    void cleanup() { QCOMPARE(listed(), QJsonArray()); }

    void openListAndCloseAgree()
    {
        TestServer server(TestServer::answerHttp);
        {
            Opened tunnel(yard(), {QString::number(server.port())});
            const QJsonObject record = tunnel.record();
            QVERIFY2(portOf(record) != 0, (tunnel.hasSaid({}), tunnel.said().constData()));
            QCOMPARE(record[QLatin1String("machine")].toString(), QStringLiteral("lab"));
            QCOMPARE(record[QLatin1String("remote")].toString(), QStringLiteral("localhost:%1").arg(server.port()));
            QCOMPARE(record[QLatin1String("address")].toString(), QStringLiteral("127.0.0.1:%1").arg(portOf(record)));
            QCOMPARE(record[QLatin1String("pid")].toInteger(), tunnel.pid());
            const QByteArray answer = asked(portOf(record), "/lab");
            QVERIFY2(answer.contains("hello from GET /lab"), answer.constData());

            QCOMPARE(listed(), QJsonArray{record});
            const QByteArray table = run(QStringLiteral("tunnel list")).out;
            QVERIFY2(table.contains("127.0.0.1:" + QByteArray::number(portOf(record))), table.constData());

            const auto closed = run(QStringLiteral("tunnel close %1").arg(portOf(record)));
            QVERIFY2(closed.status == 0, closed.told().constData());
            QCOMPARE(tunnel.status(), 0);
            QCOMPARE(listed(), QJsonArray());
            QVERIFY(!TestClient(portOf(record)).isConnected());
        }
        const auto again = run(QStringLiteral("tunnel close %1").arg(server.port()));
        QVERIFY2(again.status == 1 && again.err.startsWith("yard: "), again.told().constData());
    }

    void aBusyPortIsReplacedAndSaid()
    {
        // The machine is this computer, so the server itself holds the port.
        TestServer server(TestServer::answerHttp);
        Opened tunnel(yard(), {QString::number(server.port())});
        const QJsonObject record = tunnel.record();
        QVERIFY(portOf(record) != 0 && portOf(record) != server.port());
        const QByteArray words = "Port " + QByteArray::number(server.port()) + " of this computer is in use; port "
                                 + QByteArray::number(portOf(record));
        QTRY_VERIFY2(tunnel.hasSaid(words), tunnel.said().constData());
        QVERIFY(asked(portOf(record), "/").contains("hello"));
        tunnel.interrupt();
        QCOMPARE(tunnel.status(), 130);
    }

    void aFreePortIsTheOneThatWasAskedFor()
    {
        TestServer server(TestServer::answerHttp);
        const quint16 wanted = unusedPort();
        Opened tunnel(yard(), {QStringLiteral("%1:localhost:%2").arg(wanted).arg(server.port())});
        QCOMPARE(portOf(tunnel.record()), wanted);
        QVERIFY(asked(wanted, "/").contains("hello"));
        tunnel.interrupt();
        QCOMPARE(tunnel.status(), 130);
        QVERIFY(!TestClient(wanted).isConnected());
    }

    void aUnixSocketIsReached()
    {
        const QString path = m_machine->home() + QStringLiteral("/app.sock");
        TestServer server(TestServer::answerHttp, path);
        Opened tunnel(yard(), {path});
        const quint16 port = portOf(tunnel.record());
        QVERIFY2(port != 0, (tunnel.hasSaid({}), tunnel.said().constData()));
        QVERIFY(asked(port, "/").contains("hello"));
        tunnel.interrupt();
        QCOMPARE(tunnel.status(), 130);
    }

    void aServerThatIsKilledAndComesBackRestoresIt()
    {
        TestServer server(TestServer::answerHttp);
        Opened tunnel(yard(), {QString::number(server.port())});
        const quint16 port = portOf(tunnel.record());
        QVERIFY(asked(port, "/before").contains("GET /before"));
        m_machine->sshd().stop();
        QTRY_VERIFY2_WITH_TIMEOUT(tunnel.hasSaid("yard: "), tunnel.said().constData(), kSoonMs);
        QVERIFY(TestClient(port).isConnected());  // the port stays
        QVERIFY2(m_machine->sshd().start(), qPrintable(m_machine->sshd().errorText()));
        const QByteArray answer = asked(port, "/after");
        QVERIFY2(answer.contains("GET /after"), answer.constData());
        QTRY_VERIFY2_WITH_TIMEOUT(tunnel.hasSaid("The tunnel works again."), tunnel.said().constData(), kSoonMs);
        tunnel.interrupt();
        QCOMPARE(tunnel.status(), 130);
    }

    void nothingThereIsSaidAndTheTunnelStays()
    {
        const quint16 nobody = unusedPort();
        // A different local port, because the machine is this computer and the tunnel itself would listen there.
        Opened tunnel(yard(), {QStringLiteral("%1:%2").arg(portBut(nobody)).arg(nobody)});
        const quint16 port = portOf(tunnel.record());
        QVERIFY(port != 0);
        QTRY_VERIFY2(tunnel.hasSaid("Nothing listens on port " + QByteArray::number(nobody)), tunnel.said().constData());
        QCOMPARE(listed().size(), 1);
        tunnel.interrupt();
        QCOMPARE(tunnel.status(), 130);
    }

    void whoeverDiesLeavesNothingListed()
    {
        TestServer server(TestServer::answerHttp);
        Opened tunnel(yard(), {QString::number(server.port())});
        QVERIFY(portOf(tunnel.record()) != 0);
        QCOMPARE(listed().size(), 1);
        ::kill(static_cast<pid_t>(tunnel.pid()), SIGKILL);
        QCOMPARE(tunnel.status(), -1);
        QCOMPARE(listed(), QJsonArray());
    }

    void whatIsNoTunnelIsRefused_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<int>("status");
        QTest::newRow("no address") << QStringList{"open", "lab"} << 2;
        QTest::newRow("no such machine") << QStringList{"open", "nobody", "8888"} << 1;
        QTest::newRow("no port") << QStringList{"open", "lab", "0"} << 2;
        QTest::newRow("port too large") << QStringList{"open", "lab", "65536"} << 2;
        QTest::newRow("substitution") << QStringList{"open", "lab", "$(reboot):80"} << 2;
        QTest::newRow("newline") << QStringList{"open", "lab", "a\nb:80"} << 2;
        QTest::newRow("close what is no port") << QStringList{"close", "lab"} << 2;
        QTest::newRow("close what is not open") << QStringList{"close", "1"} << 1;
    }
    void whatIsNoTunnelIsRefused()
    {
        QFETCH(QStringList, words);
        QFETCH(int, status);
        const auto answer = yard().run(QStringList{QStringLiteral("--json"), QStringLiteral("tunnel")} + words);
        QVERIFY2(answer.status == status, answer.told().constData());
        QVERIFY(answer.err.startsWith("yard: "));
        QVERIFY(!answer.object()[QLatin1String("error")].toObject().isEmpty());
    }

    void aPastedLineWithTunnelsSaysHowToOpenThem()
    {
        TestServer server(TestServer::answerHttp);
        QTemporaryDir state;
        const YardCommand command(kYard, state.path());
        const QString pasted = m_machine->sshCommand()
                               + QStringLiteral(" -CNg -L 6006:127.0.0.1:%1 -L 8888:/run/x.sock").arg(server.port());
        const auto added = command.run(
            {QStringLiteral("--json"), QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("lab"), pasted});
        QVERIFY2(added.status == 0, added.told().constData());
        const QJsonArray tunnels = added.object()[QLatin1String("tunnels")].toArray();
        const QString first = QStringLiteral("6006:127.0.0.1:%1").arg(server.port());
        QCOMPARE(tunnels, QJsonArray({first, QStringLiteral("8888:/run/x.sock")}));
        QVERIFY2(added.err.contains("yard tunnel open lab " + first.toUtf8()), added.told().constData());
        QVERIFY2(added.err.contains("not other computers"), added.told().constData());
        // The proposed form works.
        Opened tunnel(command, {tunnels.first().toString()});
        const quint16 port = portOf(tunnel.record());
        QVERIFY(asked(port, "/").contains("hello"));
        tunnel.interrupt();
        QCOMPARE(tunnel.status(), 130);
        for (const char *refused : {"-D 1080", "-R 80:localhost:80"}) {
            const auto answer = command.run({QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("two"),
                                             m_machine->sshCommand() + u' ' + QLatin1String(refused)});
            QVERIFY2(answer.status == 2 && answer.err.contains(refused), answer.told().constData());
        }
    }
};

QTEST_GUILESS_MAIN(TestTunnels)
#include "tst_tunnels.moc"

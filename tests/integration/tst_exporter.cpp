// SPDX-License-Identifier: GPL-3.0-or-later
// `yard exporter` with Prometheus and with less friendly clients: a real sshd behind it, promtool in front.
#include "tests/support/labmachine.h"
#include "tests/support/loopbackpeers.h"
#include "tests/support/yardcommand.h"

#include <QDeadlineTimer>
#include <QJsonDocument>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

#include <csignal>

using namespace trainyard;

namespace {

const QString kYard = QStringLiteral(TRAINYARD_BIN_DIR "/yard");

QByteArray asked(quint16 port, const QByteArray &path, const QByteArray &more = {})
{
    const TestClient client(port);
    client.send("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + more + "\r\n");
    return client.receiveAll();
}

}  // namespace

class TestExporter : public QObject {
    Q_OBJECT

    QTemporaryDir m_state;
    std::unique_ptr<LabMachine> m_machine;
    QProcess m_exporter;
    quint16 m_port = 0;

    YardCommand yard() const { return YardCommand(kYard, m_state.path()); }

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
        m_exporter.setProcessEnvironment(yard().environment);
        m_exporter.setStandardInputFile(QProcess::nullDevice());
        m_exporter.start(kYard,
                         {QStringLiteral("--json"), QStringLiteral("exporter"), QStringLiteral("--listen"), QStringLiteral("127.0.0.1:0")});
        const QDeadlineTimer deadline(30'000);
        while (!m_exporter.canReadLine() && m_exporter.state() != QProcess::NotRunning && !deadline.hasExpired())
            m_exporter.waitForReadyRead(100);
        const QUrl url(QJsonDocument::fromJson(m_exporter.readLine()).object()[QLatin1String("url")].toString());
        QCOMPARE(url.host(), QStringLiteral("127.0.0.1"));
        m_port = quint16(url.port());
    }
    void cleanupTestCase()
    {
        if (m_exporter.state() == QProcess::NotRunning)
            return;
        ::kill(pid_t(m_exporter.processId()), SIGINT);
        QVERIFY(m_exporter.waitForFinished(30'000));
        QCOMPARE(m_exporter.exitCode(), 130);
    }

    void aScrapeTellsWhatTheMachineSaysAndConnectsOnce()
    {
        QByteArray answer;
        const QDeadlineTimer deadline(60'000);
        while (!answer.contains("trainyard_cpu_busy_ratio{machine=\"lab\"}") && !deadline.hasExpired()) {
            QTest::qWait(200);
            answer = asked(m_port, "/metrics");
        }
        QVERIFY2(answer.startsWith("HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4"), answer.constData());
        QVERIFY2(answer.contains("trainyard_cpu_busy_ratio{machine=\"lab\"} "), answer.constData());
        QVERIFY(answer.contains("trainyard_machine_up{machine=\"lab\"} 1\n"));
        QVERIFY(answer.contains("trainyard_sample_age_seconds{machine=\"lab\"} "));
        const auto logins = m_machine->sshd().log().count("Accepted ");
        for (int i = 0; i < 20; ++i)
            QVERIFY(asked(m_port, "/metrics").contains("trainyard_memory_size_bytes{machine=\"lab\"} "));
        QCOMPARE(m_machine->sshd().log().count("Accepted "), logins);

        const QString promtool = QStandardPaths::findExecutable(QStringLiteral("promtool"));
        if (promtool.isEmpty()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL("promtool is missing: apt-get install prometheus");
            QSKIP("promtool is missing: apt-get install prometheus");
        }
        QProcess checker;
        checker.start(promtool, {QStringLiteral("check"), QStringLiteral("metrics")});
        checker.write(answer.mid(answer.indexOf("\r\n\r\n") + 4));
        checker.closeWriteChannel();
        QVERIFY(checker.waitForFinished(30'000));
        QVERIFY2(checker.exitCode() == 0, checker.readAllStandardError().constData());
    }

    void otherQuestionsAreRefused()
    {
        QVERIFY(asked(m_port, "/").startsWith("HTTP/1.1 200 "));
        QVERIFY(asked(m_port, "/etc/passwd").startsWith("HTTP/1.1 404 "));
        for (const auto &[question, status] :
             {std::pair("POST /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n", "405"),
              std::pair("GET /metrics HTTP/1.1\r\nHost: evil.example:80\r\n\r\n", "403"), std::pair("\x16\x03\x01\x02\r\n\r\n", "400")}) {
            const TestClient client(m_port);
            client.send(question);
            const QByteArray answer = client.receiveAll();
            QVERIFY2(answer.startsWith(QByteArray("HTTP/1.1 ") + status), answer.constData());
        }
        const TestClient endless(m_port);
        endless.send("GET /metrics HTTP/1.1\r\n" + QByteArray(20'000, 'x'));
        QVERIFY(!endless.receiveAll().contains("trainyard_"));
    }

    void silentCallersHoldUpNoOther()
    {
        std::vector<std::unique_ptr<TestClient>> silent;
        for (int i = 0; i < 40; ++i) {
            silent.push_back(std::make_unique<TestClient>(m_port));
            silent.back()->send("GET /met");
        }
        // They are disconnected after five seconds; then there is room again.
        QByteArray answer;
        const QDeadlineTimer deadline(30'000);
        while (!answer.startsWith("HTTP/1.1 200 ") && !deadline.hasExpired()) {
            QTest::qWait(200);
            answer = asked(m_port, "/metrics");
        }
        QVERIFY(answer.startsWith("HTTP/1.1 200 "));
        QCOMPARE(m_exporter.state(), QProcess::Running);
    }

    void wrongWordsAreExplained()
    {
        for (const QStringList &words :
             {QStringList{QStringLiteral("--listen"), QStringLiteral("nowhere:1")},
              QStringList{QStringLiteral("--listen"), QStringLiteral("127.0.0.1:x")}, QStringList{QStringLiteral("a"), QStringLiteral("b")},
              QStringList{QStringLiteral("no-such-run")}, QStringList{QStringLiteral("--machine"), QStringLiteral("no-such-machine")}}) {
            const auto answer = yard().run(QStringList{QStringLiteral("exporter")} + words);
            QVERIFY2(answer.status > 0 && answer.err.startsWith("yard: "), answer.told().constData());
        }
        const auto busy = yard().run({QStringLiteral("exporter"), QStringLiteral("--listen"), QString::number(m_port)});
        QVERIFY2(busy.status == 1 && busy.err.contains("--listen"), busy.told().constData());
    }
};

QTEST_GUILESS_MAIN(TestExporter)
#include "tst_exporter.moc"

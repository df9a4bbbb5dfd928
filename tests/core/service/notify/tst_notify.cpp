// SPDX-License-Identifier: GPL-3.0-or-later
// Real delivery: a command that runs, and a web server on this computer.
#include "core/service/notify/commandnotice.h"
#include "core/service/notify/notifier.h"
#include "core/service/notify/webhooknotice.h"
#include "tests/support/httpstandin.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>

using namespace trainyard;
using namespace std::chrono_literals;

namespace {

AlertNotice hostileNotice()
{
    Alert alert;
    alert.id = AlertId(12);
    alert.kind = AlertKind::RunFailed;
    alert.severity = AlertSeverity::Critical;
    alert.runId = RunId(QStringLiteral("r-a1"));
    alert.runName = QStringLiteral("$(touch pwned); `touch pwned` 'x' \"y\" & z");
    alert.machine = QStringLiteral("box");
    return {{alert}};
}

QByteArray fileText(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class TestNotify : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString script(const char *text)
    {
        QFile file(m_folder.filePath(QStringLiteral("notify.sh")));
        if (file.open(QIODevice::WriteOnly))
            file.write(QByteArray("#!/bin/sh\ncd '") + m_folder.path().toUtf8() + "'\n" + text);
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return file.fileName();
    }

private Q_SLOTS:
    void theCommandGetsJsonAndVariablesAndNoShellSeesThem()
    {
        const auto said = runNoticeCommand(
            {script("cat > stdin; printf %s \"$TRAINYARD_ALERT_RUN_NAME\" > name; printf %s \"$1\" > first; echo done\n"),
             QStringLiteral("$(touch pwned)")},
            hostileNotice());
        QVERIFY2(said, qPrintable(said ? QString() : said.error().what));
        QCOMPARE(*said, QStringLiteral("done"));
        const QJsonObject notice = QJsonDocument::fromJson(fileText(m_folder.filePath(QStringLiteral("stdin")))).object();
        QVERIFY(notice.value(QStringLiteral("title")).toString().contains(QStringLiteral("$(touch pwned)")));
        QCOMPARE(fileText(m_folder.filePath(QStringLiteral("name"))), hostileNotice().alerts.first().runName.toUtf8());
        QCOMPARE(fileText(m_folder.filePath(QStringLiteral("first"))), QByteArray("$(touch pwned)"));
        QVERIFY(!QFile::exists(m_folder.filePath(QStringLiteral("pwned"))));
    }

    void aCommandThatHangsIsEndedWithItsChildren()
    {
        const auto said = runNoticeCommand({script("sleep 300 & echo $! > child; sleep 300\n")}, hostileNotice(), {}, 1500ms);
        QCOMPARE(said.error().code, ErrorCode::TimedOut);
        const QByteArray child = fileText(m_folder.filePath(QStringLiteral("child"))).trimmed();
        QVERIFY(child.toInt() > 1);
        // A killed child that no process waits for may remain as a zombie: it does nothing any more.
        const auto isGone = [&] {
            const QByteArray status = fileText(QStringLiteral("/proc/%1/stat").arg(QString::fromLatin1(child)));
            return status.isEmpty() || status.contains(") Z ");
        };
        QTRY_VERIFY(isGone());
    }

    void aCommandThatFloodsIsCutAndReadsNothing()
    {
        const auto said = runNoticeCommand({script("exec <&-; yes | head -c 3000000; exit 3\n")}, hostileNotice());
        QCOMPARE(said.error().code, ErrorCode::RemoteCommandFailed);
        QVERIFY(said.error().detail.size() <= kMaxCommandOutput);
    }

    void commandsThatCannotRunAreRefused()
    {
        QCOMPARE(runNoticeCommand({}, hostileNotice()).error().code, ErrorCode::InvalidInput);
        QCOMPARE(runNoticeCommand({m_folder.filePath(QStringLiteral("none"))}, hostileNotice()).error().code, ErrorCode::NotFound);
    }

    void theWebhookGetsAPost()
    {
        HttpStandIn server(
            [](const HttpStandIn::Request &) { return HttpStandIn::Answer{204, {}, {}, false, false, false, -1, -1, 0, false}; });
        const auto sent = sendToWebhook({server.base() + QStringLiteral("/secret/path"), {}}, WebhookFormat::Json, hostileNotice(), {},
                                        1ms);
        QVERIFY2(sent, qPrintable(sent ? QString() : sent.error().what));
        const auto requests = server.requests();
        QCOMPARE(requests.size(), 1);
        QCOMPARE(requests.first().method, QByteArray("POST"));
        QCOMPARE(requests.first().target, QByteArray("/secret/path"));
        QVERIFY(requests.first().headers.value("content-type").startsWith("application/json"));
        QCOMPARE(QJsonDocument::fromJson(requests.first().body).object().value(QStringLiteral("alerts")).toArray().size(), 1);
    }

    void aServiceThatIsBusyIsAskedAgain()
    {
        std::atomic<int> asked = 0;
        HttpStandIn server([&asked](const HttpStandIn::Request &) {
            HttpStandIn::Answer answer;
            answer.status = ++asked < 3 ? 503 : 200;
            return answer;
        });
        QVERIFY(sendToWebhook({server.base() + QStringLiteral("/x"), {}}, WebhookFormat::Slack, hostileNotice(), {}, 1ms));
        QCOMPARE(asked.load(), 3);
    }

    void refusalsNameTheHostAndNeverTheAddress_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("gone") << 404 << QByteArray("/secret/path?key=hidden is not here");
        QTest::newRow("redirected") << 302 << QByteArray();
        QTest::newRow("refused") << 403 << QByteArray("/secret/path");
        QTest::newRow("broken") << 500 << QByteArray();
        QTest::newRow("no answer of this service") << 200 << QByteArray("<html>/secret/path");
    }

    void refusalsNameTheHostAndNeverTheAddress()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, body);
        HttpStandIn server([&](const HttpStandIn::Request &) {
            HttpStandIn::Answer answer;
            answer.status = status;
            answer.body = body;
            answer.headers = {"Location: /elsewhere"};
            return answer;
        });
        const auto sent = sendToWebhook({server.base() + QStringLiteral("/secret/path?key=hidden"), {}}, WebhookFormat::DingTalk,
                                        hostileNotice(), {}, 1ms);
        QVERIFY(!sent);
        const QString told = sent.error().what + sent.error().detail;
        QVERIFY2(!told.contains(QStringLiteral("secret")) && !told.contains(QStringLiteral("hidden")), qPrintable(told));
        QVERIFY(sent.error().what.contains(QStringLiteral("127.0.0.1")));
        const auto requests = server.requests();
        for (const auto &request : requests)
            QCOMPARE(request.target.left(12), QByteArray("/secret/path"));
    }

    void nothingIsSentUnencryptedToOthers()
    {
        QCOMPARE(sendToWebhook({QStringLiteral("http://192.0.2.1/x"), {}}, WebhookFormat::Json, hostileNotice()).error().code,
                 ErrorCode::InvalidInput);
        QCOMPARE(sendToWebhook({}, WebhookFormat::Json, hostileNotice()).error().code, ErrorCode::NotFound);
    }

    void whatIsOnItsWayEndsWithTheNotifier()
    {
        HttpStandIn server([](const HttpStandIn::Request &) {
            HttpStandIn::Answer answer;
            answer.isSilent = true;
            return answer;
        });
        Notifier notifier;
        const auto sent = notifier.send({server.base() + QStringLiteral("/x"), {}}, WebhookFormat::Json, hostileNotice());
        const auto ran = notifier.runCommand({script("sleep 300\n")}, hostileNotice());
        QTRY_COMPARE(server.requests().size(), 1);
        notifier.end();
        QVERIFY(sent.result().error().isCancelled());
        QVERIFY(!ran.result());
    }
};

QTEST_GUILESS_MAIN(TestNotify)
#include "tst_notify.moc"

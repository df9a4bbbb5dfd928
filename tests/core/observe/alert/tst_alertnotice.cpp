// SPDX-License-Identifier: GPL-3.0-or-later
// When notices are sent, and their contents.
#include "core/observe/alert/alertpayload.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>
#include <QTimeZone>
#include <QUrlQuery>

using namespace trainyard;

namespace {

const QDateTime kNow(QDate(2026, 11, 20), QTime(12, 0), Qt::UTC);

Alert alertOf(qint64 id, AlertKind kind, const QString &run, AlertSeverity severity = AlertSeverity::Warning)
{
    Alert alert;
    alert.id = AlertId(id);
    alert.kind = kind;
    alert.severity = severity;
    alert.runId = RunId(run);
    alert.runName = run;
    alert.machine = QStringLiteral("box");
    alert.gpus = kind <= AlertKind::GpuLost ? QList<int>{3} : QList<int>{};
    alert.value = 91;
    alert.threshold = 85;
    alert.opened = alert.seen = kNow.addSecs(-60);
    return alert;
}

QString planned(const QList<Alert> &alerts, QTime local = QTime(12, 0), const QuietHours &quiet = {}, const QDateTime &now = kNow)
{
    QStringList notices;
    const QList<AlertNotice> plan = planNotices(alerts, now, local, quiet);
    for (const AlertNotice &notice : plan) {
        QStringList ids;
        for (const Alert &alert : notice.alerts)
            ids << QString::number(alert.id.number());
        notices << ids.join(u'+');
    }
    return notices.join(u' ');
}

QuietHours hours(const QString &text, bool passesCritical = true) { return {*QuietHours::parse(text), passesCritical}; }

}  // namespace

class TestAlertNotice : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void quietHoursAreByTheClockOnTheWall_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("time");
        QTest::addColumn<bool>("isQuiet");
        const auto row = [](const char *name, const char *text, const char *time, bool isQuiet) {
            QTest::newRow(name) << QString::fromLatin1(text) << QString::fromLatin1(time) << isQuiet;
        };
        row("before", "22:00-07:00", "21:59", false);
        row("begins", "22:00-07:00", "22:00", true);
        row("midnight", "22:00-07:00", "00:00", true);
        row("last minute", "22:00-07:00", "06:59", true);
        row("ends", "22:00-07:00", "07:00", false);
        row("second range", "22:00-07:00, 12:30-13:00", "12:45", true);
        row("between ranges", "22:00-07:00, 12:30-13:00", "13:00", false);
        row("one digit", "9:00-9:30", "09:15", true);
        row("none", "", "03:00", false);
    }

    void quietHoursAreByTheClockOnTheWall()
    {
        QFETCH(QString, text);
        QFETCH(QString, time);
        QFETCH(bool, isQuiet);
        QCOMPARE(hours(text).isQuiet(QTime::fromString(time, QStringLiteral("HH:mm"))), isQuiet);
        QCOMPARE(QuietHours::parse(hours(text).text()).value(), hours(text).ranges);
    }

    void hoursThatAreNoneAreRefused_data()
    {
        QTest::addColumn<QString>("text");
        for (const char *text : {"22:00", "22-7", "25:00-07:00", "07:00-07:00", "a-b", "22:00-07:00-08:00", "1:2:3-4:5:6"})
            QTest::newRow(text) << QString::fromLatin1(text);
        QTest::newRow("too many") << QStringList(40, QStringLiteral("01:00-02:00")).join(u',');
    }

    void hoursThatAreNoneAreRefused()
    {
        QFETCH(QString, text);
        QVERIFY(!QuietHours::parse(text));
    }

    void onTheDaysWhenClocksChangeQuietHoursFollowTheWall()
    {
        const QTimeZone berlin("Europe/Berlin");
        QVERIFY(berlin.isValid());
        const QuietHours quiet = hours(QStringLiteral("02:15-02:45"));
        const auto quietMinutes = [&](const QDate &day) {
            int minutes = 0;
            const QDateTime midnight = QDateTime(day, QTime(0, 0), Qt::UTC).addSecs(-2 * 3600);
            for (int minute = 0; minute < 8 * 60; ++minute)
                minutes += quiet.isQuiet(midnight.addSecs(minute * 60).toTimeZone(berlin).time());
            return minutes;
        };
        QCOMPARE(quietMinutes(QDate(2026, 10, 24)), 30);
        QCOMPARE(quietMinutes(QDate(2026, 10, 25)), 60);  // 02:15 occurs twice
        QCOMPARE(quietMinutes(QDate(2026, 3, 29)), 0);    // 02:15 does not occur
    }

    void whatIsDueIsToldOnceInAWhile_data()
    {
        QTest::addColumn<QList<Alert>>("alerts");
        QTest::addColumn<QString>("plan");
        const auto row = [](const char *name, const QList<Alert> &alerts, const char *plan) {
            QTest::newRow(name) << alerts << QString::fromLatin1(plan);
        };
        const Alert hot = alertOf(1, AlertKind::GpuTemperature, QStringLiteral("a"));
        row("one", {hot}, "1");
        Alert other = hot;
        other.isDue = false;
        row("nobody wants to know", {other}, "");
        other = hot;
        other.cleared = kNow;
        row("over before it was told", {other}, "");
        other = hot;
        other.acknowledged = kNow;
        row("somebody has seen it", {other}, "");
        other = hot;
        other.seen = kNow.addSecs(-1);
        row("more GPUs may follow", {other}, "");
        other.gpus.clear();
        row("of no GPU: nothing follows", {other}, "1");
        other = alertOf(2, AlertKind::RunFinished, QStringLiteral("a"), AlertSeverity::Info);
        other.cleared = other.opened;
        row("what happened once", {other}, "2");
        Alert before = alertOf(7, AlertKind::GpuTemperature, QStringLiteral("a"));
        before.isDue = false;
        before.cleared = kNow.addSecs(-600);
        before.told = kNow.addSecs(-1200);
        row("the same thing again within half an hour", {hot, before}, "");
        before.told = kNow.addSecs(-1801);
        row("the same thing after half an hour", {hot, before}, "1");
        before.told = kNow.addSecs(600);
        row("told in a future of another clock", {hot, before}, "1");
        before.told = kNow.addSecs(-1200);
        before.runId = RunId(QStringLiteral("b"));
        row("the same of another run", {hot, before}, "1");
        other = hot;
        other.told = kNow.addSecs(-1900);
        row("a GPU joined long after", {other}, "1");
        QList<Alert> many;
        for (int i = 0; i < 20; ++i)
            many << alertOf(i + 1, AlertKind::RunFailed, QString::number(i), i == 7 ? AlertSeverity::Critical : AlertSeverity::Warning);
        row("twenty runs fail at once", many, "8+1+2+3+4+5+6+7+9+10+11+12+13+14+15+16+17+18+19+20");
        QList<Alert> storm{hot, alertOf(2, AlertKind::GpuLost, QStringLiteral("a"), AlertSeverity::Critical)};
        for (int i = 0; i < 6; ++i) {
            storm << alertOf(i + 50, AlertKind::GpuMemory, QString::number(i));
            storm.last().isDue = false;
            storm.last().told = kNow.addSecs(-60 * i - 1);
        }
        row("after six notices in ten minutes only what is critical", storm, "2");
    }

    void whatIsDueIsToldOnceInAWhile()
    {
        QFETCH(QList<Alert>, alerts);
        QFETCH(QString, plan);
        QCOMPARE(planned(alerts), plan);
    }

    void inQuietHoursOnlyCriticalAlertsPassIfTheyMay()
    {
        const QList<Alert> alerts{alertOf(1, AlertKind::GpuTemperature, QStringLiteral("a")),
                                  alertOf(2, AlertKind::GpuLost, QStringLiteral("a"), AlertSeverity::Critical)};
        const QString night = QStringLiteral("22:00-07:00");
        QCOMPARE(planned(alerts, QTime(3, 0), hours(night)), QStringLiteral("2"));
        QCOMPARE(planned(alerts, QTime(3, 0), hours(night, false)), QString());
        QCOMPARE(planned(alerts, QTime(7, 0), hours(night)), QStringLiteral("2 1"));
    }

    void settingsComeBack()
    {
        AlertSettings settings;
        settings.rules.apply({AlertKind::GpuTemperature, true, 80, std::chrono::minutes(5)});
        settings.rules.apply({AlertKind::GpuMemory, false, {}, {}});
        settings.quiet = hours(QStringLiteral("22:00-07:00"), false);
        settings.ways = {AlertChannel::Command, AlertChannel::Webhook};
        settings.command = {QStringLiteral("/usr/bin/say"), QStringLiteral("a b")};
        settings.format = WebhookFormat::Feishu;
        QVERIFY(AlertSettings::fromJson(settings.toJson()).value() == settings);
        QVERIFY(AlertSettings::fromJson("{}").value() == AlertSettings());
        for (const char *json : {"", "[]", "{", "{\"rules\":{\"gpu\":{}}}", "{\"quiet\":\"late\"}", "{\"notify\":[\"pigeon\"]}",
                                 "{\"command\":[1]}", "{\"webhook_format\":\"irc\"}"})
            QCOMPARE(AlertSettings::fromJson(json).error().code, ErrorCode::InvalidInput);
    }

    void addressesThatWouldLeakAreRefused_data()
    {
        QTest::addColumn<QString>("url");
        QTest::addColumn<bool>("isFine");
        const auto row = [](const char *url, bool isFine) { QTest::newRow(url) << QString::fromLatin1(url) << isFine; };
        row("https://hooks.example.org/services/T/B/x", true);
        row("http://127.0.0.1:8080/x", true);
        row("http://localhost/x", true);
        row("http://[::1]/x", true);
        row("http://hooks.example.org/x", false);
        row("http://127.0.0.1.example.org/x", false);
        row("http://localhost.example.org/x", false);
        row("https://me:secret@example.org/x", false);
        row("ftp://example.org/x", false);
        row("file:///etc/passwd", false);
        row("example.org/x", false);
        row("https:///x", false);
    }

    void addressesThatWouldLeakAreRefused()
    {
        QFETCH(QString, url);
        QFETCH(bool, isFine);
        QCOMPARE(bool(WebhookAddress{url, {}}.check()), isFine);
    }

    void eachServiceGetsItsFormat_data()
    {
        QTest::addColumn<int>("format");
        QTest::addColumn<QString>("path");
        QTest::newRow("slack") << int(WebhookFormat::Slack) << QStringLiteral("text");
        QTest::newRow("feishu") << int(WebhookFormat::Feishu) << QStringLiteral("content.text");
        QTest::newRow("dingtalk") << int(WebhookFormat::DingTalk) << QStringLiteral("text.content");
        QTest::newRow("wecom") << int(WebhookFormat::WeCom) << QStringLiteral("text.content");
        QTest::newRow("json") << int(WebhookFormat::Json) << QStringLiteral("title");
    }

    void eachServiceGetsItsFormat()
    {
        QFETCH(int, format);
        QFETCH(QString, path);
        const auto message = webhookMessage({QStringLiteral("https://example.org/hook?k=1"), {}}, WebhookFormat(format),
                                            {{alertOf(1, AlertKind::GpuTemperature, QStringLiteral("a<b"))}}, kNow);
        QCOMPARE(message.url.toString(), QStringLiteral("https://example.org/hook?k=1"));
        QJsonValue value = QJsonDocument::fromJson(message.body).object();
        for (const QString &key : path.split(u'.'))
            value = value.toObject().value(key);
        QVERIFY2(value.toString().contains(format == int(WebhookFormat::Slack) ? QStringLiteral("a&lt;b: GPU 3 hot (91\u00a0°C)")
                                                                               : QStringLiteral("a<b: GPU 3 hot (91\u00a0°C)")),
                 message.body.constData());
    }

    void messagesAreSignedAsTheServicesSay()
    {
        // Computed with: printf '%s' "$data" | openssl dgst -sha256 -hmac "$key" -binary | base64
        const AlertNotice notice{{alertOf(1, AlertKind::GpuLost, QStringLiteral("a"))}};
        const QDateTime when = QDateTime::fromSecsSinceEpoch(1'700'000'000, Qt::UTC);
        const auto ding = webhookMessage({QStringLiteral("https://oapi.example/robot/send?access_token=t"), QStringLiteral("SECabc")},
                                         WebhookFormat::DingTalk, notice, when);
        QCOMPARE(QUrlQuery(ding.url).queryItemValue(QStringLiteral("timestamp")), QStringLiteral("1700000000000"));
        QCOMPARE(QUrlQuery(ding.url).queryItemValue(QStringLiteral("access_token")), QStringLiteral("t"));
        QCOMPARE(QByteArray::fromPercentEncoding(QUrlQuery(ding.url).queryItemValue(QStringLiteral("sign"), QUrl::FullyEncoded).toLatin1()),
                 QByteArray("jcUpW0QmtKduN03n4JqQ0PBosVjqnM8gU7fIIvsDmCM="));
        QVERIFY(!QUrlQuery(ding.url).queryItemValue(QStringLiteral("sign"), QUrl::FullyEncoded).contains(u'+'));
        const auto feishu = webhookMessage({QStringLiteral("https://open.example/hook/x"), QStringLiteral("abc")}, WebhookFormat::Feishu,
                                           notice, when);
        const QJsonObject body = QJsonDocument::fromJson(feishu.body).object();
        QCOMPARE(body.value(QStringLiteral("timestamp")).toString(), QStringLiteral("1700000000"));
        QCOMPARE(body.value(QStringLiteral("sign")).toString(), QStringLiteral("VIS10b0EBvzzSdFnuk4tznEmK5wHaruvf/WnViv2yR4="));
    }

    void servicesThatSayNoWithStatus200AreHeard()
    {
        const QString host = QStringLiteral("example.org");
        QVERIFY(webhookVerdict(WebhookFormat::Slack, "ok", host));
        QVERIFY(webhookVerdict(WebhookFormat::Feishu, "{\"code\":0,\"msg\":\"success\"}", host));
        QVERIFY(webhookVerdict(WebhookFormat::Feishu, "{\"StatusCode\":0}", host));
        QVERIFY(webhookVerdict(WebhookFormat::DingTalk, "{\"errcode\":0,\"errmsg\":\"ok\"}", host));
        const auto refused = webhookVerdict(WebhookFormat::DingTalk, "{\"errcode\":310000,\"errmsg\":\"keywords not in content\"}", host);
        QCOMPARE(refused.error().code, ErrorCode::RemoteCommandFailed);
        QVERIFY(refused.error().what.contains(QStringLiteral("keywords not in content")));
        QVERIFY(!webhookVerdict(WebhookFormat::WeCom, "<html>", host));
        QVERIFY(!webhookVerdict(WebhookFormat::Feishu, QByteArray(100'000, '['), host));
    }

    void variablesHoldOneLineEach()
    {
        Alert alert = alertOf(1, AlertKind::RunFailed, QStringLiteral("a"));
        alert.runName = QStringLiteral("x\n$(reboot)") + QChar(u'\0') + QStringLiteral("y");
        for (const auto &[name, value] : noticeEnvironment({{alert}})) {
            QVERIFY(name.startsWith(QStringLiteral("TRAINYARD_ALERT_")));
            QVERIFY(!value.contains(u'\n') && !value.contains(QChar(u'\0')));
        }
        QCOMPARE(alertTitle(alertOf(1, AlertKind::Budget, QStringLiteral("a"))), QStringLiteral("A budget is nearly used up"));
        QVERIFY(alertTitle(alertOf(1, AlertKind::DiskFull, QStringLiteral("a")))
                    .startsWith(QStringLiteral("a: the disk is full in about 2 minute")));
        Alert room = alertOf(1, AlertKind::CheckpointRoom, QStringLiteral("a"));
        QVERIFY(alertTitle(room).startsWith(QStringLiteral("a: no space for checkpoints in about 2 minute")));
        room.value = 0;
        QCOMPARE(alertTitle(room), QStringLiteral("a: no space for another checkpoint"));
    }

    void everyKindHasATitleAndANextStep()
    {
        for (int i = 0; i < kAlertKinds; ++i) {
            Alert alert = alertOf(1, AlertKind(i), QString());
            alert.machine.clear();  // all that is left of the title is the fact
            QVERIFY2(alert.detail.isEmpty() && !alertTitle(alert).isEmpty(), qPrintable(alertKindName(alert.kind)));
            // The window shows it, too: it names no command.
            QVERIFY2(!alertNextStep(alert).isEmpty() && !alertNextStep(alert).contains(u'`'), qPrintable(alertKindName(alert.kind)));
        }
    }
};

QTEST_GUILESS_MAIN(TestAlertNotice)
#include "tst_alertnotice.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// One request to a cloud, against a web server on this computer that stands in for it.
#include "core/provider/cloudapi/cloudapi.h"
#include "core/provider/cloudapi/listing.h"
#include "core/transport/webapi/sigv4.h"
#include "tests/support/httpstandin.h"

#include <QElapsedTimer>
#include <QLocale>
#include <QTest>

#include <thread>

using namespace trainyard;
using Kind = CloudRefusal::Kind;
using Effect = CloudCall::Effect;
using Answer = HttpStandIn::Answer;

namespace {

const QByteArray kSecret = QByteArrayLiteral("wJalrXUtnFEMI-a-secret");

CloudLimits quick()
{
    CloudLimits limits;
    limits.firstPause = std::chrono::milliseconds(10);
    limits.longestPause = std::chrono::milliseconds(1500);
    return limits;
}

// The first line of the body names the kind.
std::optional<CloudRefusal> judgement(const CloudAnswer &answer)
{
    if (answer.status == 200)
        return std::nullopt;
    const QByteArray code = answer.body.split('\n').first();
    static const QHash<QByteArray, Kind> kinds{{"keys", Kind::Keys},      {"clock", Kind::Clock},      {"right", Kind::Right},
                                               {"busy", Kind::Throttled}, {"broken", Kind::Transient}, {"none free", Kind::Capacity},
                                               {"quota", Kind::Quota}};
    return CloudRefusal{kinds.value(code, Kind::Input), QString::fromUtf8(code), QString::fromUtf8(answer.body), QStringLiteral("req-1"),
                        code == "right" ? QStringLiteral("ec2:RunInstances") : QString()};
}

CloudCall callTo(const HttpStandIn &server, Effect effect)
{
    CloudCall call;
    call.cloud = QStringLiteral("Example");
    call.effect = effect;
    call.body = QByteArrayLiteral("Action=Do");
    call.secrets = {kSecret};
    call.judge = judgement;
    const QByteArray host = server.base().mid(7).toUtf8();
    call.sign = [host](const QDateTime &now) -> Result<WebRequest> {
        WebRequest request{"POST", "http", host, "/", {}, {{"content-type", "application/x-www-form-urlencoded"}}};
        signRequest(request, {"AKIDEXAMPLE", kSecret, {}}, {"us-east-1", "ec2", now}, sha256Hex("Action=Do"));
        return request;
    };
    return call;
}

Answer accepted(const QByteArray &body)
{
    Answer answer;
    answer.body = body;
    return answer;
}

Answer refusal(int status, const QByteArray &body, const QByteArrayList &headers = {})
{
    Answer answer = accepted(body);
    answer.status = status;
    answer.headers = headers;
    return answer;
}

// Answers in this order, the last one for ever.
HttpStandIn::Handler inTurn(const QList<Answer> &answers)
{
    auto at = std::make_shared<int>(0);
    return [answers, at](const HttpStandIn::Request &) { return answers[std::min<int>((*at)++, static_cast<int>(answers.size()) - 1)]; };
}

Answer brokenOff()
{
    Answer answer = accepted("some text that does not arrive");
    answer.cutAfter = 4;
    return answer;
}

}  // namespace

class TestCloudApi : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theBodyAndTheSignatureArriveAsTheyWereMade()
    {
        HttpStandIn server(inTurn({accepted("fine")}));
        const auto answer = CloudApi(quick()).call(callTo(server, Effect::Changes), {});
        QVERIFY(answer);
        QCOMPARE(answer->body, QByteArray("fine"));
        QCOMPARE(server.requests().size(), 1);
        const auto request = server.requests().first();
        QCOMPARE(request.method, QByteArray("POST"));
        QCOMPARE(request.body, QByteArray("Action=Do"));
        QVERIFY(request.headers.value("authorization").startsWith("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/"));
        QCOMPARE(request.headers.value("content-type"), QByteArray("application/x-www-form-urlencoded"));
        QVERIFY(!request.headers.contains("expect"));
    }

    void onlyWhatMayBeRepeatedIsRepeated_data()
    {
        QTest::addColumn<QByteArray>("trouble");
        QTest::addColumn<int>("effect");
        QTest::addColumn<int>("requests");
        const auto row = [](const char *name, const char *trouble, Effect effect, int requests) {
            QTest::newRow(name) << QByteArray(trouble) << int(effect) << requests;
        };
        row("a failure of the cloud, reading", "broken", Effect::Reads, 2);
        row("a failure of the cloud, with a token", "broken", Effect::Once, 2);
        row("a failure of the cloud, changing", "broken", Effect::Changes, 1);
        row("a broken connection, reading", "cut", Effect::Reads, 2);
        row("a broken connection, with a token", "cut", Effect::Once, 2);
        row("a broken connection, changing", "cut", Effect::Changes, 1);
        row("throttled, changing", "busy", Effect::Changes, 2);
        row("wrong keys, reading", "keys", Effect::Reads, 1);
        row("no machine free, with a token", "none free", Effect::Once, 1);
    }
    void onlyWhatMayBeRepeatedIsRepeated()
    {
        QFETCH(QByteArray, trouble);
        QFETCH(int, effect);
        QFETCH(int, requests);
        HttpStandIn server(inTurn({trouble == "cut" ? brokenOff() : refusal(503, trouble), accepted("fine")}));
        const auto answer = CloudApi(quick()).call(callTo(server, static_cast<Effect>(effect)), {});
        QCOMPARE(server.requests().size(), requests);
        QCOMPARE(answer.has_value(), requests == 2);
    }

    void aChangeIsSentOnceThoughAConnectionIsKept_data()
    {
        QTest::addColumn<int>("effect");
        QTest::addColumn<int>("requests");
        QTest::newRow("reading is repeated") << int(Effect::Reads) << 3;
        QTest::newRow("a change is not") << int(Effect::Changes) << 2;
    }
    void aChangeIsSentOnceThoughAConnectionIsKept()
    {
        QFETCH(int, effect);
        QFETCH(int, requests);
        Answer dropped;
        dropped.isDropped = true;
        HttpStandIn server(inTurn({accepted("first"), dropped, accepted("third")}));
        const CloudApi api(quick());
        QVERIFY(api.call(callTo(server, Effect::Reads), {}));
        const auto answer = api.call(callTo(server, Effect(effect)), {});
        QCOMPARE(server.requests().size(), requests);
        QCOMPARE(bool(answer), requests == 3);
        QVERIFY(answer || answer.error().code == ErrorCode::ConnectionLost);
    }

    void aCallThatMayHaveBeenCarriedOutSaysSo()
    {
        HttpStandIn cut(inTurn({brokenOff()}));
        const auto broken = CloudApi(quick()).call(callTo(cut, Effect::Changes), {});
        QVERIFY(!broken);
        QCOMPARE(broken.error().code, ErrorCode::ConnectionLost);
        // The keys end between the try that was lost and the next one.
        HttpStandIn server(inTurn({brokenOff(), refusal(401, "keys")}));
        const auto unknown = CloudApi(quick()).call(callTo(server, Effect::Once), {});
        QVERIFY(!unknown);
        QCOMPARE(unknown.error().code, ErrorCode::ConnectionLost);
        QVERIFY(unknown.error().detail.contains(QLatin1String("keys")));
        // But what is refused for a reason of its own was looked at.
        HttpStandIn full(inTurn({brokenOff(), refusal(400, "none free")}));
        QCOMPARE(CloudApi(quick()).call(callTo(full, Effect::Once), {}).error().code, ErrorCode::NoCapacity);
    }

    void triesEnd()
    {
        HttpStandIn server(inTurn({refusal(503, "busy")}));
        const auto answer = CloudApi(quick()).call(callTo(server, Effect::Reads), {});
        QCOMPARE(server.requests().size(), quick().tries);
        QCOMPARE(answer.error().code, ErrorCode::Unreachable);
    }

    void thePauseIsAtLeastAsLongAsTheCloudAsks()
    {
        HttpStandIn server(inTurn({refusal(429, "busy", {"Retry-After: 1"}), accepted("fine")}));
        QElapsedTimer clock;
        clock.start();
        QVERIFY(CloudApi(quick()).call(callTo(server, Effect::Changes), {}));
        QVERIFY2(clock.elapsed() >= 1000, qPrintable(QString::number(clock.elapsed())));
        // Too long to wait for: the person is told instead.
        HttpStandIn patient(inTurn({refusal(429, "busy", {"Retry-After: 600"}), accepted("fine")}));
        QCOMPARE(CloudApi(quick()).call(callTo(patient, Effect::Changes), {}).error().code, ErrorCode::Unreachable);
        QCOMPARE(patient.requests().size(), 1);
    }

    void aWrongClockIsCorrectedOnceAndRemembered()
    {
        const QDateTime theirs = QDateTime::currentDateTimeUtc().addSecs(3600);
        const QByteArray date = "Date: " + QLocale::c().toString(theirs, QStringLiteral("ddd, dd MMM yyyy HH:mm:ss 'GMT'")).toLatin1();
        HttpStandIn server([&](const HttpStandIn::Request &request) {
            const auto sent = QDateTime::fromString(QString::fromLatin1(request.headers.value("x-amz-date")),
                                                    QStringLiteral("yyyyMMdd'T'HHmmss'Z'"));
            const bool isRight = std::abs(QDateTime(sent.date(), sent.time(), Qt::UTC).secsTo(theirs)) < 300;
            return isRight ? accepted("fine") : refusal(400, "clock", {date});
        });
        const CloudApi api(quick());
        QVERIFY(api.call(callTo(server, Effect::Changes), {}));
        QCOMPARE(server.requests().size(), 2);
        QVERIFY(api.call(callTo(server, Effect::Changes), {}));
        QCOMPARE(server.requests().size(), 3);
    }

    void aClockThatStaysWrongEnds()
    {
        const QByteArray date = "Date: "
                                + QLocale::c()
                                      .toString(QDateTime::currentDateTimeUtc().addSecs(7200),
                                                QStringLiteral("ddd, dd MMM yyyy HH:mm:ss 'GMT'"))
                                      .toLatin1();
        HttpStandIn server(inTurn({refusal(400, "clock", {date})}));
        const auto answer = CloudApi(quick()).call(callTo(server, Effect::Reads), {});
        QCOMPARE(answer.error().code, ErrorCode::AuthenticationFailed);
        QCOMPARE(server.requests().size(), 2);
    }

    void aRefusalIsOneSentenceWithTheCloudsOwnWordsBeside()
    {
        HttpStandIn server(inTurn({refusal(403, "right\nYou may not,\x01 " + kSecret)}));
        const auto answer = CloudApi(quick()).call(callTo(server, Effect::Changes), {});
        QCOMPARE(answer.error().code, ErrorCode::PermissionDenied);
        QCOMPARE(answer.error().what,
                 QStringLiteral("The account lacks the right “ec2:RunInstances” at Example: add it to the account's access policy."));
        QCOMPARE(answer.error().detail, QStringLiteral("right: right You may not, … (request req-1)"));
    }

    void everyKindHasASentenceThatNamesTheCloud()
    {
        for (int kind = 0; kind <= int(Kind::Format); ++kind) {
            const Error error = cloudError(QStringLiteral("Example"), {static_cast<Kind>(kind), {}, {}, {}, {}});
            QVERIFY2(error.what.contains(QLatin1String("Example")) && error.what.endsWith(u'.'), qPrintable(error.what));
        }
    }

    void anEndlessAnswerIsRefused()
    {
        CloudLimits limits = quick();
        limits.mostBytes = 1000;
        HttpStandIn server(inTurn({accepted(QByteArray(5000, 'x'))}));
        QCOMPARE(CloudApi(limits).call(callTo(server, Effect::Reads), {}).error().code, ErrorCode::Corrupt);
        QCOMPARE(server.requests().size(), 1);
    }

    void aCloudThatSaysNothingIsGivenUp()
    {
        CloudLimits limits = quick();
        limits.answer = std::chrono::milliseconds(200);
        limits.tries = 2;
        Answer silent;
        silent.isSilent = true;
        HttpStandIn server(inTurn({silent}));
        QCOMPARE(CloudApi(limits).call(callTo(server, Effect::Reads), {}).error().code, ErrorCode::TimedOut);
        QCOMPARE(server.requests().size(), 2);
    }

    void cancellingEndsAnAnswerAndAPause()
    {
        Answer silent;
        silent.isSilent = true;
        CloudLimits slow = quick();
        slow.firstPause = slow.longestPause = std::chrono::minutes(2);
        for (const Answer &first : {silent, refusal(503, "busy")}) {
            HttpStandIn server(inTurn({first}));
            std::stop_source source;
            std::jthread canceller([&] {
                while (server.requests().isEmpty())
                    std::this_thread::yield();
                source.request_stop();
            });
            QElapsedTimer clock;
            clock.start();
            QVERIFY(CloudApi(slow).call(callTo(server, Effect::Reads), source.get_token()).error().isCancelled());
            QVERIFY(clock.elapsed() < 20'000);
        }
    }

    void aListIsBoundedInTimeToo()
    {
        CloudLimits limits;
        limits.list = std::chrono::milliseconds(20);
        const Listing outer;
        {
            const Listing listing;
            QCOMPARE(Listing::ofThisThread(), &listing);
            QVERIFY(!listing.beyond(CloudLimits(), QStringLiteral("A cloud")));
            QVERIFY(listing.left(limits) <= std::chrono::milliseconds(20));
            QTest::qSleep(30);
            QCOMPARE(listing.left(limits), std::chrono::milliseconds(1));
            const auto beyond = listing.beyond(limits, QStringLiteral("A cloud"));
            QVERIFY(beyond && beyond->code == ErrorCode::Corrupt);
            QVERIFY2(beyond->what.startsWith(QLatin1String("A cloud sends a list that does not end")), qPrintable(beyond->what));
        }
        QCOMPARE(Listing::ofThisThread(), &outer);
    }
};

QTEST_GUILESS_MAIN(TestCloudApi)
#include "tst_cloudapi.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Requests to a web server that behaves, and to many that do not.
#include "core/transport/http/httpclient.h"
#include "tests/support/httpstandin.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QLocale>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <optional>
#include <thread>

using namespace trainyard;
using namespace std::chrono_literals;
using Request = HttpStandIn::Request;
using Answer = HttpStandIn::Answer;

namespace {

HttpRequest requestOf(const HttpStandIn &server, const char *path = "/list")
{
    HttpRequest request;
    request.url = QUrl(server.base() + QLatin1String(path));
    request.limits.firstPause = 10ms;
    request.limits.longestPause = 3s;
    return request;
}

Answer text(const QByteArray &body, const QByteArrayList &headers = {})
{
    Answer answer;
    answer.body = body;
    answer.headers = headers;
    return answer;
}

Answer refusal(int status, const QByteArrayList &headers = {})
{
    Answer answer = text("no", headers);
    answer.status = status;
    return answer;
}

}  // namespace

class TestHttpClient : public QObject {
    Q_OBJECT

    HttpClient m_client{"Trainyard/test"};

    Result<QByteArray> ask(const HttpRequest &request)
    {
        BytesSink sink;
        const auto answer = m_client.get(request, sink);
        return answer ? Result<QByteArray>(sink.bytes) : Result<QByteArray>(answer.error());
    }

private Q_SLOTS:
    void initTestCase()
    {
        for (const char *name : {"http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
                                 "CURL_CA_BUNDLE", "SSL_CERT_FILE"})
            qunsetenv(name);
    }

    void anAnswerComesWhole()
    {
        const HttpStandIn server([](const Request &) {
            return text("hello", {"ETag: \"7\"", "Last-Modified: Tue, 03 Nov 2026 10:00:00 GMT"});
        });
        HttpRequest request = requestOf(server, "/a%20b?$filter=x%20eq%20'y'");
        request.headers << "Accept: text/csv";
        BytesSink sink;
        qint64 seen = -1;
        const auto answer = m_client.get(request, sink, {}, [&](qint64 bytes, qint64) { seen = bytes; });
        QVERIFY2(answer, answer ? "" : qPrintable(answer.error().what));
        QCOMPARE(answer->status, 200);
        QCOMPARE(sink.bytes, QByteArray("hello"));
        QCOMPARE(answer->bytes, 5);
        QCOMPARE(seen, 5);
        QCOMPARE(answer->validators, (HttpValidators{"\"7\"", "Tue, 03 Nov 2026 10:00:00 GMT"}));
        const Request asked = server.requests().first();
        QCOMPARE(asked.target, QByteArray("/a%20b?$filter=x%20eq%20'y'"));
        QCOMPARE(asked.headers["user-agent"], QByteArray("Trainyard/test"));
        QCOMPARE(asked.headers["accept"], QByteArray("text/csv"));
        QVERIFY(asked.headers["accept-encoding"].contains("gzip"));
    }

    void whatIsKnownIsNotSentAgain()
    {
        const HttpStandIn server([](const Request &request) {
            return request.headers["if-none-match"] == "\"7\"" ? refusal(304) : text("new", {"ETag: \"8\""});
        });
        HttpRequest request = requestOf(server);
        request.known = {"\"7\"", "Tue, 03 Nov 2026 10:00:00 GMT"};
        BytesSink sink;
        const auto same = m_client.get(request, sink);
        QVERIFY(same && same->isNotModified() && sink.bytes.isEmpty());
        QCOMPARE(same->validators, request.known);
        QCOMPARE(server.requests().first().headers["if-modified-since"], request.known.lastModified);
        request.known.etag = "\"6\"";
        const auto other = m_client.get(request, sink);
        QVERIFY(other && !other->isNotModified());
        QCOMPARE(sink.bytes, QByteArray("new"));
        QCOMPARE(other->validators.etag, QByteArray("\"8\""));
        // It was not requested.
        request.known = {};
        const HttpStandIn odd([](const Request &) { return refusal(304); });
        request.url = QUrl(odd.base());
        QCOMPARE(ask(request).error().code, ErrorCode::Corrupt);
    }

    void whatCannotBeSentAgainIsForgotten_data()
    {
        QTest::addColumn<QByteArray>("etag");
        QTest::newRow("longer than servers take") << '"' + QByteArray(20'000, 'e') + '"';
        QTest::newRow("control characters") << QByteArray("\"a\x1b[2J\"");
    }
    void whatCannotBeSentAgainIsForgotten()
    {
        QFETCH(QByteArray, etag);
        const HttpStandIn server([&etag](const Request &) { return text("hello", {"ETag: " + etag, "Last-Modified: " + etag}); });
        BytesSink sink;
        const auto answer = m_client.get(requestOf(server), sink);
        QVERIFY(answer);
        QCOMPARE(answer->validators, HttpValidators());
    }

    void packedAnswersAreUnpacked()
    {
        const QByteArray body = QByteArray("row,of,figures\n").repeated(20'000);
        const HttpStandIn server([&](const Request &) {
            Answer answer = text(body);
            answer.isPacked = true;
            return answer;
        });
        QCOMPARE(*ask(requestOf(server)), body);
    }

    void aBombIsRefused()
    {
        const HttpStandIn server([](const Request &) {
            Answer answer = text(QByteArray(20'000'000, '0'));
            answer.isPacked = true;
            return answer;
        });
        HttpRequest request = requestOf(server);
        request.limits.mostBytes = 1'000'000;
        const auto refused = ask(request);
        QCOMPARE(refused.error().code, ErrorCode::Corrupt);
        QCOMPARE(server.requests().size(), 1);
        // The same with an announced length.
        const HttpStandIn plain([](const Request &) {
            Answer answer = text("x");
            answer.announced = 2'000'000;
            return answer;
        });
        request.url = QUrl(plain.base());
        QCOMPARE(ask(request).error().code, ErrorCode::Corrupt);
    }

    void aServerInTroubleIsAskedAgain_data()
    {
        QTest::addColumn<int>("status");
        for (const int status : {429, 500, 502, 503, 504})
            QTest::newRow(qPrintable(QString::number(status))) << status;
    }
    void aServerInTroubleIsAskedAgain()
    {
        QFETCH(int, status);
        std::atomic<int> asked = 0;
        const HttpStandIn server([&](const Request &) { return ++asked < 3 ? refusal(status) : text("at last"); });
        QCOMPARE(*ask(requestOf(server)), QByteArray("at last"));
        QCOMPARE(asked.load(), 3);

        const HttpStandIn hopeless([&](const Request &) { return refusal(status); });
        const auto refused = ask(requestOf(hopeless));
        QCOMPARE(refused.error().code, ErrorCode::Unreachable);
        QVERIFY(refused.error().what.contains(QLatin1String("127.0.0.1")));
        QCOMPARE(hopeless.requests().size(), HttpLimits().tries);
    }

    void refusalsAreFinal_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<int>("code");
        QTest::newRow("not there") << 404 << int(ErrorCode::NotFound);
        QTest::newRow("forbidden") << 403 << int(ErrorCode::AuthenticationFailed);
        QTest::newRow("nothing in it") << 204 << int(ErrorCode::Corrupt);
        QTest::newRow("not implemented") << 501 << int(ErrorCode::Corrupt);
    }
    void refusalsAreFinal()
    {
        QFETCH(int, status);
        QFETCH(int, code);
        const HttpStandIn server([&](const Request &) { return refusal(status); });
        const auto refused = ask(requestOf(server));
        QCOMPARE(int(refused.error().code), code);
        QCOMPARE(server.requests().size(), 1);
    }

    void theServerSaysHowLongToWait_data()
    {
        QTest::addColumn<bool>("isDate");
        QTest::newRow("in seconds") << false;
        QTest::newRow("as a date") << true;
    }
    void theServerSaysHowLongToWait()
    {
        QFETCH(bool, isDate);
        std::atomic<int> asked = 0;
        const HttpStandIn server([&](const Request &) {
            const QByteArray when = isDate ? QLocale::c()
                                                 .toString(QDateTime::currentDateTimeUtc().addSecs(2),
                                                           QStringLiteral("ddd, dd MMM yyyy HH:mm:ss 'GMT'"))
                                                 .toLatin1()
                                           : QByteArray("1");
            return ++asked == 1 ? refusal(429, {"Retry-After: " + when}) : text("now");
        });
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(*ask(requestOf(server)), QByteArray("now"));
        QVERIFY2(timer.elapsed() >= 900, qPrintable(QString::number(timer.elapsed())));
    }

    void tooLongAPauseIsNotWaitedFor()
    {
        const HttpStandIn server([](const Request &) { return refusal(503, {"Retry-After: 3600"}); });
        QElapsedTimer timer;
        timer.start();
        const auto refused = ask(requestOf(server));
        QCOMPARE(refused.error().code, ErrorCode::Unreachable);
        QVERIFY2(refused.error().what.contains(QLatin1String("3600")), qPrintable(refused.error().what));
        QCOMPARE(server.requests().size(), 1);
        QVERIFY(timer.elapsed() < 3000);
    }

    void anAnswerSaysWhetherItsEndWasTold()
    {
        Answer answer = text("all of it");
        const HttpStandIn server([&answer](const Request &) { return answer; });
        const auto isEndMarked = [&] {
            BytesSink sink;
            const auto got = m_client.get(requestOf(server), sink);
            return got && sink.bytes == "all of it" ? std::optional(got->isEndMarked) : std::nullopt;
        };
        QCOMPARE(isEndMarked(), std::optional(true));
        answer.isChunked = true;
        QCOMPARE(isEndMarked(), std::optional(true));
        answer.isChunked = false;
        answer.hasNoLength = true;
        for (const bool isPacked : {false, true}) {
            answer.isPacked = isPacked;
            QCOMPARE(isEndMarked(), std::optional(false));
        }
    }

    void halfAnAnswerIsNone_data()
    {
        QTest::addColumn<Answer>("answer");
        Answer longer = text("half of it");
        longer.announced = 100;
        longer.cutAfter = 10;
        QTest::newRow("less than announced") << longer;
        Answer chunk = text("half of it");
        chunk.isChunked = true;
        chunk.cutAfter = 6;
        QTest::newRow("cut in a chunk") << chunk;
        Answer packedHalf = text(QByteArray("figures ").repeated(10'000));
        packedHalf.isPacked = true;
        packedHalf.cutAfter = 40;
        QTest::newRow("packed") << packedHalf;
    }
    void halfAnAnswerIsNone()
    {
        QFETCH(Answer, answer);
        std::atomic<bool> isWell = false;
        const HttpStandIn server([&](const Request &) { return isWell ? text("all of it") : answer; });
        QTemporaryDir folder;
        FileSink sink(folder.filePath(QStringLiteral("list")));
        const auto cut = m_client.get(requestOf(server), sink);
        QVERIFY(!cut);
        QCOMPARE(cut.error().code, ErrorCode::ConnectionLost);
        QCOMPARE(server.requests().size(), HttpLimits().tries);
        isWell = true;
        QVERIFY(m_client.get(requestOf(server), sink));
        QFile file(folder.filePath(QStringLiteral("list")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("all of it"));
        QCOMPARE(file.permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    }

    void whatCrawlsIsGivenUp_data()
    {
        QTest::addColumn<Answer>("answer");
        Answer silent;
        silent.isSilent = true;
        QTest::newRow("not a word") << silent;
        Answer slow = text(QByteArray(100'000, 'x'));
        slow.bytesPerTick = 10;
        QTest::newRow("a few bytes at a time") << slow;
    }
    void whatCrawlsIsGivenUp()
    {
        QFETCH(Answer, answer);
        const HttpStandIn server([&](const Request &) { return answer; });
        HttpRequest request = requestOf(server);
        request.limits.slowFor = 1s;
        request.limits.tries = 1;
        if (!answer.isSilent)
            QCOMPARE(ask(request).error().code, ErrorCode::TimedOut);
        // It ends at any speed.
        request.limits.slowFor = 600s;
        request.limits.whole = 300ms;
        request.limits.tries = 100;
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(ask(request).error().code, ErrorCode::TimedOut);
        QVERIFY(timer.elapsed() < 10'000);
    }

    void anybodyMayCancel_data()
    {
        QTest::addColumn<Answer>("answer");
        Answer silent;
        silent.isSilent = true;
        QTest::newRow("while it is silent") << silent;
        Answer slow = text(QByteArray(100'000, 'x'));
        slow.bytesPerTick = 10;
        QTest::newRow("while it comes") << slow;
        QTest::newRow("between two tries") << refusal(503, {"Retry-After: 3"});
    }
    void anybodyMayCancel()
    {
        QFETCH(Answer, answer);
        const HttpStandIn server([&](const Request &) { return answer; });
        std::stop_source stop;
        const std::jthread other([&] {
            while (server.requests().isEmpty())
                std::this_thread::yield();
            stop.request_stop();
        });
        QElapsedTimer timer;
        timer.start();
        BytesSink sink;
        const auto cancelled = m_client.get(requestOf(server), sink, stop.get_token());
        QVERIFY(!cancelled && cancelled.error().isCancelled());
        QVERIFY(timer.elapsed() < 2500);
    }

    void redirectionsAreFollowedWithinReason()
    {
        const HttpStandIn server([](const Request &request) {
            if (request.target == "/list")
                return refusal(302, {"Location: /moved"});
            return request.target == "/moved" ? text("here", {"X-A: b"}) : refusal(301, {"Location: " + request.target + "x"});
        });
        BytesSink sink;
        const auto answer = m_client.get(requestOf(server), sink);
        QVERIFY(answer);
        QCOMPARE(sink.bytes, QByteArray("here"));
        QCOMPARE(answer->url.path(), QStringLiteral("/moved"));
        QVERIFY(!answer->headers.contains("location"));
        const auto endless = ask(requestOf(server, "/loop"));
        QCOMPARE(endless.error().code, ErrorCode::Corrupt);
    }

    void noOtherKindOfAddressIsReached_data()
    {
        QTest::addColumn<QByteArray>("to");
        QTest::newRow("a file here") << QByteArray("file:///etc/hostname");
        QTest::newRow("FTP") << QByteArray("ftp://127.0.0.1/x");
        QTest::newRow("gopher") << QByteArray("gopher://127.0.0.1/x");
    }
    void noOtherKindOfAddressIsReached()
    {
        QFETCH(QByteArray, to);
        const HttpStandIn server([&](const Request &) { return refusal(302, {"Location: " + to}); });
        QCOMPARE(ask(requestOf(server)).error().code, ErrorCode::Corrupt);
    }

    void manyHeadersAreRefused()
    {
        const HttpStandIn server([](const Request &) { return text("x", QByteArrayList(200, "X-Filler: " + QByteArray(1000, 'x'))); });
        const auto refused = ask(requestOf(server));
        QCOMPARE(refused.error().code, ErrorCode::Corrupt);
        QVERIFY2(refused.error().what.contains(QLatin1String("headers")), qPrintable(refused.error().what));
        const HttpStandIn one([](const Request &) { return text("x", {"X-Filler: " + QByteArray(1'000'000, 'x')}); });
        QCOMPARE(ask(requestOf(one)).error().code, ErrorCode::Corrupt);
    }

    void badAddressesAreNotAsked_data()
    {
        QTest::addColumn<QUrl>("url");
        QTest::newRow("nothing") << QUrl();
        QTest::newRow("a file") << QUrl(QStringLiteral("file:///etc/hostname"));
        QTest::newRow("a password in it") << QUrl(QStringLiteral("https://me:secret@127.0.0.1/"));
        QTest::newRow("no host") << QUrl(QStringLiteral("https:///x"));
    }
    void badAddressesAreNotAsked()
    {
        QFETCH(QUrl, url);
        HttpRequest request;
        request.url = url;
        const auto refused = ask(request);
        QCOMPARE(refused.error().code, ErrorCode::InvalidInput);
        QVERIFY(!refused.error().what.contains(QLatin1String("secret")) && !refused.error().detail.contains(QLatin1String("secret")));
    }

    void nobodyThereIsSaid()
    {
        QUrl url;
        {
            const HttpStandIn gone([](const Request &) { return text({}); });
            url = QUrl(gone.base());
        }
        HttpRequest request;
        request.url = url;
        request.limits.firstPause = 1ms;
        QCOMPARE(ask(request).error().code, ErrorCode::Unreachable);
    }

    void theProxyOfTheEnvironmentIsTaken()
    {
        const HttpStandIn proxy([](const Request &) { return text("through"); });
        qputenv("http_proxy", proxy.base().toUtf8());
        HttpRequest request;
        request.url = QUrl(QStringLiteral("http://prices.invalid/list"));
        const auto through = ask(request);
        qunsetenv("http_proxy");
        QCOMPARE(*through, QByteArray("through"));
        QCOMPARE(proxy.requests().first().target, QByteArray("http://prices.invalid/list"));
    }

    void certificatesAreChecked()
    {
        QTemporaryDir folder;
        const QString certificate = folder.filePath(QStringLiteral("certificate")), key = folder.filePath(QStringLiteral("key"));
        QProcess openssl;
        openssl.start(QStringLiteral("openssl"),
                      {QStringLiteral("req"), QStringLiteral("-x509"), QStringLiteral("-newkey"), QStringLiteral("rsa:2048"),
                       QStringLiteral("-nodes"), QStringLiteral("-subj"), QStringLiteral("/CN=127.0.0.1"), QStringLiteral("-addext"),
                       QStringLiteral("subjectAltName=IP:127.0.0.1"), QStringLiteral("-days"), QStringLiteral("2"),
                       QStringLiteral("-keyout"), key, QStringLiteral("-out"), certificate});
        QVERIFY2(openssl.waitForFinished(30'000) && openssl.exitCode() == 0, openssl.readAllStandardError().constData());
        const HttpStandIn plain([](const Request &) { return text("unsafe"); });
        const HttpStandIn server(
            [&](const Request &request) {
                return request.target == "/down" ? refusal(302, {"Location: " + plain.base().toUtf8()}) : text("safe");
            },
            certificate, key);

        const auto stranger = ask(requestOf(server));
        QCOMPARE(stranger.error().code, ErrorCode::AuthenticationFailed);
        QVERIFY2(server.requests().isEmpty(), "nothing is asked of a stranger");
        // With an authority that vouches for it.
        qputenv("SSL_CERT_FILE", certificate.toUtf8());
        const auto safe = ask(requestOf(server));
        const auto down = ask(requestOf(server, "/down"));
        qunsetenv("SSL_CERT_FILE");
        QVERIFY2(safe, safe ? "" : qPrintable(safe.error().what + safe.error().detail));
        QCOMPARE(*safe, QByteArray("safe"));
        QCOMPARE(down.error().code, ErrorCode::Corrupt);
        QVERIFY(plain.requests().isEmpty());
    }

    void aFullDiskIsSaid()
    {
        const HttpStandIn server([](const Request &) { return text("x"); });
        FileSink full(QStringLiteral("/dev/full"));
        const auto refused = m_client.get(requestOf(server), full);
        QVERIFY(!refused);
        QVERIFY(refused.error().code == ErrorCode::NoSpace || refused.error().code == ErrorCode::Io
                || refused.error().code == ErrorCode::PermissionDenied);
        FileSink nowhere(QStringLiteral("/dev/null/folder/file"));
        QVERIFY(!m_client.get(requestOf(server), nowhere));
    }
};

QTEST_GUILESS_MAIN(TestHttpClient)
#include "tst_httpclient.moc"

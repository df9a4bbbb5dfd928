// SPDX-License-Identifier: GPL-3.0-or-later
// Signatures against those that Amazon publishes: its test suite
// (https://docs.aws.amazon.com/general/latest/gr/signature-v4-test-suite.html, kept today in
// https://github.com/awslabs/aws-c-auth/tree/main/tests/aws-signing-test-suite) and the examples of S3's documentation
// (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html, …/sigv4-query-string-auth.html).
#include "core/transport/objectstore/internal/azurekey.h"
#include "core/transport/webapi/sigv4.h"

#include <QTest>

using namespace trainyard;

namespace {

QByteArray header(const WebRequest &request, const QByteArray &name)
{
    for (const auto &[own, value] : request.headers) {
        if (own == name)
            return value;
    }
    return {};
}

QByteArray signatureOf(const WebRequest &request) { return header(request, "Authorization").split('=').last(); }

QDateTime utc(int year, int month, int day, int hour, int minute) { return QDateTime({year, month, day}, {hour, minute}, Qt::UTC); }

}  // namespace

Q_DECLARE_METATYPE(QList<trainyard::NamedBytes>)

class TestSigV4 : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theTestSuiteIsSignedAsPublished_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QList<NamedBytes>>("query");
        QTest::addColumn<QList<NamedBytes>>("headers");
        QTest::addColumn<QByteArray>("signature");
        using Named = QList<NamedBytes>;
        const auto row = [](const char *name, const char *method, const QByteArray &path, const Named &query, const Named &headers,
                            const char *signature) {
            QTest::newRow(name) << QByteArray(method) << path << query << headers << QByteArray(signature);
        };
        row("get-vanilla", "GET", "/", {}, {}, "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31");
        row("post-vanilla", "POST", "/", {}, {}, "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b");
        row("get-vanilla-query-order-key-case", "GET", "/", {{"Param2", "value2"}, {"Param1", "value1"}}, {},
            "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500");
        row("get-utf8", "GET", percentEncoded("/\xe1\x88\xb4", true), {}, {},
            "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85");
        row("get-vanilla-utf8-query", "GET", "/", {{"\xe1\x88\xb4", "bar"}}, {},
            "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04");
        row("get-unreserved", "GET", percentEncoded("/-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", true), {}, {},
            "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f");
        row("get-header-value-trim", "GET", "/", {}, {{"My-Header1", " value1"}, {"My-Header2", " \"a   b   c\""}},
            "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736");
        row("post-header-value-case", "POST", "/", {}, {{"My-Header1", "VALUE1"}},
            "cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d");
    }
    void theTestSuiteIsSignedAsPublished()
    {
        QFETCH(QByteArray, method);
        QFETCH(QByteArray, path);
        QFETCH(QList<NamedBytes>, query);
        QFETCH(QList<NamedBytes>, headers);
        QFETCH(QByteArray, signature);
        WebRequest request{method, "https", "example.amazonaws.com", path, query, headers};
        signRequest(request, {"AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", {}},
                    {"us-east-1", "service", utc(2015, 8, 30, 12, 36)}, sha256Hex({}));
        QCOMPARE(header(request, "x-amz-date"), QByteArray("20150830T123600Z"));
        QCOMPARE(signatureOf(request), signature);
    }

    void theTokenOfASessionIsSigned()
    {
        // post-sts-header-before
        const QByteArray token =
            "AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8YUuwthAx7mSEI"
            "/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPk"
            "UL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA==";
        WebRequest request{"POST", "https", "example.amazonaws.com", "/", {}, {}};
        signRequest(request, {"AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", token},
                    {"us-east-1", "service", utc(2015, 8, 30, 12, 36)}, sha256Hex({}));
        QCOMPARE(header(request, "x-amz-security-token"), token);
        QCOMPARE(signatureOf(request), QByteArray("85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead"));
    }

    void theExamplesOfS3AreSignedAsPublished_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QList<NamedBytes>>("query");
        QTest::addColumn<QList<NamedBytes>>("headers");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("signature");
        using Named = QList<NamedBytes>;
        QTest::newRow("a range of an object") << QByteArray("GET") << QByteArray("test.txt") << Named() << Named{{"Range", "bytes=0-9"}}
                                              << QByteArray()
                                              << QByteArray("f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
        QTest::newRow("an object is put") << QByteArray("PUT") << QByteArray("test$file.text") << Named()
                                          << Named{{"Date", "Fri, 24 May 2013 00:00:00 GMT"}, {"x-amz-storage-class", "REDUCED_REDUNDANCY"}}
                                          << QByteArray("Welcome to Amazon S3.")
                                          << QByteArray("98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
        QTest::newRow("a question about the bucket")
            << QByteArray("GET") << QByteArray() << Named{{"lifecycle", ""}} << Named() << QByteArray()
            << QByteArray("fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
        QTest::newRow("a listing") << QByteArray("GET") << QByteArray() << Named{{"prefix", "J"}, {"max-keys", "2"}} << Named()
                                   << QByteArray() << QByteArray("34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
    }
    void theExamplesOfS3AreSignedAsPublished()
    {
        QFETCH(QByteArray, method);
        QFETCH(QByteArray, key);
        QFETCH(QList<NamedBytes>, query);
        QFETCH(QList<NamedBytes>, headers);
        QFETCH(QByteArray, body);
        QFETCH(QByteArray, signature);
        WebRequest request{method, "https", "examplebucket.s3.amazonaws.com", '/' + percentEncoded(key, true), query, headers};
        signRequest(request, {"AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", {}},
                    {"us-east-1", "s3", utc(2013, 5, 24, 0, 0)}, sha256Hex(body));
        QCOMPARE(header(request, "x-amz-content-sha256"), sha256Hex(body));
        QCOMPARE(signatureOf(request), signature);
    }

    void theExampleOfAnAddressIsSignedAsPublished()
    {
        WebRequest request{"GET", "https", "examplebucket.s3.amazonaws.com", "/test.txt", {}, {}};
        presignRequest(request, {"AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", {}},
                       {"us-east-1", "s3", utc(2013, 5, 24, 0, 0)}, std::chrono::hours(24));
        QVERIFY2(
            request.url().toEncoded().endsWith("&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404")
                || request.url().toEncoded().contains("X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404&"),
            request.url().toEncoded().constData());
        // No longer than Amazon accepts.
        WebRequest longer{"GET", "https", "examplebucket.s3.amazonaws.com", "/test.txt", {}, {}};
        presignRequest(longer, {"a", "b", {}}, {"us-east-1", "s3", utc(2013, 5, 24, 0, 0)}, std::chrono::hours(24 * 365));
        QVERIFY(longer.url().toEncoded().contains("X-Amz-Expires=604800"));
    }

    void everyByteOfAKeyReachesTheServerAsItWasSigned()
    {
        for (int byte = 1; byte < 128; ++byte) {
            WebRequest request;
            request.host = "127.0.0.1:9000";
            const QByteArray key = QByteArray("a") + static_cast<char>(byte) + "b/../c//d\xc3\xa9";
            request.path = "/bucket/" + percentEncoded(key, true);
            request.query = {{"x", key}};
            const QByteArray expected = "https://127.0.0.1:9000" + request.path + "?x=" + percentEncoded(key, false);
            QCOMPARE(request.url().toEncoded(QUrl::RemoveFragment), expected);
        }
    }

    void azureSignsWhatItsDocumentationShows()
    {
        // https://learn.microsoft.com/en-us/rest/api/storageservices/authorize-with-shared-key
        const WebRequest request{"GET",
                                 "https",
                                 "myaccount.blob.core.windows.net",
                                 "/mycontainer",
                                 {{"comp", "metadata"}, {"restype", "container"}, {"timeout", "20"}},
                                 {{"x-ms-date", "Fri, 26 Jun 2015 23:39:12 GMT"}, {"x-ms-version", "2015-02-21"}}};
        QCOMPARE(azureStringToSign(request, "myaccount", 0),
                 QByteArray("GET\n\n\n\n\n\n\n\n\n\n\n\nx-ms-date:Fri, 26 Jun 2015 23:39:12 GMT\nx-ms-version:2015-02-21\n"
                            "/myaccount/mycontainer\ncomp:metadata\nrestype:container\ntimeout:20"));
    }
};

QTEST_GUILESS_MAIN(TestSigV4)
#include "tst_sigv4.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// A bucket of a real server that checks signatures: listed, read by ranges, written, signed for others.
#include "core/transport/objectstore/objectstore.h"
#include "core/transport/objectstore/storefiles.h"
#include "tests/support/faultystore.h"
#include "tests/support/storeserver.h"

#include <QProcess>
#include <QRandomGenerator>
#include <QTest>

#include <algorithm>

using namespace trainyard;
using namespace std::chrono_literals;

namespace {

StoreLimits quick()
{
    StoreLimits limits;
    limits.tries = 4;
    limits.firstPause = 10ms;
    limits.longestPause = 100ms;
    return limits;
}

QByteArray randomBytes(qsizetype size, quint32 seed)
{
    QRandomGenerator random(seed);
    QByteArray bytes(size, Qt::Uninitialized);
    for (char &c : bytes)
        c = static_cast<char>(random.generate());
    return bytes;
}

const QStringList kOddKeys{
    QStringLiteral("plain.txt"),           QStringLiteral("with blank and + plus"),
    QStringLiteral("percent %20 & = ? #"), QString::fromUtf8("检查点/第一步.safetensors"),
    QStringLiteral("quote'\"<>"),          QStringLiteral("a//b"),
    QStringLiteral("tilde~(1)*!"),         QString::fromUtf8("e\xcc\x81 \xc3\xa9"),
    QStringLiteral("deep/er/down/file"),
};

}  // namespace

class TestObjectStore : public QObject {
    Q_OBJECT

    StoreServer m_swift{StoreServer::Kind::Swift};

    static QByteArray told(const Error &error) { return error.what.toUtf8() + " / " + error.detail.toUtf8(); }

private Q_SLOTS:
    void initTestCase()
    {
        for (const char *name : {"http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"})
            qunsetenv(name);
        if (!m_swift.start())
            QSKIP(qPrintable(m_swift.problem()));
        QVERIFY2(m_swift.addBucket(QStringLiteral("runs")), qPrintable(m_swift.problem()));
    }

    void whatIsPutIsThere()
    {
        ObjectStore store(m_swift.record(QStringLiteral("runs")), quick());
        for (const QString &key : kOddKeys) {
            const auto put = store.put(QStringLiteral("odd/") + key, key.toUtf8());
            QVERIFY2(put, put ? "" : told(put.error()).constData());
        }
        const auto listed = store.listAll(QStringLiteral("odd/"), false);
        QVERIFY2(listed, listed ? "" : told(listed.error()).constData());
        QStringList keys;
        for (const StoredObject &object : listed->objects) {
            keys << object.key.mid(4);
            QCOMPARE(object.size, object.key.mid(4).toUtf8().size());
            QVERIFY(object.modified > 1'700'000'000);
        }
        QStringList expected = kOddKeys;
        std::sort(keys.begin(), keys.end());
        std::sort(expected.begin(), expected.end());
        QCOMPARE(keys, expected);

        for (const QString &key : kOddKeys) {
            const auto head = store.head(QStringLiteral("odd/") + key);
            QVERIFY2(head, head ? "" : told(head.error()).constData());
            QCOMPARE(head->sha256, QCryptographicHash::hash(key.toUtf8(), QCryptographicHash::Sha256));
            QVERIFY(!head->isSha256OfStore);
            const auto read = store.read({{QStringLiteral("odd/") + key, head->etag, 0, 100}});
            QVERIFY2(read, read ? "" : told(read.error()).constData());
            QCOMPARE(read->first(), key.toUtf8());
        }
        QVERIFY(store.remove(QStringLiteral("odd/plain.txt")));
        QVERIFY(store.remove(QStringLiteral("odd/plain.txt")));
        QCOMPARE(store.head(QStringLiteral("odd/plain.txt")).error().code, ErrorCode::NotFound);
    }

    void longListingsComeInPages()
    {
        ObjectStore store(m_swift.record(QStringLiteral("runs")), quick());
        for (int i = 0; i < 7; ++i)
            QVERIFY(store.put(QStringLiteral("pages/step-%1/model").arg(i), "x"));
        QByteArray page;
        QStringList seen;
        int pages = 0;
        do {
            const auto listing = store.list(QStringLiteral("pages/"), false, page, {}, 2);
            QVERIFY2(listing, listing ? "" : told(listing.error()).constData());
            for (const StoredObject &object : listing->objects)
                seen << object.key;
            page = listing->next;
            ++pages;
        } while (!page.isEmpty() && pages < 20);
        QCOMPARE(seen.size(), 7);
        QCOMPARE(pages, 4);
        const auto folders = store.list(QStringLiteral("pages/"), true);
        QVERIFY(folders);
        QCOMPARE(folders->folders.size(), 7);
        QVERIFY(folders->objects.isEmpty());
        QCOMPARE(folders->folders.first(), QStringLiteral("pages/step-0/"));
    }

    void manyRangesAreReadAtOnce()
    {
        ObjectStore store(m_swift.record(QStringLiteral("runs")), quick());
        const QByteArray content = randomBytes(300'000, 7);
        QVERIFY(store.put(QStringLiteral("ranges/a.bin"), content));
        QVERIFY(store.put(QStringLiteral("ranges/b.bin"), "short"));
        const auto listing = store.listAll(QStringLiteral("ranges/"), false);
        QVERIFY(listing);
        StoreFileSource files(store, QStringLiteral("ranges/"), listing->objects);
        QList<FileRange> ranges{{QStringLiteral("a.bin"), 0, 10},        {QStringLiteral("a.bin"), 299'990, 100},
                                {QStringLiteral("b.bin"), 0, 65'536},    {QStringLiteral("b.bin"), 5, 10},
                                {QStringLiteral("b.bin"), 500, 10},      {QStringLiteral("a.bin"), 17, 0},
                                {QStringLiteral("a.bin"), 1234, 200'000}};
        for (int i = 0; i < 60; ++i)
            ranges << FileRange{QStringLiteral("a.bin"), i * 4'000, 3'000};
        const auto read = files.read(ranges);
        QVERIFY2(read, read ? "" : told(read.error()).constData());
        QCOMPARE(read->size(), ranges.size());
        for (qsizetype i = 0; i < ranges.size(); ++i) {
            const QByteArray &whole = ranges[i].name == QLatin1String("a.bin") ? content : QByteArray("short");
            QCOMPARE(read->at(i), whole.mid(ranges[i].offset, ranges[i].length));
        }
        // A new object under the same name is not the listed one.
        QVERIFY(store.put(QStringLiteral("ranges/b.bin"), "other"));
        QCOMPARE(files.read({{QStringLiteral("b.bin"), 0, 5}}).error().code, ErrorCode::Corrupt);
        QCOMPARE(files.read({{QStringLiteral("none.bin"), 0, 5}}).error().code, ErrorCode::NotFound);
    }

    void whatIsWrongIsSaid()
    {
        ObjectStoreConfig record = m_swift.record(QStringLiteral("runs"));
        record.key.secret = "wrong";
        QCOMPARE(ObjectStore(record, quick()).list({}, false).error().code, ErrorCode::AuthenticationFailed);
        record = m_swift.record(QStringLiteral("nowhere"));
        const auto none = ObjectStore(record, quick()).list({}, false);
        QCOMPARE(none.error().code, ErrorCode::NotFound);
        QVERIFY2(none.error().what.contains(QLatin1String("nowhere")), qPrintable(none.error().what));
        QVERIFY(!none.error().what.contains(QLatin1String("testing")) && !none.error().detail.contains(QLatin1String("testing")));
        record = m_swift.record(QStringLiteral("runs"));
        record.endpoint = QStringLiteral("http://127.0.0.1:1");
        QCOMPARE(ObjectStore(record, quick()).list({}, false).error().code, ErrorCode::Unreachable);
    }

    void theRegionIsLearned()
    {
        ObjectStoreConfig record = m_swift.record(QStringLiteral("runs"));
        record.region = QStringLiteral("eu-central-1");
        ObjectStore store(record, quick());
        const auto listing = store.list({}, false);
        QVERIFY2(listing, listing ? "" : told(listing.error()).constData());
        QCOMPARE(store.caller().region(), QByteArray("us-east-1"));
    }

    void othersMayDoWhatAnAddressSays()
    {
        ObjectStore store(m_swift.record(QStringLiteral("runs")), quick());
        const QByteArray content = "from elsewhere";
        const PartDigests digests{QCryptographicHash::hash(content, QCryptographicHash::Sha256),
                                  QCryptographicHash::hash(content, QCryptographicHash::Md5)};
        const auto put = store.presignedPut(QString::fromUtf8("shared/für alle"), digests, 60s);
        QStringList arguments{QStringLiteral("-sS"),           QStringLiteral("-f"),      QStringLiteral("-X"), QStringLiteral("PUT"),
                              QStringLiteral("--data-binary"), QString::fromUtf8(content)};
        for (const auto &[name, value] : put.headers)
            arguments << QStringLiteral("-H") << QString::fromLatin1(name + ": " + value);
        QProcess curl;
        curl.start(QStringLiteral("curl"), arguments + QStringList{QString::fromLatin1(put.url.toEncoded())});
        QVERIFY(curl.waitForFinished());
        QVERIFY2(curl.exitCode() == 0, curl.readAllStandardError().constData());
        const auto head = store.head(QString::fromUtf8("shared/für alle"));
        QVERIFY(head);
        QCOMPARE(head->sha256, digests.sha256);

        const auto get = store.presignedGet(QString::fromUtf8("shared/für alle"), 60s);
        curl.start(QStringLiteral("curl"), {QStringLiteral("-sS"), QStringLiteral("-f"), QString::fromLatin1(get.url.toEncoded())});
        QVERIFY(curl.waitForFinished());
        QCOMPARE(curl.readAllStandardOutput(), content);
        // It does not give access to another object.
        QUrl other = get.url;
        other.setPath(QStringLiteral("/runs/odd/tilde~(1)*!"));
        curl.start(QStringLiteral("curl"), {QStringLiteral("-sS"), QStringLiteral("-f"), QString::fromLatin1(other.toEncoded())});
        QVERIFY(curl.waitForFinished());
        QVERIFY(curl.exitCode() != 0);
    }

    void aBucketSaysHowItIsSet()
    {
        ObjectStore store(m_swift.record(QStringLiteral("runs")), quick());
        const auto settings = store.settings();
        QVERIFY2(settings, settings ? "" : told(settings.error()).constData());
        QCOMPARE(settings->byList, StoreSettings::Access::Closed);
        QVERIFY(settings->publicAccess() != StoreSettings::Access::Open);
        QVERIFY(!settings->isEncrypted);  // this server does not report it
    }

    void aClockThatIsWrongIsSetByTheServers()
    {
        // As Amazon answers a request that was signed an hour too early.
        std::atomic<int> refusals = 0;
        FaultyStore way(m_swift.base(), [&](FaultyStore::Request &request) -> std::optional<FaultyStore::Answer> {
            const QDateTime signedAt = QDateTime::fromString(QString::fromLatin1(request.headers.value("x-amz-date")),
                                                             QStringLiteral("yyyyMMdd'T'HHmmss'Z'"));
            const QDateTime theirs = QDateTime::currentDateTimeUtc().addSecs(3600);
            if (std::abs(QDateTime(signedAt.date(), signedAt.time(), Qt::UTC).secsTo(theirs)) > 900) {
                ++refusals;
                FaultyStore::Answer answer;
                answer.status = 403;
                answer.headers = {"Date: " + QLocale::c().toString(theirs, QStringLiteral("ddd, dd MMM yyyy HH:mm:ss 'GMT'")).toLatin1()};
                answer.body = "<Error><Code>RequestTimeTooSkewed</Code><Message>x</Message></Error>";
                return answer;
            }
            FaultyStore::Answer fine;
            fine.body = "<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>";
            return fine;
        });
        ObjectStoreConfig record = m_swift.record(QStringLiteral("runs"));
        record.endpoint = way.base();
        ObjectStore store(record, quick());
        QVERIFY(store.list({}, false));
        QVERIFY(store.list({}, false));
        QCOMPARE(refusals.load(), 1);
    }
};

QTEST_GUILESS_MAIN(TestObjectStore)
#include "tst_objectstore.moc"

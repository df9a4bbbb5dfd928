// SPDX-License-Identifier: GPL-3.0-or-later
// The same with other servers: s3rver, which speaks S3 and accepts every signature, and Azurite, which speaks Azure's protocol.
#include "core/transport/objectstore/storefiles.h"
#include "core/transport/objectstore/storetransfer.h"
#include "tests/support/storetrials.h"

#include <QCryptographicHash>
#include <QFile>
#include <QProcess>
#include <QTest>

using namespace trainyard;
using namespace std::chrono_literals;
using Request = FaultyStore::Request;
using Answer = FaultyStore::Answer;

namespace {

constexpr qint64 kPart = 5 * 1024 * 1024;
constexpr qint64 kSize = 2 * kPart + 4'321;

}  // namespace

class TestOtherStores : public QObject {
    Q_OBJECT

    StoreServer m_s3rver{StoreServer::Kind::S3rver}, m_azurite{StoreServer::Kind::Azurite};
    QTemporaryDir m_folder;
    QByteArray m_content;
    QString m_file;

    StoreServer &server(bool isAzure) { return isAzure ? m_azurite : m_s3rver; }
    StoreFileSpec spec(const QString &file, const QString &key) const
    {
        return {file, key, m_folder.filePath(QStringLiteral("state")), false, kPart};
    }
    static void kinds()
    {
        QTest::addColumn<bool>("isAzure");
        QTest::newRow("s3rver") << false;
        QTest::newRow("Azurite") << true;
    }

private Q_SLOTS:
    void initTestCase()
    {
        forgetProxies();
        for (const bool isAzure : {false, true}) {
            if (!server(isAzure).start())
                QSKIP(qPrintable(server(isAzure).problem()));
            QVERIFY2(server(isAzure).addBucket(QStringLiteral("runs")), qPrintable(server(isAzure).problem()));
        }
        m_content = randomBytes(kSize, 3);
        m_file = m_folder.filePath(QStringLiteral("model.bin"));
        QFile file(m_file);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(m_content) == kSize);
    }

    void aFileGoesAndComesBack_data() { kinds(); }
    void aFileGoesAndComesBack()
    {
        QFETCH(bool, isAzure);
        ObjectStore store(server(isAzure).record(QStringLiteral("runs")), quickLimits());
        const QString key = QString::fromUtf8("run 7/检查点+/model.bin");
        StoreFileSpec up = spec(m_file, key);
        up.readsBack = true;
        const auto sent = uploadFile(store, up, {}, {});
        QVERIFY2(sent, sent ? "" : told(sent.error()).constData());
        QCOMPARE(sent->check, StoreCheck::ReadBack);
        const QString copy = m_folder.filePath(QStringLiteral("copy-%1").arg(isAzure));
        const auto come = downloadFile(store, spec(copy, key), {}, {});
        QVERIFY2(come, come ? "" : told(come.error()).constData());
        QCOMPARE(come->check, StoreCheck::Sha256);
        QFile file(copy);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), m_content);

        const auto listing = store.listAll(QStringLiteral("run 7/"), true);
        QVERIFY2(listing, listing ? "" : told(listing.error()).constData());
        QCOMPARE(listing->folders, QStringList{QString::fromUtf8("run 7/检查点+/")});
        StoreFileSource source(store, QString::fromUtf8("run 7/检查点+/"));
        const auto read = source.read({{QStringLiteral("model.bin"), 0, 16},
                                       {QStringLiteral("model.bin"), kSize - 10, 100},
                                       {QStringLiteral("model.bin"), kSize, 5}});
        QVERIFY2(read, read ? "" : told(read.error()).constData());
        QCOMPARE(read->at(0), m_content.left(16));
        QCOMPARE(read->at(1), m_content.right(10));
        QVERIFY(read->at(2).isEmpty());
        QVERIFY(store.remove(key));
        QCOMPARE(store.head(key).error().code, ErrorCode::NotFound);
    }

    void longListingsComeInPages_data() { kinds(); }
    void longListingsComeInPages()
    {
        QFETCH(bool, isAzure);
        ObjectStore store(server(isAzure).record(QStringLiteral("runs")), quickLimits());
        for (int i = 0; i < 5; ++i) {
            const auto put = store.put(QStringLiteral("pages/%1").arg(i), "x");
            QVERIFY2(put, put ? "" : told(put.error()).constData());
        }
        QByteArray page;
        int seen = 0, pages = 0;
        do {
            const auto listing = store.list(QStringLiteral("pages/"), false, page, {}, 2);
            QVERIFY2(listing, listing ? "" : told(listing.error()).constData());
            seen += static_cast<int>(listing->objects.size());
            page = listing->next;
        } while (!page.isEmpty() && ++pages < 10);
        QCOMPARE(seen, 5);
    }

    void aBrokenUploadGoesOnWhereItWas_data() { kinds(); }
    void aBrokenUploadGoesOnWhereItWas()
    {
        QFETCH(bool, isAzure);
        int parts = 0;
        FaultyStore way(server(isAzure).base(), [&](Request &request) -> std::optional<Answer> {
            return isPart(request) && ++parts > 1 ? std::optional(refusal(503)) : std::nullopt;
        });
        ObjectStore store(recordOver(way, server(isAzure), QStringLiteral("runs")), quickLimits());
        const auto broken = uploadFile(store, spec(m_file, QStringLiteral("resumed")), {}, {});
        QVERIFY(!broken);
        QCOMPARE(store.head(QStringLiteral("resumed")).error().code, ErrorCode::NotFound);
        parts = -1000;
        const auto sent = uploadFile(store, spec(m_file, QStringLiteral("resumed")), {}, {});
        QVERIFY2(sent, sent ? "" : told(sent.error()).constData());
        // s3rver cannot list its parts, so all of them are sent again.
        QCOMPARE(sent->bytesKept > 0, isAzure);
        const auto read = store.read({{QStringLiteral("resumed"), {}, 0, kSize}});
        QVERIFY(read && read->first() == m_content);
    }

    void bytesThatChangeOnTheWayAreNotStored_data() { kinds(); }
    void bytesThatChangeOnTheWayAreNotStored()
    {
        QFETCH(bool, isAzure);
        FaultyStore way(server(isAzure).base(), [](Request &request) -> std::optional<Answer> {
            if (request.method == "PUT" && request.body.size() > 5000)
                request.body[5000] = static_cast<char>(request.body[5000] ^ 4);
            return {};
        });
        ObjectStore store(recordOver(way, server(isAzure), QStringLiteral("runs")), quickLimits());
        QVERIFY(!uploadFile(store, spec(m_file, QStringLiteral("changed")), {}, {}));
        ObjectStore direct(server(isAzure).record(QStringLiteral("runs")), quickLimits());
        QCOMPARE(direct.head(QStringLiteral("changed")).error().code, ErrorCode::NotFound);
    }

    void othersMayDoWhatAnAddressSays_data() { kinds(); }
    void othersMayDoWhatAnAddressSays()
    {
        QFETCH(bool, isAzure);
        ObjectStore store(server(isAzure).record(QStringLiteral("runs")), quickLimits());
        const QByteArray content = "from elsewhere";
        const PartDigests digests{QCryptographicHash::hash(content, QCryptographicHash::Sha256),
                                  QCryptographicHash::hash(content, QCryptographicHash::Md5)};
        const auto put = store.presignedPut(QStringLiteral("shared"), digests, 60s);
        QStringList arguments{QStringLiteral("-sS"),           QStringLiteral("-f"),      QStringLiteral("-X"), QStringLiteral("PUT"),
                              QStringLiteral("--data-binary"), QString::fromUtf8(content)};
        for (const auto &[name, value] : put.headers)
            arguments << QStringLiteral("-H") << QString::fromLatin1(name + ": " + value);
        QProcess curl;
        curl.start(QStringLiteral("curl"), arguments + QStringList{QString::fromLatin1(put.url.toEncoded())});
        QVERIFY(curl.waitForFinished());
        QVERIFY2(curl.exitCode() == 0, curl.readAllStandardError().constData());
        curl.start(QStringLiteral("curl"), {QStringLiteral("-sS"), QStringLiteral("-f"),
                                            QString::fromLatin1(store.presignedGet(QStringLiteral("shared"), 60s).url.toEncoded())});
        QVERIFY(curl.waitForFinished());
        QCOMPARE(curl.readAllStandardOutput(), content);
        QCOMPARE(store.head(QStringLiteral("shared"))->sha256, digests.sha256);
    }

    void azureSaysHowAContainerIsSetAndWhoItIsFor()
    {
        ObjectStore store(m_azurite.record(QStringLiteral("runs")), quickLimits());
        const auto settings = store.settings();
        QVERIFY2(settings, settings ? "" : told(settings.error()).constData());
        QCOMPARE(settings->publicAccess(), StoreSettings::Access::Closed);
        ObjectStoreConfig record = m_azurite.record(QStringLiteral("runs"));
        record.key.secret = QByteArray("wrong").toBase64();
        const auto refused = ObjectStore(record, quickLimits()).list({}, false);
        QVERIFY(!refused);
        QVERIFY(refused.error().code == ErrorCode::AuthenticationFailed
                || refused.error().code == ErrorCode::PermissionDenied);  // Azurite reports the latter
        QCOMPARE(ObjectStore(m_azurite.record(QStringLiteral("nowhere")), quickLimits()).list({}, false).error().code, ErrorCode::NotFound);
    }
};

QTEST_GUILESS_MAIN(TestOtherStores)
#include "tst_otherstores.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// From one real store to another, of the same and of a different kind, over connections that damage what passes: in the end the copy equals
// the original, or does not exist.
#include "core/transport/http/httpsource.h"
#include "core/transport/objectstore/treecopy.h"
#include "core/transport/webapi/sigv4.h"
#include "tests/support/storetrials.h"

#include <QCryptographicHash>
#include <QDir>
#include <QTest>

using namespace trainyard;
using Request = FaultyStore::Request;
using Answer = FaultyStore::Answer;

namespace {

constexpr qint64 kPart = 5 * 1024 * 1024;
constexpr qint64 kSize = 6 * kPart + 12'345;

}  // namespace

class TestStoreCopy : public QObject {
    Q_OBJECT

    StoreServer m_swift{StoreServer::Kind::Swift}, m_azurite{StoreServer::Kind::Azurite}, m_s3rver{StoreServer::Kind::S3rver};
    QTemporaryDir m_folder;
    const QByteArray m_content = randomBytes(kSize, 7);

    StoreServer &server(int kind) { return kind == 0 ? m_swift : kind == 1 ? m_azurite : m_s3rver; }
    ObjectStore source(int kind) { return ObjectStore(server(kind).record(QStringLiteral("runs")), quickLimits()); }
    ObjectStoreConfig target(int kind) { return server(kind).record(QStringLiteral("vault")); }
    TreeCopySpec spec(const QString &from, const QString &to) const
    {
        return {from, to, m_folder.filePath(QStringLiteral("state")), false, false, kPart};
    }
    static void put(ObjectStore &store, const QString &key, const QByteArray &bytes)
    {
        const auto done = store.put(key, bytes);
        QVERIFY2(done, done ? "" : told(done.error()).constData());
    }
    // As other programs would put it there.
    static void putWithoutDigest(ObjectStore &store, const QString &key, const QByteArray &bytes)
    {
        StoreCall call;
        call.make = [&](const StoreDialect &dialect) { return dialect.put(key, {}); };
        call.payloadSha256 = sha256Hex(bytes);
        call.source = std::make_shared<BytesSource>(bytes);
        const auto done = store.caller().run(std::move(call), {});
        QVERIFY2(done, done ? "" : told(done.error()).constData());
        const auto head = store.head(key);
        QVERIFY(head && head->sha256.isEmpty());
    }
    static QByteArray stored(const ObjectStoreConfig &record, const QString &key)
    {
        ObjectStore store(record, quickLimits());
        const auto read = store.read({{key, {}, 0, kSize + 1}});
        return read ? read->first() : QByteArray();
    }
    bool isNowhere(const ObjectStoreConfig &record, const QString &key)
    {
        ObjectStore store(record, quickLimits());
        const auto head = store.head(key);
        return !head && head.error().code == ErrorCode::NotFound;
    }
    void makeCheckpoint(ObjectStore &store, const QString &folder, const QByteArray &state) const
    {
        put(store, folder + QStringLiteral("/model.safetensors"), m_content);
        put(store, folder + QString::fromUtf8("/global_step10/rang 0 %2 检查点.pt"), randomBytes(1000, 3));
        put(store, folder + QStringLiteral("/empty"), {});
        put(store, folder + QStringLiteral("/latest"), "global_step10");
        put(store, folder + QStringLiteral("/trainer_state.json"), state);
    }
    static void pairs()
    {
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("to");
        QTest::newRow("Swift to Swift") << 0 << 0;
        QTest::newRow("Swift to Azurite") << 0 << 1;
        QTest::newRow("Azurite to s3rver") << 1 << 2;
        QTest::newRow("s3rver to Swift") << 2 << 0;
    }

private Q_SLOTS:
    void initTestCase()
    {
        forgetProxies();
        for (const int kind : {0, 1, 2}) {
            if (!server(kind).start())
                QSKIP(qPrintable(server(kind).problem()));
            QVERIFY2(server(kind).addBucket(QStringLiteral("runs")) && server(kind).addBucket(QStringLiteral("vault")),
                     qPrintable(server(kind).problem()));
            ObjectStore store = source(kind);
            makeCheckpoint(store, QStringLiteral("7/checkpoint-10"), "{\"global_step\":10}");
        }
    }

    void aFolderGoesFromStoreToStore_data() { pairs(); }
    void aFolderGoesFromStoreToStore()
    {
        QFETCH(int, from);
        QFETCH(int, to);
        ObjectStore one = source(from), other(target(to), quickLimits());
        const QString key = QStringLiteral("from-%1/checkpoint-10").arg(from);
        qint64 last = 0, most = 0;
        const auto copied = copyTree(one, other, spec(QStringLiteral("7/checkpoint-10"), key),
                                     [&](const CopyProgress &moved) {
                                         last = moved.done;
                                         most = moved.total;
                                     },
                                     {});
        QVERIFY2(copied, copied ? "" : told(copied.error()).constData());
        QCOMPARE(copied->files, 5);
        QCOMPARE(last, most);
        QVERIFY(copied->check >= StoreCheck::Sha256);
        QCOMPARE(stored(target(to), key + QStringLiteral("/model.safetensors")), m_content);
        QCOMPARE(stored(target(to), key + QString::fromUtf8("/global_step10/rang 0 %2 检查点.pt")), randomBytes(1000, 3));
        const auto head = other.head(key + QStringLiteral("/model.safetensors"));
        QVERIFY(head);
        QCOMPARE(head->sha256, QCryptographicHash::hash(m_content, QCryptographicHash::Sha256));
        const auto marks = other.headAll({key + QStringLiteral("/model.safetensors"), key + QStringLiteral("/trainer_state.json")});
        QVERIFY(marks && marks->at(1).modified >= marks->at(0).modified);
        const auto again = copyTree(one, other, spec(QStringLiteral("7/checkpoint-10"), key), {}, {});
        QVERIFY2(again, again ? "" : told(again.error()).constData());
        QCOMPARE(again->files, 0);
        QCOMPARE(again->unchanged, 5);
        QVERIFY(QDir(m_folder.filePath(QStringLiteral("state"))).isEmpty());
    }

    void anEmptyObjectOfAFoldersNameIsThatFolder()
    {
        for (const int kind : {0, 1, 2}) {
            ObjectStore one = source(kind), other(target(kind), quickLimits());
            put(one, QStringLiteral("marked/ck"), {});
            makeCheckpoint(one, QStringLiteral("marked/ck/checkpoint-40"), "{\"global_step\":40}");
            const auto copied = copyTree(one, other, spec(QStringLiteral("marked/ck"), QStringLiteral("marked-%1").arg(kind)), {}, {});
            QVERIFY2(copied, copied ? "" : told(copied.error()).constData());
            QCOMPARE(copied->files, 5);
            put(one, QStringLiteral("marked/alone"), {});
            const auto alone = copyTree(one, other, spec(QStringLiteral("marked/alone"), QStringLiteral("alone-%1").arg(kind)), {}, {});
            QVERIFY2(alone, alone ? "" : told(alone.error()).constData());
            QCOMPARE(alone->files, 1);
        }
    }

    void aDigestThatIsNotToldIsComputed()
    {
        ObjectStore one = source(2), other(target(1), quickLimits());
        putWithoutDigest(one, QStringLiteral("foreign/model.bin"), m_content);
        const auto copied = copyTree(one, other, spec(QStringLiteral("foreign/model.bin"), QStringLiteral("foreign.bin")), {}, {});
        QVERIFY2(copied, copied ? "" : told(copied.error()).constData());
        QCOMPARE(stored(target(1), QStringLiteral("foreign.bin")), m_content);
        QCOMPARE(other.head(QStringLiteral("foreign.bin"))->sha256, QCryptographicHash::hash(m_content, QCryptographicHash::Sha256));
        const auto again = copyTree(one, other, spec(QStringLiteral("foreign/model.bin"), QStringLiteral("foreign.bin")), {}, {});
        QVERIFY(again && again->unchanged == 1);
    }

    void somethingElseIsWrittenOverOnlyWhenAsked()
    {
        ObjectStore one = source(0), other(target(0), quickLimits());
        put(one, QStringLiteral("new/checkpoint-1/model.pt"), "new model");
        put(one, QStringLiteral("new/checkpoint-1/trainer_state.json"), "{\"global_step\":1}");
        put(other, QStringLiteral("old/checkpoint-1/model.pt"), "old model");
        put(other, QStringLiteral("old/checkpoint-1/trainer_state.json"), "{\"global_step\":1}");
        TreeCopySpec wanted = spec(QStringLiteral("new/checkpoint-1"), QStringLiteral("old/checkpoint-1"));
        const auto refused = copyTree(one, other, wanted, {}, {});
        QVERIFY(!refused && refused.error().code == ErrorCode::AlreadyExists);
        QCOMPARE(stored(target(0), QStringLiteral("old/checkpoint-1/model.pt")), QByteArray("old model"));
        // The mark is the same in the old and the new copy; it is removed first and written last.
        FaultyStore way(m_swift.base(), [](Request &request) -> std::optional<Answer> {
            return request.method == "PUT" && request.target.contains("model.pt") ? std::optional(refusal(403, "AccessDenied"))
                                                                                  : std::nullopt;
        });
        wanted.replaces = true;
        ObjectStore broken(recordOver(way, m_swift, QStringLiteral("vault")), quickLimits());
        const auto failed = copyTree(one, broken, wanted, {}, {});
        QVERIFY(!failed && failed.error().code == ErrorCode::PermissionDenied);
        QVERIFY(isNowhere(target(0), QStringLiteral("old/checkpoint-1/trainer_state.json")));
        const auto replaced = copyTree(one, other, wanted, {}, {});
        QVERIFY2(replaced, replaced ? "" : told(replaced.error()).constData());
        QCOMPARE(stored(target(0), QStringLiteral("old/checkpoint-1/model.pt")), QByteArray("new model"));
    }

    void aBrokenCopyGoesOnWhereItWas_data()
    {
        QTest::addColumn<int>("to");
        QTest::newRow("to Swift") << 0;
        QTest::newRow("to Azurite") << 1;
    }
    void aBrokenCopyGoesOnWhereItWas()
    {
        QFETCH(int, to);
        int parts = 0;
        FaultyStore way(server(to).base(), [&](Request &request) -> std::optional<Answer> {
            return isPart(request) && ++parts > 4 ? std::optional(refusal(503)) : std::nullopt;
        });
        ObjectStore one = source(0), other(recordOver(way, server(to), QStringLiteral("vault")), quickLimits());
        const TreeCopySpec wanted = spec(QStringLiteral("7/checkpoint-10/model.safetensors"), QStringLiteral("resumed.bin"));
        const auto broken = copyTree(one, other, wanted, {}, {});
        QVERIFY(!broken && broken.error().code == ErrorCode::Unreachable);
        QVERIFY(isNowhere(target(to), QStringLiteral("resumed.bin")));
        parts = -1000;
        const auto done = copyTree(one, other, wanted, {}, {});
        QVERIFY2(done, done ? "" : told(done.error()).constData());
        QVERIFY(done->bytesKept >= kPart && parts + 1000 < 7);
        QCOMPARE(stored(target(to), QStringLiteral("resumed.bin")), m_content);
    }

    void whatIsWrongIsNeverStored_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("code");
        QTest::newRow("a byte changes on the way here") << 0 << int(ErrorCode::Corrupt);
        QTest::newRow("bytes change on the way there") << 1 << int(ErrorCode::Corrupt);
        QTest::newRow("another object meanwhile") << 2 << int(ErrorCode::Corrupt);
        QTest::newRow("the bucket that is read vanishes") << 3 << int(ErrorCode::NotFound);
        QTest::newRow("the bucket that is written vanishes") << 4 << int(ErrorCode::NotFound);
        QTest::newRow("the upload is given up by somebody") << 5 << int(ErrorCode::NotFound);
        QTest::newRow("the key loses its rights") << 6 << int(ErrorCode::PermissionDenied);
    }
    void whatIsWrongIsNeverStored()
    {
        QFETCH(int, kind);
        QFETCH(int, code);
        int ranges = 0, parts = 0;
        FaultyStore from(
            m_swift.base(),
            [&](Request &request) -> std::optional<Answer> {
                ranges += isRange(request);
                if (kind == 2 && isRange(request) && ranges > 5)
                    return refusal(412, "PreconditionFailed");
                return kind == 3 && ranges > 5 ? std::optional(refusal(404, "NoSuchBucket")) : std::nullopt;
            },
            [&](const Request &request, Answer &answer) {
                if (kind == 0 && isRange(request) && answer.body.size() > 12'345)
                    answer.body[12'345] = static_cast<char>(answer.body[12'345] ^ 0x20);
            });
        FaultyStore to(m_swift.base(), [&](Request &request) -> std::optional<Answer> {
            parts += isPart(request);
            if (kind == 1 && isPart(request))
                request.body[5000] = static_cast<char>(request.body[5000] ^ 4);
            if (kind == 4 && parts > 5)
                return refusal(404, "NoSuchBucket");
            if (kind == 5 && parts > 5 && (isPart(request) || isEnd(request)))
                return refusal(404, "NoSuchUpload");
            return kind == 6 && parts > 5 ? std::optional(refusal(403, "AccessDenied")) : std::nullopt;
        });
        ObjectStore one(recordOver(from, m_swift, QStringLiteral("runs")), quickLimits()),
            other(recordOver(to, m_swift, QStringLiteral("vault")), quickLimits());
        const QString key = QStringLiteral("wrong-%1").arg(kind);
        const auto failed = copyTree(one, other, spec(QStringLiteral("7/checkpoint-10"), key), {}, {});
        QVERIFY(!failed);
        QVERIFY2(int(failed.error().code) == code, told(failed.error()).constData());
        QVERIFY(isNowhere(target(0), key + QStringLiteral("/model.safetensors")));
        QVERIFY(isNowhere(target(0), key + QStringLiteral("/trainer_state.json")));
        ObjectStore fine = source(0), there(target(0), quickLimits());
        const auto again = copyTree(fine, there, spec(QStringLiteral("7/checkpoint-10"), key), {}, {});
        QVERIFY2(again, again ? "" : told(again.error()).constData());
        QCOMPARE(stored(target(0), key + QStringLiteral("/model.safetensors")), m_content);
    }

    void ofTwoThatWriteTheSameObjectTheSecondIsToldSo()
    {
        std::optional<Error> second;
        ObjectStore one = source(0), other(target(0), quickLimits());
        const TreeCopySpec wanted = spec(QStringLiteral("7/checkpoint-10/model.safetensors"), QStringLiteral("two.bin"));
        const auto first = copyTree(one, other, wanted,
                                    [&](const CopyProgress &) {
                                        if (second)
                                            return;
                                        ObjectStore elsewhere = source(2), same(target(0), quickLimits());
                                        const auto refused = copyTree(elsewhere, same, wanted, {}, {});
                                        second = refused ? Error{ErrorCode::Io, {}, {}} : refused.error();
                                    },
                                    {});
        QVERIFY2(first, first ? "" : told(first.error()).constData());
        QVERIFY(second);
        QCOMPARE(second->code, ErrorCode::AlreadyExists);
    }

    void stoppingIsQuickAndNoError()
    {
        FaultyStore from(m_swift.base(), {}, [](const Request &request, Answer &answer) {
            if (isRange(request))
                answer.bytesPerTick = 5000;
        });
        ObjectStore one(recordOver(from, m_swift, QStringLiteral("runs")), quickLimits()), other(target(0), quickLimits());
        std::stop_source stop;
        const auto stopped = copyTree(
            one, other, spec(QStringLiteral("7/checkpoint-10/model.safetensors"), QStringLiteral("stopped.bin")),
            [&](const CopyProgress &) { stop.request_stop(); }, stop.get_token());
        QVERIFY(!stopped && stopped.error().isCancelled());
        QVERIFY(isNowhere(target(0), QStringLiteral("stopped.bin")));
    }
};

QTEST_GUILESS_MAIN(TestStoreCopy)
#include "tst_storecopy.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Object stores through their service: the file is real, no store answers. For answers of stores see tst_objectstore and tst_stores.
#include "core/service/stores/storeservice.h"
#include "tests/support/faraway.h"

#include <QTest>

using namespace trainyard;

namespace {

ObjectStoreConfig storeCalled(const QString &name, const QString &bucket)
{
    ObjectStoreConfig record;
    record.name = name;
    record.preset = QStringLiteral("s3");
    record.endpoint = QStringLiteral("http://127.0.0.1:1");
    record.region = QStringLiteral("eu-1");
    record.bucket = bucket;
    record.isPathStyle = true;
    record.key = {"id", "secret", {}};
    return record;
}

template <typename T>
T waited(QFuture<T> future)
{
    future.waitForFinished();
    return future.result();
}

}  // namespace

class TestStoreService : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void storesAreKeptByName()
    {
        FarAway away;
        StoreService stores(away.context);
        QVERIFY(stores.all()->isEmpty());
        QVERIFY(stores.add(storeCalled(QStringLiteral("vault"), QStringLiteral("kept"))));
        QVERIFY(stores.add(storeCalled(QStringLiteral("lab"), QStringLiteral("runs"))));
        QCOMPARE(stores.add(storeCalled(QStringLiteral("lab"), QStringLiteral("other"))).error().code, ErrorCode::AlreadyExists);
        QCOMPARE(stores.all()->size(), 2);
        QCOMPARE(stores.all()->first().name, QStringLiteral("lab"));
        QVERIFY(stores.remove(QStringLiteral("vault")));
        QCOMPARE(stores.remove(QStringLiteral("vault")).error().code, ErrorCode::NotFound);
        QCOMPARE(stores.all()->size(), 1);
    }

    void anAddressMeansOneStore()
    {
        FarAway away;
        StoreService stores(away.context);
        QVERIFY(stores.add(storeCalled(QStringLiteral("here"), QStringLiteral("runs"))));
        QVERIFY(stores.add(storeCalled(QStringLiteral("there"), QStringLiteral("runs"))));
        const StoreAddress address = *parseStoreAddress(QStringLiteral("s3://runs/7/"));
        QCOMPARE(stores.find(address).error().code, ErrorCode::InvalidInput);
        QCOMPARE(stores.find(address, QStringLiteral("there"))->name, QStringLiteral("there"));
        QCOMPARE(stores.find(*parseStoreAddress(QStringLiteral("s3://here/7/")))->name, QStringLiteral("here"));
        QCOMPARE(stores.find(*parseStoreAddress(QStringLiteral("s3://none/7/"))).error().code, ErrorCode::NotFound);
    }

    void whatIsNotSetUpIsNotAsked()
    {
        FarAway away;
        StoreService stores(away.context);
        QCOMPARE(waited(stores.check(QStringLiteral("none"), false)).error().code, ErrorCode::NotFound);
        QCOMPARE(waited(stores.list(*parseStoreAddress(QStringLiteral("s3://none/7/")), {}, true)).error().code, ErrorCode::NotFound);
    }

    void whatAsksAStoreCanBeStopped()
    {
        FarAway away;
        StoreService stores(away.context);
        const ObjectStoreConfig record = storeCalled(QStringLiteral("lab"), QStringLiteral("runs"));
        QVERIFY(stores.add(record));
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(waited(stores.reach(record, stop.get_token())).error().code, ErrorCode::Cancelled);
        QCOMPARE(waited(stores.ask(record, stop.get_token())).error().code, ErrorCode::Cancelled);
        QCOMPARE(waited(stores.check(record.name, true, stop.get_token())).error().code, ErrorCode::Cancelled);
        QCOMPARE(waited(stores.list(*parseStoreAddress(QStringLiteral("s3://runs/")), {}, true, stop.get_token())).error().code,
                 ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(TestStoreService)
#include "tst_storeservice.moc"

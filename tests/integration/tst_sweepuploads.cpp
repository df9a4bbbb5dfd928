// SPDX-License-Identifier: GPL-3.0-or-later
// `yard cloud sweep` finds uploads to object stores that were begun and never finished. The store is a stand-in on 127.0.0.1 that has nothing
// but such uploads.
#include "tests/support/httpstandin.h"
#include "tests/support/yardcommand.h"

#include <QDateTime>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>

using namespace trainyard;

namespace {

QByteArray uploadXml(const QByteArray &key, const QDateTime &begun)
{
    return "<Upload><Key>" + key + "</Key><UploadId>id-" + key + "</UploadId><Initiated>" + begun.toString(Qt::ISODate).toLatin1()
           + "</Initiated></Upload>";
}

}  // namespace

class TestSweepUploads : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatWasBegunAndNeverFinishedIsFound()
    {
        QTemporaryDir state;
        const YardCommand yard(QStringLiteral(TRAINYARD_BIN_DIR "/yard"), state.path());
        std::atomic<int> status = 200;
        const QDateTime now = QDateTime::currentDateTimeUtc();
        const QByteArray listing = "<ListMultipartUploadsResult><Bucket>runs</Bucket><IsTruncated>false</IsTruncated>"
                                   + uploadXml("checkpoint-10/model.safetensors", now.addDays(-40))
                                   + uploadXml("going-on", now.addSecs(-60)) + "</ListMultipartUploadsResult>";
        HttpStandIn store([&](const HttpStandIn::Request &request) {
            HttpStandIn::Answer answer;
            answer.status = status;
            answer.body = request.target.contains("uploads") ? listing : QByteArray("<ListBucketResult></ListBucketResult>");
            return answer;
        });
        QFile keys(state.filePath(QStringLiteral("keys")));
        QVERIFY(keys.open(QIODevice::WriteOnly) && keys.write("an-id\na-secret\n") > 0);
        keys.close();
        QCOMPARE(yard.run({QStringLiteral("cloud"), QStringLiteral("sweep")}).status, 0);
        const auto added = yard.run({QStringLiteral("store"), QStringLiteral("add"), QStringLiteral("--no-check"),
                                     QStringLiteral("--endpoint"), store.base(), QStringLiteral("--keys"), keys.fileName(),
                                     QStringLiteral("lab"), QStringLiteral("s3://runs")});
        QVERIFY2(added.status == 0, added.told().constData());

        const auto found = yard.run({QStringLiteral("--json"), QStringLiteral("cloud"), QStringLiteral("sweep")});
        QVERIFY2(found.status == 1, found.told().constData());
        const QJsonArray uploads = found.object().value(QLatin1String("uploads")).toArray();
        QCOMPARE(uploads.size(), 1);  // what was begun a minute ago may be going on
        QCOMPARE(uploads.first()[QLatin1String("key")].toString(), QStringLiteral("checkpoint-10/model.safetensors"));
        QCOMPARE(uploads.first()[QLatin1String("store")].toString(), QStringLiteral("lab"));
        const auto said = yard.run({QStringLiteral("cloud"), QStringLiteral("sweep")});
        QVERIFY2(said.status == 1 && said.out.contains("yard store check --abort-uploads lab"), said.told().constData());
        // Those of one account only are no uploads.
        const auto one = yard.run({QStringLiteral("cloud"), QStringLiteral("sweep"), QStringLiteral("--account"), QStringLiteral("none")});
        QVERIFY(one.status != 0 && !one.out.contains("abort-uploads"));

        // A key that may not list them is said, and is no leftover; a store that fails is one that was not looked at.
        status = 403;
        const auto refused = yard.run({QStringLiteral("cloud"), QStringLiteral("sweep")});
        QVERIFY2(refused.status == 0 && refused.err.contains("lab"), refused.told().constData());
        status = 500;
        const auto failed = yard.run({QStringLiteral("--json"), QStringLiteral("cloud"), QStringLiteral("sweep")});
        QCOMPARE(failed.status, 1);
        QCOMPARE(failed.object().value(QLatin1String("unanswered")).toArray().first()[QLatin1String("store")].toString(),
                 QStringLiteral("lab"));
    }
};

QTEST_GUILESS_MAIN(TestSweepUploads)
#include "tst_sweepuploads.moc"

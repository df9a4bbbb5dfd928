// SPDX-License-Identifier: GPL-3.0-or-later
// The stand-ins for RunPod and Lambda are fair: RunPod's own client of its REST API lives a pod's life at the one, a client that others wrote
// for Lambda an instance's life at the other. Vast.ai has a client for Python alone, which no package of Debian or npm holds: its stand-in is
// held to the vendor's description of its API only.
#include "tests/support/gpucloudstandin.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

// What life.js in tests/support/FOLDER says; empty with a reason in `missing` where the client cannot be had.
QJsonObject lifeBy(const QString &client, const QString &keyName, const GpuCloudStandIn &cloud, QString &missing)
{
    const QString support = QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/support/%1/").arg(client);
    const QTemporaryDir folder;
    QProcess install;
    install.setProcessChannelMode(QProcess::MergedChannels);
    install.start(support + QStringLiteral("install"), {folder.path()});
    if (!install.waitForFinished(180'000) || install.exitCode() != 0) {
        missing = QStringLiteral("No client: sudo apt-get install npm, and let it fetch packages; it said: ")
                  + QString::fromUtf8(install.readAll().right(300));
        return {};
    }
    QProcess life;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(keyName, QString::fromUtf8(cloud.credentials().secret));
    life.setProcessEnvironment(environment);
    life.start(QStringLiteral("node"),
               {support + QStringLiteral("life.js"), folder.path(), cloud.credentials().settings.value(QStringLiteral("endpoint"))});
    const bool hasEnded = life.waitForFinished(120'000) && life.exitCode() == 0;
    const QJsonObject said = QJsonDocument::fromJson(life.readAllStandardOutput()).object();
    const QByteArray complaint = life.readAllStandardError().right(2000) + cloud.faults().join(u'\n').toUtf8();
    return hasEnded && !said.isEmpty() && cloud.faults().isEmpty() ? said : QJsonObject{{"complaint", QString::fromUtf8(complaint)}};
}

}  // namespace

class TestGpuCloudClients : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void runPodsClientIsContentWithTheStandIn()
    {
        GpuCloudStandIn cloud(GpuCloudStandIn::Cloud::RunPod);
        cloud.put(QStringLiteral("volumes"), {{"id", "vol-1"}, {"name", "mine"}, {"size", 10}, {"dataCenterId", "EU-RO-1"}});
        QString missing;
        const QJsonObject said = lifeBy(QStringLiteral("runpod-client"), QStringLiteral("RUNPOD_API_KEY"), cloud, missing);
        if (!missing.isEmpty())
            QSKIP(qPrintable(missing));
        QVERIFY2(!said.contains("complaint"), qPrintable(said.value("complaint").toString()));
        const QByteArray out = QJsonDocument(said).toJson();
        const QString id = said.value("id").toString();
        QVERIFY2(!id.isEmpty(), out.constData());
        QCOMPARE(said.value("name").toString(), QStringLiteral("vendor 中文"));
        QCOMPARE(said.value("listed").toArray(), QJsonArray{id});
        QCOMPARE(said.value("got").toString(), id);
        QVERIFY2(!said.value("stopped").toObject().contains("failed") && !said.value("started").toObject().contains("failed"),
                 out.constData());
        QCOMPARE(said.value("status").toString(), QStringLiteral("EXITED"));
        QCOMPARE(said.value("volumes").toInt(), 1);
        QVERIFY2(!said.value("removed").toObject().contains("failed"), out.constData());
        QCOMPARE(said.value("left").toInt(), 0);
        QVERIFY2(said.value("gone").toString().contains(QLatin1String("404")), out.constData());
    }

    void aClientOfLambdaIsContentWithTheStandIn()
    {
        GpuCloudStandIn cloud(GpuCloudStandIn::Cloud::Lambda);
        cloud.put(QStringLiteral("volumes"), {{"id", "fs-1"}, {"name", "mine"}, {"is_in_use", false}});
        QString missing;
        const QJsonObject said = lifeBy(QStringLiteral("lambda-client"), QStringLiteral("LAMBDA_API_KEY"), cloud, missing);
        if (!missing.isEmpty())
            QSKIP(qPrintable(missing));
        QVERIFY2(!said.contains("complaint"), qPrintable(said.value("complaint").toString()));
        const QJsonValue id = said.value("id");
        QVERIFY(!id.toString().isEmpty());
        QCOMPARE(said.value("types").toArray(), (QJsonArray{"gpu_1x_a10", "gpu_8x_h100_sxm5"}));
        QCOMPARE(said.value("price").toInt(), 75);
        QCOMPARE(said.value("key").toString(), QStringLiteral("vendor"));
        QCOMPARE(said.value("keys").toArray(), QJsonArray{"vendor"});
        QCOMPARE(said.value("volumes").toInt(), 1);
        QCOMPARE(said.value("full").toString(), QStringLiteral("instance-operations/launch/insufficient-capacity"));
        QCOMPARE(said.value("listed").toArray(), QJsonArray{id});
        QCOMPARE(said.value("states").toArray().last().toString(), QStringLiteral("active"));
        QCOMPARE(said.value("ended").toArray(), QJsonArray{id});
        QCOMPARE(said.value("unknown").toString(), QStringLiteral("global/object-does-not-exist"));
    }
};

QTEST_GUILESS_MAIN(TestGpuCloudClients)
#include "tst_gpucloudclients.moc"

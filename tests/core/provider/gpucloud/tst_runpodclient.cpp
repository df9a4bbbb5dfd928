// SPDX-License-Identifier: GPL-3.0-or-later
// The stand-in for RunPod is fair: the vendor's own client of the REST API lives a pod's life there. Lambda and Vast.ai have no client of their
// own for Node.js.
#include "tests/support/gpucloudstandin.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

class TestRunPodClient : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theVendorsClientIsContentWithTheStandIn()
    {
        const QString support = QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/support/runpod-client/");
        QTemporaryDir folder;
        QProcess install;
        install.setProcessChannelMode(QProcess::MergedChannels);
        install.start(support + QStringLiteral("install"), {folder.path()});
        if (!install.waitForFinished(180'000) || install.exitCode() != 0) {
            QSKIP(qPrintable(QStringLiteral("No client of RunPod: sudo apt-get install npm, and let it fetch packages; it said: ")
                             + QString::fromUtf8(install.readAll().right(300))));
        }
        GpuCloudStandIn cloud(GpuCloudStandIn::Cloud::RunPod);
        cloud.put(QStringLiteral("volumes"), {{"id", "vol-1"}, {"name", "mine"}, {"size", 10}, {"dataCenterId", "EU-RO-1"}});
        QProcess client;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("RUNPOD_API_KEY"), QString::fromUtf8(cloud.credentials().secret));
        client.setProcessEnvironment(environment);
        client.start(QStringLiteral("node"),
                     {support + QStringLiteral("life.js"), folder.path(), cloud.credentials().settings.value(QStringLiteral("endpoint"))});
        QVERIFY(client.waitForFinished(120'000));
        const QByteArray out = client.readAllStandardOutput(), err = client.readAllStandardError();
        QVERIFY2(client.exitCode() == 0, (err.right(2000) + cloud.faults().join(u'\n').toUtf8()).constData());
        const QJsonObject said = QJsonDocument::fromJson(out).object();
        QVERIFY2(cloud.faults().isEmpty(), qPrintable(cloud.faults().join(u'\n')));
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
};

QTEST_GUILESS_MAIN(TestRunPodClient)
#include "tst_runpodclient.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Names, start scripts and readers of the providers for RunPod, Lambda and Vast.ai.
#include "core/provider/gpucloud/containerstart.h"
#include "core/provider/gpucloud/gpucloudreaders.h"
#include "core/provider/gpucloud/machinelabel.h"
#include "core/service/clouds/consolekeys.h"
#include "core/service/clouds/hostkeymaker.h"

#include <QFile>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QTest>
#include <QUuid>

using namespace trainyard;

namespace {

const QString kCloud = QStringLiteral("RunPod");

InstanceRequest labelled()
{
    InstanceRequest request;
    request.owner = QUuid::createUuid().toString(QUuid::WithoutBraces);
    request.clientToken = QUuid::createUuid().toString(QUuid::WithoutBraces);
    request.name = QStringLiteral("digits run");
    return request;
}

}  // namespace

class TestGpuCloudParts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aNameSaysWhoseMachineItIs()
    {
        for (int i = 0; i < 200; ++i) {
            const InstanceRequest request = labelled();
            const auto label = machineLabel(request, 64);
            QVERIFY(label && label->size() <= 64);
            QVERIFY(label->endsWith(QLatin1String(" digitsrun")));
            const auto read = readMachineLabel(*label);
            QVERIFY(read);
            QCOMPARE(read->owner, request.owner);
            QCOMPARE(read->clientToken, request.clientToken);
            QCOMPARE(machineLabel(request, 10)->size(), 48);  // both ids in any case
            QVERIFY(readMachineLabel(*machineLabel(request, 10)));
        }
        InstanceRequest odd = labelled();
        odd.name = QStringLiteral("\n'; rm\u202e 数字");
        QVERIFY(machineLabel(odd, 200)->endsWith(QLatin1String(" rm")));
        odd.owner = QStringLiteral("owner-1");
        QVERIFY(!machineLabel(odd, 64));
    }

    void namesOfOthersAreNotTaken()
    {
        const QString good = *machineLabel(labelled(), 48);
        QVERIFY(readMachineLabel(good));
        for (const QString &other : {QString(), QStringLiteral("digits"), good.left(47), good + u'x', u'x' + good,
                                     QString(good).replace(25, 1, QStringLiteral(" ")), QString(good).replace(5, 1, QStringLiteral("!")),
                                     QStringLiteral("ty-%1-%1").arg(QString(22, u'A'))})
            QVERIFY2(!readMachineLabel(other), qPrintable(other));
        // The last character of an id has four bits: no other spelling of it counts.
        QString last = good;
        last[47] = u'_';
        QVERIFY(!readMachineLabel(last));
    }

    void theHostKeyThatIsMadeForAMachineReachesAContainer()
    {
        const QTemporaryDir folder;
        const auto made = makeHostKey(folder.path());
        QVERIFY(made);
        const auto key = hostKeyIn(made->userData, kCloud);
        QVERIFY2(key, "the form of the user data is another one");
        QFile file(folder.filePath(QStringLiteral("key")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.setPermissions(QFile::ReadOwner | QFile::WriteOwner));
        file.write(*key);
        file.close();
        QProcess keygen;
        keygen.start(QStringLiteral("ssh-keygen"), {QStringLiteral("-y"), QStringLiteral("-f"), file.fileName()});
        QVERIFY(keygen.waitForFinished());
        QCOMPARE(keygen.readAllStandardOutput().split(' ').mid(0, 2).join(' ').trimmed(), made->publicLine);
        QVERIFY(hostKeyIn({}, kCloud)->isEmpty());
        for (const QString &other : {QStringLiteral("#!/bin/sh\nx\n"), QStringLiteral("#cloud-config\nruncmd: [x]\n"),
                                     made->userData + QStringLiteral("runcmd: [x]\n")})
            QCOMPARE(hostKeyIn(other, kCloud).error().code, ErrorCode::InvalidInput);
    }

    void scriptsAreValidAndCarryNoQuoteAway()
    {
        const QString key = *loginKeyOf(QStringLiteral("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0k0u0mZ0m4c0kF0o0bq0m0 ada's $(x)"), kCloud);
        QCOMPARE(key, QStringLiteral("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0k0u0mZ0m4c0kF0o0bq0m0"));
        for (const QString &script : {containerStartScript(), containerKeysScript(key)}) {
            QVERIFY(!script.contains(u'\'') && !script.contains(u'\n') && script.size() < 4096);
            QProcess bash;
            bash.start(QStringLiteral("bash"), {QStringLiteral("-n"), QStringLiteral("-c"), script});
            QVERIFY(bash.waitForFinished());
            QCOMPARE(bash.exitCode(), 0);
        }
        for (const char *bad : {"", "ssh-ed25519", "ssh-ed25519 AAAA\"$(x)AAAAAAAAAAAAAAAAAAAAA", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA\nx",
                                "x AAAAC3NzaC1lZDI1NTE5AAAA"})
            QVERIFY2(!loginKeyOf(QLatin1String(bad), kCloud), bad);
    }

    void aMachineLetsTheKeyInOnceAndPrintsItsOwn()
    {
        const QTemporaryDir home, keys;
        QFile server(keys.filePath(QStringLiteral("ssh_host_ed25519_key.pub")));
        QVERIFY(server.open(QIODevice::WriteOnly));
        server.write("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAVMrTmnL3uiJDo58ltCdL56d3yH0spA8vr0SFshCT1z root@box\n");
        server.close();
        const QString key = QStringLiteral("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0k0u0mZ0m4c0kF0o0bq0m0");
        // Another place for the log and for the server's keys than those of this computer.
        QString script = containerKeysScript(key);
        script.replace(QStringLiteral("/proc/1/fd/1"), QStringLiteral("/nowhere/log")).replace(QStringLiteral("/etc/ssh"), keys.path());
        for (int start = 0; start < 2; ++start) {
            QProcess bash;
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert(QStringLiteral("HOME"), home.path());
            bash.setProcessEnvironment(environment);
            bash.start(QStringLiteral("bash"), {QStringLiteral("-c"), script});
            QVERIFY(bash.waitForFinished());
            QCOMPARE(bash.exitCode(), 0);
            QCOMPARE(hostKeysOnConsole(bash.readAllStandardOutput()).size(), 1);
        }
        QFile allowed(home.filePath(QStringLiteral(".ssh/authorized_keys")));
        QVERIFY(allowed.open(QIODevice::ReadOnly));
        QCOMPARE(allowed.readAll(), key.toLatin1() + '\n');
        QVERIFY(!(allowed.permissions() & (QFile::ReadGroup | QFile::ReadOther)));
    }

    void typesHaveANumberInFront()
    {
        QCOMPARE(gpuCount(QStringLiteral("8x NVIDIA H100 80GB HBM3"))->count, 8);
        QCOMPARE(gpuCount(QStringLiteral("8x NVIDIA H100 80GB HBM3"))->gpu, QStringLiteral("NVIDIA H100 80GB HBM3"));
        QCOMPARE(gpuCount(QStringLiteral("RTX 4090"))->count, 1);
        for (const char *bad : {"", "0x L4", "65x L4", "L4; rm", "8x ", "-x", "'", "L4\n"})
            QVERIFY2(!gpuCount(QLatin1String(bad)), bad);
    }

    void pricesThatCannotBeAreNoPrices()
    {
        QCOMPARE(dollars(0.1234567)->decimal(), QStringLiteral("0.123457"));
        QCOMPARE(dollars(QJsonValue(0.5), 24)->decimal(), QStringLiteral("12.00"));
        for (const double bad : {0.0, -1.0, 1e9, 1e-12, double(qQNaN()), double(qInf())})
            QVERIFY(!dollars(bad));
        QVERIFY(!dollars(QJsonValue(QStringLiteral("0.5"))) && !dollars(QJsonValue()));
        QCOMPARE(cloudId(QJsonValue(7001)), QStringLiteral("7001"));
        for (const double bad : {0.0, -3.0, 1.5, 1e300})
            QVERIFY(cloudId(QJsonValue(bad)).isEmpty());
        QCOMPARE(cloudId(QJsonValue(QStringLiteral("pod-7_a"))), QStringLiteral("pod-7_a"));
        for (const QString &bad : {QString(), QStringLiteral("../keys"), QStringLiteral("a b"), QStringLiteral("7;x"), QString(101, u'a')})
            QVERIFY2(cloudId(QJsonValue(bad)).isEmpty(), qPrintable(bad));
    }

    void aLineForTheShellHandsTheKeyOverUnseen()
    {
        const QTemporaryDir programs;
        QFile curl(programs.filePath(QStringLiteral("curl")));
        QVERIFY(curl.open(QIODevice::WriteOnly));
        curl.write("#!/bin/sh\necho \"arguments: $*\"\ncat\n");
        curl.close();
        QVERIFY(curl.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        QProcess bash;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("PATH"), programs.path() + QStringLiteral(":/usr/bin:/bin"));
        environment.insert(QStringLiteral("LAMBDA_API_KEY"), QStringLiteral("a-secret"));
        bash.setProcessEnvironment(environment);
        const QString line = curlLine("POST", QStringLiteral("https://example.org/x"), QStringLiteral("LAMBDA_API_KEY"),
                                      {{"name", "it's"}});
        bash.start(QStringLiteral("bash"), {QStringLiteral("-c"), line});
        QVERIFY(bash.waitForFinished());
        const QByteArrayList lines = bash.readAllStandardOutput().split('\n');
        QCOMPARE(lines.at(0), QByteArray("arguments: -K - --fail-with-body -X POST https://example.org/x -H Content-Type: application/json "
                                         "-d {\"name\":\"it's\"}"));
        QCOMPARE(lines.at(1), QByteArray("header = \"Authorization: Bearer a-secret\""));
    }

    void aSpotMachineHasAHighestPrice()
    {
        InstanceRequest request;
        QVERIFY(!spotPrice(request));
        request.perHour = *Money::parse("2.5", Currency::CNY);
        QVERIFY(!spotPrice(request));
        request.perHour = *Money::parse("2.5", Currency::USD);
        QCOMPARE(spotPrice(request)->decimal(), QStringLiteral("2.50"));
        request.settings.insert(QLatin1String(kMaxPriceSetting), QStringLiteral("0.9"));
        QCOMPARE(spotPrice(request)->decimal(), QStringLiteral("0.90"));
        request.settings.insert(QLatin1String(kMaxPriceSetting), QStringLiteral("0"));
        QVERIFY(!spotPrice(request));
    }
};

QTEST_GUILESS_MAIN(TestGpuCloudParts)

#include "tst_gpucloudparts.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Signatures, requests and answers of Tencent Cloud, without a connection.
#include "core/provider/tencent/internal/tencentanswer.h"
#include "core/provider/tencent/internal/tencentpolicy.h"
#include "core/provider/tencent/internal/tencentrefusal.h"
#include "core/provider/tencent/internal/tencentrequest.h"
#include "core/provider/tencent/internal/tencentuserdata.h"
#include "core/provider/tencent/tencentprovider.h"
#include "core/provider/tencent/tencentsignature.h"

#include <QFile>
#include <QJsonDocument>
#include <QProcess>
#include <QTest>

using namespace trainyard;

namespace {

const QString kEd25519 = QStringLiteral("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0k0u0mZ0m4c0kF0o0bq0m0q0w0z0x0y0v0u0t0s0r0 ada@lab");

InstanceRequest goodRequest()
{
    InstanceRequest request;
    request.owner = QStringLiteral("owner-1");
    request.clientToken = QStringLiteral("6f2a0c1e-0000-4000-8000-000000000001");
    request.type = QStringLiteral("GN10Xp.2XLARGE40");
    request.image = QStringLiteral("img-1");
    request.settings = {{kSshKeySetting, kEd25519}, {kOwnAddressSetting, QStringLiteral("203.0.113.7/32")}};
    return request;
}

const QDateTime kNow(QDate(2026, 1, 2), QTime(3, 4, 5), Qt::UTC);

}  // namespace

class TestTencentParts : public QObject {
    Q_OBJECT

    // As a POSIX shell reads it.
    static QStringList wordsOf(const QString &line)
    {
        QProcess shell;
        shell.start(QStringLiteral("sh"), {QStringLiteral("-c"), QStringLiteral("printf '%s\\n' ") + line});
        shell.waitForFinished();
        return QString::fromUtf8(shell.readAllStandardOutput()).split(u'\n', Qt::SkipEmptyParts);
    }

private Q_SLOTS:
    void requestsAreSignedAsTheVendorsClientSignsThem_data()
    {
        QTest::addColumn<QJsonObject>("vector");
        QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/tencent/signatures.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonArray vectors = QJsonDocument::fromJson(file.readAll()).object().value("vectors").toArray();
        QCOMPARE(vectors.size(), 3);
        for (const QJsonValue &vector : vectors)
            QTest::newRow(qPrintable(vector.toObject().value("name").toString())) << vector.toObject();
    }
    void requestsAreSignedAsTheVendorsClientSignsThem()
    {
        QFETCH(QJsonObject, vector);
        const QJsonObject keys = vector.value("keys").toObject();
        CloudCredentials credentials;
        credentials.keyId = keys.value("secret_id").toString();
        credentials.secret = keys.value("secret_key").toString().toUtf8();
        credentials.sessionToken = keys.value("token").toString().toUtf8();
        QMap<QString, QByteArray> expected;
        for (const QJsonValue &header : vector.value("headers").toArray())
            expected.insert(header[0].toString().toLower(), header[1].toString().toUtf8());
        const TencentScope scope{"cvm", expected.value("x-tc-version"), expected.value("x-tc-action"), expected.value("x-tc-region"), kNow};
        const WebRequest request = signedTencentRequest("https", expected.value("host"), credentials, scope,
                                                        vector.value("body").toString().toUtf8());
        QCOMPARE(request.url(), QUrl(vector.value("url").toString()));
        QCOMPARE(request.method, vector.value("method").toString().toLatin1());
        QMap<QString, QByteArray> headers{{QStringLiteral("host"), request.host}};
        for (const auto &[name, value] : request.headers)
            headers.insert(QString::fromLatin1(name).toLower(), value);
        QCOMPARE(headers.value("authorization"), vector.value("expected_authorization").toString().toLatin1());
        QCOMPARE(headers, expected);
    }

    void refusalsHaveTheMeaningOfTheirCodes_data()
    {
        QTest::addColumn<QString>("code");
        QTest::addColumn<int>("expected");
        using Kind = CloudRefusal::Kind;
        const auto row = [](const char *code, Kind kind) { QTest::newRow(code) << QString::fromLatin1(code) << static_cast<int>(kind); };
        row("AuthFailure.SignatureFailure", Kind::Keys);
        row("AuthFailure.SignatureExpire", Kind::Clock);
        row("AuthFailure.TokenFailure", Kind::Session);
        row("UnauthorizedOperation", Kind::Right);
        row("UnauthorizedOperation.PermissionDenied", Kind::Right);
        row("UnauthorizedOperation.MFAExpired", Kind::Session);
        row("InvalidAccount.InsufficientBalance", Kind::Balance);
        row("ResourcesSoldOut.SpecifiedInstanceType", Kind::Capacity);
        row("ResourcesSoldOut.EipInsufficient", Kind::Capacity);
        row("ResourceInsufficient.ZoneSoldOutForSpecifiedInstance", Kind::Capacity);
        row("InvalidParameterValue.InsufficientOffering", Kind::Capacity);
        row("InvalidParameterValue.InsufficientPrice", Kind::Price);
        row("LimitExceeded.InstanceQuota", Kind::Quota);
        row("LimitExceeded.UserSpotQuota", Kind::Quota);
        row("RequestLimitExceeded", Kind::Throttled);
        row("RequestLimitExceeded.UinLimitExceeded", Kind::Throttled);
        row("InternalError", Kind::Transient);
        row("InternalServerError", Kind::Transient);
        row("MutexOperation.TaskRunning", Kind::Transient);
        row("OperationDenied.InstanceOperationInProgress", Kind::Transient);
        row("InvalidInstanceId.NotFound", Kind::NotFound);
        row("InvalidPublicKey.Duplicate", Kind::Conflict);
        row("UnsupportedOperation.StoppedModeStopCharging", Kind::Unsupported);
        row("InvalidParameterValue.LimitExceeded", Kind::Input);
        row("SomethingNew", Kind::Input);
        row("InternalErrorButNot", Kind::Input);
    }
    void refusalsHaveTheMeaningOfTheirCodes()
    {
        QFETCH(QString, code);
        QTEST(static_cast<int>(tencentRefusalKind(code)), "expected");
    }

    void aRefusalIsFoundThoughTheStatusSaysYes()
    {
        QJsonObject response;
        const CloudAnswer no{
            200,
            {},
            "{\"Response\":{\"Error\":{\"Code\":\"UnauthorizedOperation.CamNoAuth\",\"Message\":\"[request id:1]you are not "
            "authorized to perform operation (cvm:TerminateInstances) resource (qcs::cvm:::instance/*) has no "
            "permission\"},\"RequestId\":\"r-1\"}}"};
        const auto refusal = tencentRefusal(no, QStringLiteral("cvm:RunInstances"), response);
        QVERIFY(refusal);
        QCOMPARE(refusal->kind, CloudRefusal::Kind::Right);
        QCOMPARE(refusal->subject, QStringLiteral("cvm:TerminateInstances"));
        QCOMPARE(refusal->requestId, QStringLiteral("r-1"));
        const CloudAnswer yes{200, {}, "{\"Response\":{\"TotalCount\":0,\"RequestId\":\"r-2\"}}"};
        QVERIFY(!tencentRefusal(yes, {}, response));
        QCOMPARE(response.value("TotalCount").toInt(-1), 0);
    }

    void answersThatAreNotOfTheCloudAreNotAccepted_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("expected");
        using Kind = CloudRefusal::Kind;
        QTest::newRow("a page of a gateway") << 502 << QByteArray("<html>Bad gateway</html>") << static_cast<int>(Kind::Transient);
        QTest::newRow("a page of a hotel") << 200 << QByteArray("<html>Welcome</html>") << static_cast<int>(Kind::Format);
        QTest::newRow("nothing") << 200 << QByteArray() << static_cast<int>(Kind::Format);
        QTest::newRow("other JSON") << 200 << QByteArray("[]") << static_cast<int>(Kind::Format);
        QTest::newRow("an error without a code") << 200 << QByteArray("{\"Response\":{\"Error\":[]}}") << static_cast<int>(Kind::Format);
        QTest::newRow("too many requests") << 429 << QByteArray("slow down") << static_cast<int>(Kind::Throttled);
    }
    void answersThatAreNotOfTheCloudAreNotAccepted()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, body);
        QJsonObject response;
        const auto refusal = tencentRefusal({status, {}, body}, {}, response);
        QVERIFY(refusal);
        QTEST(static_cast<int>(refusal->kind), "expected");
    }

    void whatIsWrongWithARequestIsSaidBeforeTheCloudIsAsked_data()
    {
        QTest::addColumn<InstanceRequest>("request");
        QTest::addColumn<bool>("expected");
        QTest::newRow("a good one") << goodRequest() << true;
        const auto row = [](const char *name, const auto &change) {
            InstanceRequest request = goodRequest();
            change(request);
            QTest::newRow(name) << request << false;
        };
        const auto setting = [&row](const char *name, const QString &key, const QString &value) {
            row(name, [&](InstanceRequest &one) { one.settings.insert(key, value); });
        };
        row("no type", [](InstanceRequest &one) { one.type.clear(); });
        row("no image", [](InstanceRequest &one) { one.image.clear(); });
        row("no owner", [](InstanceRequest &one) { one.owner.clear(); });
        row("a long token", [](InstanceRequest &one) { one.clientToken = QString(65, u'a'); });
        row("a token with a blank", [](InstanceRequest &one) { one.clientToken = QStringLiteral("a b"); });
        row("no SSH key", [](InstanceRequest &one) { one.settings.remove(kSshKeySetting); });
        setting("a second line in the SSH key", kSshKeySetting, kEd25519 + QStringLiteral("\nruncmd: [reboot]"));
        setting("SSH from everywhere", kOwnAddressSetting, QStringLiteral("0.0.0.0/0"));
        setting("SSH from a name", kOwnAddressSetting, QStringLiteral("example.org"));
        setting("no disk", kDiskSetting, QStringLiteral("0"));
        setting("half a disk", kDiskSetting, QStringLiteral("50.5"));
        setting("too wide a band", kTencentBandwidth, QStringLiteral("500"));
        setting("a network without a subnet", kTencentVpc, QStringLiteral("vpc-1"));
        setting("a price in words", kMaxPriceSetting, QStringLiteral("cheap"));
        setting("given back in three minutes", kReleaseAtSetting, QStringLiteral("2026-01-02T03:07:05Z"));
        setting("given back never", kReleaseAtSetting, QStringLiteral("soon"));
        setting("user data of another kind", kUserDataSetting, QStringLiteral("hello"));
        setting("user data too large", kUserDataSetting, QStringLiteral("#!/bin/sh\n") + QString(13000, u'#'));
    }
    void whatIsWrongWithARequestIsSaidBeforeTheCloudIsAsked()
    {
        QFETCH(InstanceRequest, request);
        QFETCH(bool, expected);
        const auto checked = checkTencentRequest(request, kNow);
        QCOMPARE(checked.has_value(), expected);
        if (!expected) {
            QCOMPARE(checked.error().code, ErrorCode::InvalidInput);
            QVERIFY(checked.error().what.endsWith(u'.'));
        }
    }

    void aKeyThatIsNotRsaComesWithTheUserData()
    {
        const QByteArray alone = *tencentUserData({}, kEd25519);
        QVERIFY(alone.startsWith("#cloud-config\n"));
        QVERIFY(alone.contains("  - \"" + kEd25519.section(u' ', 0, 1).toLatin1() + "\"\n"));
        QVERIFY(alone.contains("ssh_pwauth: false\n"));
        QVERIFY(!alone.contains("ada@lab"));

        const QByteArray both = *tencentUserData("#cloud-config\nssh_keys: {}\n", kEd25519);
        QVERIFY(both.startsWith("Content-Type: multipart/mixed; boundary="));
        QVERIFY(both.contains(QByteArray("#cloud-config\nssh_keys: {}\n").toBase64()));
        QVERIFY(both.contains(alone.toBase64()));
        QCOMPARE(both.count("Content-Type: text/cloud-config"), 2);
        QVERIFY(tencentUserData("#!/bin/sh\ntrue\n", kEd25519)->contains("Content-Type: text/x-shellscript"));

        const QByteArray own("#cloud-config\npackages: [git]\n");
        QCOMPARE(*tencentUserData(own, QStringLiteral("ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQC7 me")), own);
    }

    void theRequestSaysAllThatWasAskedFor()
    {
        InstanceRequest request = goodRequest();
        request.isSpot = true;
        request.name = QStringLiteral("run {R:7}");
        request.settings.insert(kMaxPriceSetting, QStringLiteral("4.5"));
        request.settings.insert(kDiskSetting, QStringLiteral("200"));
        request.settings.insert(kTencentDiskType, QStringLiteral("CLOUD_HSSD"));
        request.settings.insert(kReleaseAtSetting, QStringLiteral("2026-01-03T11:04:05+08:00"));
        request.settings.insert(kTencentVpc, QStringLiteral("vpc-1"));
        request.settings.insert(kTencentSubnet, QStringLiteral("subnet-1"));
        const QJsonObject made = *tencentRunInstances(request, QStringLiteral("ap-guangzhou-6"), QStringLiteral("sg-1"),
                                                      QStringLiteral("skey-1"));
        const auto at = [&made](const char *outer, const char *inner) {
            return made.value(QLatin1String(outer)).toObject().value(QLatin1String(inner));
        };
        QCOMPARE(made.value("InstanceChargeType").toString(), QStringLiteral("SPOTPAID"));
        QCOMPARE(at("InstanceMarketOptions", "SpotOptions"),
                 QJsonValue(QJsonObject{{"MaxPrice", "4.5"}, {"SpotInstanceType", "one-time"}}));
        QCOMPARE(at("SystemDisk", "DiskSize").toInt(), 200);
        QCOMPARE(at("SystemDisk", "DiskType").toString(), QStringLiteral("CLOUD_HSSD"));
        QCOMPARE(at("ActionTimer", "ActionTime").toString(), QStringLiteral("2026-01-03T03:04:05Z"));
        QCOMPARE(at("ActionTimer", "TimerAction").toString(), QStringLiteral("TerminateInstances"));
        QCOMPARE(at("LoginSettings", "KeyIds"), QJsonValue(QJsonArray{"skey-1"}));
        QCOMPARE(at("VirtualPrivateCloud", "SubnetId").toString(), QStringLiteral("subnet-1"));
        QCOMPARE(at("InternetAccessible", "PublicIpAssigned").toBool(), true);
        QCOMPARE(made.value("InstanceName").toString(), QStringLiteral("run (R:7)"));
        const QJsonValue tags = made.value("TagSpecification")[0]["Tags"];
        QCOMPARE(tencentTag(tags, kTencentOwnerTag), request.owner);
        QCOMPARE(tencentTag(tags, kTencentTokenTag), request.clientToken);
        request.isSpot = false;
        QVERIFY(!tencentRunInstances(request, {}, {}, {})->contains("InstanceMarketOptions"));
    }

    void statesBecomeThoseOfInstances_data()
    {
        QTest::addColumn<QString>("state");
        QTest::addColumn<int>("expected");
        const auto row = [](const char *state, ProvidedState expected) {
            QTest::newRow(state) << QString::fromLatin1(state) << static_cast<int>(expected);
        };
        row("PENDING", ProvidedState::Starting);
        row("LAUNCH_FAILED", ProvidedState::Failed);
        row("RUNNING", ProvidedState::Running);
        row("STOPPED", ProvidedState::Stopped);
        row("STARTING", ProvidedState::Starting);
        row("STOPPING", ProvidedState::Stopping);
        row("REBOOTING", ProvidedState::Running);
        row("SHUTDOWN", ProvidedState::Terminating);
        row("TERMINATING", ProvidedState::Terminating);
        row("RESCUE_MODE", ProvidedState::Running);
    }
    void statesBecomeThoseOfInstances()
    {
        QFETCH(QString, state);
        QTEST(static_cast<int>(tencentReport({{"InstanceId", "ins-1"}, {"InstanceState", state}}).state), "expected");
    }

    void theDocumentShowsThePolicy()
    {
        QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/docs/clouds.md"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        const qsizetype from = text.indexOf("```json\n", text.indexOf("\n## Tencent Cloud\n")) + 8;
        const QJsonDocument shown = QJsonDocument::fromJson(text.sliced(from, text.indexOf("```", from) - from));
        QVERIFY(shown.isObject());
        QCOMPARE(shown, QJsonDocument::fromJson(tencentPolicy().toUtf8()));
    }

    void anAddressThatIsNoneIsNotLoggedInTo()
    {
        const QJsonObject good{
            {"InstanceId", "ins-1"}, {"PublicIpAddresses", QJsonArray{"203.0.113.9"}}, {"OsName", "Ubuntu Server 22.04"}};
        const auto target = tencentTarget(good);
        QVERIFY(target);
        QCOMPARE(target->display(), QStringLiteral("ubuntu@203.0.113.9"));
        QCOMPARE(target->hostKeyAlias, QStringLiteral("ins-1"));
        QJsonObject bad = good;
        bad.insert("PublicIpAddresses", QJsonArray{"-oProxyCommand=reboot"});
        QCOMPARE(tencentTarget(bad).error().code, ErrorCode::Corrupt);
        bad.insert("PublicIpAddresses", QJsonValue());
        QCOMPARE(tencentTarget(bad).error().code, ErrorCode::Unreachable);
    }

    void linesToCopyAreThoseOfTccli()
    {
        const TencentProvider cloud([](const QString &, const QString &) -> Result<CloudCredentials> { return Error{}; });
        InstanceRequest request;
        request.region = QStringLiteral("ap-guangzhou");
        request.type = QStringLiteral("GN10Xp.2XLARGE40");
        request.image = QStringLiteral("img-1");
        request.name = QStringLiteral("it's $(date)");
        request.settings.insert(QLatin1String(kUserDataSetting), QStringLiteral("#cloud-config\n"));
        const QStringList words = wordsOf(cloud.createLine(request));
        QCOMPARE(words.mid(0, 5), QStringLiteral("tccli cvm RunInstances --region ap-guangzhou").split(u' '));
        const auto value = [&words](const char *name) { return words.value(words.indexOf(QLatin1String(name)) + 1); };
        QCOMPARE(value("--InstanceName"), request.name);
        QCOMPARE(QJsonDocument::fromJson(value("--Placement").toUtf8()).object(), (QJsonObject{{"Zone", "ZONE"}}));
        QCOMPARE(QJsonDocument::fromJson(value("--SecurityGroupIds").toUtf8()).array(), (QJsonArray{"SECURITY_GROUP_ID"}));
        QVERIFY(!words.contains(QLatin1String("--UserData")) && !words.contains(QLatin1String("--TagSpecification")));
        Instance instance;
        instance.request = request;
        instance.providerId = QStringLiteral("ins-1");
        QCOMPARE(wordsOf(cloud.actionLine(ProviderAction::Terminate, instance)),
                 QStringLiteral("tccli cvm TerminateInstances --region ap-guangzhou --InstanceIds [\"ins-1\"] --ReleaseAddress True")
                     .split(u' '));
        QVERIFY(cloud.actionLine(ProviderAction::Console, instance).isEmpty());
    }
};

Q_DECLARE_METATYPE(trainyard::InstanceRequest)

QTEST_GUILESS_MAIN(TestTencentParts)
#include "tst_tencentparts.moc"

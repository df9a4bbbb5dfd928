// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of Alibaba Cloud's provider that need no server.
#include "core/provider/alibaba/alibabaprovider.h"
#include "core/provider/alibaba/internal/acs3.h"
#include "core/provider/alibaba/internal/alibabaapi.h"
#include "core/provider/alibaba/internal/alibabaerrors.h"
#include "core/provider/alibaba/internal/alibabareaders.h"
#include "core/provider/alibaba/internal/alibabarequest.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QTest>
#include <QUrlQuery>

using namespace trainyard;

namespace {

const QDateTime kNow(QDate(2026, 1, 2), QTime(3, 4, 5), Qt::UTC);

InstanceRequest request()
{
    InstanceRequest one;
    one.region = QStringLiteral("cn-hangzhou");
    one.type = QStringLiteral("ecs.gn7i-c8g1.2xlarge");
    one.image = QStringLiteral("ubuntu.vhd");
    one.name = QStringLiteral("digits");
    one.owner = QStringLiteral("owner-1");
    one.clientToken = QStringLiteral("token-1");
    return one;
}

QJsonObject json(const char *text) { return QJsonDocument::fromJson(text).object(); }

}  // namespace

class TestAlibabaParts : public QObject {
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
    void signaturesAreThoseOfTheVendor_data()
    {
        QTest::addColumn<QJsonObject>("vector");
        QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/alibaba/signatures.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonArray vectors = QJsonDocument::fromJson(file.readAll()).object().value(QLatin1String("vectors")).toArray();
        QCOMPARE(vectors.size(), 4);
        for (const QJsonValue &vector : vectors)
            QTest::newRow(qPrintable(vector.toObject().value(QLatin1String("name")).toString())) << vector.toObject();
    }
    void signaturesAreThoseOfTheVendor()
    {
        QFETCH(QJsonObject, vector);
        const auto text = [&vector](const char *name) { return vector.value(QLatin1String(name)).toString().toUtf8(); };
        WebRequest one;
        one.method = text("method");
        const QUrl url = QUrl::fromEncoded(text("url"), QUrl::StrictMode);
        one.host = url.host().toLatin1();
        for (const auto &[name, value] : QUrlQuery(url).queryItems(QUrl::FullyDecoded))
            one.query << NamedBytes(name.toUtf8(), value.toUtf8());
        for (const QJsonValue &header : vector.value(QLatin1String("headers")).toArray()) {
            const QByteArray name = header.toArray().at(0).toString().toLatin1();
            if (name != "host" && name != "Authorization")
                one.headers << NamedBytes(name, header.toArray().at(1).toString().toUtf8());
        }
        const QByteArray digest = sha256Hex(text("body"));
        QCOMPARE(canonicalRequest(one, digest), text("canonical_request"));
        const QJsonObject keys = vector.value(QLatin1String("keys")).toObject();
        const QByteArray authorization = acs3Authorization(one, keys.value(QLatin1String("access_key_id")).toString().toLatin1(),
                                                           keys.value(QLatin1String("secret")).toString().toLatin1(), digest);
        QVERIFY(authorization.endsWith(",Signature=" + text("expected_signature")));
        if (vector.contains(QLatin1String("expected_authorization")))
            QCOMPARE(authorization, text("expected_authorization"));
    }

    void requestIsSignedWithAllThatTheVendorAsksFor()
    {
        WebRequest one;
        one.method = "POST";
        one.host = "ecs.cn-hangzhou.aliyuncs.com";
        CloudCredentials credentials{QStringLiteral("id"), "secret", "session", {}};
        signAcs3(one, credentials, {"RunInstances", "2014-05-26", kNow, "nonce"}, "a=b");
        QMap<QByteArray, QByteArray> headers;
        for (const auto &[name, value] : one.headers)
            headers.insert(name, value);
        QCOMPARE(headers.value("x-acs-date"), "2026-01-02T03:04:05Z");
        QCOMPARE(headers.value("x-acs-security-token"), "session");
        QCOMPARE(headers.value("x-acs-content-sha256"), sha256Hex("a=b"));
        QVERIFY(headers.value("Authorization")
                    .contains("SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-security-token;"
                              "x-acs-signature-nonce;x-acs-version,"));
        QVERIFY(!headers.value("Authorization").contains("secret"));
    }

    void codesHaveTheirMeaning_data()
    {
        using Kind = CloudRefusal::Kind;
        QTest::addColumn<int>("status");
        QTest::addColumn<int>("kind");
        const auto row = [](const char *code, int status, Kind kind) { QTest::newRow(code) << status << static_cast<int>(kind); };
        row("OperationDenied.NoStock", 403, Kind::Capacity);
        row("Zone.NotOnSale", 403, Kind::Capacity);
        row("InvalidResourceType.NotSupported", 400, Kind::Capacity);
        row("QuotaExceed.ElasticQuota", 403, Kind::Quota);
        row("InvalidAccountStatus.NotEnoughBalance", 403, Kind::Balance);
        row("InvalidAccountStatus.SecurityRisk", 403, Kind::Account);
        row("InvalidSpotPriceLimit.LowerThanPublicPrice", 400, Kind::Price);
        row("InvalidAccessKeyId.NotFound", 404, Kind::Keys);
        row("SignatureDoesNotMatch", 403, Kind::Keys);
        row("InvalidSecurityToken.Expired", 400, Kind::Session);
        row("InvalidTimeStamp.Expired", 400, Kind::Clock);
        row("Forbidden.RAM", 403, Kind::Right);
        row("NoPermission", 403, Kind::Right);
        row("Throttling.User", 400, Kind::Throttled);
        row("ServiceUnavailable", 503, Kind::Transient);
        row("InternalError", 500, Kind::Transient);
        row("LastTokenProcessing", 409, Kind::Transient);
        row("IdempotentParameterMismatch", 400, Kind::Conflict);
        row("KeyPair.AlreadyExist", 400, Kind::Conflict);
        row("IncorrectInstanceStatus.Initializing", 403, Kind::Conflict);
        row("InvalidInstanceId.NotFound", 404, Kind::NotFound);
        row("InvalidParameter", 400, Kind::Input);
        row("NeverHeardOf", 502, Kind::Transient);
        row("NeverHeardOfEither", 400, Kind::Input);
    }
    void codesHaveTheirMeaning()
    {
        QFETCH(int, status);
        QFETCH(int, kind);
        QCOMPARE(static_cast<int>(alibabaRefusalKind(QString::fromLatin1(QTest::currentDataTag()), status)), kind);
    }

    void answersThatAreNotTheCloudsAreRefused()
    {
        QVERIFY(!alibabaRefusal({200, {}, R"({"RequestId":"1"})"}, {}));
        QCOMPARE(alibabaRefusal({200, {}, "<html>login</html>"}, {})->kind, CloudRefusal::Kind::Format);
        const auto refusal = alibabaRefusal({503, {}, "<html>"}, {});
        QCOMPARE(refusal->kind, CloudRefusal::Kind::Transient);
        QCOMPARE(refusal->code, "HTTP 503");
    }

    void missingRightIsNamed()
    {
        QCOMPARE(alibabaRefusal({403, {}, R"({"Code":"Forbidden.RAM","RequestId":"1"})"}, QStringLiteral("ecs:RunInstances"))->subject,
                 "ecs:RunInstances");
        const QByteArray detailed = R"({"Code":"NoPermission","RequestId":"1","AccessDeniedDetail":{"AuthAction":"ecs:TagResources"}})";
        QCOMPARE(alibabaRefusal({403, {}, detailed}, QStringLiteral("ecs:RunInstances"))->subject, "ecs:TagResources");
    }

    void requestBecomesParameters()
    {
        InstanceRequest one = request();
        one.isSpot = true;
        one.settings = {{QLatin1String(kMaxPriceSetting), QStringLiteral("12.34567")},
                        {QLatin1String(kDiskSetting), QStringLiteral("200")},
                        {QLatin1String(kUserDataSetting), QStringLiteral("#cloud-config\n")},
                        {QLatin1String(kReleaseAtSetting), QStringLiteral("2026-01-03T12:34:56Z")}};
        const auto parameters = alibabaRunParameters(one, kNow);
        QVERIFY(parameters);
        QCOMPARE(parameters->value("Amount"), "1");
        QCOMPARE(parameters->value("ClientToken"), "token-1");
        QCOMPARE(parameters->value("SpotStrategy"), "SpotWithPriceLimit");
        QCOMPARE(parameters->value("SpotPriceLimit"), "12.345");
        QCOMPARE(parameters->value("SystemDisk.Size"), "200");
        QCOMPARE(QByteArray::fromBase64(parameters->value("UserData")), "#cloud-config\n");
        QCOMPARE(parameters->value("AutoReleaseTime"), "2026-01-03T12:34:00Z");
        QCOMPARE(parameters->value("Tag.1.Key"), "trainyard:run");
        QCOMPARE(parameters->value("Tag.2.Value"), "owner-1");
        QCOMPARE(parameters->value("Tag.3.Value"), "token-1");
        // The cloud refuses a release within half an hour: the earliest possible one is asked for.
        one.settings = {{QLatin1String(kReleaseAtSetting), QStringLiteral("2026-01-02T03:10:00Z")}};
        QCOMPARE(alibabaRunParameters(one, kNow)->value("AutoReleaseTime"), "2026-01-02T03:35:00Z");
        QCOMPARE(alibabaRunParameters(one, kNow)->value("SpotStrategy"), "SpotAsPriceGo");
    }

    void badSettingsAreRefused_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::newRow("disk") << kDiskSetting << "many";
        QTest::newRow("small disk") << kDiskSetting << "5";
        QTest::newRow("bandwidth") << kAlibabaBandwidthSetting << "1000";
        QTest::newRow("price") << kMaxPriceSetting << "-1";
        QTest::newRow("price too precise") << kMaxPriceSetting << "0.0001";
        QTest::newRow("time") << kReleaseAtSetting << "tomorrow";
        QTest::newRow("user data") << kUserDataSetting << QString(33 * 1024, u'a');
    }
    void badSettingsAreRefused()
    {
        QFETCH(QString, name);
        QFETCH(QString, value);
        InstanceRequest one = request();
        one.isSpot = true;
        one.settings = {{name, value}};
        const auto parameters = alibabaRunParameters(one, kNow);
        QVERIFY(!parameters);
        QCOMPARE(parameters.error().code, ErrorCode::InvalidInput);
        QVERIFY(parameters.error().what.contains(name));
    }

    void requestNeedsRegionTypeAndImage()
    {
        for (QString InstanceRequest::*field : {&InstanceRequest::region, &InstanceRequest::type, &InstanceRequest::image}) {
            InstanceRequest one = request();
            (one.*field).clear();
            QCOMPARE(alibabaRunParameters(one, kNow).error().code, ErrorCode::InvalidInput);
        }
    }

    void namesAreThoseThatTheCloudAllows()
    {
        QCOMPARE(alibabaName(QStringLiteral("digits a1")), "digits-a1");
        QCOMPARE(alibabaName(QStringLiteral("[1,9]x")), "trainyard-19x");
        QCOMPARE(alibabaName({}), "trainyard-");
        QCOMPARE(alibabaName(QString(500, u'a')).size(), 128);
        QCOMPARE(alibabaClientToken(QString(65, u'a')).size(), 32);
        QCOMPARE(alibabaClientToken(QString(65, u'a')), alibabaClientToken(QString(65, u'a')));
        QVERIFY(alibabaClientToken({}) != alibabaClientToken({}));
        QCOMPARE(alibabaKeyName(QStringLiteral("o"), QStringLiteral("ssh-ed25519 AAAA me@here")),
                 alibabaKeyName(QStringLiteral("o"), QStringLiteral("ssh-ed25519 AAAA me@there\n")));
        QVERIFY(alibabaKeyName(QStringLiteral("o"), QStringLiteral("ssh-ed25519 AAAA"))
                != alibabaKeyName(QStringLiteral("p"), QStringLiteral("ssh-ed25519 AAAA")));
    }

    void machinesAreRead()
    {
        const auto report = readAlibabaInstance(json(R"({"InstanceId":"i-1","Status":"Running","Tags":{"Tag":[
            {"TagKey":"trainyard:owner","TagValue":"me"},{"TagKey":"trainyard:token","TagValue":"t"}]},
            "OperationLocks":{"LockReason":[{"LockReason":"Recycling"}]}})"));
        QCOMPARE(report.providerId, "i-1");
        QCOMPARE(report.owner, "me");
        QCOMPARE(report.clientToken, "t");
        QCOMPARE(report.state, ProvidedState::Running);
        QVERIFY(report.reason.contains(QLatin1String("Recycling")));
        // Whatever a newer API adds exists.
        QCOMPARE(readAlibabaInstance(json(R"({"InstanceId":"i-1","Status":"Migrating"})")).state, ProvidedState::Starting);
        QCOMPARE(readAlibabaAddress(json(R"({"PublicIpAddress":{"IpAddress":["198.51.100.7"]}})")), "198.51.100.7");
        QCOMPARE(readAlibabaAddress(json(R"({"EipAddress":{"IpAddress":"198.51.100.8"},"PublicIpAddress":{"IpAddress":[]}})")),
                 "198.51.100.8");
    }

    void strangeAnswersAreReadAsEmpty()
    {
        for (
            const char *text :
            {"{}", R"({"Status":7,"Tags":[1],"Size":"big"})",
             R"({"PriceInfo":[],"AvailableZones":"x","SpotPrices":{"SpotPriceType":[[],7]}})",
             R"({"PriceInfo":{"Price":{"Currency":"XYZ","DetailInfos":{"DetailInfo":[{"Resource":"instanceType","TradePrice":1}]}}}})",
             R"({"PriceInfo":{"Price":{"Currency":"CNY","DetailInfos":{"DetailInfo":[{"Resource":"instanceType","TradePrice":-1}]}}}})",
             R"({"PriceInfo":{"Price":{"Currency":"CNY","DetailInfos":{"DetailInfo":[{"Resource":"instanceType","TradePrice":1e300}]}}}})"}) {
            const QJsonObject strange = json(text);
            QVERIFY(readAlibabaInstance(strange).providerId.isEmpty());
            QVERIFY(readAlibabaStock(strange).isEmpty());
            QVERIFY(!readAlibabaPrice(strange));
            QVERIFY(readAlibabaSpotPrices(strange).isEmpty());
            QVERIFY(readAlibabaQuotas(strange, {}).isEmpty());
            QVERIFY(readAlibabaAddress(strange).isEmpty());
            QVERIFY(readAlibabaRegions(strange).isEmpty());
            QCOMPARE(readAlibabaResource(CloudResource::Kind::Disk, strange, {}).providerId, QString());
        }
    }

    void endpointAndRegionAreChecked_data()
    {
        QTest::addColumn<QString>("endpoint");
        QTest::addColumn<QString>("region");
        QTest::addColumn<bool>("isFine");
        QTest::newRow("none") << ""
                              << "" << true;
        QTest::newRow("a server") << "ecs.example.com"
                                  << "cn-beijing" << true;
        QTest::newRow("this computer") << "http://127.0.0.1:8080"
                                       << "" << true;
        QTest::newRow("no TLS elsewhere") << "http://ecs.example.com"
                                          << "" << false;
        QTest::newRow("a password") << "https://a:b@ecs.example.com"
                                    << "" << false;
        QTest::newRow("a path") << "https://ecs.example.com/x"
                                << "" << false;
        QTest::newRow("another scheme") << "file:///etc/passwd"
                                        << "" << false;
        QTest::newRow("a region with a host") << ""
                                              << "x.example.com/" << false;
        QTest::newRow("a region in two lines") << ""
                                               << "cn-beijing\n"
                                               << false;
    }
    void endpointAndRegionAreChecked()
    {
        QFETCH(QString, endpoint);
        QFETCH(QString, region);
        QFETCH(bool, isFine);
        const CloudApi transport;
        const auto api = AlibabaApi::of(transport, {{}, {}, {}, {{QStringLiteral("endpoint"), endpoint}}}, region);
        QCOMPARE(api.has_value(), isFine);
        if (!isFine)
            QCOMPARE(api.error().code, ErrorCode::InvalidInput);
    }

    void linesToCopyAreThoseOfAliyun()
    {
        const AlibabaProvider cloud([](const QString &, const QString &) -> Result<CloudCredentials> { return Error{}; });
        InstanceRequest request;
        request.region = QStringLiteral("cn-beijing");
        request.type = QStringLiteral("ecs.gn7i-c8g1.2xlarge");
        QVERIFY(cloud.createLine(request).isEmpty());
        request.image = QStringLiteral("img-1");
        request.name = QStringLiteral("box");
        request.clientToken = QStringLiteral("it's $(date)");
        request.settings.insert(QLatin1String(kUserDataSetting), QStringLiteral("#cloud-config\n"));
        const QStringList words = wordsOf(cloud.createLine(request));
        QCOMPARE(words.mid(0, 5), QStringLiteral("aliyun ecs RunInstances --RegionId cn-beijing").split(u' '));
        const auto value = [&words](const char *name) { return words.value(words.indexOf(QLatin1String(name)) + 1); };
        QCOMPARE(value("--InstanceType"), request.type);
        QCOMPARE(value("--VSwitchId"), QStringLiteral("VSWITCH_ID"));
        QVERIFY(words.contains(request.clientToken));
        QVERIFY(!words.contains(QLatin1String("--UserData")));
        Instance instance;
        instance.request = request;
        instance.providerId = QStringLiteral("i-1");
        QCOMPARE(wordsOf(cloud.actionLine(ProviderAction::Terminate, instance)),
                 QStringLiteral("aliyun ecs DeleteInstance --RegionId cn-beijing --Force true --InstanceId i-1").split(u' '));
    }
};

QTEST_GUILESS_MAIN(TestAlibabaParts)
#include "tst_alibabaparts.moc"
